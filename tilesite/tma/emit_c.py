"""C and CUDA C++ that call the driver. Both compile against cuda.h of CUDA 12.8 and later."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tilesite.tma import enums
from tilesite.tma.types import Descriptor, Encoding


def c_code(encoding: Encoding, remarks: list[str]) -> str:
    """A C11 file with one function, ``make_tensor_map``."""
    lines = [*_comment(remarks), "#include <cuda.h>", "", *_function("CUresult", encoding.descriptor)]
    return "\n".join(lines) + "\n"


def cuda_code(encoding: Encoding, remarks: list[str]) -> str:
    """A CUDA C++ file: ``make_tensor_map`` that throws, and for nvcc a kernel that loads one box, where one can."""
    descriptor = encoding.descriptor
    lines = [
        *_comment(remarks),
        "#include <cuda.h>",
        "",
        "#include <stdexcept>",
        "#include <string>",
        "",
        *_function("static inline CUresult", descriptor, "encode_tensor_map"),
        "",
        "// Throws std::runtime_error with the driver's own word when it refuses.",
        "inline CUtensorMap make_tensor_map(void *globalAddress) {",
        "    CUtensorMap tensorMap;",
        "    const CUresult result = encode_tensor_map(&tensorMap, globalAddress);",
        "    if (result != CUDA_SUCCESS) {",
        '        const char *name = "unknown error";',
        "        cuGetErrorName(result, &name);",
        f'        throw std::runtime_error(std::string("{descriptor.api}: ") + name);',
        "    }",
        "    return tensorMap;",
        "}",
        *_kernel(encoding),
    ]
    return "\n".join(lines) + "\n"


def c_refusal(remarks: list[str], failed: list[str]) -> str:
    """A file that does not compile, for the rules that failed."""
    return "\n".join([*_comment(remarks), *(f'#error "{line}"' for line in failed)]) + "\n"


def _comment(remarks: Sequence[str]) -> Iterator[str]:
    """One comment a line; a remark cannot end it early, for it holds no line break and ``*/`` is not used."""
    return (f"// {remark}" for remark in remarks)


def _function(result: str, descriptor: Descriptor, name: str = "make_tensor_map") -> Iterator[str]:
    yield f"{result} {name}(CUtensorMap *tensorMap, void *globalAddress) {{"
    yield _array("cuuint64_t", "globalDim", descriptor.global_dim)
    if descriptor.global_strides_bytes:
        yield _array("cuuint64_t", "globalStrides", descriptor.global_strides_bytes)
    else:
        yield "    const cuuint64_t globalStrides[1] = {0}; // not read at rank 1"
    box = "boxDim, elementStrides"
    if descriptor.pixel_box:
        yield _array("int", "pixelBoxLowerCorner", descriptor.pixel_box.lower)
        yield _array("int", "pixelBoxUpperCorner", descriptor.pixel_box.upper)
        counts = f"{descriptor.pixel_box.channels}, {descriptor.pixel_box.pixels}"
        box = f"pixelBoxLowerCorner, pixelBoxUpperCorner, {counts}, elementStrides"
    else:
        yield _array("cuuint32_t", "boxDim", descriptor.box_dim or ())
    yield _array("cuuint32_t", "elementStrides", descriptor.element_strides)
    yield f"    return {descriptor.api}("
    dtype = enums.DATA_TYPE.constant(descriptor.dtype_enum or 0)
    yield f"        tensorMap, {dtype}, {descriptor.rank}, globalAddress,"
    yield f"        globalDim, globalStrides, {box},"
    yield f"        {enums.INTERLEAVE.constant(descriptor.interleave)}, {enums.SWIZZLE.constant(descriptor.swizzle)},"
    yield f"        {enums.L2_PROMOTION.constant(descriptor.l2_promotion)},"
    yield f"        {enums.OOB_FILL.constant(descriptor.oob_fill)});"
    yield "}"


def _array(type_: str, name: str, numbers: Sequence[int]) -> str:
    shown = ", ".join(f"{number}ULL" if number >= 2**31 else str(number) for number in numbers)
    return f"    const {type_} {name}[{len(numbers)}] = {{{shown}}};"


def _kernel(encoding: Encoding) -> Iterator[str]:
    """A kernel whose first thread loads one box; none where the bytes that arrive are not known, or for im2col."""
    request, descriptor = encoding.request, encoding.descriptor
    if request.pixel_box or request.dtype.gapped or request.interleave:
        return
    rank = descriptor.rank
    inner, *outer = descriptor.box_dim or (0,)
    # The traversal stride of the fastest dimension is not used.
    counts = [-(-box // step) for box, step in zip(outer, descriptor.element_strides[1:])]
    size = inner * math.prod(counts) * request.dtype.bits // 8
    coordinates = ", ".join(f"int c{axis}" for axis in range(rank))
    operands = ", ".join(f"%{axis + 3}" for axis in range(rank))
    inputs = ", ".join(f'"r"(c{axis})' for axis in range(rank))
    yield ""
    yield "#ifdef __CUDACC__"
    yield f"// Loads one box, {size} bytes, to shared memory. Launch with {size} bytes of it and any number of threads."
    yield f"__global__ void load_box(const __grid_constant__ CUtensorMap tensorMap, {coordinates}) {{"
    yield "    extern __shared__ __align__(1024) unsigned char box[];"
    yield "    __shared__ __align__(8) unsigned long long barrier;"
    yield "    const unsigned boxAddress = static_cast<unsigned>(__cvta_generic_to_shared(box));"
    yield "    const unsigned barrierAddress = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));"
    yield "    if (threadIdx.x == 0) {"
    yield '        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrierAddress));'
    yield '        asm volatile("fence.proxy.async.shared::cta;");'
    yield f'        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], {size};" ::"r"(barrierAddress));'
    yield "        asm volatile("
    yield f'            "cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes"'
    yield f'            " [%0], [%1, {{{operands}}}], [%2];" ::"r"(boxAddress), "l"(&tensorMap),'
    yield f'            "r"(barrierAddress), {inputs}'
    yield '            : "memory");'
    yield "    }"
    yield "    __syncthreads();"
    yield "    unsigned arrived = 0;"
    yield "    while (!arrived) {"
    yield "        asm volatile("
    yield '            "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"'
    yield '            : "=r"(arrived) : "r"(barrierAddress) : "memory");'
    yield "    }"
    yield "    // box[] now holds the tile."
    yield "}"
    yield "#endif"
