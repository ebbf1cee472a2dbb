"""Text as it is compared with a source: line ends, comment marks and split string literals do not count."""

from __future__ import annotations

import re
from bisect import bisect_right

from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

BETWEEN = " … "
"""What stands between the parts of a ``found``: any text."""

_MARK = re.compile(r"\A(?:///?|\*|#)(?:\s+|\Z)")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_])[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_])")
# A number as a source may have it instead: in hexadecimal, with separators, with a suffix.
_OTHER_NUMBER = r"(?<![A-Za-z0-9_])[0-9](?:[0-9A-Za-z_]|['.][0-9])*(?![A-Za-z0-9_])"
_WORD = re.compile(r"\w")
# What continues a number although it is no letter: a decimal point, a separator, each with a digit on both sides.
_GOES_ON = re.compile(r"['.,][0-9]")
_CAME_FROM = re.compile(r"[0-9]['.,]\Z")
_ANY_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


class Folded(NamedTuple):
    """Lines as one text with single blanks, and where in it each line begins."""

    text: str
    starts: tuple[int, ...]

    def line_at(self, offset: int) -> int:
        """The index of the line that the character at ``offset`` stands in."""
        return bisect_right(self.starts, offset) - 1


def fold(lines: Sequence[str]) -> Folded:
    """Lines joined: blanks are single, marks of comments at their start are left out, literals are joined."""
    starts = []
    pieces: list[str] = []
    size = 0
    for line in lines:
        piece = " ".join(_MARK.sub("", line.strip(), count=1).split())
        if pieces and pieces[-1].endswith('"') and piece.startswith('"') and len(piece) > 1:
            pieces[-1] = pieces[-1][:-1]
            piece = piece[1:]
            size -= 1
        elif piece and size:
            pieces.append(" ")
            size += 1
        starts.append(size)
        pieces.append(piece)
        size += len(piece)
    text = "".join(pieces)
    return Folded(text, tuple(starts))


def parts_of(found: str) -> tuple[str, ...]:
    """The parts of a ``found``, folded as a source is."""
    return tuple(fold([part]).text for part in found.split(BETWEEN.strip()))


def find_part(text: str, part: str, start: int = 0) -> int:
    """Where a part stands in a folded text, -1 where it does not: its ends are no insides of words or numbers."""
    at = text.find(part, start)
    while at >= 0 and not _is_whole(text, at, at + len(part)):
        at = text.find(part, at + 1)
    return at


def find_parts(text: str, parts: Sequence[str], start: int = 0) -> tuple[int, int] | None:
    """Where the parts stand in order in a folded text, as the offsets of their first and last character."""
    first = at = -1
    end = start
    for part in parts:
        at = find_part(text, part, end)
        if at < 0:
            return None
        first = at if first < 0 else first
        end = at + len(part)
    return first, max(end - 1, first)


def find_otherwise(text: str, parts: Sequence[str]) -> tuple[str, ...] | None:
    """The parts as they stand in a folded text with other numbers, None where they do not even so."""
    found = []
    at = 0
    for part in parts:
        match = re.compile(_with_any_numbers(part)).search(text, at)
        if not match:
            return None
        found.append(match[0])
        at = match.end()
    return tuple(found)


def numbers_in(text: str) -> tuple[str, ...]:
    """The numbers of a text, those within names too, without leading zeros."""
    return tuple(number.lstrip("0") or "0" for number in _ANY_NUMBER.findall(text))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a piece of a text neither begins nor ends inside a longer word or number."""
    return not (_is_continued_back(text, start, text[start:end][:1]) or _is_continued(text, end, text[start:end][-1:]))


def _is_continued_back(text: str, start: int, first: str) -> bool:
    if not start or not _WORD.match(first):
        return False
    return bool(
        _WORD.match(text[start - 1]) or (first.isdecimal() and _CAME_FROM.search(text, max(0, start - 2), start))
    )


def _is_continued(text: str, end: int, last: str) -> bool:
    if end >= len(text) or not _WORD.match(last):
        return False
    return bool(_WORD.match(text[end]) or (last.isdecimal() and _GOES_ON.match(text, end)))


def _with_any_numbers(part: str) -> str:
    pieces = _NUMBER.split(part)
    pattern = _OTHER_NUMBER.join(map(re.escape, pieces))
    start = r"(?<!\w)" if _WORD.match(part[:1]) else ""
    end = r"(?!\w)" if _WORD.match(part[-1:]) else ""
    return f"{start}{pattern}{end}"
