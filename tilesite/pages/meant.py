"""The fences that a reader of the source sees: what an author meant, and the renderer may not make.

CommonMark, which GitHub and editors follow, says most of it. It takes a fence that stands tight under a line of
text in an admonition for more of that text, and leaves raw HTML alone; the renderer does neither, so lines that look
like the start of a fence count too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tilesite.pages.fence import Fence
from tilesite.pages.fences import info_of

_MARKER = r"(?:[-*+]|[0-9]{1,9}[.)]|:|\[[ xX]\]|\[\^[^\]\s]+\]:)[ \t]+"
# Blanks of any kind, those that nobody sees among them.
_BLANKS = r"(?:[^\S\n]|[>\u00ad\u200b-\u200f\u2060\ufeff])*"
_LINE = re.compile(
    rf"{_BLANKS}(?:{_MARKER})*(?P<fence>(?P<run>`{{3,}})(?!.*(?P=run))|``(?=[^`]*$)|~{{3,}}|~~(?=[^~]*$))"
    r"|[^`\n]*(?P<late>`{3,})(?=[^`]+$)"
)
_ODD = re.compile(rf"{_BLANKS}(?:``|~~)|[^`\n]*```[^`\n]")
_INDENT = 4


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
    """The fences that a reader sees. ``rendered`` are those of the renderer: what is inside them is only text.

    Of a page in which each fence-like line opens or closes a rendered fence, and no block of ours is indented in an
    odd way, nobody sees anything else: it has none that need a second reading.
    """
    if "``" not in text and "~~" not in text:
        return ()
    lines = text.split("\n")
    if _is_plain(lines, rendered):
        return ()
    from markdown_it import MarkdownIt  # most pages are plain, and it takes a while to import

    inside = {
        number: _markup(lines[fence.line - 1], fence.column - 1)
        for fence in rendered
        for number in range(fence.line + 1, fence.end + 1)
    }
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
            if _is_closed(lines[end - 1], token.markup):
                inside.update(dict.fromkeys(range(start + 2, end + 1), token.markup))
    for number, line in enumerate(lines, 1):
        match = _LINE.match(line) if number not in found else None
        at = match.start("late" if match["late"] else "fence") if match else 0
        if match and (number not in inside or _opens_within(line[at:], inside[number])):
            found[number] = _fence(number, line, at, 0)
    return tuple(found[number] for number in sorted(found))


def _is_closed(line: str, markup: str) -> bool:
    # A fence that is never closed swallows all that follows, blocks among it, which its author did not mean.
    return line.strip(" \t>").startswith(markup) and not line.strip(" \t>" + markup[0])


def _markup(line: str, column: int) -> str:
    """The run of backticks or tildes that starts at ``column`` (from 0)."""
    rest = line[column:]
    return rest[: len(rest) - len(rest.lstrip(rest[:1]))]


def _opens_within(rest: str, outer: str) -> bool:
    """Whether a fence opens in another one that cannot hold it: the outer one was meant to end before.

    A sample of a fence stands in a longer fence, or in one of the other character.
    """
    markup = _markup(rest, 0)
    return markup.startswith(outer) and bool(rest[len(markup) :].strip())


def _is_plain(lines: Sequence[str], rendered: Sequence[Fence]) -> bool:
    ends = {number for fence in rendered for number in (fence.line, fence.end)}
    return all(fence.indent % _INDENT == 0 for fence in rendered if fence.kind) and all(
        number in ends for number, line in enumerate(lines, 1) if "```" in line or "~~~" in line or _ODD.match(line)
    )


def _fence(number: int, line: str, column: int, lists: int) -> MeantFence:
    info, info_at = info_of(line, column)
    return MeantFence(number, column + 1, info, info_at, lists)
