"""Whether all that was verified is in the built page, as often as in the source, and nothing else claims to be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from html import unescape
from typing import NamedTuple

from tilesite.pages.blocks import Answer, Block, recorded_mark
from tilesite.pages.citations import citation_mark, cited_keys, list_mark
from tilesite.pages.page import Page
from tilesite.pages.placing import without_hidden
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, Place, Problem
from tilesite.pages.visible import visible

_ATTRIBUTES = r"""((?:[^<>"']|"[^"]*"|'[^']*')*+)"""
_SECTION = re.compile(rf"<section\b{_ATTRIBUTES}>|</section\b")
_VALUE = re.compile(rf"<span\b{_ATTRIBUTES}>([^<]*)<")
_MARK = re.compile(r"""\sdata-tilesite=["']?([^"'\s]+)""")
_NAME = re.compile(r"""\sdata-tilesite-value=["']?([^"'\s]+)""")
_CITED = re.compile(rf"<sup\b{_ATTRIBUTES}>")
_KEY = re.compile(r"""\sdata-tilesite-cite=["']?([^"'\s]+)""")
_OUTPUT = re.compile(r"<samp>([^<]*)</samp>")
_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9]*)(\s[^<>]*)>")
_ID = re.compile(r"\sid=[\"']?([^\"'\s>]+)")
_OUR_ELEMENT = "data-tilesite="


def built_marks(html: str) -> Counter[str]:
    """How often each mark stands in finished HTML, comments left out. Values are marked by name and text."""
    return _marks(without_hidden(html))


def _marks(html: str) -> Counter[str]:
    values = ((_NAME.search(attributes), text) for attributes, text in _VALUE.findall(html))
    named = Counter(f"{name[1]}={unescape(text)}" for name, text in values if name)
    cited = Counter(citation_mark(key[1]) for key in map(_KEY.search, _CITED.findall(html)) if key)
    return Counter(mark for mark, _ in _sections(html)) + named + cited


def _sections(html: str) -> Iterator[tuple[str, str]]:
    """The mark of each section of ours, and its HTML."""
    at = list(_SECTION.finditer(html))
    for section, following in zip(at, (*at[1:], None)):
        mark = _MARK.search(section[1]) if section[1] else None
        if mark:
            yield mark[1], html[section.end() : following.start() if following else len(html)]


def _outputs(html: str) -> dict[str, set[str]]:
    """What each section shows as output, by its mark; texts are kept as their digests."""
    outputs: dict[str, set[str]] = {}
    for mark, section in _sections(html):
        shown = "".join(map(unescape, _OUTPUT.findall(section)))
        outputs.setdefault(mark, set()).add(_digest(shown))
    return outputs


def _digest(text: str) -> str:
    # Where an output is folded does not matter, nor what a program that rewrites HTML does with ends of lines.
    return sha256(text.replace("\n", "").encode("utf-8", "surrogatepass")).hexdigest()[:20]


def has_marks(html: str) -> bool:
    """Whether something of tilesite stands in HTML that is styled by its style sheets."""
    return bool(_SECTION.search(html))


class Wanted(NamedTuple):
    """One thing that a built page must show: its mark, where it stands in the source, and what it is called.

    ``id`` is that of a block which has one, and ``id_place`` where it is written. ``output`` is the digest of the
    output that it shows, None of what shows none.
    """

    mark: str
    place: Place
    what: str
    id: str | None = None
    id_place: Place | None = None
    output: str | None = None


def wanted_of(page: Page) -> tuple[Wanted, ...]:
    """All that the built page must show."""
    recorded = {each.region.id for each in page.recorded}
    return (
        *(
            _wanted_block(each.block, _output(each, is_recorded=each.block.options.id in recorded))
            for each in page.answers
        ),
        *(
            Wanted(
                recorded_mark(each.answer),
                each.place,
                f"recorded output of {each.region.id}",
                output=_digest(_shown(each.answer.output or "")),
            )
            for each in page.recorded
        ),
        *(Wanted(each.mark, each.place, f"{each.word} {each.name}".rstrip()) for each in page.inserts),
        *(Wanted(f"{value.name}={value.text}", value.place, f"value {value.name}") for value in page.values),
        *(Wanted(citation_mark(each.key), each.place, f"citation {each.key}") for each in page.citations),
        *(
            Wanted(list_mark(keys), Place(page.path, 1), "list of sources")
            for keys in [cited_keys(page.citations)]
            if keys
        ),
    )


def _due(wanted: Sequence[Wanted]) -> dict[str, set[str]]:
    """What the sections of each mark show as output: blocks that are written alike may differ in it."""
    due: dict[str, set[str]] = {}
    for each in wanted:
        if each.output is not None:
            due.setdefault(each.mark, set()).add(each.output)
    return due


def _wanted_block(block: Block, output: str) -> Wanted:
    return Wanted(block.mark, block.place, f"{block.kind} block", block.options.id, block.id_place, output)


def _output(answer: Answer, *, is_recorded: bool) -> str:
    texts = [each.text for each in answer.printed]
    if answer.report and "output" in answer.block.options.show:
        texts = [answer.report.text]
    return _digest("" if is_recorded else "".join(map(_shown, texts)))


def _shown(text: str) -> str:
    return visible(text).rstrip("\n")


def compare_with_built(page: Page, html: str, allowed: Collection[str] = ()) -> Iterator[Problem]:
    """A problem for each thing that the built page lacks or has too often, and for each that it has beyond those.

    ``allowed`` are marks that it may have beyond those.
    """
    return differences(page.path, wanted_of(page), html, allowed)


def differences(path: str, wanted: Sequence[Wanted], html: str, allowed: Collection[str] = ()) -> Iterator[Problem]:
    """The same for the page at ``path``, of which only what it must show is kept."""
    html = without_hidden(html)
    built = _marks(html)
    counts = Counter(each.mark for each in wanted)
    for each in wanted:
        if built[each.mark] != counts[each.mark]:
            yield _difference(each.place, "not-built", each.what, counts[each.mark], built[each.mark])
    outputs, due = _outputs(html), _due(wanted)
    for each in wanted:
        if each.output is not None and built[each.mark] == counts[each.mark] and outputs[each.mark] != due[each.mark]:
            message = (
                f"{each.what}: expected the output that it has now in the built page, got another one. "
                "Example: a build after the last change"
            )
            yield Problem(each.place, DIFFERENCE, "stale-output", message)
    for mark in sorted(built.keys() - counts.keys() - set(allowed)):
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
        "Example: in mkdocs.yml, tilesite (or its hook) under plugins and pymdownx.superfences under "
        "markdown_extensions, and a build after the last change"
    )
    return Problem(place, DIFFERENCE, code, message)
