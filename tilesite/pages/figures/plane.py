"""The two fastest dimensions of a tensor as a plane: dim 0 to the right, the box at its first and its last place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilesite.pages.figures import texts
from tilesite.pages.figures.descriptor import Tensor
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import (
    END,
    FULL,
    LINE,
    NARROWEST,
    breadth,
    hatched,
    label,
    moved,
    rect,
    share,
    within,
    wrapped,
)
from tilesite.pages.figures.texts import say

MOST_RANK = 5
"""Dimensions that a descriptor may have; of more, these are shown."""

_HEIGHT, _HEIGHT_OF_ONE_ROW = 110, 26
_LEAST_WIDTH, _LEAST_HEIGHT = 260, 8
_LAYER, _LAYER_WIDTH, _MOST_LAYERS = 5, 250, 3
# Drawn to one scale, a plane keeps its pixels at every width of the page: it is made for the narrowest.
_SCALED_WIDTH, _SCALED_HEIGHT, _LEAST_SCALED = 280, 160, 5
_MOST_APART = 4
_ROOM = 200


class Side(NamedTuple):
    """One dimension laid out along a side of the plane, in the side's drawing units.

    The tensor ends at ``tensor_end`` and the first box at ``box_end``; the last box goes from ``last_start`` to
    ``last_end``, past the tensor where ``over`` of its elements are out of bounds. ``enlarged``: boxes are drawn
    larger than they are, so that they can be seen.
    """

    tensor_end: int
    box_end: int
    last_start: int
    last_end: int
    over: int
    enlarged: bool


def side(extent: int, box: int, length: int, least: int) -> Side:
    """Lays ``extent`` elements and boxes of ``box`` out over ``length``; a box is drawn at least ``least`` long."""
    boxes = max(-(-extent // box), 1) if box else 1
    over = max(boxes * box - extent, 0)
    past = max(share(over, extent + over, length), least) if over else 0
    past = min(past, length - least) if extent else past
    tensor_end = length - past
    drawn = share(min(box, extent), max(extent, 1), tensor_end)
    enlarged = box > 0 and drawn < least and extent > 0
    box_end = min(max(drawn, least), tensor_end) if enlarged else drawn
    last_start = max(tensor_end - max(box_end - past, least), 0) if boxes > 1 else 0
    return Side(tensor_end, box_end, last_start, tensor_end + past, over, enlarged)


class Frame(NamedTuple):
    """Where a plane is drawn: ``width`` in pixels, None for all of the figure's, and ``height``.

    ``least`` is the least length of a box: across, in hundredths of a percent of the width, and down.
    """

    width: int | None
    height: int
    least: tuple[int, int]

    def across(self, position: int) -> tuple[int, int]:
        """A position across the plane as a share of the figure's width and pixels behind it."""
        return (position, 0) if self.width is None else (0, share(position, FULL, self.width))

    def reach(self, position: int) -> int:
        """A position across the plane in the narrowest figure, in hundredths of a percent of that."""
        return position if self.width is None else share(position, FULL, self.width) * FULL // NARROWEST


