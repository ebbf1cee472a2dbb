"""Swizzle: which 16-byte chunk stands where in shared memory, beside the same rows without swizzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from math import prod
from typing import Any, NamedTuple

from tilesite.pages.figures import texts
from tilesite.pages.figures.descriptor import tensor_of
from tilesite.pages.figures.svg import END, LINE, Figure, label, line, percent, rect, wrapped
from tilesite.pages.figures.texts import say

CHUNK = 16
LINE_BYTES = 128
"""What the 32 banks hold side by side, 4 bytes each."""

_CHUNKS_OF_LINE = LINE_BYTES // CHUNK
_MOST_ROWS = 8
_LEFT, _WIDTH, _APART = 1200, 4200, 400
_TOP, _CELL = 18, 18


class Pattern(NamedTuple):
    """A swizzle mode: the chunks of line L move by ``atom * (L % period)``, by exclusive or.

    So cuda.h describes the modes (16-, 32- or 64-byte chunks within a span), and the CUDA guide's table of index
    relations says the same of the first three. ``flips``: every other line swaps the halves of each chunk.
    """

    atom: int
    period: int
    flips: bool = False


PATTERNS = {
    1: Pattern(1, 2),
    2: Pattern(1, 4),
    3: Pattern(1, 8),
    4: Pattern(2, 4),
    5: Pattern(2, 4, flips=True),
    6: Pattern(4, 2),
}
"""By CUtensorMapSwizzle."""

Cells = Mapping[tuple[int, int], tuple[int, int]]


def placed(rows: int, chunks: int, pitch: int, pattern: Pattern | None) -> Cells:
    """Where each chunk of each row stands: (line, place in it) to (row, chunk). Rows begin ``pitch`` bytes apart."""
    cells = {}
    for row in range(rows):
        for chunk in range(chunks):
            number, place = divmod((row * pitch + chunk * CHUNK) // CHUNK, _CHUNKS_OF_LINE)
            moved = place ^ (pattern.atom * (number % pattern.period)) if pattern else place
            cells[number, moved] = (row, chunk)
    return cells


def conflict(cells: Cells) -> int:
    """How many rows meet on the same banks when chunk 0 of every row is read at once; 1 is no conflict."""
    return max(Counter(place for (_, place), (_, chunk) in cells.items() if chunk == 0).values())


def swizzle(result: Mapping[str, Any], lang: str) -> Figure | None:
    """The figure of a descriptor's swizzle; None without one, or where the box has no row that it could take."""
    tensor = tensor_of(result)
    if tensor is None or not tensor.span:
        return None
    size, span = tensor.box_row_bytes, tensor.span
    rows = min(prod(tensor.box[1:]), _MOST_ROWS)
    if size % CHUNK or not 0 < size <= span or rows < 2:
        return None
    pattern, name = PATTERNS[tensor.swizzle], tensor.swizzle_name
    swizzled = placed(rows, size // CHUNK, span, pattern)
    plain = placed(rows, size // CHUNK, size, None)
    shapes, bottom = _grid(swizzled, _LEFT, say(texts.WITH, lang), lang)
    others, other_bottom = _grid(plain, _LEFT + _WIDTH + _APART, say(texts.WITHOUT, lang), lang)
    shapes += [*others, *_row_names(swizzled, lang)]
    y = max(bottom, other_bottom)
    parts = [say(texts.SWIZZLE_KEY, lang), say(texts.SWIZZLE_READ, lang)]
    parts += [say(texts.SWIZZLE_FLIP, lang)] if pattern.flips else []
    parts += [say(texts.SWIZZLE_PACKED, lang, size=size)] if size < span else []
    for text in wrapped(parts, say(texts.JOINT, lang)):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    caption = say(texts.SWIZZLE_CAPTION, lang, mode=name, rows=rows, size=size)
    says = " ".join([caption, *_say_lines(swizzled, lang), _say_conflicts(rows, swizzled, plain, lang)])
    return Figure("swizzle", say(texts.SWIZZLE, lang), caption, says, y + 4, tuple(shapes))


def _grid(cells: Cells, left: int, head: str, lang: str) -> tuple[list[str], int]:
    """One grid of 128-byte lines, the banks below it, and what reading chunk 0 costs."""
    shapes = [label(head, left, 12, classes="tf-name")]
    lines = 1 + max(number for number, _ in cells)
    shapes += [rect("tf-track", left, _TOP + number * _CELL, _WIDTH, _CELL - 1) for number in range(lines)]
    outlines = []
    for number, line_cells in groupby(sorted(cells.items()), key=lambda cell: cell[0][0]):
        y = _TOP + number * _CELL
        middles, digits = [], ""
        for (_, place), (_, chunk) in line_cells:
            x, end = _edge(left, place), _edge(left, place + 1)
            shapes.append(rect(f"tf-cell tf-c{chunk}", x, y, end - x, _CELL))
            outlines += [rect("tf-outline", x, y, end - x, _CELL)] if chunk == 0 else []
            middles.append(percent((x + end) // 2))
            digits += str(chunk)
        # One text for the line: each of its digits has a place of its own.
        shapes.append(f'<text text-anchor="middle" x="{" ".join(middles)}" y="{y + 13}">{digits}</text>')
    y = _TOP + lines * _CELL
    shapes += outlines
    for place in range(_CHUNKS_OF_LINE + 1):
        shapes.append(line("tf-tick", _edge(left, place), y, _edge(left, place), y + 4))
    shapes.append(label(say(texts.BANK_0, lang), left, y + 15, classes="tf-soft"))
    shapes.append(label("31", left + _WIDTH, y + 15, classes="tf-soft", anchor=END))
    ways = conflict(cells)
    shapes.append(label(_ways(ways, lang), left, y + 15 + LINE, classes="tf-strong"))
    return shapes, y + 22 + LINE


def _edge(left: int, place: int) -> int:
    return left + _WIDTH * place // _CHUNKS_OF_LINE


def _row_names(cells: Cells, lang: str) -> list[str]:
    shapes = [label(say(texts.ROW_HEAD, lang), 0, 12, classes="tf-soft")]
    lines: dict[int, list[int]] = {}
    for (number, _), (row, _) in cells.items():
        lines.setdefault(number, []).append(row)
    for number, rows in lines.items():
        first, last = min(rows), max(rows)
        text = str(first) if first == last else f"{first}–{last}"
        shapes.append(label(text, 0, _TOP + number * _CELL + 13, classes="tf-soft"))
    return shapes


def _ways(ways: int, lang: str) -> str:
    return say(texts.NO_CONFLICT, lang) if ways == 1 else say(texts.CONFLICT, lang, ways=ways)


def _say_lines(cells: Cells, lang: str) -> list[str]:
    """Each line of shared memory in words: the rows in it, in place, and the order of their chunks."""
    said = []
    for number, line_cells in groupby(sorted(cells.items()), key=lambda cell: cell[0][0]):
        rows = [
            say(texts.SAY_ROW_CHUNKS, lang, row=row, chunks=" ".join(str(chunk) for _, (_, chunk) in row_cells))
            for row, row_cells in groupby(line_cells, key=lambda cell: cell[1][0])
        ]
        said.append(say(texts.SAY_LINE, lang, number=number, rows=say(texts.LIST_COMMA, lang).join(rows)))
    return said


def _say_conflicts(rows: int, swizzled: Cells, plain: Cells, lang: str) -> str:
    return say(
        texts.SAY_CONFLICTS,
        lang,
        rows=rows,
        with_swizzle=_ways(conflict(swizzled), lang),
        without=_ways(conflict(plain), lang),
    )
