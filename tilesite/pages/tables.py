"""The comment ``<!-- tilesite:sources -->``, alone on a line: the table of all facts stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilesite.pages.fences import Fence

_COMMENT = re.compile(r"<!--[ \t]*tilesite:sources[ \t]*-->[ \t]*")


def is_table(line: str) -> bool:
    """Whether a line is the comment that the table replaces."""
    return bool(_COMMENT.fullmatch(line))


def find_tables(lines: Sequence[str], fences: Sequence[Fence]) -> tuple[int, ...]:
    """The lines of a page, from 1, at which the table stands; in a fence the comment is only text."""
    inside = {number for fence in fences for number in range(fence.line, fence.end + 1)}
    return tuple(number for number, line in enumerate(lines, 1) if number not in inside and is_table(line))
