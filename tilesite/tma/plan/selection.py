"""Which instruction the compiler takes for a copy, before any layout is planned (cuda/op/copy_analysis.cc)."""

from __future__ import annotations

from tilesite.tma.plan.addresses import is_row_major
from tilesite.tma.plan.copies import Copy, Tensor, Tile, in_bounds
from tilesite.tma.plan.dtypes import FP4_UNPACKED, valid_pair
from tilesite.tma.plan.layouts import Layout
from tilesite.tma.plan.refusal import SELECT, Refused
from tilesite.tma.plan.symbolic import (
    Polynomial,
    Ranges,
    bytes_of,
    constant,
    constant_of,
    multiply,
    provably_no_multiple,
)

BULK_1D = "bulk 1D"
BULK = "bulk"
SIMT = "SIMT"

PREFER_TMA = "prefer_tma"
TMA_COPY = "tma_copy"
AUTO = "auto"
REQUESTS = (PREFER_TMA, TMA_COPY, AUTO)

FIRST_ARCH = 90
"""The first architecture with bulk copies."""

LARGEST_STRIDE = 2**40
_CHECK = "Check failed: (result.supported) is false: "
_PREFER = 'T.copy prefer_instruction="tma" '


def first_failing_test(copy: Copy, check_last_dim: bool) -> str | None:
    """The first of CheckBulkLoad's or CheckBulkStore's tests that the copy fails, None when it passes."""
    tensor = copy.tensor
    if copy.arch < FIRST_ARCH:
        return "target_has_no_bulk_copy"
    if check_last_dim and tensor.extent[-1] * tensor.dtype.payload_bits % 128 != 0:
        return "last_dim_not_16B_multiple"
    if not valid_pair(copy.load, tensor.dtype.name, copy.tile.dtype.name):
        return "dtype_pair"
    if _never_one(tensor.strides[-1]):
        return "innermost_stride_not_1"
    return next(filter(None, (_stride_test(stride, tensor) for stride in tensor.strides[:-1])), None)


def fits_1d(copy: Copy, layout: Layout | None, ranges: Ranges) -> bool:
    """Whether a bulk copy without a descriptor does: one contiguous run on both sides, provably in bounds."""
    return (
        in_bounds(copy, ranges)
        and first_failing_test(copy, check_last_dim=False) is None
        and (layout is None or is_row_major(layout))
        and _contiguous(copy.tensor)
        and _elements(copy.tile) == _elements(copy.tensor)
        and _elements(copy.tile) * copy.tile.dtype.bits % 128 == 0
    )


def select(copy: Copy, request: str, tma_disabled: bool, layout: Layout | None, ranges: Ranges) -> str:
    """The kind of instruction: BULK_1D, BULK or SIMT. Raises Refused where the request cannot be met."""
    if request == PREFER_TMA and tma_disabled:
        raise Refused(SELECT, _CHECK + _PREFER + "conflicts with pass config tl.disable_tma_lower=true.")
    if request == AUTO and (copy.load or tma_disabled):
        return SIMT
    if fits_1d(copy, layout, ranges):
        return BULK_1D
    if first_failing_test(copy, check_last_dim=True) is None:
        return BULK
    if request == AUTO:
        return SIMT
    honored = _PREFER + "could not be honored: " if request == PREFER_TMA else ""
    raise Refused(SELECT, _CHECK + honored + _unavailable(copy))


def _never_one(stride: Polynomial) -> bool:
    number = constant_of(stride)
    # A symbolic stride passes here; the plan refuses it.
    return number is not None and number != 1


def _stride_test(stride: Polynomial, tensor: Tensor) -> str | None:
    size = bytes_of(stride, tensor.dtype.payload_bits)
    if provably_no_multiple(size, 16):
        return "global_stride_not_16B_multiple"
    number = constant_of(size)
    return "global_stride_ge_2^40" if number is not None and number >= LARGEST_STRIDE else None


def _contiguous(tensor: Tensor) -> bool:
    """Whether the region is one run: full packed dimensions, then one partial one, then single elements."""
    expected = constant(1)
    partial = False
    for axis in reversed(range(len(tensor.shape))):
        single = tensor.extent[axis] == 1
        if partial:
            if not single:
                return False
            continue
        if not single and tensor.given_strides is not None and tensor.given_strides[axis] != expected:
            return False
        full = constant(tensor.extent[axis]) == tensor.shape[axis] and not tensor.low[axis].terms
        if full:
            expected = multiply(expected, tensor.shape[axis])
        partial = not full
    return True


def _elements(side: Tensor | Tile) -> int:
    product = 1
    for extent in side.extent:
        product *= extent
    return product


def _unavailable(copy: Copy) -> str:
    tensor, tile = copy.names
    ends = [(tensor, "global", copy.tensor.dtype.name), (tile, "shared.dyn", _printed(copy.tile.dtype.name))]
    source, target = ends if copy.load else reversed(ends)
    if FP4_UNPACKED in (copy.tensor.dtype.name, copy.tile.dtype.name):
        return (
            "T.tma_copy() only supports float4_e2m1_unpacked as an FP4 unpack load from packed global "
            "float4_e2m1fn to unpacked shared memory. The reverse unpacked shared -> packed global TMA store is "
            "not supported. Got src={} (scope={}, dtype={}), dst={} (scope={}, dtype={}).".format(*source, *target)
        )
    return (
        "T.tma_copy() requires TMA-capable target and global<->shared copy pattern, "
        f"but TMA is not available for src={source[0]}, dst={target[0]}"
    )


def _printed(name: str) -> str:
    return name.removesuffix("8") if name == FP4_UNPACKED else name
