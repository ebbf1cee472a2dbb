"""Why not: every candidate of a sweep in the order of the space, and the constraint that stops it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from math import prod
from typing import Any

from tilesite.language import Text
from tilesite.pages.figures import texts
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import END, FULL, LINE, MIDDLE, Figure, label, percent, wrapped

RULES = ("C1", "C2", "C3", "C4")
_LEFT = 1700
_TOP = 2 * LINE
_MOST_ROWS, _MOST_COLUMNS = 64, 120
_SHORT, _TALL, _MANY_ROWS = 5, 8, 32
# Where in its cell each verdict is drawn, top and height in tenths: position tells them apart without colour.
_BANDS = {None: (0, 9), "C1": (6, 3), "C2": (3, 3), "C3": (0, 3), "C4": (4, 1)}


def strip(result: Mapping[str, Any], lang: str) -> Figure | None:
    """The figure of a sweep's verdicts; None without the whole space, or when that is too large for cells."""
    space = result.get("space")
    if not space:
        return None
    axes = {name: list(axis) for name, axis in space["axes"].items()}
    block_m, block_n, *inner = axes.values()
    rows, columns = len(block_m) * len(block_n), prod(map(len, inner))
    if rows > _MOST_ROWS or columns > _MOST_COLUMNS:
        return None
    verdicts = [each["stopped_by"] for each in space["candidates"]]
    height = _SHORT if rows > _MANY_ROWS else _TALL
    shapes = _heads(axes, columns, height, lang)
    shapes.append(_cells(verdicts, rows, columns, rows * height, len(block_n), columns // len(inner[0])))
    y = _TOP + rows * height + 6
    keys, y = _keys(verdicts, y, lang)
    shapes += keys
    for text in wrapped([_say(each, lang) for each in texts.WHY_NOT_ORDER]):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    says = " ".join(_says(result, verdicts, block_m, lang))
    caption = _say(texts.WHY_NOT_CAPTION, lang)
    return Figure("why", _say(texts.WHY_NOT, lang), caption, says, y + 4, tuple(shapes))


def _say(text: Text, lang: str, **values: object) -> str:
    return text.with_values(**values).say(lang)


def _heads(axes: Mapping[str, Sequence[int]], columns: int, height: int, lang: str) -> list[str]:
    """block_M at the left, once for each of its values, and block_K above."""
    del columns, lang  # the names of the axes are code, the same in both languages
    block_m, block_n, block_k, *_ = axes.values()
    shapes = [label("block_M", 0, _TOP - 5, classes="tf-soft"), label("block_K", _LEFT, 12, classes="tf-soft")]
    for index, size in enumerate(block_m):
        y = _TOP + index * len(block_n) * height
        if len(block_n) * height >= LINE - 2 or index == 0:
            shapes.append(label(grouped(size), _LEFT, y + 11, classes="tf-soft", anchor=END, dx=-6))
    for index, size in enumerate(block_k):
        x = _LEFT + (FULL - _LEFT) * (2 * index + 1) // (2 * len(block_k))
        shapes.append(label(grouped(size), x, _TOP - 5, classes="tf-soft", anchor=MIDDLE))
    return shapes


def _cells(
    verdicts: Sequence[str | None], rows: int, columns: int, height: int, by_rows: int, by_columns: int
) -> str:
    """The cells as one path for each verdict, ten units to a cell, stretched to the figure's width."""
    paths: dict[str | None, list[str]] = {verdict: [] for verdict in _BANDS}
    for row in range(rows):
        column = 0
        for verdict, run in groupby(verdicts[row * columns : (row + 1) * columns]):
            length = len(list(run))
            if verdict in _BANDS:
                top, high = _BANDS[verdict]
                paths[verdict].append(f"M{column * 10} {row * 10 + top}h{length * 10}v{high}h-{length * 10}z")
            column += length
    drawn = "".join(
        f'<path class="tf-why tf-by-{verdict or "none"}" d="{"".join(path)}"/>' for verdict, path in paths.items() if path
    )
    across = "".join(f"M{column * 10} 0v{rows * 10}" for column in range(1, columns))
    groups = "".join(f"M{column * 10} 0v{rows * 10}" for column in range(by_columns, columns, by_columns))
    groups += "".join(f"M0 {row * 10 - 0.5}h{columns * 10}" for row in range(by_rows, rows, by_rows))
    return (
        f'<svg x="{percent(_LEFT)}" y="{_TOP}" width="{percent(FULL - _LEFT)}" height="{height}"'
        f' style="width:{percent(FULL - _LEFT)};height:{height}px"'
        f' viewBox="0 0 {columns * 10} {rows * 10}" preserveAspectRatio="none">{drawn}'
        f'<path class="tf-between" d="{across}"/><path class="tf-groups" d="{groups}"/></svg>'
    )


def _keys(verdicts: Sequence[str | None], y: int, lang: str) -> tuple[list[str], int]:
    """One sample cell with its count for each verdict that occurs, three to a line."""
    counts = Counter(verdicts)
    shapes = []
    present = [verdict for verdict in (None, *RULES) if counts[verdict]]
    for index, verdict in enumerate(present):
        line, column = divmod(index, 3)
        x, top = column * FULL // 3, y + line * (LINE + 4) + 2
        first, high = _BANDS[verdict]
        count = grouped(counts[verdict])
        text = (
            _say(texts.RULE_KEY, lang, rule=verdict, count=count) if verdict else _say(texts.FEASIBLE_KEY, lang, count=count)
        )
        shapes.append(
            f'<svg x="{percent(x)}" y="{top}" width="12" height="12" style="width:12px;height:12px"'
            f' viewBox="0 0 10 10"><rect class="tf-key" width="10" height="10"/>'
            f'<rect class="tf-why tf-by-{verdict or "none"}" y="{first}" width="10" height="{high}"/></svg>'
        )
        shapes.append(label(text, x, top + 11, dx=17))
    return shapes, y + -(-len(present) // 3) * (LINE + 4) + 2


def _says(
    result: Mapping[str, Any], verdicts: Sequence[str | None], block_m: Sequence[int], lang: str
) -> list[str]:
    stopped = {rule.lower(): result["stopped"][rule] for rule in RULES}
    said = [
        _say(texts.SAY_COUNTS, lang, candidates=result["candidates"], feasible=result["feasible"], **stopped)
    ]
    each = len(verdicts) // len(block_m)
    for index, size in enumerate(block_m):
        feasible = verdicts[index * each : (index + 1) * each].count(None)
        said.append(_say(texts.SAY_ROW, lang, m=size, feasible=feasible, count=each))
    return said
