"""Suggestions about the tensor: address, rank, extents and strides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Callable

from tilesite.language import Message
from tilesite.tma import enums
from tilesite.tma import suggestion_texts as texts
from tilesite.tma.changes import Change, with_box, with_dims, with_element_strides, with_strides
from tilesite.tma.types import RAW, Request

_Advice = Iterator[tuple[Message, "Change | None"]]


def _null(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.ALLOCATE), None


def _address(request: Request) -> _Advice:
    wide = request.interleave == enums.INTERLEAVE_32B or request.dtype.gapped
    align = 32 if wide else 16
    address = request.address or 0
    moved = address // align * align or align
    yield texts.MOVE_ADDRESS.with_values(address=hex(moved), align=align), {"address": moved}


def _map_address(request: Request) -> _Advice:
    moved = -(-(request.map_address or 0) // 64) * 64
    yield texts.ALIGN_MAP.with_values(address=hex(moved)), {"map_address": moved}


def _no_rank(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.ADD_DIMENSION), None


def _high_rank(request: Request) -> _Advice:
    """Outer dimensions of extent 1 carry nothing: they can go, with their box and strides."""
    box = request.box or ()
    idle = [axis for axis in range(1, request.rank) if request.global_dim[axis] == 1 and box[axis] == 1]
    dropped = set(idle[: request.rank - 5])
    if request.rank - len(dropped) > 5:
        yield Message(texts.MERGE_DIMENSIONS), None
        return
    kept = [axis for axis in range(request.rank) if axis not in dropped]
    dims = [request.global_dim[axis] for axis in kept]
    change = {
        **with_dims(request, dims),
        **with_box(request, [box[axis] for axis in kept]),
        **with_strides(request, [request.stride_bits[axis - 1] for axis in kept[1:]]),
        **with_element_strides(request, [request.element_strides[axis] for axis in kept]),
    }
    yield texts.DROP_DIMENSIONS.with_values(dims=dims), change


def _low_rank(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.NO_INTERLEAVE), {"interleave": "none"}


def _im2col_rank(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.RANK_3_TO_5), None


def _empty(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.SKIP_EMPTY), None


def _long_dim(request: Request) -> _Advice:
    for axis, extent in enumerate(request.global_dim):
        if extent > 2**32:
            yield texts.SPLIT_DIMENSION.with_values(axis=axis), None


def _padded_dim(multiple: int) -> Callable[[Request], _Advice]:
    def advise(request: Request) -> _Advice:
        extent = -(-request.global_dim[0] // multiple) * multiple or multiple
        dims = (extent, *request.global_dim[1:])
        change = {**with_dims(request, dims), **with_strides(request, request.stride_bits)}
        yield texts.PAD_DIMENSION.with_values(extent=extent), change

    return advise


def _inner_stride(request: Request) -> _Advice:
    """A transposed tensor only needs its dimensions in the other order."""
    bits = (request.inner_stride * request.dtype.bits, *request.stride_bits)
    if request.dtype.bits not in bits or request.box is None:
        yield Message(texts.CONTIGUOUS), None
        return
    first = bits.index(request.dtype.bits)
    order = [first, *(axis for axis in range(request.rank) if axis != first)]
    dims = [request.global_dim[axis] for axis in order]
    change = {
        **with_dims(request, dims),
        **with_box(request, [request.box[axis] for axis in order]),
        **with_strides(request, [bits[axis] for axis in order[1:]], inner=1),
        **with_element_strides(request, [request.element_strides[axis] for axis in order]),
    }
    yield texts.SWAP_DIMENSIONS.with_values(dims=dims), change
    yield Message(texts.CONTIGUOUS), None


def _padded_strides(align: int) -> Callable[[Request], _Advice]:
    def advise(request: Request) -> _Advice:
        bits = request.dtype.bits
        unit = align * 8 if request.form == RAW else math.lcm(align * 8, bits)
        strides = tuple(_pad(request, unit))
        shown = [stride // 8 for stride in strides]
        elements = [stride // bits if stride % bits == 0 else None for stride in strides]
        yield (
            texts.PAD_STRIDES.with_values(strides=shown, elements=elements),
            with_strides(request, strides),
        )

    return advise


def _pad(request: Request, unit: int) -> Iterator[int]:
    """Each stride at the next multiple of ``unit``; one that held the dimension below still holds it."""
    old, new = (request.inner_stride * request.dtype.bits,) * 2
    for extent, stride in zip(request.global_dim, request.stride_bits):
        least = max(stride, extent * new) if stride >= extent * old else stride
        old, new = stride, -(-least // unit) * unit
        yield new


def _far_stride(request: Request) -> _Advice:
    """The stride of a dimension of extent 1 is never used, so that a small one will do."""
    far = [index for index, bits in enumerate(request.stride_bits) if bits >= 2**43]
    if any(request.global_dim[index + 1] != 1 for index in far):
        yield Message(texts.NEARER_BASE), None
        return
    strides = list(request.stride_bits)
    for index in far:
        strides[index] = strides[index - 1] if index else math.lcm(256, request.dtype.bits)
    shown = [bits // 8 for bits in strides]
    yield texts.SMALL_STRIDES.with_values(strides=shown), with_strides(request, strides)


ADVISERS: dict[str, Callable[[Request], _Advice]] = {
    "ADDR_NULL": _null,
    "ADDR_NOT_16": _address,
    "ADDR_NOT_32": _address,
    "MAP_NOT_64": _map_address,
    "RANK_ZERO": _no_rank,
    "RANK_GT_5": _high_rank,
    "RANK_LT_3_INTERLEAVED": _low_rank,
    "IM2COL_RANK": _im2col_rank,
    "DIM_ZERO": _empty,
    "DIM_GT_2_32": _long_dim,
    "DIM_NOT_128": _padded_dim(128),
    "DIM_ODD": _padded_dim(2),
    "INNER_STRIDE_NOT_1": _inner_stride,
    "STRIDE_NOT_16": _padded_strides(16),
    "STRIDE_NOT_32": _padded_strides(32),
    "STRIDE_GE_2_40": _far_stride,
}
"""Who answers for which rule."""
