"""Whether all that was verified is in the built page, as often as in the source, and nothing else claims to be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from tilesite.pages.blocks import recorded_mark
from tilesite.pages.page import Page
from tilesite.pages.placing import without_hidden
from tilesite.pages.problems import DIFFERENCE, Place, Problem

_SECTION = re.compile(r"<section\b[^<>]*\bdata-tilesite=[\"']?([^\"'\s<>]+)[^<>]*>")
_VALUE = re.compile(r"<span\b[^<>]*\bdata-tilesite-value=[\"']?([^\"'\s<>]+)[^<>]*>([^<]*)<")


def built_marks(html: str) -> Counter[str]:
    """How often each mark stands in finished HTML, comments left out. Values are marked by name and text."""
    html = without_hidden(html)
    return Counter(_SECTION.findall(html)) + Counter(f"{name}={unescape(text)}" for name, text in _VALUE.findall(html))


class Wanted(NamedTuple):
    """One thing that a built page must show: its mark, where it stands in the source, and what it is called."""

    mark: str
    place: Place
    what: str


def wanted_of(page: Page) -> tuple[Wanted, ...]:
    """All that the built page must show."""
    return (
        *(Wanted(each.block.mark, each.block.place, f"{each.block.kind} block") for each in page.answers),
        *(
            Wanted(recorded_mark(each.answer), each.place, f"recorded output of {each.region.id}")
            for each in page.recorded
        ),
        *(Wanted(f"{value.name}={value.text}", value.place, f"value {value.name}") for value in page.values),
    )


def compare_with_built(page: Page, html: str) -> Iterator[Problem]:
    """A problem for each thing that the built page lacks or has too often, and for each that it has beyond those."""
    return differences(page.path, wanted_of(page), html)


def differences(path: str, wanted: Sequence[Wanted], html: str) -> Iterator[Problem]:
    """The same for the page at ``path``, of which only what it must show is kept."""
    built = built_marks(html)
    counts = Counter(each.mark for each in wanted)
    for each in wanted:
        if built[each.mark] != counts[each.mark]:
            yield _difference(each.place, "not-built", each.what, counts[each.mark], built[each.mark])
    for mark in sorted(built.keys() - counts.keys()):
        yield _difference(Place(path, 1), "not-in-source", f"block {mark}", 0, built[mark])


def _difference(place: Place, code: str, what: str, wanted: int, got: int) -> Problem:
    message = (
        f"{what}: expected {wanted} of it in the built page, got {got}. "
        "Example: in mkdocs.yml, hooks/tilesite_hook.py under hooks and pymdownx.superfences under "
        "markdown_extensions, and a build after the last change"
    )
    return Problem(place, DIFFERENCE, code, message)
