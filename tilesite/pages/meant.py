"""The fences that a reader of the source sees: what an author meant, and the renderer may not make.

CommonMark, which GitHub and editors follow, says most of it. It takes a fence that stands tight under a line of
text in an admonition for more of that text, and leaves raw HTML alone; the renderer does neither, so lines that look
like the start of a fence count too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from markdown_it import MarkdownIt

from tilesite.pages.fences import Fence, info_of

_LINE = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)]|:)[ \t]+)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")


class MeantFence(NamedTuple):
    """A fence that somebody could see: line and column (from 1), info string and where that starts.

    ``lists`` is how many list items it stands in.
    """

    line: int
    column: int
    info: str
    info_at: int
    lists: int


def meant_fences(text: str, rendered: Sequence[Fence]) -> tuple[MeantFence, ...]:
    """The fences that a reader sees. ``rendered`` are those of the renderer: what is inside them is only text."""
    if "```" not in text and "~~~" not in text:
        return ()
    lines = text.split("\n")
    inside = {number for fence in rendered for number in range(fence.line + 1, fence.end + 1)}
    found: dict[int, MeantFence] = {}
    lists = 0
    reader = MarkdownIt("commonmark").disable("code")
    reader.core.ruler.enableOnly(["normalize", "block"])
    for token in reader.parse(text):
        if token.type in ("list_item_open", "list_item_close"):
            lists += token.nesting
        elif token.type == "fence" and token.map:
            start, end = token.map
            found[start + 1] = _fence(start + 1, lines[start], lines[start].find(token.markup), lists)
            inside.update(range(start + 2, end + 1))
    for number, line in enumerate(lines, 1):
        match = _LINE.match(line) if number not in found and number not in inside else None
        if match:
            found[number] = _fence(number, line, match.start("fence"), 0)
    return tuple(found[number] for number in sorted(found))


def _fence(number: int, line: str, column: int, lists: int) -> MeantFence:
    info, info_at = info_of(line, column)
    return MeantFence(number, column + 1, info, info_at, lists)
