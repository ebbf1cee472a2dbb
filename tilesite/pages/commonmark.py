"""What a CommonMark reader sees of a page, GitHub and editors among them: where fences and recorded outputs start."""

from __future__ import annotations

from typing import NamedTuple

_FENCE, _HTML, _COMMENT = "fence", "html_block", "comment"


class Seen(NamedTuple):
    """Lines (from 1) as CommonMark reads them.

    ``fences`` are those on which a fence opens, ``comments`` those on which a comment begins, ``commented`` all lines
    of comments. ``indented`` are the lines on which a fence would open if four spaces made no code, as in the
    containers that CommonMark does not know; ``commented`` is read in the same way.
    """

    fences: frozenset[int]
    comments: frozenset[int]
    commented: frozenset[int]
    indented: frozenset[int]


def commonmark_sees(text: str) -> Seen:
    """Reads a page twice: as CommonMark does, and once more without indented code."""
    usual, bare = _starts(text, indented_code=True), _starts(text, indented_code=False)
    return Seen(
        frozenset(line for kind, line, _ in usual if kind == _FENCE),
        frozenset(line for kind, line, _ in usual if kind == _COMMENT),
        frozenset(number for kind, line, end in bare if kind == _COMMENT for number in range(line, end + 1)),
        frozenset(line for kind, line, _ in bare if kind == _FENCE),
    )


def _starts(text: str, *, indented_code: bool) -> list[tuple[str, int, int]]:
    """The fences and the comments of a page, each with its first and its last line."""
    from markdown_it import MarkdownIt  # few pages need it, and it takes a while to import

    reader = MarkdownIt("commonmark")
    if not indented_code:
        reader = reader.disable("code")
    reader.core.ruler.enableOnly(["normalize", "block"])
    return [
        (_COMMENT if token.type == _HTML else _FENCE, token.map[0] + 1, token.map[1])
        for token in reader.parse(text)
        if token.map and (token.type == _FENCE or (token.type == _HTML and token.content.lstrip().startswith("<!--")))
    ]
