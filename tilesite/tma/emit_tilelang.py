"""A TileLang kernel whose one copy makes TileLang 0.1.15 build the descriptor, where it ever builds such a one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilesite.tma import enums, texts
from tilesite.tma.emit_python import python_comment, python_refusal
from tilesite.tma.enums import SWIZZLE_SPANS
from tilesite.tma.types import STORE, Encoding, Request

_DTYPES = {
    0: "uint8",
    1: "uint16",
    2: "uint32",
    3: "int32",
    4: "uint64",
    5: "int64",
    6: "float16",
    7: "float32",
    8: "float64",
    9: "bfloat16",
}
_SIGNED = {"s8": "int8", "i8": "int8", "int8": "int8", "s16": "int16", "i16": "int16", "int16": "int16"}
_LAYOUTS = (
    "make_linear_layout",
    "make_quarter_bank_swizzled_layout",
    "make_half_bank_swizzled_layout",
    "make_full_bank_swizzled_layout",
)


def tilelang_code(encoding: Encoding, remarks: list[str]) -> str:
    """A module with one function, ``make_kernel()``; one that raises where TileLang builds no such descriptor."""
    reasons = list(inexpressible(encoding.request))
    if reasons:
        return python_refusal(remarks, [texts.NOT_BY_TILELANG.with_values(reason=reason).say() for reason in reasons])
    return "\n".join([*python_comment(remarks), *_module(encoding.request)]) + "\n"


def inexpressible(request: Request) -> Iterator[str]:
    """What TileLang never asks of the driver, or not for a tile of this kind; nothing for what it does."""
    box = request.box
    if box is None:
        yield "an im2col map is made by T.im2col"
        return
    if request.dtype.enum not in _DTYPES:
        yield f"no element type becomes {request.dtype.name}"
    if request.interleave or request.oob_fill or set(request.element_strides) - {1}:
        yield "interleave, NaN fill and element strides are never used"
    if enums.L2_PROMOTION.names[request.l2_promotion] != "L2_128B":
        yield "the L2 promotion is always L2_128B"
    if request.swizzle > enums.SWIZZLE_128B:
        yield "the 128B_ATOM swizzles are never used"
    sizes = [extent > 1 for extent in box]
    if sizes != sorted(sizes, reverse=True) or not sizes[0]:
        yield "the dimensions of the tile come before those of extent 1"
    if any(extent > dim for extent, dim in zip(box, request.global_dim)):
        yield "a tile larger than the tensor is not tried here"
    yield from _layout_reasons(request, box)


def _layout_reasons(request: Request, box: Sequence[int]) -> Iterator[str]:
    span = SWIZZLE_SPANS[request.swizzle] if request.swizzle <= enums.SWIZZLE_128B else 0
    if not span:
        if not request.swizzle and _contiguous(request, box):
            yield "a contiguous tile is copied without a descriptor"
        return
    rows = box[1] if len(box) > 1 else 1
    if box[0] * request.dtype.bits != span * 8 or rows % 8 or any(extent > 1 for extent in box[2:]):
        yield "a swizzled tile is 8 rows or a multiple, each as wide as the swizzle"


def _contiguous(request: Request, box: Sequence[int]) -> bool:
    """Whether the tile is one piece of memory: full packed dimensions, then at most one partial one."""
    packed = request.dtype.bits
    strides = (packed, *request.stride_bits)
    whole = True
    for extent, dim, stride in zip(box, request.global_dim, strides):
        if extent == 1:
            whole = whole and dim == 1
        elif not whole or stride != packed:
            return False
        else:
            whole = extent == dim
        packed *= dim
    return True


def _module(request: Request) -> Iterator[str]:
    box, dims = list((request.box or ())[::-1]), list(request.global_dim[::-1])
    dtype = _element_type(request)
    strides = [bits // request.dtype.bits for bits in request.stride_bits[::-1]] + [1]
    tensor = f"T.StridedTensor({_tuple(dims)}, {_tuple(strides)}, {dtype!r})"
    tile = "A[" + ", ".join(f"0:{extent}" for extent in box) + "]"
    source, target = ("S", tile) if request.direction == STORE else (tile, "S")
    yield "import tilelang.layout"
    yield "import tilelang.language as T"
    yield ""
    yield ""
    yield "def make_kernel():"
    yield "    @T.prim_func"
    yield f"    def kernel(A: {tensor}):"
    yield "        with T.Kernel(1, threads=128):"
    yield f"            S = T.alloc_shared({_tuple(box)}, {dtype!r})"
    yield f"            T.annotate_layout({{S: tilelang.layout.{_LAYOUTS[request.swizzle]}(S)}})"
    if request.direction == STORE:
        yield "            # Compute the tile in S here."
    yield f'            T.copy({source}, {target}, prefer_instruction="tma")'
    yield ""
    yield "    return kernel"


def _element_type(request: Request) -> str:
    """TileLang's name of the element type; several of its types become one data type of the tensor map."""
    if "e4m3" in request.dtype_label:
        return "float8_e4m3fn"
    if "e5m2" in request.dtype_label:
        return "float8_e5m2"
    return _SIGNED.get(request.dtype_label) or _DTYPES[request.dtype.enum or 0]


def _tuple(numbers: Sequence[int]) -> str:
    return "(" + ", ".join(map(str, numbers)) + ("," if len(numbers) == 1 else "") + ")"