def frame_of(tensor: Tensor) -> Frame:
    """The frame of a plane: to one scale where no side is much longer than the other."""
    if len(tensor.dims) == 1:
        return Frame(None, _HEIGHT_OF_ONE_ROW, (_LEAST_WIDTH, 1))
    across, down = (_boxed(tensor, number) for number in (0, 1))
    if not 0 < max(across, down) <= _MOST_APART * min(across, down):
        return Frame(None, _HEIGHT, (_LEAST_WIDTH, _LEAST_HEIGHT))
    width = min(_SCALED_WIDTH, _SCALED_HEIGHT * across // down)
    height = min(_SCALED_HEIGHT, _SCALED_WIDTH * down // across)
    return Frame(width, height, (_LEAST_SCALED * FULL // width, _LEAST_SCALED))


def _boxed(tensor: Tensor, number: int) -> int:
    """Elements of a dimension from the start of the first box to the end of the last."""
    extent, box = tensor.dims[number], tensor.box[number]
    return -(-extent // box) * box if box else extent


def plane(tensor: Tensor, lang: str, hatch: str) -> tuple[list[str], int]:
    """The shapes of the plane, and where the next thing may begin. Slower dimensions are outlines behind it."""
    frame = frame_of(tensor)
    layers = min(sum(extent > 1 for extent in tensor.dims[2:]), _MOST_LAYERS)
    length = FULL - _LAYER_WIDTH * layers if frame.width is None else FULL
    across = side(tensor.dims[0], tensor.box[0], length, frame.least[0])
    rows, part = (tensor.dims[1], tensor.box[1]) if len(tensor.dims) > 1 else (1, 1)
    down = side(rows, part, frame.height, frame.least[1])
    top = LINE + 4 + _LAYER * layers
    drawn = []
    for layer in range(layers, 0, -1):
        shape = rect("tf-layer", 0, top, across.tensor_end, down.tensor_end)
        drawn.append(moved([shape], _LAYER * layer, -_LAYER * layer))
    drawn.append(rect("tf-tensor", 0, top, across.tensor_end, down.tensor_end))
    drawn += _boxes(across, down, top, hatch)
    shapes = [label(say(texts.DIM_0, lang, extent=grouped(tensor.dims[0]), bits=tensor.bits), 0, 12, classes="tf-name")]
    shapes += drawn if frame.width is None else [within(frame.width, drawn)]
    laid = _Laid(frame, across, down, top, frame.reach(across.last_end) + _LAYER_WIDTH * layers)
    shapes.append(_box_label(tensor, laid, lang))
    shapes += _bounds_label(tensor, laid, lang)
    y = top + frame.height + 4
    for text in wrapped(_below(tensor, laid, lang), " "):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    return shapes, y


class _Laid(NamedTuple):
    """A plane as it is drawn: its frame and sides, its first pixel down, and where it ends in the narrowest figure."""

    frame: Frame
    across: Side
    down: Side
    top: int
    end: int


def _below(tensor: Tensor, laid: _Laid, lang: str) -> Iterator[str]:
    if len(tensor.dims) > 1:
        yield say(texts.DIM, lang, number=1, extent=grouped(tensor.dims[1]))
        if laid.frame.width is None:
            yield f"({say(texts.AXES_APART, lang)})"
    if laid.across.enlarged or laid.down.enlarged:
        yield f"({say(texts.NOT_TO_SCALE, lang)})"


def product(numbers: Sequence[int]) -> str:
    """The extents as they are written, the first few of too many."""
    text = " × ".join(map(grouped, numbers[:MOST_RANK]))
    return f"{text} × …" if len(numbers) > MOST_RANK else text


def _boxes(across: Side, down: Side, top: int, hatch: str) -> list[str]:
    """The first box, and the last one with what it reads out of bounds when the tensor is no multiple of it."""
    shapes = []
    if across.over or down.over:
        left, upper = across.last_start, down.last_start
        width, height = across.last_end - left, down.last_end - upper
        shapes = [
            hatched(hatch, left, top + upper, width, height),
            rect("tf-last", left, top + upper, across.tensor_end - left, down.tensor_end - upper),
            rect("tf-last-edge", left, top + upper, width, height),
        ]
    if across.box_end and down.box_end:
        shapes.append(rect("tf-a", 0, top, across.box_end, down.box_end))
    return shapes


def _box_label(tensor: Tensor, laid: _Laid, lang: str) -> str:
    text = say(texts.BOX_EMPTY if 0 in tensor.box else texts.BOX_LABEL, lang, box=product(tensor.box))
    wrong = any(rule.startswith(("BOX_", "INNER_BOX_")) for rule in tensor.failed)
    frame, across, down, size = laid.frame, laid.across, laid.down, breadth(text) + _ROOM
    start, y = 0, laid.top + 14
    if frame.reach(across.box_end) + size <= frame.reach(across.tensor_end):
        start = across.box_end
    elif down.box_end + LINE + 6 < down.tensor_end and size <= frame.reach(across.tensor_end):
        y += down.box_end
    elif frame.width is not None and laid.end + size <= FULL:
        start = FULL
    x, dx = frame.across(start)
    dx += laid.end * NARROWEST // FULL - dx if start == FULL else 0
    return label(text, x, y, classes="tf-over-text tf-halo" if wrong else "tf-strong tf-halo", dx=dx + 6)


def _bounds_label(tensor: Tensor, laid: _Laid, lang: str) -> list[str]:
    across, down = laid.across, laid.down
    if not across.over and not down.over:
        return []
    text = say(texts.READS_NAN if tensor.fills_nan else texts.READS_ZERO, lang)
    if breadth(text) + _ROOM > laid.frame.reach(across.last_end):  # beside a narrow plane
        return [label(text, 0, laid.top + down.last_end - 5, classes="tf-halo", dx=laid.end * NARROWEST // FULL + 6)]
    above = down.last_start > 2 * LINE + down.box_end
    y = laid.top + (down.last_start if above else down.last_end) - 5
    x, dx = laid.frame.across(across.last_end)
    return [label(text, x, y, classes="tf-halo", anchor=END, dx=dx - (0 if above else 6))]
