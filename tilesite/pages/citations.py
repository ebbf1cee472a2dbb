"""Citations: ``[@plan-box-256]`` in prose cites the fact of that key. The page lists its facts at its end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from heapq import merge
from itertools import islice
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.facts import FACTS
from tilesite.facts.rules import KEY
from tilesite.fields import nearest
from tilesite.pages.bounds import MOST_CITATIONS, TOO_LARGE
from tilesite.pages.near_citations import NO_LINK, find_near, meant_key
from tilesite.pages.placing import Span
from tilesite.pages.problems import UNREADABLE, Place, Problem

CITATION = rf"\[@({KEY})\]{NO_LINK}"
"""What is replaced in prose when it is the key of a fact: the group is the key."""

EXAMPLE = "[@plan-box-256]"
_KEY = re.compile(KEY)
_MAYBE = re.compile(rf"\[@([^\[\]\n]{{0,200}})\]{NO_LINK}")
# What stands before a link's definition: quotations, items of lists, definitions of terms.
_STARTS = re.compile(r"(?:[ \t>]|[-*+:][ \t]|[0-9]{1,9}[.)][ \t])*\Z")
_TARGET = r"""[ \t]*<?\S+>?[ \t]*(?:["'(].*)?\Z"""
_DEFINES = re.compile(f":{_TARGET}")
_OPENS_DEFINITION = re.compile(r":[ \t]*\Z")
_NEXT_LINE = re.compile(rf"[ \t>]*{_TARGET}")
_ADDRESS = re.compile(r"\]\([^()]*\Z|!\[[^\]]*\Z|^[ \t>]*\*?\[(?!\^)[^\]]*\]:.*\Z")
_REACH = 1_000
_A_LINK = "[a name]: https://example.org/"
_LINK_ENDS = re.compile(r"[^\[\]\n]{0,1000}\](?:\(|\[)")


class Citation(NamedTuple):
    """A citation as it stands in a page: where, what is written between ``[@`` and ``]``, the whole text.

    ``in_link``: it stands in a link's text or address, in an image's text or in an abbreviation. ``defines``: it is
    the name of a link that is defined there. ``meant``: the key of the fact that was meant, where this is no citation.
    ``in_title``: it stands in the line that opens a block.
    """

    span: Span
    key: str
    text: str
    in_link: bool = False
    defines: bool = False
    meant: str | None = None
    in_title: bool = False


class ReadCitation(NamedTuple):
    """A citation that the built page must show: its place, the fact's key, and the number of the fact in the page."""

    place: Place
    key: str
    number: int


def find_citations(lines: Sequence[str]) -> tuple[Citation, ...]:
    """Everything in a page that looks like a citation, in order."""
    near = (Citation(each.span, each.key, each.text, meant=each.key) for each in find_near(lines))
    found = merge(_citations(lines), near, key=lambda citation: citation.span)
    return tuple(islice(found, MOST_CITATIONS + 1))


def _citations(lines: Sequence[str]) -> Iterator[Citation]:
    for number, line in enumerate(lines, 1):
        if "[@" not in line:
            continue
        for match in _MAYBE.finditer(line):
            # Nothing looks far back, so that a long line full of citations takes no longer than its length.
            before = line[max(0, match.start() - _REACH) : match.start()]
            if (len(before) - len(before.rstrip("\\"))) % 2:
                continue
            span = Span(number, match.start(), match.end())
            if _defines_a_link(line, match, before, lines[number] if number < len(lines) else ""):
                if meant_key(match[1].strip()):
                    yield Citation(span, match[1], line[match.start() :].rstrip(), defines=True)
                continue
            yield Citation(span, match[1], match[0], _is_in_link(line, match, before))


def _defines_a_link(line: str, match: re.Match[str], before: str, following: str) -> bool:
    if len(before) != match.start() or not _STARTS.match(before):
        return False
    if _DEFINES.match(line, match.end()):
        return True
    return bool(_OPENS_DEFINITION.match(line, match.end()) and _NEXT_LINE.match(following))


def _is_in_link(line: str, match: re.Match[str], before: str) -> bool:
    if _ADDRESS.search(line, max(0, match.start() - _REACH), match.start()):
        return True
    return before.count("[") > before.count("]") and bool(_LINK_ENDS.match(line, match.end()))


def read_citations(
    found: Sequence[Citation], shown: Mapping[int, bool], path: str
) -> tuple[tuple[ReadCitation, ...], tuple[Problem, ...]]:
    """The citations of a page and what is wrong with the rest.

    ``shown`` says of each index whether the citation stands in prose; one that no reader sees is not in it.
    """
    read: list[ReadCitation] = []
    problems: list[Problem] = []
    numbers: dict[str, int] = {}
    for index, citation in enumerate(found):
        place = Place(path, citation.span.line, citation.span.start + 1)
        if index >= MOST_CITATIONS:
            message = f"page: expected at most {MOST_CITATIONS} citations, got more. Example: several pages"
            problems.append(Problem(place, UNREADABLE, TOO_LARGE, message))
        elif index in shown:
            problem = _problem(citation, place, in_prose=shown[index] and not citation.in_link)
            if problem:
                problems.append(problem)
            elif shown[index]:
                number = numbers.setdefault(citation.key, len(numbers) + 1)
                read.append(ReadCitation(place, citation.key, number))
    return tuple(read), tuple(problems)


def _problem(citation: Citation, place: Place, *, in_prose: bool) -> Problem | None:
    key, got = citation.key, quoted(citation.text)
    if in_prose and (citation.meant or citation.defines):
        expected, example = f"[@{citation.meant}]", f"No box is wider {EXAMPLE}."
        if citation.defines:
            expected, example = "no link of that name, which a citation of the fact would lead to", _A_LINK
        message = f"citation: expected {expected}, got {got}. Example: {example}"
        return Problem(place, UNREADABLE, "citation-form", message)
    if not in_prose:
        if citation.meant or not (key in FACTS or (citation.in_title and meant_key(key))):
            return None  # in code it may be anything
        expected = "prose around it (citations are not read in code, raw HTML and links)"
        message = f"citation: expected {expected}, got {got}. Example: No box is wider {EXAMPLE}."
        return Problem(place, UNREADABLE, "citation-in-code", message)
    if not _KEY.fullmatch(key):
        message = f"citation: expected [@key], one key in each, got {got}. Example: {EXAMPLE}"
        return Problem(place, UNREADABLE, "citation-form", message)
    if key not in FACTS:
        near = nearest(key, list(FACTS))
        hint = f" (did you mean {near}?)" if near else ""
        message = f"citation: expected the key of a fact{hint}, got {quoted(key)}. Example: [@{near or 'plan-box-256'}]"
        return Problem(place, UNREADABLE, "unknown-citation", message)
    return None


def front_citations(front: str, path: str) -> Iterator[Problem]:
    """A problem for each citation in a page's front matter, where nothing is read."""
    for citation in find_citations(front.split("\n"))[:MOST_CITATIONS]:
        if citation.meant or meant_key(citation.key):
            place = Place(path, citation.span.line, citation.span.start + 1)
            expected = "it in the text of the page (front matter is not read)"
            got = quoted(citation.text)
            message = f"citation: expected {expected}, got {got}. Example: No box is wider {EXAMPLE}."
            yield Problem(place, UNREADABLE, "citation-in-code", message)


def citation_mark(key: str) -> str:
    """What names a citation in the built page."""
    return f"cite:{key}"


def list_mark(keys: Sequence[str]) -> str:
    """What names the list of a page's sources in the built page."""
    return f"cited:{sha256(' '.join(keys).encode()).hexdigest()[:20]}"


def cited_keys(citations: Sequence[ReadCitation]) -> tuple[str, ...]:
    """The keys that a page cites, by their numbers."""
    return tuple(dict.fromkeys(each.key for each in sorted(citations, key=lambda each: each.number)))
