"""What was plainly meant as a citation and is none: ``【@key】``, ``[see @key]``, a line break in it, a link's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tilesite.facts import FACTS
from tilesite.facts.rules import KEY
from tilesite.fields import nearest
from tilesite.pages.placing import Span

NO_LINK = r"(?!\()(?!\[(?![@^]))"
"""What does not stand behind a citation: a link's address or its name."""

_OPEN, _CLOSE = r"\[【［", r"\]】］"
_OTHER = rf"[^{_OPEN}{_CLOSE}{{}}\n]{{0,60}}"
# No word ends before the mark: that would be an address of mail.
_MARK = r"(?<![\w.+])-?[@＠][ \t]?"
_NEAR = re.compile(rf"[{_OPEN}]{_OTHER}?{_MARK}({KEY})(?![\w@]){_OTHER}[{_CLOSE}]{NO_LINK}(?!:[ \t]*\S)", re.IGNORECASE)
_TAIL = re.compile(r"\[[^\[\]{}`\n]{0,60}\Z")
_HEAD = re.compile(r"[ \t>]*([^\[\]{}`\n]{0,60}\])")
_LONGEST = 100
_MARKED = re.compile(rf"[{_OPEN}][ \t]*-?[@＠][ \t]*({KEY})[ \t]*[{_CLOSE}]", re.IGNORECASE)


class Near(NamedTuple):
    """Where such text stands, the key of the fact that was meant, and the text."""

    span: Span
    key: str
    text: str


def find_near(lines: Sequence[str]) -> Iterator[Near]:
    """Everything that resembles a citation of a fact and is none, line by line."""
    for number, line in enumerate(lines, 1):
        if "@" in line or "＠" in line:
            yield from _within(line, number)
        following = lines[number] if number < len(lines) else ""
        if "[" in line[-_LONGEST:] and "]" in following[:_LONGEST] and "@" in line[-_LONGEST:] + following[:_LONGEST]:
            yield from _across(line, following, number)


@lru_cache(maxsize=512)
def meant_key(key: str) -> str | None:
    """The fact that a key or a misspelling of one means. A single word may be anybody's name, unless it is a key."""
    lower = key.lower()
    if lower in FACTS:
        return lower
    return nearest(lower, list(FACTS)) if "-" in lower else None


def _within(line: str, number: int) -> Iterator[Near]:
    for match in _NEAR.finditer(line):
        key = None if match[0].startswith("[@") or _is_escaped(line, match.start()) else meant_key(match[1])
        if key:
            yield Near(Span(number, match.start(), match.end()), key, match[0])


def _across(line: str, following: str, number: int) -> Iterator[Near]:
    tail, head = _TAIL.search(line, max(0, len(line) - _LONGEST)), _HEAD.match(following)
    if not tail or not head or _is_escaped(line, tail.start()) or following[head.end() : head.end() + 1] in ("(", "["):
        return
    for joined in (tail[0].rstrip() + head[1], f"{tail[0].rstrip()} {head[1]}"):
        match = _MARKED.fullmatch(joined) or _NEAR.fullmatch(joined)
        key = meant_key(match[1]) if match else None
        if key:
            yield Near(Span(number, tail.start(), len(line)), key, f"{tail[0].rstrip()}\n{head[1]}")
            return


def _is_escaped(line: str, at: int) -> bool:
    before = line[max(0, at - _LONGEST) : at]
    return bool((len(before) - len(before.rstrip("\\"))) % 2)
