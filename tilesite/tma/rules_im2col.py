"""The rules of cuTensorMapEncodeIm2col, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterator

from tilesite.findings import Finding
from tilesite.tma import rule_rows as rows
from tilesite.tma import rules_shared as shared
from tilesite.tma.types import IM2COL, Request

_CORNER_BITS = {3: 16, 4: 8, 5: 5}


def rank(request: Request) -> Iterator[Finding]:
    """The rank is 3, 4 or 5. Reason: channels, one to three spatial dimensions, images. Source: cuda.h:23444."""
    if request.rank not in _CORNER_BITS:
        limit = 5 if request.rank > 5 else 3
        yield rows.IM2COL_RANK.found(IM2COL, {"rank": request.rank}, (request.rank, limit, "dimensions"))


def corner_range(request: Request) -> Iterator[Finding]:
    """Every corner offset fits in 16, 8 or 5 signed bits at rank 3, 4 or 5.

    Reason: the more offsets there are, the less precision each has. Source: cuda.h:23468-23478.
    """
    bits = _CORNER_BITS.get(request.rank)
    if not bits or not request.pixel_box:
        return
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    corners = {"pixelBoxLowerCorner": request.pixel_box.lower, "pixelBoxUpperCorner": request.pixel_box.upper}
    for corner, offsets in corners.items():
        for index, offset in enumerate(offsets):
            if not low <= offset <= high:
                values = {"corner": corner, "index": index, "offset": offset, "rank": request.rank}
                limit = high if offset > high else low
                yield rows.IM2COL_CORNER.found(
                    IM2COL, {**values, "low": low, "high": high}, (offset, limit, "elements")
                )


def box_area(request: Request) -> Iterator[Finding]:
    """The box between the corners is not empty: extent + upper - lower is positive along each dimension.

    Reason: the box holds the positions of the filter's corner. The header gives no formula; entry 0 of the
    corners is read as the slowest spatial dimension, its order {D, H, W}. Source: cuda.h:23468-23479.
    """
    if request.rank not in _CORNER_BITS or not request.pixel_box:
        return
    for index, (lower, upper) in enumerate(zip(request.pixel_box.lower, request.pixel_box.upper)):
        extent = request.global_dim[request.rank - 2 - index]
        left = extent + upper - lower
        if left <= 0:
            values = {"index": index, "extent": extent, "upper": upper, "lower": lower, "left": left}
            yield rows.IM2COL_AREA.found(IM2COL, values, (left, 1, "elements"))


def channels(request: Request) -> Iterator[Finding]:
    """Channels per pixel are 256 at most, and 128 for 16U4_ALIGN16B and 16U6_ALIGN16B; TileLang wants one at least.

    Reason: as for the box of a tiled map. Source: cuda.h:23481-23482; runtime.cc:733-746.
    """
    if not request.pixel_box:
        return
    count = request.pixel_box.channels
    if count == 0:
        yield rows.IM2COL_CHANNELS_ZERO.found(IM2COL, {}, (0, 1, "elements"))
    if count > 256:
        yield rows.IM2COL_CHANNELS.found(IM2COL, {"channels": count}, (count, 256, "elements"))
    if request.dtype.gapped and count != 128:
        values = {"channels": count, "dtype": request.dtype.name}
        yield rows.IM2COL_CHANNELS_128.found(IM2COL, values, (count, 128, "elements"))


def pixels(request: Request) -> Iterator[Finding]:
    """Pixels per column are 1024 at most; TileLang wants one at least.

    Reason: none is given. Source: cuda.h:23484-23485; runtime.cc:733-746.
    """
    if not request.pixel_box:
        return
    count = request.pixel_box.pixels
    if count == 0:
        yield rows.IM2COL_PIXELS_ZERO.found(IM2COL, {}, (0, 1, "elements"))
    if count > 1024:
        yield rows.IM2COL_PIXELS.found(IM2COL, {"pixels": count}, (count, 1024, "elements"))


RULES_IM2COL = (
    shared.device,
    shared.dtype,
    shared.map_address,
    shared.address_null,
    shared.address_16,
    shared.address_32,
    rank,
    shared.dim_range,
    shared.dim_packed,
    shared.inner_stride,
    shared.stride_16,
    shared.stride_32,
    shared.stride_below_2_40,
    corner_range,
    box_area,
    channels,
    pixels,
    shared.element_strides,
    shared.interleave_dtype,
    shared.swizzle_span,
    shared.swizzle_interleave,
    shared.swizzle_dtype,
    shared.nan_fill,
    shared.stride_overlap,
    shared.store_overrun,
)
