"""A fence as a value, and how its columns are counted. It needs no Markdown: a browser reads blocks with it too."""

from __future__ import annotations

from typing import NamedTuple

_TAB = 4


class Fence(NamedTuple):
    """A fence as SuperFences has it, from ``line`` to ``end`` (counted from 1); ``column`` is that of its backticks.

    ``info`` is the source text after the opening backticks and starts ``info_at`` characters behind them.
    ``indent`` counts the columns before the fence, ``starts`` the characters of the source before each line
    of the body (a tab is one character and up to four columns), ``raw`` those lines as the source has them.
    ``kind`` is that of a block of ours, None for every other fence.
    """

    line: int
    end: int
    column: int
    info: str
    info_at: int
    options: tuple[tuple[str, str], ...]
    body: str
    indent: int
    kind: str | None
    starts: tuple[int, ...] = ()
    raw: tuple[str, ...] = ()


def characters(line: str, columns: int) -> int:
    """How many characters of ``line`` fill its first ``columns`` columns."""
    column = 0
    for index, char in enumerate(line):
        if column >= columns:
            return index
        column += _TAB - column % _TAB if char == "\t" else 1
    return len(line)
