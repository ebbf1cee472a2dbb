"""Pixel box over the image: where the base pixels of an im2col descriptor lie, and which one instruction takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tilesite.pages.figures import copy_texts, texts
from tilesite.pages.figures.box import box_row
from tilesite.pages.figures.descriptor import Tensor, column_of
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import (
    END,
    FULL,
    LINE,
    Figure,
    hatched,
    label,
    rect,
    share,
    with_hatching,
    wrapped,
)
from tilesite.pages.figures.texts import say

_HEIGHT, _HEIGHT_OF_ONE_ROW = 110, 26
_LEAST_WIDTH, _LEAST_HEIGHT = 260, 8
_RANKS = (3, 4, 5)


class Span(NamedTuple):
    """One dimension of the image: ``extent`` pixels, base pixels from ``first`` up to ``end``, each ``step`` apart."""

    extent: int
    first: int
    end: int
    step: int

    @property
    def positions(self) -> int:
        """Base pixels along it."""
        return max(-(-(self.end - self.first) // self.step), 0)


class Image(NamedTuple):
    """An im2col descriptor that can be drawn. ``tensor`` has channels and pixels of one instruction as its box."""

    tensor: Tensor
    across: Span
    down: Span
    lower: tuple[int, ...]
    upper: tuple[int, ...]


class Scale(NamedTuple):
    """Pixels to drawing units: what lies before 0, the image, and what lies behind it, each to its own scale."""

    before: int
    extent: int
    after: int
    start: int
    end: int
    length: int

    def at(self, value: int) -> int:
        """Where a pixel begins."""
        if value <= 0:
            return self.start - share(-value, self.before, self.start) if self.before else 0
        if value <= self.extent:
            return self.start + share(value, self.extent, self.end - self.start)
        return self.end + (share(value - self.extent, self.after, self.length - self.end) if self.after else 0)


def pixels(result: Mapping[str, Any], lang: str, uid: str) -> Figure | None:
    """The figure of an im2col descriptor; None where there is no image, no type or no corner to draw."""
    image = _image_of(result)
    if image is None:
        return None
    hatch = f"{uid}-pixels-hatch"
    shapes, y = _plane(image, lang, hatch)
    for text, wrong in _key(image, lang):
        shapes.append(label(text, 0, y + 12, classes="tf-over-text" if wrong else "tf-soft"))
        y += LINE
    drawn, y = box_row(image.tensor, lang, hatch, y + 8, copy_texts.PIXEL_ROW)
    count, channels = (grouped(each) for each in (image.tensor.box[1], image.tensor.box[0]))
    caption = say(copy_texts.PIXELS_CAPTION, lang, pixels=count, channels=channels)
    if image.tensor.failed:
        rules = say(texts.LIST_COMMA, lang).join(image.tensor.failed)
        caption = say(texts.REFUSED, lang, caption=caption, rules=rules)
    words = " ".join(_says(image, lang))
    return Figure(
        "pixels", say(copy_texts.PIXELS, lang), caption, words, y + 4, with_hatching([*shapes, *drawn], hatch)
    )


def _image_of(result: Mapping[str, Any]) -> Image | None:
    tensor, descriptor = column_of(result), result["descriptor"]
    if tensor is None or len(tensor.dims) not in _RANKS or 0 in tensor.dims:
        return None
    lower, upper = descriptor["pixel_box_lower_corner"], descriptor["pixel_box_upper_corner"]
    spans = []
    for dim in range(1, len(tensor.dims) - 1):
        # Corners are in the order D, H, W: the fastest last.
        first, end = lower[-dim], tensor.dims[dim] + upper[-dim]
        spans.append(Span(tensor.dims[dim], first, end, max(tensor.element_strides[dim], 1)))
    down = spans[1] if len(spans) > 1 else Span(1, 0, 1, 1)
    return Image(tensor, spans[0], down, tuple(lower), tuple(upper))


def scale_of(span: Span, length: int, least: int) -> Scale:
    """Lays a dimension out over ``length``; what lies outside the image is drawn at least ``least`` long."""
    before, after = max(-span.first, 0), max(span.end - span.extent, 0)
    whole = before + span.extent + after
    start = min(max(share(before, whole, length), least), length // 3) if before else 0
    behind = min(max(share(after, whole, length), least), length // 3) if after else 0
    return Scale(before, span.extent, after, start, length - behind, length)


def _plane(image: Image, lang: str, hatch: str) -> tuple[list[str], int]:
    """The image, the part of the box outside of it, and the pixels of the first instruction."""
    height = _HEIGHT if len(image.tensor.dims) > _RANKS[0] else _HEIGHT_OF_ONE_ROW
    x, y = scale_of(image.across, FULL, _LEAST_WIDTH), scale_of(image.down, height, _LEAST_HEIGHT)
    top = LINE + 4
    shapes = [label(say(copy_texts.WIDTH, lang, extent=grouped(image.across.extent)), 0, 12, classes="tf-name")]
    left, right = x.at(image.across.first), x.at(image.across.end)
    upper, lower = y.at(image.down.first), y.at(image.down.end)
    shapes.append(rect("tf-tensor", x.start, top + y.start, x.end - x.start, y.end - y.start))
    if image.across.positions and image.down.positions:
        outside = list(_outside((left, right, top + upper, top + lower), x, y, top, hatch))
        shapes += [*_column(image, x, y, top), *outside]
        shapes.append(rect("tf-last-edge", left, top + upper, right - left, lower - upper))
        if outside:
            text = say(texts.READS_NAN if image.tensor.fills_nan else texts.READS_ZERO, lang)
            shapes.append(label(text, FULL, 12, anchor=END, classes="tf-soft"))
    return shapes, top + height + 4


def _outside(box: tuple[int, int, int, int], x: Scale, y: Scale, top: int, hatch: str) -> Iterator[str]:
    """The parts of the box (left, right, upper, lower) beyond each side of the image."""
    left, right, upper, lower = box
    above, below = min(max(top + y.start, upper), lower), max(min(top + y.end, lower), upper)
    pieces = (
        (left, right, upper, above),
        (left, right, below, lower),
        (left, min(x.start, right), above, below),
        (max(x.end, left), right, above, below),
    )
    for start, end, first, last in pieces:
        if start < end and first < last:
            yield hatched(hatch, start, first, end - start, last - first)


def _column(image: Image, x: Scale, y: Scale, top: int) -> Iterator[str]:
    """The pixels of the first instruction: whole rows of base pixels, and the beginning of the next."""
    across, down = image.across, image.down
    rows, rest = divmod(image.tensor.box[1], across.positions)
    rows = min(rows, down.positions)
    left, upper = x.at(across.first), y.at(down.first)
    middle = y.at(down.first + rows * down.step) if rows < down.positions else y.at(down.end)
    if rows:
        middle = max(middle, upper + 2)
        yield rect("tf-a", left, top + upper, x.at(across.end) - left, middle - upper)
    if rest and rows < down.positions:
        end = y.at(min(down.first + (rows + 1) * down.step, down.end))
        wide = max(x.at(across.first + rest * across.step) - left, 60)
        yield rect("tf-a", left, top + middle, wide, max(end - middle, 2))


def _key(image: Image, lang: str) -> Iterator[tuple[str, bool]]:
    """What the picture means, line by line, and whether the line is about something that is refused."""
    joint = say(texts.JOINT, lang)
    height = [say(copy_texts.HEIGHT, lang, extent=grouped(image.down.extent))] if len(image.tensor.dims) > 3 else []
    count = image.tensor.box[1]
    wrong = any(rule == "IM2COL_PIXELS" for rule in image.tensor.failed)
    for text in height:
        yield text, False
    corners = [
        say(copy_texts.LOWER, lang, corner=_listed(image.lower)),
        say(copy_texts.UPPER, lang, corner=_listed(image.upper)),
    ]
    for text in wrapped(corners, joint):
        yield text, "IM2COL_CORNER" in image.tensor.failed
    base = image.across.positions * image.down.positions
    if not base:
        yield say(copy_texts.NO_PIXELS, lang), True
        return
    across, down = grouped(image.across.positions), grouped(image.down.positions)
    yield say(copy_texts.CORNERS, lang, across=across, down=down), False
    yield say(copy_texts.COLUMN, lang, pixels=grouped(count)), wrong
    more = []
    if image.across.step > 1 or image.down.step > 1:
        more.append(say(copy_texts.STEP, lang, steps=f"{image.across.step}, {image.down.step}"))
    if count > base:
        more.append(say(copy_texts.NEXT_SLICE if len(image.tensor.dims) > 4 else copy_texts.NEXT, lang))
    for text in wrapped(more, joint):
        yield text, False


def _listed(corner: tuple[int, ...]) -> str:
    return f"({', '.join(map(grouped, corner))})"


def _says(image: Image, lang: str) -> Iterator[str]:
    tensor, across, down = image.tensor, image.across, image.down
    yield say(
        copy_texts.SAY_IMAGE,
        lang,
        width=across.extent,
        height=down.extent,
        channels=tensor.dims[0],
        bits=tensor.bits,
        images=tensor.dims[-1],
    )
    if across.positions and down.positions:
        ends = {"left": across.first, "right": across.end - 1, "top": down.first, "bottom": down.end - 1}
        yield say(copy_texts.SAY_BASE, lang, **ends)
    else:
        yield say(copy_texts.SAY_NO_BASE, lang)
    yield say(copy_texts.SAY_OUTSIDE, lang, fill="NaN" if tensor.fills_nan else "0")
    if across.step > 1 or down.step > 1:
        yield say(copy_texts.SAY_STEPS, lang, steps=f"{across.step}, {down.step}")
    yield say(copy_texts.SAY_COLUMN, lang, pixels=tensor.box[1], channels=tensor.box[0])
    yield say(copy_texts.SAY_PIXEL, lang, size=tensor.box_row_bytes)
    if tensor.span:
        yield say(texts.SAY_SPAN, lang, span=tensor.span)
