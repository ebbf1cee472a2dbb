"""The two fastest dimensions of a tensor as a plane: dim 0 to the right, the box at its first and its last place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilesite.pages.figures import texts
from tilesite.pages.figures.descriptor import Tensor
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import END, FULL, LINE, breadth, hatched, label, moved, rect, share, wrapped
from tilesite.pages.figures.texts import say

MOST_RANK = 5
"""Dimensions that a descriptor may have; of more, these are shown."""

_HEIGHT, _HEIGHT_OF_ONE_ROW = 110, 26
_LEAST_WIDTH, _LEAST_HEIGHT = 260, 8
_LAYER, _LAYER_WIDTH, _MOST_LAYERS = 5, 250, 3


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


def plane(tensor: Tensor, lang: str, hatch: str) -> tuple[list[str], int]:
    """The shapes of the plane, and where the next thing may begin. Slower dimensions are outlines behind it."""
    layers = min(sum(extent > 1 for extent in tensor.dims[2:]), _MOST_LAYERS)
    across = side(tensor.dims[0], tensor.box[0], FULL - _LAYER_WIDTH * layers, _LEAST_WIDTH)
    rows = tensor.dims[1] if len(tensor.dims) > 1 else None
    height = _HEIGHT_OF_ONE_ROW if rows is None else _HEIGHT
    down = side(1, 1, height, 1) if rows is None else side(rows, tensor.box[1], height, _LEAST_HEIGHT)
    top = LINE + 4 + _LAYER * layers
    shapes = [label(say(texts.DIM_0, lang, extent=grouped(tensor.dims[0]), bits=tensor.bits), 0, 12, classes="tf-name")]
    for layer in range(layers, 0, -1):
        shape = rect("tf-layer", 0, top, across.tensor_end, down.tensor_end)
        shapes.append(moved([shape], _LAYER * layer, -_LAYER * layer))
    shapes.append(rect("tf-tensor", 0, top, across.tensor_end, down.tensor_end))
    shapes += _boxes(across, down, top, hatch)
    shapes.append(_box_label(tensor, across, down, top, lang))
    shapes += _bounds_label(tensor, across, down, top, lang)
    y = top + height + 4
    below = [] if rows is None else [say(texts.DIM, lang, number=1, extent=grouped(rows))]
    below += [f"({say(texts.NOT_TO_SCALE, lang)})"] if across.enlarged or down.enlarged else []
    for text in wrapped(below, " "):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    return shapes, y


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


def _box_label(tensor: Tensor, across: Side, down: Side, top: int, lang: str) -> str:
    text = say(texts.BOX_EMPTY if 0 in tensor.box else texts.BOX_LABEL, lang, box=product(tensor.box))
    wrong = any(rule.startswith(("BOX_", "INNER_BOX_")) for rule in tensor.failed)
    beside = across.box_end + breadth(text) + 200 <= across.tensor_end
    below = not beside and down.box_end + LINE + 6 < down.tensor_end
    x, y = across.box_end if beside else 0, top + 14 + (down.box_end if below else 0)
    return label(text, x, y, classes="tf-over-text tf-halo" if wrong else "tf-strong tf-halo", dx=6)


def _bounds_label(tensor: Tensor, across: Side, down: Side, top: int, lang: str) -> list[str]:
    if not across.over and not down.over:
        return []
    text = say(texts.READS_NAN if tensor.fills_nan else texts.READS_ZERO, lang)
    above = down.last_start > 2 * LINE + down.box_end
    y = top + (down.last_start if above else down.last_end) - 5
    return [label(text, across.last_end, y, classes="tf-halo", anchor=END, dx=0 if above else -6)]
