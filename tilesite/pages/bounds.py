"""How large a page may be. A page past a bound is not read at all, so that none can keep a check busy for hours."""

from __future__ import annotations

import re

from tilesite.pages.problems import UNREADABLE, Place, Problem

LARGEST_PAGE = 4 * 1024 * 1024
"""Characters of a page, with all that it includes."""

MOST_SNIPPETS = 1_000
"""Files that a page includes, each as often as it is included."""

MOST_FENCES = 10_000
MOST_VALUES = 2_000
MOST_CITATIONS = 2_000
MOST_REGION_FAULTS = 100
MOST_OPEN_TAGS = 5_000
DEEPEST_QUOTE = 50
TOO_LARGE = "page-size"

_OPEN_TAG = re.compile(r"<[a-zA-Z/!?][^<>]*(?=<|\Z)")
_DEEP_QUOTE = re.compile(rf"^(?:[ \t]*>){{{DEEPEST_QUOTE + 1}}}", re.MULTILINE)
_FENCE_LINE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)


def over_bounds(text: str, path: str) -> Problem | None:
    """What makes a page too large to be read, None when it is not."""
    if len(text) > LARGEST_PAGE:
        return _too_large(path, 1, f"{LARGEST_PAGE} characters", str(len(text)))
    # Each fence opens and closes.
    for count, match in enumerate(_FENCE_LINE.finditer(text), 1):
        if count > 2 * MOST_FENCES:
            return _too_large(path, text.count("\n", 0, match.start()) + 1, f"{MOST_FENCES} fences", "more")
    deep = _DEEP_QUOTE.search(text)
    if deep:
        return _too_large(path, text.count("\n", 0, deep.start()) + 1, f"{DEEPEST_QUOTE} levels of quotation", "more")
    # HTML parsers read on from each tag that is never closed.
    for count, match in enumerate(_OPEN_TAG.finditer(text), 1):
        if count > MOST_OPEN_TAGS:
            return _too_large(path, text.count("\n", 0, match.start()) + 1, f"{MOST_OPEN_TAGS} open tags", "more")
    return None


def too_deep(path: str) -> Problem:
    """The problem of a page that is nested too deeply to be converted."""
    return _too_large(path, 1, "a few hundred levels of lists and quotations", "more")


def _too_large(path: str, line: int, bound: str, got: str) -> Problem:
    message = f"page: expected at most {bound}, got {got}. Example: several pages"
    return Problem(Place(path, line), UNREADABLE, TOO_LARGE, message)
