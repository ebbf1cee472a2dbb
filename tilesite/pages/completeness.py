"""Whether all that was verified is in the built page, as often as in the source, and nothing else claims to be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from tilesite.pages.blocks import Block, recorded_mark
from tilesite.pages.page import Page
from tilesite.pages.placing import without_comments
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, Place, Problem

_SECTION = re.compile(r"<section\b[^<>]*\bdata-tilesite=[\"']?([^\"'\s<>]+)[^<>]*>")
_VALUE = re.compile(r"<span\b[^<>]*\bdata-tilesite-value=[\"']?([^\"'\s<>]+)[^<>]*>([^<]*)<")
_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9]*)(\s[^<>]*)>")
_ID = re.compile(r"\sid=[\"']?([^\"'\s>]+)")
_OUR_ELEMENT = "data-tilesite="


def built_marks(html: str) -> Counter[str]:
    """How often each mark stands in finished HTML, comments left out. Values are marked by name and text."""
    return _marks(without_comments(html))


def _marks(html: str) -> Counter[str]:
    return Counter(_SECTION.findall(html)) + Counter(f"{name}={unescape(text)}" for name, text in _VALUE.findall(html))


class Wanted(NamedTuple):
    """One thing that a built page must show: its mark, where it stands in the source, and what it is called.

    ``id`` is that of a block which has one, and ``id_place`` where it is written.
    """

    mark: str
    place: Place
    what: str
    id: str | None = None
    id_place: Place | None = None


def wanted_of(page: Page) -> tuple[Wanted, ...]:
    """All that the built page must show."""
    return (
        *(_wanted_block(each.block) for each in page.answers),
        *(
            Wanted(recorded_mark(each.answer), each.place, f"recorded output of {each.region.id}")
            for each in page.recorded
        ),
        *(Wanted(f"{value.name}={value.text}", value.place, f"value {value.name}") for value in page.values),
    )


def _wanted_block(block: Block) -> Wanted:
    return Wanted(block.mark, block.place, f"{block.kind} block", block.options.id, block.id_place)


def compare_with_built(page: Page, html: str) -> Iterator[Problem]:
    """A problem for each thing that the built page lacks or has too often, and for each that it has beyond those."""
    return differences(page.path, wanted_of(page), html)


def differences(path: str, wanted: Sequence[Wanted], html: str) -> Iterator[Problem]:
    """The same for the page at ``path``, of which only what it must show is kept."""
    html = without_comments(html)
    built = _marks(html)
    counts = Counter(each.mark for each in wanted)
    for each in wanted:
        if built[each.mark] != counts[each.mark]:
            yield _difference(each.place, "not-built", each.what, counts[each.mark], built[each.mark])
    for mark in sorted(built.keys() - counts.keys()):
        yield _difference(Place(path, 1), "not-in-source", f"block {mark}", 0, built[mark])
    yield from _taken_ids(wanted, html)


def _taken_ids(wanted: Sequence[Wanted], html: str) -> Iterator[Problem]:
    """A problem for each id of a block that something else of the page has as well: a link would lead to either."""
    ours = {each.id: each.id_place for each in reversed(wanted) if each.id and each.id_place}
    # Each stands once, in its own block, unless something else has it too: then it is looked for tag by tag.
    if not any(count > 1 for name, count in Counter(_ID.findall(html)).items() if name in ours):
        return
    others: dict[str, str] = {}
    for tag, attributes in _TAG.findall(html):
        found = None if _OUR_ELEMENT in attributes else _ID.search(attributes)
        if found:
            others.setdefault(found[1], tag)
    for name, place in sorted(ours.items(), key=lambda each: each[1]):
        if name in others:
            message = (
                f"option id: expected an id that nothing else of the page has, got {name}, "
                f'which a {others[name]} element has too. Example: id="{name}-block"'
            )
            yield Problem(place, UNREADABLE, "taken-id", message)


def _difference(place: Place, code: str, what: str, wanted: int, got: int) -> Problem:
    message = (
        f"{what}: expected {wanted} of it in the built page, got {got}. "
        "Example: in mkdocs.yml, hooks/tilesite_hook.py under hooks and pymdownx.superfences under "
        "markdown_extensions, and a build after the last change"
    )
    return Problem(place, DIFFERENCE, code, message)
