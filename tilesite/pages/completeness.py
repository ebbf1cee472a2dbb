"""Whether each block of the sources is in the built page exactly once, and nothing else claims to be one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tilesite.pages.page import Page
from tilesite.pages.problems import DIFFERENCE, Place, Problem

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_MARK = re.compile(r'<section class="tilesite [^"]*"[^>]* data-tilesite="([^"]+)"')


def built_marks(html: str) -> Counter[str]:
    """How often each block's mark stands in finished HTML, comments left out."""
    return Counter(_MARK.findall(_COMMENT.sub("", html)))


def compare_with_built(page: Page, html: str) -> Iterator[Problem]:
    """A problem for each block that the built page lacks or has too often, and for each block it has beyond those."""
    built = built_marks(html)
    wanted = Counter(answer.block.mark for answer in page.answers)
    for answer in page.answers:
        mark = answer.block.mark
        if built[mark] != wanted[mark]:
            yield _difference(answer.block.place, "not-built", f"{answer.block.kind} block", wanted[mark], built[mark])
    for mark in built.keys() - wanted.keys():
        yield _difference(Place(page.path, 1), "not-in-source", f"block {mark}", 0, built[mark])


def _difference(place: Place, code: str, what: str, wanted: int, got: int) -> Problem:
    message = (
        f"{what}: expected {wanted} of it in the built page, got {got}. "
        "Example: hooks: [hooks/tilesite_hook.py] in mkdocs.yml, and a build after the last change"
    )
    return Problem(place, DIFFERENCE, code, message)
