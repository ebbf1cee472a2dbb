"""Fences that are not verified though they look like it: each says why, where a site asks for that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tilesite.errors import quoted
from tilesite.pages.fence import Fence
from tilesite.pages.kinds import KINDS
from tilesite.pages.meant import MeantFence
from tilesite.pages.problems import UNREADABLE, Place, Problem

_KEY = re.compile(r"""[ \t]*(?:["'])?([a-z][a-z0-9_]*)(?:["'])?[ \t]*:""")
_PYTHON = r"python3? (?:-m tilesite\.(?:tile|tma)|\S*(?:tile_decision|tma_descriptor)\.pyz?)"
_PROGRAM = re.compile(rf"^[ \t]*(?:\$[ \t]+)?(?:tile-decision|tma-descriptor|{_PYTHON})\b", re.MULTILINE)
_OPTION = re.compile(r"(?:^|\s)unverified(?=\s|=|$)")
_REASON = re.compile(r"""(?:^|\s)unverified=("|')(?=[^"']*[^"'\s])[^"']*\1(?=\s|$)""")
_EXAMPLE = 'unverified="why it is not verified"'
_FEWEST_KEYS = 2
_SHOWING = ("markdown", "md")  # languages that show how a page is written
_KEYS = {kind.name: frozenset(field.name for field in kind.fields) for kind in KINDS.values()}


def unverified_fences(
    fences: Sequence[Fence], meant: Sequence[MeantFence], path: str, *, require_all: bool
) -> Iterator[Problem]:
    """A problem for each reason that is none and, with ``require_all``, for each fence that lacks one.

    ``meant`` are the fences that CommonMark sees: one whose option is misspelt is no fence to the renderer.
    """
    rendered = {fence.line for fence in fences}
    plain = [fence for fence in fences if fence.kind is None]
    lines = [(fence.line, fence.column, fence.info) for fence in plain]
    lines += [(fence.line, fence.column, fence.info) for fence in meant if fence.line not in rendered]
    for line, column, info in lines:
        if _OPTION.search(info) and not _REASON.search(info):
            message = f"option unverified: expected a reason, got {quoted(info)}. Example: {_EXAMPLE}"
            yield Problem(Place(path, line, column), UNREADABLE, "no-reason", message)
    for fence in plain if require_all else ():
        is_shown = _OPTION.search(fence.info) or fence.info.split(" ")[0] in _SHOWING
        meant_as = None if is_shown else looks_like(fence.body)
        if meant_as:
            message = f"fence: expected a verified block or {_EXAMPLE}, got plain text. Example: ```{meant_as}"
            yield Problem(Place(path, fence.line, fence.column), UNREADABLE, "unverified", message)


def looks_like(body: str) -> str | None:
    """How a block opens that the body of a plain fence could be, None when it looks like none."""
    if _PROGRAM.search(body):
        return "console verified"
    keys = {match[1] for line in body.replace("{", "\n").replace(",", "\n").split("\n") if (match := _KEY.match(line))}
    counts = {name: len(keys & known) for name, known in _KEYS.items()}
    best = max(counts, key=lambda name: counts[name])
    return f"yaml {best}" if counts[best] >= _FEWEST_KEYS and 2 * counts[best] > len(keys) else None
