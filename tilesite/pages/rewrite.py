"""Recorded outputs put back into the bytes of a page: only the lines of those that differ change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tilesite.pages.fence import Fence
from tilesite.pages.prose import Recorded
from tilesite.pages.recorded import as_recorded

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_FENCE = re.compile(r"(`{3,}|~{3,})")


class _Edit(NamedTuple):
    """New lines for those from ``start`` to ``end`` (from 0, the latter not one of them), without their ends."""

    start: int
    end: int
    lines: tuple[str, ...]


def rewritten(data: bytes, recorded: Sequence[Recorded]) -> bytes:
    """The bytes of a page with real outputs where recorded ones differ. Line ends, BOM and indents are kept."""
    wrong = [each for each in recorded if each.differs and each.in_page]
    if not wrong:
        return data
    lines = [match.group() for match in _LINE.finditer(data.decode("utf-8"))]
    # A page that includes a part of itself has its recorded outputs twice.
    edits = {edit for each in wrong for edit in _edits(each, lines)}
    for edit in sorted(edits, reverse=True):
        # The last line of a page may have no end; the one before it has.
        end = _end_of(lines[edit.start]) or _end_of(lines[edit.start - 1])
        lines[edit.start : edit.end] = [line + end for line in edit.lines]
    return "".join(lines).encode("utf-8")


def _edits(recorded: Recorded, lines: Sequence[str]) -> list[_Edit]:
    region = recorded.region
    output = as_recorded(recorded.answer.output or "").split("\n")
    if region.fence is None:
        blank = region.prefix.rstrip()
        marker = _marker("```", output)
        new = (blank, *_prefixed([f"{marker}text", *output, marker], region.prefix), blank)
        return [_Edit(region.opening.line, region.closing - 1, new)]
    fence = region.fence
    opening = lines[fence.line - 1]
    prefix = opening[: fence.column - 1]
    body = _Edit(fence.line, fence.end - 1, _prefixed(output, prefix))
    found = _FENCE.match(opening, fence.column - 1)
    old = found[1] if found else "```"
    marker = _marker(old, output)
    return [body] if marker == old else [body, *_longer(fence, lines, old, marker)]


def _longer(fence: Fence, lines: Sequence[str], old: str, marker: str) -> list[_Edit]:
    """The edits that make a fence longer than any run of its characters in the output."""
    return [
        _Edit(number - 1, number, (_content(lines[number - 1]).replace(old, marker, 1),))
        for number in (fence.line, fence.end)
    ]


def _marker(fence: str, output: Sequence[str]) -> str:
    runs = re.findall(f"{re.escape(fence[0])}+", "\n".join(output))
    longest = max(map(len, runs), default=0)
    return fence if longest < len(fence) else fence[0] * (longest + 1)


def _prefixed(lines: Sequence[str], prefix: str) -> tuple[str, ...]:
    return tuple((prefix + line).rstrip() if not line else prefix + line for line in lines)


def _content(line: str) -> str:
    return line.rstrip("\r\n")


def _end_of(line: str) -> str:
    return line[len(_content(line)) :]
