/* Stands in for libcuda where no driver is: what replay_driver.py calls, with answers that a test can foresee.
   A tensor map is refused for an address that is no multiple of 16 or null, and for a box over 256. */
#include <cuda.h>
#include <string.h>

CUresult CUDAAPI cuInit(unsigned flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
CUresult CUDAAPI cuDriverGetVersion(int *version) { *version = 13000; return CUDA_SUCCESS; }
CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal) { *device = ordinal; return CUDA_SUCCESS; }
CUresult CUDAAPI cuDeviceGetName(char *name, int size, CUdevice device) {
    (void)device;
    strncpy(name, "stub", (size_t)size);
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    (void)device;
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 10 : 0;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    (void)device;
    *context = (CUcontext)1;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuCtxSetCurrent(CUcontext context) { return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr *pointer, size_t size) {
    (void)size;
    *pointer = 0x7f0000000200ULL;
    return CUDA_SUCCESS;
}

static CUresult refused(const void *globalAddress, const void *tensorMap) {
    if (!globalAddress || (cuuint64_t)globalAddress % 16 || (cuuint64_t)tensorMap % 64) return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    (void)tensorDataType; (void)globalDim; (void)globalStrides; (void)elementStrides; (void)interleave;
    (void)swizzle; (void)l2Promotion; (void)oobFill;
    for (cuuint32_t i = 0; i < tensorRank; i++)
        if (boxDim[i] > 256) return CUDA_ERROR_INVALID_VALUE;
    return refused(globalAddress, tensorMap);
}

CUresult CUDAAPI cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    (void)tensorDataType; (void)tensorRank; (void)globalDim; (void)globalStrides; (void)pixelBoxLowerCorner;
    (void)pixelBoxUpperCorner; (void)elementStrides; (void)interleave; (void)swizzle; (void)l2Promotion;
    (void)oobFill;
    if (channelsPerPixel > 256 || pixelsPerColumn > 1024) return CUDA_ERROR_INVALID_VALUE;
    return refused(globalAddress, tensorMap);
}

CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image) {
    *module = (CUmodule)1;
    return strstr(image, ".visible .entry hold") ? CUDA_SUCCESS : CUDA_ERROR_INVALID_PTX;
}
CUresult CUDAAPI cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    *function = (CUfunction)1;
    return module && !strcmp(name, "hold") ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
CUresult CUDAAPI cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
    (void)function;
    *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS ? 64 : 0;
    return CUDA_SUCCESS;
}
CUresult CUDAAPI cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    (void)function;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_ERROR_INVALID_VALUE;
    return value > 232448 - 1024 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t shared) {
    (void)function; (void)shared;
    *blocks = 1024 / threads;
    return CUDA_SUCCESS;
}
