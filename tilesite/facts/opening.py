"""One place of a source, opened: text in, an outcome out. Reading files and wheels is the callers' affair."""

from __future__ import annotations

import re
from hashlib import sha256

from tilesite.facts.locators import Lines
from tilesite.facts.wording import Folded, find_otherwise, find_part, find_parts, fold, numbers_in, parts_of
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VERIFIED = "verified"
MOVED = "moved"
CHANGED = "changed"
MISSING = "missing"
NOT_HERE = "not openable here"
NOT_CHECKED = "not checked"
FAILING = (MOVED, CHANGED, MISSING)
"""The outcomes that make a citation wrong; NOT_CHECKED is of a place whose source stands here at another version."""

_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_SLACK = 40
_MOST_TRIED = 10_000
_DIGEST = 24
_LONGEST_VIEW = 60


class Wanted(NamedTuple):
    """What must stand at a place: its lines, the text, and the value whose numbers it gives.

    Where ``found`` is None, each piece of the value between commas must stand there. ``digest`` is that of the lines
    when they were last opened, ``at`` how many lines of them stand before the text.
    """

    lines: Lines
    found: str | None
    value: str
    digest: str | None = None
    at: int = 0


class Outcome(NamedTuple):
    """What a place turned out to be. ``now`` is where the text stands instead, ``found`` what stands there instead.

    ``view`` is a unified diff of the cited lines and the right ones, ``digest`` the hash of the cited lines,
    ``at`` how many of them stand before the text.
    """

    kind: str
    now: Lines | None = None
    found: str | None = None
    view: str = ""
    digest: str | None = None
    at: int = 0


def digest_of(lines: Sequence[str]) -> str:
    """The hash of some lines; blanks at their ends do not count."""
    text = "\n".join(line.rstrip() for line in lines)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]


def open_lines(wanted: Wanted, text: Sequence[str]) -> Outcome:
    """The outcome of a place whose file has these lines."""
    first, last = wanted.lines.first, wanted.lines.last
    cited = text[first - 1 : last]
    at = _offset_in(fold(cited), wanted)
    if at is not None and last <= len(text):
        return _judged(wanted, cited, at)
    return _elsewhere(wanted, text) or _otherwise(wanted, text) or Outcome(MISSING)


def moved_to(wanted: Wanted, path: str, text: Sequence[str]) -> Outcome | None:
    """The outcome when the text stands in another file, None when it does not."""
    found = _elsewhere(wanted, text)
    return found._replace(now=Lines(path, found.now.first, found.now.last), view="") if found and found.now else None


def pieces_of(value: str) -> tuple[str, ...]:
    """The pieces of a value that a source without a known wording must hold."""
    return tuple(piece.strip() for piece in value.split(",") if piece.strip())


def _judged(wanted: Wanted, cited: Sequence[str], at: int) -> Outcome:
    digest = digest_of(cited)
    unread = _unread(wanted)
    if unread:
        return Outcome(CHANGED, found=wanted.found, digest=digest, at=at)
    if wanted.digest not in (None, digest):
        return Outcome(CHANGED, found="\n".join(cited), digest=digest, at=at)
    return Outcome(VERIFIED, digest=digest, at=at)


def _unread(wanted: Wanted) -> bool:
    """Whether the value claims a number that the text does not give."""
    if wanted.found is None:
        return False
    return not set(numbers_in(wanted.value)) <= set(numbers_in(wanted.found))


def _offset_in(folded: Folded, wanted: Wanted) -> int | None:
    """How many lines stand before the text, None when it is not all there."""
    if wanted.found is not None:
        place = find_parts(folded.text, parts_of(wanted.found))
        return folded.line_at(place[0]) if place else None
    plain = _plain(folded.text)
    return 0 if all(find_part(plain, piece) >= 0 for piece in pieces_of(wanted.value)) else None


def _plain(text: str) -> str:
    """Prose without the marks of emphasis, and without the separators in its numbers."""
    return _THOUSANDS.sub("", text.replace("*", ""))


def _elsewhere(wanted: Wanted, text: Sequence[str]) -> Outcome | None:
    """Where the text stands in the file, as near to the cited lines as it can be."""
    spans = list(_by_parts(wanted, text) if wanted.found is not None else _by_pieces(wanted, text))
    if not spans:
        return None
    first, last = min(spans, key=lambda span: abs(span[0] - wanted.lines.first))
    start = max(1, first - wanted.at)
    end = min(len(text), max(last, start + wanted.lines.last - wanted.lines.first))
    now = Lines(wanted.lines.path, start, end)
    return Outcome(MOVED, now, view=view_of(wanted.lines, text, now, text), digest=digest_of(text[start - 1 : end]))


def _by_parts(wanted: Wanted, text: Sequence[str]) -> Iterator[tuple[int, int]]:
    folded, parts = fold(text), parts_of(wanted.found or "")
    longest = wanted.lines.last - wanted.lines.first + _SLACK
    at = find_part(folded.text, parts[0])
    for _ in range(_MOST_TRIED):
        if at < 0:
            return
        place = find_parts(folded.text, parts, at)
        if place is None:
            return
        first, last = folded.line_at(place[0]), folded.line_at(place[1])
        if last - first <= longest:
            yield first + 1, last + 1
        at = find_part(folded.text, parts[0], at + 1)


def _by_pieces(wanted: Wanted, text: Sequence[str]) -> Iterator[tuple[int, int]]:
    size = wanted.lines.last - wanted.lines.first + 1
    wanting = pieces_of(wanted.value)
    hits = [number for number, line in enumerate(text, 1) if wanting and find_part(_plain(line), wanting[0]) >= 0]
    for number in hits[:_MOST_TRIED]:
        first = max(1, number - size + 1)
        for start in range(first, number + 1):
            if _offset_in(fold(text[start - 1 : start - 1 + size]), wanted) is not None:
                yield start, min(len(text), start + size - 1)
                break


def _otherwise(wanted: Wanted, text: Sequence[str]) -> Outcome | None:
    """The same words with other numbers: in the cited lines, else anywhere in the file."""
    if wanted.found is None:
        return None
    parts = parts_of(wanted.found)
    cited = text[wanted.lines.first - 1 : wanted.lines.last]
    there = find_otherwise(fold(cited).text, parts)
    if there:
        return Outcome(CHANGED, found=" … ".join(there), digest=digest_of(cited))
    folded = fold(text)
    there = find_otherwise(folded.text, parts)
    if not there:
        return None
    line = folded.line_at(folded.text.find(there[0])) + 1
    return Outcome(CHANGED, now=Lines(wanted.lines.path, line, line), found=" … ".join(there))


def view_of(old: Lines, old_text: Sequence[str], new: Lines, new_text: Sequence[str]) -> str:
    """A unified diff of the cited lines and those that are right, each under its locator."""
    from difflib import unified_diff  # only what has moved needs it

    before = list(old_text[old.first - 1 : old.last])
    after = list(new_text[new.first - 1 : new.last])
    diff = list(unified_diff(before, after, str(old), str(new), lineterm=""))
    header = f"@@ -{old.first},{len(before)} +{new.first},{len(after)} @@"
    lines = [*diff[:2], header, *diff[3:]] if diff else [f"--- {old}", f"+++ {new}", header, *(f" {x}" for x in before)]
    rest = len(lines) - _LONGEST_VIEW
    return "\n".join(lines[:_LONGEST_VIEW] + ([f"… {rest} more lines"] if rest > 0 else []))
