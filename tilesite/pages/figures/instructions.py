"""Instructions over a tile: the tile cut into its boxes, numbered in the order in which they are issued."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tilesite.pages.figures import copy_texts as texts
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.plane import product
from tilesite.pages.figures.svg import (
    FULL,
    LINE,
    MIDDLE,
    Figure,
    breadth,
    escaped,
    hatched,
    label,
    percent,
    rect,
    with_hatching,
    wrapped,
)
from tilesite.pages.figures.texts import JOINT, say
from tilesite.tma.enums import U4_ALIGN8B
from tilesite.tma.plan import texts as plan_texts

_TOP = LINE + 2
_TALL, _SHORT, _HEIGHT = 28, 5, 168
_LARGEST, _NARROWEST = 240, 100
_LEAST_LETTERS = 14
"""Pixels of a cell that a number fits into."""
_GAP = 12
_MOST_SAID = 8
_LEAST_LEFT, _MOST_LEFT = 700, 4000


class Cut(NamedTuple):
    """A tile in its boxes. ``offsets`` and ``coords`` are those of the instructions that the plan lists, in order.

    ``box`` is that of one instruction, ``total`` how many there are, all with the fastest dimension first.
    ``pixels`` are those of an im2col box, whose ``box`` is its channels alone; 0 for a tiled one. ``in_elements``:
    offsets count elements, not bytes.
    """

    box: tuple[int, ...]
    offsets: tuple[int, ...]
    coords: tuple[tuple[int, ...], ...]
    total: int
    pixels: int
    in_elements: bool

    @property
    def columns(self) -> tuple[int, ...]:
        """Where boxes begin in dim 0."""
        return tuple(sorted({each[0] for each in self.coords}))

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Where boxes begin in all other dimensions, the slowest deciding first."""
        return tuple(sorted({each[1:] for each in self.coords}, key=lambda row: row[::-1]))

    @property
    def varying(self) -> tuple[int, ...]:
        """The dimensions from 1 on in which boxes begin at several places; dim 1 when there is none."""
        found = tuple(dim for dim, values in enumerate(zip(*self.coords)) if dim and len(set(values)) > 1)
        return found or ((1,) if len(self.coords[0]) > 1 else ())

    @property
    def tile(self) -> tuple[int, ...]:
        """Extents of all that the instructions of a tiled map move."""
        return tuple(max(starts) - min(starts) + extent for starts, extent in zip(zip(*self.coords), self.box))

    @property
    def unlisted(self) -> int:
        """Instructions that the plan counts and does not list."""
        return self.total - len(self.coords)


class Grid(NamedTuple):
    """Where the cells stand: ``left`` of the first, ``wide`` and ``high`` of each, gaps behind a column and a row."""

    columns: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    left: int
    wide: int
    high: int
    gap_column: int | None
    gap_row: int | None

    def x(self, column: int) -> int:
        """The left edge of a column."""
        after = self.gap_column is not None and column > self.gap_column
        return self.left + (column + after) * self.wide

    def y(self, row: int) -> int:
        """The upper edge of a row."""
        return _TOP + row * self.high + (_GAP if self.gap_row is not None and row > self.gap_row else 0)


def cut_of(plan: Mapping[str, Any]) -> Cut | None:
    """The tile of a plan of bulk tensor copies; None for every other path."""
    descriptor, listed = plan["descriptor"], plan["instructions_block0"]
    if not descriptor or not listed or "coords" not in listed[0]:
        return None
    return Cut(
        box=tuple(descriptor.get("box_dim") or [descriptor["channels_per_pixel"]]),
        offsets=tuple(each["smem_offset_elems"] for each in listed),
        coords=tuple(tuple(each["coords"]) for each in listed),
        total=plan["n_instructions"],
        pixels=descriptor.get("pixels_per_column", 0),
        in_elements=descriptor["dtype_enum"] != U4_ALIGN8B,
    )


def box_words(cut: Cut, lang: str) -> str:
    """The box of one instruction as it is written."""
    if cut.pixels:
        return say(texts.PIXEL_BOX, lang, channels=grouped(cut.box[0]), pixels=grouped(cut.pixels))
    return product(cut.box)


def instructions(cut: Cut, lang: str, uid: str, name: str = "", unit: int = 0) -> Figure:
    """The figure of a tile in its boxes.

    Where there are several operands, ``name`` is this one's, and all are drawn to one scale, at which ``unit``
    elements are as wide as the figure.
    """
    grid = _grid(cut, unit)
    hatch = f"{uid}-cut-hatch"
    last = grid.y(len(grid.rows) - 1) + grid.high
    shapes = [*_heads(cut, grid)]
    if cut.unlisted:
        shapes.append(hatched(hatch, grid.left, _TOP, grid.x(len(grid.columns)) - grid.left, last - _TOP))
    places = [(grid.columns.index(each[0]), grid.rows.index(each[1:])) for each in cut.coords]
    shapes += [rect("tf-a", grid.x(column), grid.y(row), grid.wide, grid.high) for column, row in places]
    shapes += _numbers(cut, grid, places)
    y = last + 4
    for text in wrapped(_key(cut, lang), say(JOINT, lang)):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    return Figure(
        "cut",
        say(texts.INSTRUCTIONS, lang),
        _caption(cut, lang, name),
        " ".join(_says(cut, lang, name)),
        y + 2,
        with_hatching(shapes, hatch),
        _picks(cut, grid, places, lang, uid),
    )


def told(cut: Cut, index: int, lang: str) -> str:
    """One listed instruction in the words of the plan."""
    coords = f"[{', '.join(map(str, cut.coords[index]))}]"
    return say(plan_texts.INSTRUCTION, lang, offset=cut.offsets[index], coords=coords)


