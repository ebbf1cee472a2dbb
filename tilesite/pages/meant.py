"""The fences that a CommonMark reader sees: what an author meant, GitHub shows, and the renderer may not make.

What only CommonMark takes for a fence is the error that authors need most, so both readings are compared.
"""

from __future__ import annotations

from typing import NamedTuple

from markdown_it import MarkdownIt

from tilesite.pages.fences import info_of


class MeantFence(NamedTuple):
    """A fence as CommonMark has it: line and column (from 1), info string and where that starts.

    ``lists`` is how many list items it stands in.
    """

    line: int
    column: int
    info: str
    info_at: int
    lists: int


def meant_fences(text: str) -> tuple[MeantFence, ...]:
    """The fences that a CommonMark reader sees, with those inside admonitions and tabs."""
    if "```" not in text and "~~~" not in text:
        return ()
    lines = text.split("\n")
    found, lists = [], 0
    reader = MarkdownIt("commonmark").disable("code")
    reader.core.ruler.enableOnly(["normalize", "block"])
    for token in reader.parse(text):
        if token.type in ("list_item_open", "list_item_close"):
            lists += token.nesting
        elif token.type == "fence" and token.map:
            line = lines[token.map[0]]
            column = line.find(token.markup)
            found.append(MeantFence(token.map[0] + 1, column + 1, *info_of(line, column), lists))
    return tuple(found)
