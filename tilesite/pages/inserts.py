"""Inserts: a comment alone in its line that gives way to what tilesite generates.

    <!-- tilesite:reference tile-decision -->

The first word says what is inserted, the rest which one. What a built page shows in its place stands in a section
with a mark, as blocks do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.fields import nearest
from tilesite.pages.fence import Fence
from tilesite.pages.placing import Span
from tilesite.pages.problems import UNREADABLE, Place, Problem

COMMENT = (
    r"(?P<prefix>[> \t]*)(?P<comment><!--[ \t]*tilesite:(?P<word>[a-z]+)"
    r"(?P<name>(?:[ \t]+[^\s<>-][^\s<>]*)*)[ \t]*-->)[ \t]*"
)
"""A line that is an insert when its word is one of INSERTS: what stands before the comment, the comment, its parts."""

_COMMENT = re.compile(COMMENT)
# Another mark than the colon makes an insert only where nothing but a name follows, as no sentence has it.
_MEANT = re.compile(
    r"<!-+[ \t]*tilesite(?:[ \t]*:[ \t]*(?=[a-z]{1,40}\b)"
    r"|(?:[ \t]*[-_./][ \t]*|[ \t]{1,9})(?=[a-z]{1,40}(?:[ \t]{1,9}[a-z0-9-]{1,40})?[ \t]{0,9}-->))"
    r"(?P<word>[a-z]{1,40})",
    re.IGNORECASE,
)
_BLANK = re.compile(r"[> \t]*")
_OTHER_WORDS = ("output",)
_MOST_FAULTS = 100
_LOST = (
    "{word}: expected a comment that the page's renderer sees, got one that it takes for indented code. "
    "Example: 4 spaces before it for each list or admonition that it stands in"
)


class Kind(NamedTuple):
    """What a word inserts: the names that may stand behind it ("" for none), and the HTML of one in a language."""

    names: Callable[[], Sequence[str]]
    html: Callable[[str, str], str]


class Insert(NamedTuple):
    """A comment that stands as an insert does: where, its word, and the name behind it."""

    span: Span
    word: str
    name: str


class InsertFault(NamedTuple):
    """A comment that was meant as an insert and is none, and why."""

    span: Span
    message: str


class Inserted(NamedTuple):
    """An insert that the built page must show."""

    place: Place
    word: str
    name: str

    @property
    def mark(self) -> str:
        """What names it in the built page."""
        return insert_mark(self.word, self.name)


def insert_mark(word: str, name: str) -> str:
    """What names an insert in the built page: ``reference:rules-tma``."""
    return f"{word}:{name.replace(' ', '-')}"


def insert_html(word: str, name: str, lang: str) -> str:
    """The HTML of an insert, a section with its mark. ``name`` is one that ``word`` has."""
    return INSERTS[word].html(name, lang)


def read_insert(line: str) -> tuple[str, str, str] | None:
    """What stands before an insert, its word and its name; None when the line is no insert."""
    match = _COMMENT.fullmatch(line) if "tilesite:" in line else None
    return (
        (match["prefix"], match["word"], " ".join(match["name"].split()))
        if match and match["word"] in INSERTS
        else None
    )


def is_meant(line: str) -> bool:
    """Whether a line holds an insert, or a comment that was plainly meant as one."""
    return any(_near(match["word"]) for match in _MEANT.finditer(line))


def find_inserts(lines: Sequence[str], fences: Sequence[Fence]) -> tuple[tuple[Insert, ...], tuple[InsertFault, ...]]:
    """The inserts of a page, and the comments that only resemble one. Text inside fences is only text."""
    inside = {number for fence in fences for number in range(fence.line, fence.end + 1)}
    inserts: list[Insert] = []
    faults: list[InsertFault] = []
    for number, line in enumerate(lines, 1):
        if "tilesite" not in line.lower() or number in inside:
            continue
        read = read_insert(line)
        if read and _is_alone(lines, number):
            inserts.append(Insert(Span(number, line.index("<"), len(line.rstrip())), read[1], read[2]))
        elif len(faults) < _MOST_FAULTS:
            faults.extend(_faults(line, number))
    return tuple(inserts), tuple(faults)


def check_inserts(
    inserts: Sequence[Insert], shown: Sequence[bool], html_at: Collection[int], path: str
) -> tuple[tuple[Inserted, ...], tuple[Problem, ...]]:
    """The inserts that a built page must show, and a problem for each that has no such name or stands there twice.

    ``shown`` says of each whether it is one in the converted page, and not in a comment or in code; ``html_at`` are
    the lines at which a CommonMark reader sees a comment, where the renderer must not see code.
    """
    found: dict[str, Inserted] = {}
    problems = []
    for insert, is_shown in zip(inserts, shown):
        inserted = Inserted(Place(path, insert.span.line, insert.span.start + 1), insert.word, insert.name)
        names = INSERTS[insert.word].names()
        if not is_shown:
            lost = [_LOST.format(word=insert.word)] if insert.span.line in html_at else []
            problems += [Problem(inserted.place, UNREADABLE, "insert-form", message) for message in lost]
        elif insert.name not in names:
            problems.append(Problem(inserted.place, UNREADABLE, "unknown-insert", _unknown(insert, names)))
        elif inserted.mark in found:
            message = (
                f"{insert.word}: expected {insert.name or 'it'} once in a page, since its anchors are, got it again "
                f"(first in line {found[inserted.mark].place.line}). Example: a link to it"
            )
            problems.append(Problem(inserted.place, UNREADABLE, "repeated-insert", message))
        else:
            found[inserted.mark] = inserted
    return tuple(found.values()), tuple(problems)


def fault_problems(faults: Sequence[InsertFault], shown: Sequence[bool], path: str) -> Iterator[Problem]:
    """The problems of the comments that are no inserts, where the page shows them."""
    for fault, is_shown in zip(faults, shown):
        if is_shown:
            place = Place(path, fault.span.line, fault.span.start + 1)
            yield Problem(place, UNREADABLE, "insert-form", fault.message)


def _is_alone(lines: Sequence[str], number: int) -> bool:
    around = [lines[at] for at in (number - 2, number) if 0 <= at < len(lines)]
    return all(_BLANK.fullmatch(line) for line in around)


def _faults(line: str, number: int) -> Iterator[InsertFault]:
    for match in _MEANT.finditer(line):
        word = _near(match["word"])
        if word:
            example = _example(word)
            message = (
                f"{word}: expected {example} alone in its line, blank lines around it, "
                f"got {quoted(line[match.start() :].strip())}. Example: {example}"
            )
            end = line.find("-->", match.end())
            yield InsertFault(Span(number, match.start(), len(line) if end < 0 else end + 3), message)


@lru_cache(maxsize=64)
def _near(word: str) -> str | None:
    """The word of INSERTS that is spelled or misspelled here; a hostile page may ask a hundred thousand times."""
    near = nearest(word, (*_OTHER_WORDS, *INSERTS))
    return near if near in INSERTS else None


def _unknown(insert: Insert, names: Sequence[str]) -> str:
    near = nearest(insert.name, names)
    hint = f" (did you mean {near}?)" if near else ""
    known = ", ".join(names)
    if not names[0]:
        got = quoted(insert.name)
        return f"{insert.word}: expected nothing behind the word, got {got}. Example: {_example(insert.word)}"
    example = f"<!-- tilesite:{insert.word} {near or names[0]} -->"
    return f"{insert.word}: expected one of {known}{hint}, got {quoted(insert.name)}. Example: {example}"


def _example(word: str) -> str:
    return f"<!-- tilesite:{word} {INSERTS[word].names()[0]}".rstrip() + " -->"


def _reference_names() -> Sequence[str]:
    from tilesite.pages.reference import REFERENCES  # few pages hold any, and all programs are imported for it

    return tuple(REFERENCES)


def _reference_html(name: str, lang: str) -> str:
    from tilesite.pages.reference import reference_html

    return reference_html(name, insert_mark("reference", name), lang)


def _source_names() -> Sequence[str]:
    return ("",)


def _source_html(name: str, lang: str) -> str:
    from tilesite.pages.source_table import source_table

    return source_table(insert_mark("sources", name), lang)


INSERTS: dict[str, Kind] = {
    "reference": Kind(_reference_names, _reference_html),
    "sources": Kind(_source_names, _source_html),
}
"""What a comment may insert, by its word."""
