"""Why not: every candidate of a sweep in the order of the space, and the constraint that stops it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from math import prod
from typing import Any, NamedTuple

from tilesite.pages.figures import texts
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.scatter import counts_in_words
from tilesite.pages.figures.svg import END, FULL, LINE, MIDDLE, Figure, label, percent, wrapped
from tilesite.pages.figures.texts import say

_LEFT = 1700
_TOP = 2 * LINE
_MOST_ROWS, _MOST_COLUMNS, _MANY_ROWS = 64, 120, 32
_TALL, _SHORT = 8, 5
_MOST_HEADS = 8
_KEYS_OF_LINE = 3

_BANDS = {None: (0, 9), "C1": (6, 3), "C2": (3, 3), "C3": (0, 3), "C4": (4, 1)}
"""Where in its cell each verdict is drawn, top and height in tenths: position tells them apart without colour."""


class Table(NamedTuple):
    """The cells: a row for each block_M and block_N, a column for each block_K, stages and threads.

    ``verdicts`` are the constraints that stop, None for feasible, in the order of the space. Sizes are the axes'.
    """

    verdicts: tuple[str | None, ...]
    block_m: tuple[int, ...]
    block_n: tuple[int, ...]
    block_k: tuple[int, ...]
    columns: int

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return len(self.block_m) * len(self.block_n)

    @property
    def cell(self) -> int:
        """Pixels from one row to the next."""
        return _SHORT if self.rows > _MANY_ROWS else _TALL


def strip(result: Mapping[str, Any], lang: str) -> Figure | None:
    """The figure of a sweep's verdicts; None without the whole space, or when that is too large for cells."""
    space = result.get("space")
    if not space:
        return None
    block_m, block_n, *inner = map(tuple, space["axes"].values())
    verdicts = tuple(each["stopped_by"] for each in space["candidates"])
    table = Table(verdicts, block_m, block_n, inner[0], prod(map(len, inner)))
    if table.rows > _MOST_ROWS or table.columns > _MOST_COLUMNS:
        return None
    y = _TOP + table.rows * table.cell + 6
    drawn, y = _keys(Counter(verdicts), y, lang)
    shapes = [*_heads(table), _cells(table), *drawn]
    for text in wrapped([say(each, lang) for each in texts.WHY_NOT_ORDER], say(texts.JOINT, lang)):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    says = " ".join([counts_in_words(result, lang), *_says(table, lang)])
    return Figure("why", say(texts.WHY_NOT, lang), say(texts.WHY_NOT_CAPTION, lang), says, y + 4, tuple(shapes))


def _heads(table: Table) -> list[str]:
    """block_M at the left, block_K above; values are left out where their words would meet."""
    shapes = [label("block_M", 0, _TOP - 5, classes="tf-soft"), label("block_K", _LEFT, 12, classes="tf-soft")]
    group = len(table.block_n) * table.cell
    for index in range(0, len(table.block_m), -(-(LINE - 2) // group)):
        y = _TOP + index * group + 11
        shapes.append(label(grouped(table.block_m[index]), _LEFT, y, classes="tf-soft", anchor=END, dx=-6))
    count = len(table.block_k)
    for index in range(0, count, -(-count // _MOST_HEADS)):
        x = _LEFT + (FULL - _LEFT) * (2 * index + 1) // (2 * count)
        shapes.append(label(grouped(table.block_k[index]), x, _TOP - 5, classes="tf-soft", anchor=MIDDLE))
    return shapes


def _cells(table: Table) -> str:
    """The cells as one path for each verdict, ten units to a cell, stretched to the figure's width."""
    paths: dict[str | None, list[str]] = {verdict: [] for verdict in _BANDS}
    for row in range(table.rows):
        column = 0
        for verdict, run in groupby(table.verdicts[row * table.columns : (row + 1) * table.columns]):
            length = len(list(run))
            top, high = _BANDS[verdict]
            paths[verdict].append(f"M{column * 10} {row * 10 + top}h{length * 10}v{high}h-{length * 10}z")
            column += length
    drawn = [f'<path class="{_classes(verdict)}" d="{"".join(path)}"/>' for verdict, path in paths.items() if path]
    width, height = percent(FULL - _LEFT), table.rows * table.cell
    return (
        f'<svg x="{percent(_LEFT)}" y="{_TOP}" width="{width}" height="{height}"'
        f' style="width:{width};height:{height}px" viewBox="0 0 {table.columns * 10} {table.rows * 10}"'
        f' preserveAspectRatio="none">{"".join(drawn)}{_gaps(table)}</svg>'
    )


def _classes(verdict: str | None) -> str:
    return f"tf-why tf-by-{verdict or 'none'}"


def _gaps(table: Table) -> str:
    """Lines of the ground's colour: between columns, and wider ones where block_M or block_K changes."""
    high, wide = table.rows * 10, table.columns * 10
    between = [f"M{column * 10} 0v{high}" for column in range(1, table.columns)]
    group = table.columns // len(table.block_k)
    groups = [f"M{column * 10} 0v{high}" for column in range(group, table.columns, group)]
    groups += [f"M0 {row * 10 - 0.5}h{wide}" for row in range(len(table.block_n), table.rows, len(table.block_n))]
    return f'<path class="tf-between" d="{"".join(between)}"/><path class="tf-groups" d="{"".join(groups)}"/>'


def _keys(counts: Counter[str | None], y: int, lang: str) -> tuple[list[str], int]:
    """One sample cell with its count for each verdict that occurs, a few to a line, and where they end."""
    shapes = []
    present = [verdict for verdict in _BANDS if counts[verdict]]
    for index, verdict in enumerate(present):
        row, column = divmod(index, _KEYS_OF_LINE)
        x, top = column * FULL // _KEYS_OF_LINE, y + row * (LINE + 4) + 2
        start, high = _BANDS[verdict]
        text, count = texts.RULE_KEY if verdict else texts.FEASIBLE_KEY, grouped(counts[verdict])
        shapes.append(
            f'<svg x="{percent(x)}" y="{top}" width="12" height="12" style="width:12px;height:12px"'
            f' viewBox="0 0 10 10"><rect class="tf-key" width="10" height="10"/>'
            f'<rect class="{_classes(verdict)}" y="{start}" width="10" height="{high}"/></svg>'
        )
        shapes.append(label(say(text, lang, rule=verdict, count=count), x, top + 11, dx=17))
    return shapes, y + -(-len(present) // _KEYS_OF_LINE) * (LINE + 4) + 2


def _says(table: Table, lang: str) -> Iterator[str]:
    each = table.columns * len(table.block_n)
    for index, size in enumerate(table.block_m):
        feasible = table.verdicts[index * each : (index + 1) * each].count(None)
        yield say(texts.SAY_ROW, lang, m=size, feasible=feasible, count=each)
