"""A page: text in, its answered blocks and all its problems out. Files, logs and sites are the callers' affair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilesite.pages.blocks import Answer, answer_block
from tilesite.pages.fences import (
    PLACING_EXTENSIONS,
    Fence,
    MeantFence,
    meant_fences,
    placed_fences,
    rendered_fences,
)
from tilesite.pages.header import Header, read_header
from tilesite.pages.problems import UNREADABLE, Place, Problem
from tilesite.pages.source import without_front_matter

_RIGHT = "tile"
_NO_FENCE = (
    "block: expected a fence that the page's renderer makes a block of (on lines of its own, indented like the "
    "text around it by 0 or 4 columns, and closed by the same fence), got {got}. Example: ```yaml tile"
)


class Page(NamedTuple):
    """A verified page: the answers of its blocks in the order of the source, and all problems in that order."""

    path: str
    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...]


def verify_page(text: str, path: str, lang: str = "en", extensions: Sequence[str] = PLACING_EXTENSIONS) -> Page:
    """Finds, reads and runs every block of a page. ``path`` is what the problems call it.

    ``extensions`` are the Markdown extensions that decide whether an indented fence is a block.
    """
    text = without_front_matter(text)
    fences = rendered_fences(text)
    placed = _placed(text, fences, extensions)
    headers = [(fence, read_header(fence.info)) for index, fence in enumerate(fences) if index in placed]
    answers = tuple(
        answer_block(header, fence, Place(path, fence.line, fence.column), lang)
        for fence, header in headers
        if header is not None
    )
    lines = {fence.line for fence in fences}
    problems = [problem for answer in answers for problem in answer.problems]
    problems += _repeated_ids(answers)
    problems += _not_rendered(
        text, [fence for fence in meant_fences(text) if fence.line not in lines], path, extensions
    )
    return Page(path, answers, tuple(sorted(problems, key=lambda problem: problem.place)))


def _placed(text: str, fences: Sequence[Fence], extensions: Sequence[str]) -> frozenset[int]:
    # Only indented code and HTML comments take a found fence away again, so that most pages need no conversion.
    if any(fence.indent >= 4 for fence in fences) or (fences and "<!--" in text):
        return placed_fences(text, extensions)
    return frozenset(range(len(fences)))


def _repeated_ids(answers: Sequence[Answer]) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for answer in answers:
        name = answer.block.options.id
        if name is None:
            continue
        if name in first:
            message = (
                f"option id: expected an id that no other block of the page has, got {name} again "
                f'(first in line {first[name].line}). Example: id="{name}-2"'
            )
            yield Problem(answer.block.place, UNREADABLE, "repeated-id", message)
        first.setdefault(name, answer.block.place)


def _not_rendered(text: str, missed: Sequence[MeantFence], path: str, extensions: Sequence[str]) -> Iterator[Problem]:
    for fence in missed:
        header = read_header(fence.info)
        if header is None or _is_shown_as_text(text, fence, extensions):
            continue
        yield from _header_problems(header, fence, path)


def _header_problems(header: Header, fence: MeantFence, path: str) -> Iterator[Problem]:
    if not header.faults:
        yield Problem(
            Place(path, fence.line, fence.column), UNREADABLE, "not-rendered", _NO_FENCE.format(got=header.kind)
        )
    for offset, code, message in header.faults:
        yield Problem(Place(path, fence.line, fence.column + fence.info_at + offset), UNREADABLE, code, message)


def _is_shown_as_text(text: str, fence: MeantFence, extensions: Sequence[str]) -> bool:
    """Whether even a right fence at this place would only be shown (in indented code) or hidden (in a comment)."""
    lines = text.split("\n")
    opening = lines[fence.line - 1][: fence.column - 1 + fence.info_at].rstrip()
    lines[fence.line - 1] = opening + _RIGHT
    probe = "\n".join(lines)
    found = [index for index, each in enumerate(rendered_fences(probe)) if each.line == fence.line]
    return bool(found) and found[0] not in placed_fences(probe, extensions)
