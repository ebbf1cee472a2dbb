"""Recorded outputs: the output of a block as readers of the plain Markdown see it, between two comments.

    <!-- tilesite:output fig1 -->

    ```text
    the output
    ```

    <!-- /tilesite -->

A recorded output is compared with the real one. ``...`` alone on a line stands for any number of lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.fields import nearest
from tilesite.pages.bounds import MOST_REGION_FAULTS
from tilesite.pages.fence import Fence
from tilesite.pages.inserts import is_meant
from tilesite.pages.placing import Span
from tilesite.pages.visible import visible

CLOSING = "<!-- /tilesite -->"
EXAMPLE = "<!-- tilesite:output fig1 -->"
ANYTHING = "..."
_TAB = 4

_OPENING = re.compile(
    r"(?P<prefix>[> \t]*)(?P<comment><!--[ \t]*tilesite:output(?:[ \t]+(?P<id>[^ \t>]+))?[ \t]*-->)[ \t]*"
)
_CLOSING = re.compile(r"[> \t]*<!--[ \t]*/tilesite[ \t]*-->[ \t]*")
_MEANT = re.compile(r"<!-+[ \t]*(?:tilesite[ \t]*:|/[ \t]*tilesite\b)(?:.*?-->)?", re.IGNORECASE)
_BLANK = re.compile(r"[> \t]*")
_TEXT = re.compile(r"(?:text|txt|console)?(?:[ \t].*)?")


class Region(NamedTuple):
    """A recorded output: the comment that opens it, the id of its block, its fence, the line that closes it.

    ``fence`` is None when nothing is recorded yet. ``prefix`` is what stands before the comment in its line.
    """

    opening: Span
    id: str
    fence: Fence | None
    closing: int
    prefix: str


class RegionFault(NamedTuple):
    """Comments that make no recorded output, and why; ``span`` is what is wrong."""

    span: Span
    message: str


_EXPECTED = "a text fence between <!-- tilesite:output ID --> and <!-- /tilesite -->, blank lines around it"
LOST = (
    f"recorded output: expected {_EXPECTED}, got one that the page's renderer takes for code or for more of the "
    "lines above it. Example: a blank line above"
)
"""The message about a recorded output of which the renderer makes none."""


class Difference(NamedTuple):
    """The first line of a recorded output that differs: its index in it and the column (from 0), and both texts.

    ``recorded`` is None where the recording ends too early, ``real`` where it goes on too long or, in an excerpt,
    holds a line that the real output does not have there.
    """

    line: int
    column: int
    recorded: str | None
    real: str | None
    is_excerpt: bool = False


def is_opening(line: str) -> bool:
    """Whether a line opens a recorded output."""
    return bool(_OPENING.fullmatch(line))


def is_closing(line: str) -> bool:
    """Whether a line closes a recorded output."""
    return bool(_CLOSING.fullmatch(line))


def find_regions(lines: Sequence[str], fences: Sequence[Fence]) -> tuple[tuple[Region, ...], tuple[RegionFault, ...]]:
    """The recorded outputs of a page, and the faults of comments that make none. Text inside fences is only text."""
    inside = {number for fence in fences for number in range(fence.line, fence.end + 1)}
    by_line = {fence.line: fence for fence in fences}
    regions: list[Region] = []
    faults: list[RegionFault] = []
    number = 1
    while number <= len(lines):
        line = lines[number - 1]
        opening = _OPENING.fullmatch(line) if number not in inside and "tilesite" in line else None
        if opening:
            found = _region(lines, number, opening, by_line)
            if isinstance(found, Region):
                regions.append(found)
                number = found.closing
            else:
                faults.append(found)
        elif number not in inside and "tilesite" in line and _CLOSING.fullmatch(line):
            faults.append(_fault(Span(number, line.index("<"), len(line)), "nothing that it closes", EXAMPLE))
        elif number not in inside and "<!-" in line and (meant := _MEANT.search(line)) and not is_meant(line):
            faults.append(_fault(Span(number, meant.start(), meant.end()), quoted(line.strip()), EXAMPLE))
        number += 1
    return tuple(regions), tuple(faults[:MOST_REGION_FAULTS])


def _region(
    lines: Sequence[str], number: int, opening: re.Match[str], by_line: Mapping[int, Fence]
) -> Region | RegionFault:
    span = Span(number, opening.start("comment"), opening.end("comment"))
    if opening["id"] is None:
        return _fault(span, "no id", EXAMPLE)
    at = _after_blanks(lines, number + 1)
    fence = by_line.get(at)
    if fence:
        at = _after_blanks(lines, fence.end + 1)
    if at > len(lines) or not _CLOSING.fullmatch(lines[at - 1]):
        got = quoted(lines[at - 1].strip()) if at <= len(lines) else "the end of the page"
        return _fault(span, f"{got} in line {at}" if at <= len(lines) else got, CLOSING)
    if fence and (fence.kind or not _TEXT.fullmatch(fence.info)):
        return _fault(Span(fence.line, fence.column - 1, fence.column), quoted("```" + fence.info), "```text")
    prefix = opening["prefix"]
    if not fence and prefix.strip(" ") != prefix.strip():
        return _fault(span, "nothing", "```text")
    return Region(span, opening["id"], fence, at, prefix)


def _fault(span: Span, got: str, example: str) -> RegionFault:
    return RegionFault(span, f"recorded output: expected {_EXPECTED}, got {got}. Example: {example}")


def _after_blanks(lines: Sequence[str], number: int) -> int:
    while number <= len(lines) and _BLANK.fullmatch(lines[number - 1]):
        number += 1
    return number


def unknown_block(name: str, ids: Sequence[str]) -> str:
    """The message about a recorded output of a block that the page does not have."""
    near = nearest(name, ids)
    hint = f" (did you mean {near}?)" if near else ""
    names = ", ".join(ids) if ids else "none has one"
    example = f"<!-- tilesite:output {near or (ids[0] if ids else 'fig1')} -->"
    expected = f"the id of a block of this page: {names}{hint}"
    return f"recorded output: expected {expected}, got {quoted(name)}. Example: {example}"


def as_recorded(output: str) -> str:
    """An output as it is recorded: nothing in it means something to Markdown, and no line ends in blanks."""
    lines = visible(output).expandtabs(_TAB).rstrip("\n").split("\n")
    return "\n".join(line.rstrip(" ") for line in lines)


def first_difference(recorded: str, real: str) -> Difference | None:
    """Where a recording first differs from the real output, None when it matches."""
    wanted, lines = _lines(recorded), _lines(real)
    parts = list(_parts(wanted))
    if len(parts) == 1:
        return _compared(wanted, lines, 0)
    first, last = parts[0], parts[-1]
    head = _compared(first.lines, lines[: len(first.lines)], first.start)
    if head:
        return head
    at = len(first.lines)
    end = len(lines) - len(last.lines)
    for part in parts[1:-1]:
        found, missing = _search(part.lines, lines[at : max(end, at)])
        if missing is not None:
            return Difference(part.start + missing, 0, part.lines[missing], None, is_excerpt=True)
        at += found + len(part.lines)
    if end < at:
        return Difference(last.start, 0, last.lines[0], None, is_excerpt=True)
    return _compared(last.lines, lines[end:], last.start)


class _Part(NamedTuple):
    """The lines between two ``...``, and the index of the first."""

    start: int
    lines: list[str]


def _lines(text: str) -> list[str]:
    return [line.rstrip(" \t") for line in text.rstrip(" \t\n").split("\n")]


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    start = 0
    for index, line in enumerate(lines):
        if line.strip() == ANYTHING:
            yield _Part(start, list(lines[start:index]))
            start = index + 1
    yield _Part(start, list(lines[start:]))


def _compared(wanted: Sequence[str], lines: Sequence[str], start: int) -> Difference | None:
    for index, (one, other) in enumerate(zip(wanted, lines)):
        if one != other:
            column = next(
                (at for at, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other))
            )
            return Difference(start + index, column, one, other)
    if len(wanted) == len(lines):
        return None
    index = min(len(wanted), len(lines))
    recorded = wanted[index] if index < len(wanted) else None
    return Difference(start + index, 0, recorded, lines[index] if index < len(lines) else None)


def _search(part: Sequence[str], lines: Sequence[str]) -> tuple[int, int | None]:
    """Where ``part`` stands in ``lines``, or the index of its first line that cannot be found after those before it."""
    text = "\n" + "\n".join(lines) + "\n"
    at = _find(text, part)
    if at >= 0:
        return text.count("\n", 0, at), None
    low, high = 0, len(part)  # the first `low` lines are found together, the first `high` are not
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _find(text, part[:middle]) >= 0 else (low, middle)
    return 0, low


def _find(text: str, part: Sequence[str]) -> int:
    return text.find("\n" + "".join(f"{line}\n" for line in part))
