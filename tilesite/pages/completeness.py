"""Whether all that was verified is in the built page, as often as in the source, and nothing else claims to be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

from tilesite.pages.page import Page
from tilesite.pages.placing import without_comments
from tilesite.pages.problems import DIFFERENCE, Place, Problem
from tilesite.pages.render import recorded_mark

_SECTION = re.compile(r"<section\b[^<>]*\bdata-tilesite=[\"']?([^\"'\s<>]+)[^<>]*>")
_VALUE = re.compile(r"<span\b[^<>]*\bdata-tilesite-value=[\"']?([^\"'\s<>]+)[^<>]*>([^<]*)<")


def built_marks(html: str) -> Counter[str]:
    """How often each mark stands in finished HTML, comments left out. Values are marked by name and text."""
    html = without_comments(html)
    return Counter(_SECTION.findall(html)) + Counter(f"{name}={unescape(text)}" for name, text in _VALUE.findall(html))


def compare_with_built(page: Page, html: str) -> Iterator[Problem]:
    """A problem for each thing that the built page lacks or has too often, and for each that it has beyond those."""
    built = built_marks(html)
    wanted = list(_wanted(page))
    counts = Counter(mark for mark, _, _ in wanted)
    for mark, place, what in wanted:
        if built[mark] != counts[mark]:
            yield _difference(place, "not-built", what, counts[mark], built[mark])
    for mark in sorted(built.keys() - counts.keys()):
        yield _difference(Place(page.path, 1), "not-in-source", f"block {mark}", 0, built[mark])


def _wanted(page: Page) -> Iterator[tuple[str, Place, str]]:
    for answer in page.answers:
        yield answer.block.mark, answer.block.place, f"{answer.block.kind} block"
    for each in page.recorded:
        yield recorded_mark(each.answer), each.place, f"recorded output of {each.region.id}"
    for value in page.values:
        yield f"{value.name}={value.text}", value.place, f"value {value.name}"


def _difference(place: Place, code: str, what: str, wanted: int, got: int) -> Problem:
    message = (
        f"{what}: expected {wanted} of it in the built page, got {got}. "
        "Example: hooks: [hooks/tilesite_hook.py] in mkdocs.yml, and a build after the last change"
    )
    return Problem(place, DIFFERENCE, code, message)
