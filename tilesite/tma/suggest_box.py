"""Suggestions about the box of a tiled map and the pixel box of an im2col map."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Callable

from tilesite.language import Message
from tilesite.tma import suggestion_texts as texts
from tilesite.tma.changes import Change, with_box, with_element_strides
from tilesite.tma.enums import SWIZZLE_SPANS
from tilesite.tma.types import PixelBox, Request

_Advice = Iterator[tuple[Message, "Change | None"]]
_NO_PIXELS = PixelBox((), (), 0, 0)


def inner_unit(request: Request) -> int:
    """The smallest inner box, in elements, that keeps the 16-byte rule where it holds."""
    return 1 if request.interleave else math.lcm(128, request.dtype.bits) // request.dtype.bits


def split(extent: int, limit: int, unit: int) -> int:
    """The largest part of ``extent`` up to ``limit`` that is a multiple of ``unit`` and splits it evenly.

    Where no part does, the largest multiple of ``unit`` up to ``limit``: the last box then reaches past the tile.
    """
    parts = range(limit // unit * unit, 0, -unit)
    return next((part for part in parts if extent % part == 0), max(limit // unit * unit, unit))


def _zero(request: Request) -> _Advice:
    box = [extent or (1 if axis else inner_unit(request)) for axis, extent in enumerate(request.box or ())]
    yield texts.BOX_FROM_1.with_values(box=box), with_box(request, box)


def _large(request: Request) -> _Advice:
    whole = request.box or ()
    units = [1 if axis else inner_unit(request) for axis in range(len(whole))]
    box = [extent if extent <= 256 else split(extent, 256, unit) for extent, unit in zip(whole, units)]
    count = math.prod(-(-extent // part) for extent, part in zip(whole, box) if part)
    yield texts.SPLIT_BOX.with_values(count=count, box=box), with_box(request, box)


def _packed(request: Request) -> _Advice:
    yield _inner(request, 128)


def _inner_16(request: Request) -> _Advice:
    """The next multiple of 16 bytes, or the one before where the next is over a limit."""
    extent, unit = (request.box or (0,))[0], inner_unit(request)
    more = -(-extent // unit) * unit
    span = SWIZZLE_SPANS[request.swizzle] * 8 // request.dtype.bits or 256
    fits = more <= min(span, 256)
    yield _inner(request, more if fits else max(min(span, 256, extent) // unit * unit, unit))


def _inner(request: Request, extent: int) -> tuple[Message, Change]:
    box = [extent, *(request.box or ())[1:]]
    return texts.CHANGE_BOX.with_values(extent=extent, box=box), with_box(request, box)


def _element_strides(request: Request) -> _Advice:
    strides = [min(max(stride, 1), 8) for stride in request.element_strides]
    yield texts.CLAMP_STRIDES.with_values(strides=strides), with_element_strides(request, strides)


def _corners(request: Request) -> _Advice:
    """Offsets in range, and upper corners that leave one position at least."""
    box = request.pixel_box or _NO_PIXELS
    half = {3: 2**15, 4: 2**7, 5: 2**4}[request.rank]
    extents = request.global_dim[-2:0:-1]
    lower = [min(max(down, -half), half - 1, half - 2 + extent) for down, extent in zip(box.lower, extents)]
    nearest = [min(max(up, -half), half - 1) for up in box.upper]
    upper = [max(up, down - extent + 1) for up, down, extent in zip(nearest, lower, extents)]
    change = {"pixel_box_lower_corner": lower, "pixel_box_upper_corner": upper}
    yield texts.CORNERS.with_values(lower=lower, upper=upper), change


def _channels(request: Request) -> _Advice:
    count = (request.pixel_box or _NO_PIXELS).channels
    part = 128 if request.dtype.gapped else split(count, 256, 1) if count else 1
    values = {"channels": part, "count": max(-(-count // part), 1)}
    yield texts.CHANNELS.with_values(**values), {"channels_per_pixel": part}


def _pixels(request: Request) -> _Advice:
    count = (request.pixel_box or _NO_PIXELS).pixels
    part = split(count, 1024, 1) if count else 1
    values = {"pixels": part, "count": max(-(-count // part), 1)}
    yield texts.PIXELS.with_values(**values), {"pixels_per_column": part}


ADVISERS: dict[str, Callable[[Request], _Advice]] = {
    "BOX_ZERO": _zero,
    "BOX_GT_256": _large,
    "BOX_NOT_128": _packed,
    "INNER_BOX_NOT_16": _inner_16,
    "ESTRIDE_RANGE": _element_strides,
    "IM2COL_CORNER": _corners,
    "IM2COL_CHANNELS": _channels,
    "IM2COL_PIXELS": _pixels,
}
"""Who answers for which rule."""
