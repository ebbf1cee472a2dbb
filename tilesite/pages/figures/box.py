"""Box in the tensor: the box at its place, the pitch of the rows, and a row of the box against the swizzle span."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tilesite.language import Text
from tilesite.pages.figures import texts
from tilesite.pages.figures.descriptor import Tensor, tensor_of, too_far
from tilesite.pages.figures.meter import Meter, Part, draw_meter
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.plane import MOST_RANK, frame_of, plane, product
from tilesite.pages.figures.svg import (
    FULL,
    LINE,
    Figure,
    hatched,
    label,
    line,
    rect,
    share,
    titled,
    with_hatching,
    wrapped,
)
from tilesite.pages.figures.texts import say

_CHUNK = 16
_BETWEEN = 8
_LANE, _BAR = 18, 14
_LEAST_ROW = 60


def box(result: Mapping[str, Any], lang: str, uid: str) -> Figure | None:
    """The figure of a tiled descriptor; None where there is no tensor or no box to draw."""
    tensor = tensor_of(result)
    if tensor is None:
        return None
    hatch = f"{uid}-box-hatch"
    shapes, y = plane(tensor, lang, hatch)
    if tensor.strides:
        drawn, y = _rows(tensor, lang, hatch, y + _BETWEEN)
        shapes += drawn
    drawn, y = box_row(tensor, lang, hatch, y + _BETWEEN, texts.BOX_ROW)
    shapes += drawn
    for text, wrong in _more(tensor, lang):
        shapes.append(label(text, 0, y + 12, classes="tf-over-text" if wrong else "tf-soft"))
        y += LINE
    caption = say(texts.BOX_CAPTION, lang, box=product(tensor.box), dims=product(tensor.dims))
    if tensor.failed:
        caption = say(texts.REFUSED, lang, caption=caption, rules=say(texts.LIST_COMMA, lang).join(tensor.failed))
    words = " ".join(_says(tensor, lang))
    return Figure("box", say(texts.BOX, lang), caption, words, y + 4, with_hatching(shapes, hatch))


def _rows(tensor: Tensor, lang: str, hatch: str, y: int) -> tuple[list[str], int]:
    """Two rows where they begin in memory: the pitch is the distance of their starts."""
    pitch, row = tensor.strides[0], tensor.row_bytes
    value = say(texts.PITCH, lang, size=_multiple(pitch, tensor.stride_unit, lang))
    classes = _classes(wrong=tensor.refuses_stride(pitch))
    shapes, base = titled(say(texts.ROWS, lang), value, y + 12, classes)
    top = base + 8
    scale = max(pitch, row, 1) * 5 // 4 + 1
    start, end = share(pitch, scale), max(share(row, scale), _LEAST_ROW)
    shapes.append(rect("tf-a", 0, top, end, _BAR))
    if start > end:
        shapes.append(hatched(hatch, end, top, start - end, _BAR))
    shapes.append(rect("tf-b", start, top + _LANE, min(FULL - start, end), _BAR))
    name = "tf-halo" if start > 2 * end else ""
    shapes.append(label(say(texts.ROW, lang, number=0), 0, top + 11, classes=name, dx=4))
    shapes.append(label(say(texts.ROW, lang, number=1), start, top + _LANE + 11, classes=name, dx=4))
    for x in (0, start):
        shapes.append(line("tf-limit", x, top - 3, x, top + 2 * _LANE - 1))
    return shapes, top + 2 * _LANE + 2


def _classes(*, wrong: bool) -> str:
    return "tf-over-text" if wrong else "tf-strong"


def _multiple(size: int, unit: int, lang: str) -> str:
    count, rest = divmod(size, unit)
    if too_far(size):
        return say(texts.TOO_FAR, lang, size=grouped(size))
    text = texts.BYTES_NO_MULTIPLE if rest else texts.BYTES_MULTIPLE
    return say(text, lang, size=grouped(size), count=grouped(count), unit=unit, rest=rest)


def box_row(tensor: Tensor, lang: str, hatch: str, y: int, called: Text) -> tuple[list[str], int]:
    """A row of the box against the swizzle span, or in words where there is no span to keep to."""
    size, span = tensor.box_row_bytes, tensor.span
    wrong = "INNER_BOX_NOT_16" in tensor.failed
    name = say(called, lang)
    if not span:
        shapes, base = titled(name, _multiple(size, _CHUNK, lang), y + 12, _classes(wrong=wrong))
        return shapes, base + 8
    meter = Meter(
        name=name,
        value=say(texts.OF_BYTES, lang, used=grouped(size), limit=span),
        parts=(Part(0, size, "tf-a", "" if size % _CHUNK else say(texts.CHUNKS, lang, count=size // _CHUNK)),),
        limit=span,
        limit_text=say(texts.SPAN, lang, limit=span),
        over_text=say(texts.OVER_BYTES, lang, over=grouped(size - span)) if size > span else "",
        note=_multiple(size, _CHUNK, lang) if wrong else "",
    )
    return draw_meter(meter, y, hatch)


def _more(tensor: Tensor, lang: str) -> Iterator[tuple[str, bool]]:
    """What the plane does not show, line by line: the slower dimensions, and strides between elements.

    With each line, whether it is about a stride that is refused.
    """
    for number in range(2, min(len(tensor.dims), MOST_RANK)):
        extent, part = grouped(tensor.dims[number]), grouped(tensor.box[number])
        size = tensor.strides[number - 1]
        stride = say(texts.PITCH, lang, size=_multiple(size, tensor.stride_unit, lang))
        stack = say(texts.STACK, lang, number=number, extent=extent, box=part)
        for text in wrapped([stack, stride], say(texts.JOINT, lang)):
            yield text, tensor.refuses_stride(size) and text.endswith(stride)
    if len(tensor.dims) > MOST_RANK:
        yield say(texts.MORE_DIMS, lang, count=len(tensor.dims) - MOST_RANK), False
    if any(stride != 1 for stride in tensor.element_strides):
        strides = ", ".join(map(grouped, tensor.element_strides[:MOST_RANK]))
        yield say(texts.ELEMENT_STRIDES, lang, strides=strides), False


def _says(tensor: Tensor, lang: str) -> Iterator[str]:
    times = " × "
    dims, part = times.join(map(str, tensor.dims)), times.join(map(str, tensor.box))
    yield say(texts.SAY_TENSOR, lang, dims=dims, bits=tensor.bits, box=part)
    if len(tensor.dims) > 1:
        yield say(texts.SAY_AXES_APART if frame_of(tensor).width is None else texts.SAY_ONE_SCALE, lang)
    unit = tensor.stride_unit
    for number, size in enumerate(tensor.strides, 1):
        count, rest = divmod(size, unit)
        multiple = say(texts.SAY_NO_MULTIPLE if rest else texts.SAY_MULTIPLE, lang, count=count, unit=unit, rest=rest)
        yield say(texts.SAY_PITCH, lang, number=number, size=size, multiple=multiple)
    fill = "NaN" if tensor.fills_nan else "0"
    for number in range(min(len(tensor.dims), 2)):
        over = -tensor.dims[number] % tensor.box[number] if tensor.box[number] else 0
        if over:
            yield say(texts.SAY_BOUNDS, lang, number=number, over=over, fill=fill)
    yield say(texts.SAY_BOX_ROW, lang, size=tensor.box_row_bytes)
    if tensor.span:
        yield say(texts.SAY_SPAN, lang, span=tensor.span)
