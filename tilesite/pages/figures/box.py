"""Box in the tensor: the box at its first and last place, the pitch of the rows, and a row of the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tilesite.findings import FAIL
from tilesite.language import Text
from tilesite.pages.figures import texts
from tilesite.pages.figures.descriptor import element_bits, row_bytes, stride_unit
from tilesite.pages.figures.meter import Meter, Part, draw_meter
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import (
    END,
    FULL,
    LINE,
    Figure,
    breadth,
    hatched,
    hatching,
    label,
    line,
    rect,
    share,
    wrapped,
)
from tilesite.tma.enums import SWIZZLE_SPANS

_PLANE_HEIGHT = 110
_ROW_HEIGHT = 26
_LEAST_WIDTH, _LEAST_HEIGHT = 260, 8
_STACK = 5
_STACKED = 3
_BETWEEN = 10
_LONGEST_STRIDE = 2**40


class Side(NamedTuple):
    """One dimension across or down the plane, in drawing units: the tensor's end, the box's, the last box's.

    ``over`` are the elements of the last box past the tensor. ``enlarged``: the box is drawn larger than it is.
    """

    extent: int
    box: int
    tensor_end: int
    box_end: int
    last_start: int
    last_end: int
    over: int
    enlarged: bool


def side(extent: int, box: int, length: int, least: int) -> Side:
    """Lays a dimension out over ``length``. What is drawn of the box is at least ``least`` long."""
    boxes = max(-(-extent // box), 1) if box else 1
    over = max(boxes * box - extent, 0)
    reach = max(extent + over, 1)
    past = max(share(over, reach, length), least) if over else 0
    tensor_end = length - past
    drawn = share(min(box, extent), max(extent, 1), tensor_end)
    enlarged = 0 < box and drawn < least
    box_end = min(max(drawn, least if box else 0), tensor_end) if extent else 0
    first_only = boxes == 1
    last_start = 0 if first_only else max(tensor_end - max(box_end - past, least), 0)
    return Side(extent, box, tensor_end, box_end, last_start, tensor_end + past, over, enlarged)


def box(result: Mapping[str, Any], lang: str, uid: str) -> Figure | None:
    """The figure of a tiled descriptor; None where there is no tensor or no box to draw."""
    descriptor = result["descriptor"]
    dims, extents = descriptor["global_dim"], descriptor["box_dim"]
    bits = element_bits(descriptor)
    if not dims or not extents or bits is None:
        return None
    hatch = f"{uid}-box-hatch"
    failed = tuple(dict.fromkeys(each["rule"] for each in result["findings"] if each["severity"] == FAIL))
    shapes, y = _plane(descriptor, bits, failed, lang, hatch)
    shapes.insert(0, hatching(hatch))
    if len(dims) > 1:
        drawn, y = _rows(descriptor, bits, failed, lang, hatch, y + _BETWEEN)
        shapes += drawn
    drawn, y = _box_row(descriptor, failed, lang, hatch, y + _BETWEEN)
    shapes += drawn
    for text in _more(descriptor, lang):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    caption = _say(texts.BOX_CAPTION, lang, box=_product(extents), dims=_product(dims))
    if failed:
        caption = _say(texts.REFUSED, lang, caption=caption, rules=_say(texts.LIST_COMMA, lang).join(failed))
    says = " ".join(_says(descriptor, bits, lang))
    return Figure("box", _say(texts.BOX, lang), caption, says, y + 4, tuple(shapes))


def _say(text: Text, lang: str, **values: object) -> str:
    return text.with_values(**values).say(lang)


def _product(numbers: Sequence[int]) -> str:
    return " × ".join(map(grouped, numbers))


def _plane(
    descriptor: Mapping[str, Any], bits: int, failed: Sequence[str], lang: str, hatch: str
) -> tuple[list[str], int]:
    """The two fastest dimensions, dim 0 to the right; the others as outlines behind."""
    dims, extents = descriptor["global_dim"], descriptor["box_dim"]
    behind = min(sum(extent > 1 for extent in dims[2:]), _STACKED)
    across = side(dims[0], extents[0], FULL - 250 * behind, _LEAST_WIDTH)
    flat = len(dims) == 1
    height = _ROW_HEIGHT if flat else _PLANE_HEIGHT
    down = side(1, 1, height, _LEAST_HEIGHT) if flat else side(dims[1], extents[1], height, _LEAST_HEIGHT)
    top = LINE + 4 + _STACK * behind
    shapes = [label(_say(texts.DIM_0, lang, extent=grouped(dims[0]), bits=bits), 0, 12, classes="tf-name")]
    for layer in range(behind, 0, -1):
        shape = rect("tf-layer", 0, top, across.tensor_end, down.tensor_end)
        shapes.append(f'<g transform="translate({_STACK * layer} {-_STACK * layer})">{shape}</g>')
    shapes.append(rect("tf-tensor", 0, top, across.tensor_end, down.tensor_end))
    shapes += _boxes(across, down, top, hatch)
    shapes += _box_label(descriptor, across, down, top, failed, lang)
    y = top + height + LINE
    parts = [] if flat else [_say(texts.DIM, lang, number=1, extent=grouped(dims[1]))]
    if across.enlarged or down.enlarged:
        parts.append(f"({_say(texts.NOT_TO_SCALE, lang)})")
    for text in wrapped(parts):
        shapes.append(label(text, 0, y, classes="tf-soft"))
        y += LINE
    return shapes, y - LINE + 4


def _boxes(across: Side, down: Side, top: int, hatch: str) -> list[str]:
    """The first box, and the last one with what it reads out of bounds when the tensor is no multiple of it."""
    shapes = []
    if across.over or down.over:
        left, upper = across.last_start, down.last_start
        width, height = across.last_end - left, down.last_end - upper
        shapes.append(hatched(hatch, left, top + upper, width, height))
        inside = rect("tf-last", left, top + upper, across.tensor_end - left, down.tensor_end - upper)
        shapes += [inside, rect("tf-last-edge", left, top + upper, width, height)]
    if across.box_end and down.box_end:
        shapes.append(rect("tf-a", 0, top, across.box_end, down.box_end))
    return shapes


def _box_label(
    descriptor: Mapping[str, Any], across: Side, down: Side, top: int, failed: Sequence[str], lang: str
) -> list[str]:
    extents = descriptor["box_dim"]
    text = _say(texts.BOX_EMPTY if 0 in extents else texts.BOX_LABEL, lang, box=_product(extents))
    wrong = any(rule.startswith(("BOX_", "INNER_BOX_")) for rule in failed)
    beside = across.box_end + breadth(text) + 200 <= across.tensor_end
    below = not beside and down.box_end + LINE + 6 < down.tensor_end
    x, y = across.box_end if beside else 0, top + 14 + (down.box_end if below else 0)
    shapes = [label(text, x, y, classes="tf-over-text tf-halo" if wrong else "tf-strong tf-halo", dx=6)]
    if across.over or down.over:
        fill = _say(texts.READS_NAN if descriptor["oob_fill"] else texts.READS_ZERO, lang)
        above = down.last_start > 2 * LINE + down.box_end
        y = top + (down.last_start - 5 if above else down.last_end - 5)
        shapes.append(label(fill, across.last_end, y, classes="tf-halo", anchor=END, dx=0 if above else -6))
    return shapes


def _rows(
    descriptor: Mapping[str, Any], bits: int, failed: Sequence[str], lang: str, hatch: str, y: int
) -> tuple[list[str], int]:
    """Two rows where they begin in memory: the pitch is the distance of their starts."""
    pitch = descriptor["global_strides_bytes"][0]
    row = -(-descriptor["global_dim"][0] * bits // 8)
    scale = max(pitch, row, 1) * 5 // 4 + 1
    unit = stride_unit(descriptor)
    wrong = _stride_is_wrong(pitch, unit, failed)
    value = _say(texts.PITCH, lang, size=_multiple(pitch, unit, lang))
    name = _say(texts.ROWS, lang)
    shapes = [label(name, 0, y + 12, classes="tf-name")]
    apart = breadth(name) + breadth(value) + 300 > FULL
    y += LINE if apart else 0
    shapes.append(
        label(value, 0 if apart else FULL, y + 12, classes=_pitch_class(wrong), anchor="start" if apart else END)
    )
    top = y + LINE + 4
    start, end = share(pitch, scale), max(share(row, scale), 60)
    shapes.append(rect("tf-a", 0, top, end, 14))
    if start > end:
        shapes.append(hatched(hatch, end, top, start - end, 14))
    shapes.append(rect("tf-b", start, top + 18, min(FULL - start, end), 14))
    shapes += [label(_say(texts.ROW, lang, number=0), 0, top + 11, classes="tf-halo" if 100 * row < pitch else "", dx=4)]
    shapes += [label(_say(texts.ROW, lang, number=1), start, top + 29, dx=4)] if start < 8500 else []
    shapes += [line("tf-limit", 0, top - 3, 0, top + 35), line("tf-limit", start, top - 3, start, top + 35)]
    return shapes, top + 38


def _pitch_class(wrong: bool) -> str:
    return "tf-over-text" if wrong else "tf-strong"


def _stride_is_wrong(pitch: int, unit: int, failed: Sequence[str]) -> bool:
    return bool(pitch % unit and f"STRIDE_NOT_{unit}" in failed) or pitch >= _LONGEST_STRIDE


def _multiple(size: int, unit: int, lang: str) -> str:
    count, rest = divmod(size, unit)
    if size >= _LONGEST_STRIDE:
        return _say(texts.TOO_FAR, lang, size=grouped(size))
    text = texts.BYTES_NO_MULTIPLE if rest else texts.BYTES_MULTIPLE
    return _say(text, lang, size=grouped(size), count=grouped(count), unit=unit, rest=rest)


def _box_row(
    descriptor: Mapping[str, Any], failed: Sequence[str], lang: str, hatch: str, y: int
) -> tuple[list[str], int]:
    """A row of the box against the swizzle span, or in words where there is no span to keep to."""
    size = row_bytes(descriptor) or 0
    span = 0 if descriptor["interleave"] else SWIZZLE_SPANS[descriptor["swizzle"]]
    wrong = "INNER_BOX_NOT_16" in failed
    if not span:
        text = _multiple(size, 16, lang)
        return [
            label(_say(texts.BOX_ROW, lang), 0, y + 12, classes="tf-name"),
            label(text, FULL, y + 12, classes=_pitch_class(wrong), anchor=END),
        ], y + LINE + 4
    meter = Meter(
        name=_say(texts.BOX_ROW, lang),
        value=_say(texts.OF_BYTES, lang, used=grouped(size), limit=span),
        parts=(Part(0, size, "tf-a", _say(texts.CHUNKS, lang, count=size // 16) if size % 16 == 0 else ""),),
        limit=span,
        limit_text=_say(texts.SPAN, lang, limit=span),
        over_text=_say(texts.OVER_BYTES, lang, over=grouped(size - span)) if size > span else "",
        note=_multiple(size, 16, lang) if wrong else "",
    )
    return draw_meter(meter, y, hatch)


def _more(descriptor: Mapping[str, Any], lang: str) -> list[str]:
    """The dimensions that the plane does not show, one after the other, and strides between elements."""
    unit = stride_unit(descriptor)
    lines: list[str] = []
    for number, extent in enumerate(descriptor["global_dim"][2:], 2):
        stack = _say(
            texts.STACK, lang, number=number, extent=grouped(extent), box=grouped(descriptor["box_dim"][number])
        )
        stride = descriptor["global_strides_bytes"][number - 1]
        lines += wrapped([stack, _say(texts.PITCH, lang, size=_multiple(stride, unit, lang))])
    strides = descriptor["element_strides"]
    if any(stride != 1 for stride in strides):
        lines.append(_say(texts.ELEMENT_STRIDES, lang, strides=", ".join(map(grouped, strides))))
    return lines


def _says(descriptor: Mapping[str, Any], bits: int, lang: str) -> list[str]:
    dims, extents = descriptor["global_dim"], descriptor["box_dim"]
    times = " × "
    said = [
        _say(texts.SAY_TENSOR, lang, dims=times.join(map(str, dims)), bits=bits, box=times.join(map(str, extents)))
    ]
    unit = stride_unit(descriptor)
    for number, size in enumerate(descriptor["global_strides_bytes"], 1):
        count, rest = divmod(size, unit)
        text = texts.SAY_NO_MULTIPLE if rest else texts.SAY_MULTIPLE
        multiple = _say(text, lang, count=count, unit=unit, rest=rest)
        said.append(_say(texts.SAY_PITCH, lang, number=number, size=size, multiple=multiple))
    fill = "NaN" if descriptor["oob_fill"] else "0"
    for number, (extent, size) in enumerate(zip(dims[:2], extents[:2], strict=True)):
        over = -extent % size if size else 0
        if over:
            said.append(_say(texts.SAY_BOUNDS, lang, number=number, over=over, fill=fill))
    said.append(_say(texts.SAY_BOX_ROW, lang, size=row_bytes(descriptor)))
    if descriptor["swizzle"]:
        said.append(_say(texts.SAY_SPAN, lang, span=SWIZZLE_SPANS[descriptor["swizzle"]]))
    return said