def _grid(cut: Cut, unit: int) -> Grid:
    columns, rows = cut.columns, cut.rows
    gap_column = next((at for at, (a, b) in enumerate(zip(columns, columns[1:])) if b - a > cut.box[0]), None)
    half = len(cut.coords) // 2 - 1
    hidden = gap_column is None and cut.total > len(columns) * len(rows)
    names = [_row_name(cut, row) for row in rows]
    left = min(max([_LEAST_LEFT, *(breadth(name) + 200 for name in names)]), _MOST_LEFT)
    wide = (FULL - left) // (len(columns) + (gap_column is not None))
    high = max(_SHORT, min(_TALL, _HEIGHT // len(rows)))
    if unit and len(cut.box) > 1:
        wide = max((FULL - left) * cut.box[0] // unit, _NARROWEST)
        high = max(_SHORT, _LARGEST * cut.box[1] // unit)
    return Grid(columns, rows, left, wide, high, gap_column, rows.index(cut.coords[half][1:]) if hidden else None)


def _row_name(cut: Cut, row: tuple[int, ...]) -> str:
    return ", ".join(grouped(row[dim - 1]) for dim in cut.varying)


def _heads(cut: Cut, grid: Grid) -> Iterator[str]:
    """Coordinates of the columns above them and of the rows beside them, as many as there is room for."""
    every = max(-(-(breadth(grouped(grid.columns[-1])) + 250) // grid.wide), 1)
    for column in range(0, len(grid.columns), every):
        text, x = grouped(grid.columns[column]), grid.x(column)
        if x + breadth(text) <= FULL + 100:
            yield label(text, x, 12, classes="tf-soft")
    every = -(-_LEAST_LETTERS // grid.high)
    for row in range(0, len(grid.rows), every):
        if not row or grid.y(row) + 11 <= grid.y(len(grid.rows) - 1) + grid.high:
            yield label(_row_name(cut, grid.rows[row]), 0, _baseline(grid, row), classes="tf-soft")


def _numbers(cut: Cut, grid: Grid, places: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The numbers of as many boxes as there is room for."""
    widest = breadth(str(cut.total - 1)) + 100
    across, down = max(-(-widest // grid.wide), 1), -(-_LEAST_LETTERS // grid.high)
    for index, (column, row) in enumerate(places):
        if column % across or row % down:
            continue
        x = grid.x(column)
        if row and grid.y(row) + 11 > grid.y(len(grid.rows) - 1) + grid.high:
            continue
        if across == 1:
            yield label(str(_number(cut, index)), x + grid.wide // 2, _baseline(grid, row), anchor=MIDDLE)
        elif x + widest <= FULL + 100:
            yield label(str(_number(cut, index)), x, _baseline(grid, row), dx=2)


def _baseline(grid: Grid, row: int) -> int:
    """Of the words of a row: in its middle, or at its top where it is lower than they are."""
    return grid.y(row) + max(grid.high // 2 + 4, 11)


def _number(cut: Cut, index: int) -> int:
    """The place in the issue order of a listed instruction."""
    return index + cut.unlisted if cut.unlisted and index >= len(cut.coords) // 2 else index


def _key(cut: Cut, lang: str) -> Iterator[str]:
    yield say(texts.NUMBERS, lang)
    dims = say(texts.DIM_NAMES, lang).join(map(str, cut.varying))
    yield say(texts.SIDES if dims else texts.ACROSS, lang, dims=dims)
    yield say(texts.OFFSETS if cut.in_elements else texts.OFFSETS_BYTES, lang)
    if cut.unlisted:
        yield say(texts.UNLISTED, lang, count=grouped(cut.unlisted))


def _caption(cut: Cut, lang: str, name: str) -> str:
    if cut.pixels:
        text, tile = texts.CAPTION_ONE_OF if cut.total == 1 else texts.CAPTION_EACH, ""
    else:
        text, tile = texts.CAPTION_ONE if cut.total == 1 else texts.CAPTION, product(cut.tile)
    caption = say(text, lang, count=grouped(cut.total), tile=tile, box=box_words(cut, lang))
    return say(texts.CAPTION_OF, lang, name=name, caption=caption) if name else caption


def _says(cut: Cut, lang: str, name: str) -> Iterator[str]:
    yield _caption(cut, lang, name)
    listed = say(JOINT, lang).join(told(cut, index, lang) for index in range(min(len(cut.coords), _MOST_SAID)))
    rest = cut.total - _MOST_SAID
    yield say(texts.SAY_ORDER_REST if rest > 0 else texts.SAY_ORDER, lang, told=listed, count=rest)


def _picks(cut: Cut, grid: Grid, places: Sequence[tuple[int, int]], lang: str, uid: str) -> str:
    """One choice over the cells: the arrow keys go from box to box, and the chosen one's offset is written below."""
    picks = []
    for index, (column, row) in enumerate(places):
        style = f"left:{percent(grid.x(column))};top:{grid.y(row)}px;width:{percent(grid.wide)};height:{grid.high}px"
        said = escaped(say(texts.TOLD, lang, number=_number(cut, index), told=told(cut, index, lang)))
        chosen = "" if index else ' checked=""'
        picks.append(
            f'<label><input type="radio" name="{escaped(uid)}-cut" style="{style}"{chosen}/><span>{said}</span></label>'
        )
    legend = f"<legend>{escaped(say(texts.PICK, lang))}</legend>"
    return f'<fieldset class="tilesite-figure-picks">{legend}{"".join(picks)}</fieldset>'
