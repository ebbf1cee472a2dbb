/* Stands in for the driver: prints every argument of the two calls, bytes in hexadecimal, one call a line. */
#include <cuda.h>
#include <stdio.h>

static void put(const char *name, const void *bytes, size_t size) {
    printf(" %s=", name);
    for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}

#define PUT(value) put(#value, &(value), sizeof(value))
#define PUT_ARRAY(values, count) put(#values, values, (count) * sizeof(*(values)))

CUresult CUDAAPI cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    printf("cuTensorMapEncodeTiled");
    PUT(tensorMap); PUT(tensorDataType); PUT(tensorRank); PUT(globalAddress);
    PUT_ARRAY(globalDim, tensorRank); PUT_ARRAY(globalStrides, tensorRank - 1);
    PUT_ARRAY(boxDim, tensorRank); PUT_ARRAY(elementStrides, tensorRank);
    PUT(interleave); PUT(swizzle); PUT(l2Promotion); PUT(oobFill);
    printf("\n");
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
    cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
    printf("cuTensorMapEncodeIm2col");
    PUT(tensorMap); PUT(tensorDataType); PUT(tensorRank); PUT(globalAddress);
    PUT_ARRAY(globalDim, tensorRank); PUT_ARRAY(globalStrides, tensorRank - 1);
    PUT_ARRAY(pixelBoxLowerCorner, tensorRank - 2); PUT_ARRAY(pixelBoxUpperCorner, tensorRank - 2);
    PUT(channelsPerPixel); PUT(pixelsPerColumn); PUT_ARRAY(elementStrides, tensorRank);
    PUT(interleave); PUT(swizzle); PUT(l2Promotion); PUT(oobFill);
    printf("\n");
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char **name) {
    *name = error == CUDA_SUCCESS ? "CUDA_SUCCESS" : "CUDA_ERROR";
    return CUDA_SUCCESS;
}
