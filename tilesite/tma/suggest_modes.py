"""Suggestions about device, data type, interleave, swizzle and fill."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Callable

from tilesite.language import Message
from tilesite.tma import enums
from tilesite.tma import suggestion_texts as texts
from tilesite.tma.changes import Change, with_box
from tilesite.tma.enums import SWIZZLE, SWIZZLE_SPANS
from tilesite.tma.suggest_box import inner_unit, split
from tilesite.tma.types import Request

_Advice = Iterator[tuple[Message, "Change | None"]]

_SAME_SIZE = {"bool": "u8", "complex64": "u64"}
_HALVES = {"complex128": "f64", "s128": "u64"}


def _old_device(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.NO_TMA), None


def _no_dtype(request: Request) -> _Advice:
    """4-bit values travel as 16U4_ALIGN8B; other types as one of their width, or as several or parts of bytes."""
    short = request.dtype.short
    if short in _SAME_SIZE:
        yield texts.SAME_SIZE_DTYPE.with_values(dtype=_SAME_SIZE[short]), {"dtype": _SAME_SIZE[short]}
    elif short in _HALVES:
        yield texts.NARROWER_DTYPE.with_values(dtype=_HALVES[short]), None
    else:
        if request.dtype.bits == 4:
            yield texts.OTHER_DTYPE.with_values(dtype="16U4_ALIGN8B"), {"dtype": "16u4_align8b"}
        yield _as_bytes(request), None


def _new_dtype(request: Request) -> _Advice:
    yield _as_bytes(request), None


def _as_bytes(request: Request) -> Message:
    """How values narrower than a byte are described as bytes: the fewest that fill whole ones."""
    total = math.lcm(request.dtype.bits, 8)
    values = total // request.dtype.bits
    if request.dtype.gapped:
        return texts.GAPLESS_DTYPE.with_values(values=values, bytes=total // 8)
    return texts.PACKED_DTYPE.with_values(values=values)


def _no_interleave(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.NO_INTERLEAVE), {"interleave": "none"}


def _swizzle(mode: int) -> Callable[[Request], _Advice]:
    def advise(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
        yield texts.WIDER_SWIZZLE.with_values(swizzle=SWIZZLE.names[mode]), {"swizzle": SWIZZLE.names[mode]}

    return advise


def _for_interleave(request: Request) -> _Advice:
    """The packed types with gaps allow no swizzle that interleave 32B allows."""
    yield from _no_interleave(request) if request.dtype.gapped else _swizzle(enums.SWIZZLE_32B)(request)


def _for_dtype(request: Request) -> _Advice:
    for message, change in _swizzle(enums.SWIZZLE_128B)(request):
        interleaved = request.interleave == enums.INTERLEAVE_32B
        yield message, {**change, "interleave": "none"} if interleaved and change else change


def _direction(request: Request) -> _Advice:
    """A store of packed 4-bit values needs the type without gaps; a load of 6-bit values another swizzle."""
    if request.dtype.enum == enums.U4_ALIGN16B:
        yield texts.OTHER_DTYPE.with_values(dtype="16U4_ALIGN8B"), {"dtype": "16u4_align8b"}
    else:
        yield from _swizzle(enums.SWIZZLE_ATOM_32B)(request)


def _span(request: Request) -> _Advice:
    """A wider swizzle where the inner box fits one, else 128 bytes of it at a time."""
    inner = request.inner_box or 0
    bits = request.dtype.bits
    wider = [mode for mode in (2, 3) if mode > request.swizzle and inner * bits <= SWIZZLE_SPANS[mode] * 8]
    if wider:
        yield from _swizzle(wider[0])(request)
        return
    mode = max(request.swizzle, enums.SWIZZLE_128B)
    name = SWIZZLE.names[mode]
    unit = inner_unit(request) if request.box else 1
    part = split(inner, SWIZZLE_SPANS[mode] * 8 // bits, unit)
    change: dict[str, object] = {"swizzle": name}
    if request.box:
        change.update(with_box(request, (part, *request.box[1:])))
    else:
        change["channels_per_pixel"] = part
    values = {"swizzle": name, "extent": part, "count": -(-inner // part)}
    yield texts.SPLIT_FOR_SWIZZLE.with_values(**values), change


def _zero_fill(request: Request) -> _Advice:  # noqa: ARG001 - every adviser is asked about a request
    yield Message(texts.ZERO_FILL), {"oob_fill": "none"}


ADVISERS: dict[str, Callable[[Request], _Advice]] = {
    "NO_TMA_ON_DEVICE": _old_device,
    "NO_DTYPE": _no_dtype,
    "DTYPE_NEEDS_CC10": _new_dtype,
    "INTERLEAVE_DTYPE": _no_interleave,
    "SWIZZLE_SPAN": _span,
    "SWIZZLE_INTERLEAVE": _for_interleave,
    "SWIZZLE_DTYPE": _for_dtype,
    "SWIZZLE_DIRECTION": _direction,
    "SWIZZLE_NEEDS_CC10": _swizzle(enums.SWIZZLE_128B),
    "NAN_FILL_ON_INT": _zero_fill,
}
"""Who answers for which rule."""
