"""What was meant as a block and is none: fences that only CommonMark sees, and lines that open nothing of ours."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from tilesite.pages.commonmark import commonmark_sees
from tilesite.pages.fence import Fence
from tilesite.pages.fences import rendered_fences
from tilesite.pages.header import Header, read_header
from tilesite.pages.meant import MeantFence
from tilesite.pages.nesting import Nesting
from tilesite.pages.placing import place
from tilesite.pages.problems import UNREADABLE, WARNING, Place, Problem

_RIGHT = "tile"
_INDENT = 4
_PREFIX = " \t>"
_SHORTEST = 3
_MOST_PROBED = 20
_CONTAINER = re.compile(r"(?:!!!|\?\?\?\+?|===[!+]*)[ \t]|\[\^[^\]]+\]:|:[ \t]+\S")
_TITLED = re.compile(r"(?:!!!|\?\?\?\+?|===[!+]*)[ \t]+\S")
_TITLED_NAMES = {"!": "note (!!!)", "?": "note (???)", "=": "tab (===)"}
_MOST_ABOVE = 200
_NO_FENCE = (
    "block: expected a fence that the page's renderer makes a block of (on lines of its own, indented like the "
    "text around it by 0 or 4 columns, and closed by the same fence), got {got}. Example: ```yaml tile"
)


def missed_blocks(
    text: str, fences: Sequence[Fence], meant: Sequence[MeantFence], path: str, nesting: Nesting
) -> Iterator[Problem]:
    """A problem for each fence that was clearly meant as a block but is not rendered as one."""
    found = [(header, fence) for fence in _not_ours(fences, meant) if (header := read_header(fence.info)) is not None]
    if not found:
        return
    written = _written_in_containers(text)
    for probed, (header, fence) in enumerate(found):
        # Each probe converts the page, so in a page full of mistakes only the first few are given the benefit.
        is_seen = probed >= _MOST_PROBED or not _is_shown_as_text(text, fence, nesting)
        if is_seen or fence.line in written:
            yield from _header_problems(header, fence, path)


def displaced_blocks(text: str, fences: Sequence[Fence], placed: Collection[int], path: str) -> Iterator[Problem]:
    """A problem for each of these blocks that the renderer makes indented code, though it is written as a block.

    ``placed`` are the indexes of those that stay blocks. A container that the renderer does not take for one (a list
    tight under a paragraph, a footnote in a list, an admonition that is indented by two) leaves its content as code;
    so does a line of indented code right above a fence.
    """
    displaced = [fence for index, fence in enumerate(fences) if index not in placed]
    if not displaced:
        return
    lines = text.split("\n")
    seen, written = commonmark_sees(text), _written_in_containers(text)
    for fence in displaced:
        is_code = any(_columns(part) >= _INDENT for part in _levels(lines[fence.line - 1][: fence.column - 1]))
        is_plain = not is_code and fence.line not in seen.commented
        if is_plain or fence.line in seen.fences or fence.line in written:
            got = _NO_FENCE.format(got=f"{fence.kind} in indented code or raw HTML")
            yield Problem(Place(path, fence.line, fence.column), UNREADABLE, "not-rendered", got)


def _written_in_containers(text: str) -> frozenset[int]:
    """The lines on which a fence stands in the content of a container as its author wrote it, and in no comment."""
    lines = text.split("\n")
    if not any(_CONTAINER.match(line.lstrip(_PREFIX)) for line in lines):
        return frozenset()
    indented = commonmark_sees(text).indented
    around: list[tuple[int, bool]] = []  # the lines around this one: their columns, and whether they open a container
    written = set()
    for number, line in enumerate(lines, 1):
        stripped = line.lstrip(_PREFIX)
        if not stripped:
            continue
        indent = _columns(line[: len(line) - len(stripped)].replace(">", " "))
        while around and around[-1][0] >= indent:
            around.pop()
        if number in indented and around and around[-1][1] and indent - around[-1][0] <= _INDENT:
            written.add(number)
        around.append((indent, bool(_CONTAINER.match(stripped))))
    return frozenset(written)


def _levels(prefix: str) -> list[str]:
    """The blanks of a prefix before, between and behind its quotation marks, each without the blank of its mark."""
    first, *quoted = prefix.split(">")
    return [first, *(each.removeprefix(" ") for each in quoted)]


def _odd_indent(prefix: str) -> int:
    """The columns of an indentation that are no whole number of levels, 0 when they are."""
    levels = _levels(prefix)
    return next((odd for part in (levels[0], levels[-1]) if (odd := _columns(part)) % _INDENT), 0)


def _columns(blanks: str) -> int:
    return len(blanks.expandtabs(_INDENT))


def _not_ours(fences: Sequence[Fence], meant: Sequence[MeantFence]) -> list[MeantFence]:
    """The fences that are no blocks: those the renderer makes plain, and those that only CommonMark sees."""
    ours = {fence.line for fence in fences if fence.kind}
    found = {fence.line: MeantFence(fence.line, fence.column, fence.info, fence.info_at, 0) for fence in fences}
    found.update((fence.line, fence) for fence in meant)
    return [found[line] for line in sorted(found) if line not in ours]


def broken_lists(
    lines: Sequence[str], fences: Sequence[Fence], meant: Sequence[MeantFence], path: str
) -> Iterator[Problem]:
    """A warning for each block that an author wrote into a list item and the renderer puts behind the list.

    Or into an admonition or a tab, likewise.
    """
    lists_at = {fence.line: fence.lists for fence in meant}
    for fence in fences:
        indent = _odd_indent(lines[fence.line - 1][: fence.column - 1])
        if not fence.kind or not indent:
            continue
        name = "list item" if lists_at.get(fence.line) else _shallow_in(lines, fence.line)
        if name:
            message = (
                f"block: expected {_INDENT} columns of indentation in a {name}, got {indent}; "
                f"the block stands behind the {name.split(maxsplit=1)[0]}. Example: 4 spaces before each of its lines"
            )
            yield Problem(Place(path, fence.line, fence.column), WARNING, "breaks-list", message)


def _shallow_in(lines: Sequence[str], number: int) -> str | None:
    """What opens above this line, less than a level to its left, when its author took the line for its content."""
    line = lines[number - 1]
    indent = _columns(line[: len(line) - len(line.lstrip())])
    for above in reversed(lines[max(0, number - _MOST_ABOVE) : number - 1]):
        stripped = above.lstrip()
        left = _columns(above[: len(above) - len(stripped)])
        if stripped and left < indent:
            opened = _TITLED.match(stripped) if indent - left < _INDENT else None
            return _TITLED_NAMES[opened[0][0]] if opened else None
    return None


def _header_problems(header: Header, fence: MeantFence, path: str) -> Iterator[Problem]:
    if not header.faults:
        yield Problem(
            Place(path, fence.line, fence.column), UNREADABLE, "not-rendered", _NO_FENCE.format(got=header.kind)
        )
    for offset, code, message in header.faults:
        yield Problem(Place(path, fence.line, fence.column + fence.info_at + offset), UNREADABLE, code, message)


def _is_shown_as_text(text: str, fence: MeantFence, nesting: Nesting) -> bool:
    """Whether even a right fence at this place would only be shown (in indented code) or hidden (in a comment)."""
    lines = text.split("\n")
    lines[fence.line - 1] = _right_opening(lines[fence.line - 1], fence)
    probe = "\n".join(lines)
    blocks = [each for each in rendered_fences(probe) if each.kind]
    found = [index for index, each in enumerate(blocks) if each.line == fence.line]
    return bool(found) and found[0] not in place(probe, nesting=nesting).blocks


def _right_opening(line: str, fence: MeantFence) -> str:
    """The line with a right fence in the place of this one."""
    before = line[: len(line) - len(line.lstrip(_PREFIX))]  # to the renderer, blanks of any other kind are text
    markup = line[fence.column - 1 : fence.column - 1 + fence.info_at].rstrip()
    return f"{before}```{_RIGHT}\n{before}```" if len(markup) < _SHORTEST else before + markup + _RIGHT
