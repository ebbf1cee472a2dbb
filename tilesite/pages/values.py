"""Inline values: ``{{ fig1.waves.tail_fill.percent }}`` in prose is a number of the block ``fig1`` of the same page.

The dotted path leads into the block's JSON answer: keys of objects, indexes of lists, at the end a format if need be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.fields import nearest
from tilesite.pages.bounds import MOST_VALUES
from tilesite.pages.placing import Span

VALUE = r"\{\{[ \t]*([A-Za-z][A-Za-z0-9_-]*)((?:\.[A-Za-z0-9_-]+)+)[ \t]*\}\}"
"""What is replaced, when its first part is the id of a block: groups are the id and the path, each part after a dot."""

_VALUE = re.compile(VALUE)
_MAYBE = re.compile(r"\{\{[-~+]?\s*([A-Za-z][A-Za-z0-9_-]*)(?![A-Za-z0-9_-])[^{}\n]*\}{0,2}")
_BEGUN = re.compile(r"\{\{[-~+]?\s*\Z")
_GOES_ON = re.compile(r"[\s>]*([A-Za-z][A-Za-z0-9_-]*)\.")
_EXACT = re.compile(r"-?[0-9]{1,200}/[1-9][0-9]{0,199}")
# The address or the title of a link, the text of an image, a definition: each may have begun in a line above.
_ADDRESS = re.compile(
    r"\]\((?:[^()]|\([^()]*\))*\Z|!\[(?:[^\[\]]|\[[^\[\]]*\])*\Z|^[ \t>]*\*?\[(?!\^)[^\]\n]*\]:.*\Z",
    re.MULTILINE,
)
_MOST_ABOVE = 10
_LONGEST_ABOVE = 1000
_MOST_LISTED = 20
_MOST_STRAY = 100


class Value(NamedTuple):
    """A value as it stands in a page: where, the id of its block, the parts of its path (none: not understood).

    ``in_address``: it stands in the address or the title of a link or an image, in an image's text or in an
    abbreviation, where nothing is read.
    """

    span: Span
    id: str
    path: tuple[str, ...]
    text: str
    in_address: bool = False


class PathError(ValueError):
    """A value whose path leads nowhere."""


def find_values(lines: Sequence[str], ids: Collection[str]) -> tuple[Value, ...]:
    """The values of a page whose first part is one of ``ids``, in order, with those that are malformed."""
    return tuple(islice(_values(lines, ids), MOST_VALUES + 1)) if ids else ()


def find_stray(lines: Sequence[str], ids: Collection[str]) -> tuple[Value, ...]:
    """What is written as a value of a block that the page does not have: other programs have such braces too."""
    found = (
        Value(Span(number, match.start(), match.end()), match[1], tuple(match[2][1:].split(".")), match[0])
        for number, line in enumerate(lines, 1)
        if "{{" in line
        for match in _VALUE.finditer(line)
        if match[1] not in ids and not _is_escaped(line, match.start())
    )
    return tuple(islice(found, _MOST_STRAY))


def stray_message(value: Value, ids: Sequence[str], answers: Iterable[object]) -> str | None:
    """What is to be said of such a value, if its path leads to something in one of the answers.

    A single name, as that in ``{{ page.ok }}``, says too little. ``ids`` are those of the page's blocks;
    ``answers`` are JSON objects, one of each kind of block.
    """
    if len(value.path) == 1 or not any(_leads_somewhere(answer, value) for answer in answers):
        return None
    near = nearest(value.id, ids)
    hint = f" (did you mean {near}?)" if near else ""
    right = near or (ids[0] if ids else None)
    example = f"{{{{ {'.'.join([right, *value.path])} }}}}" if right else f'```yaml tile id="{value.id}"'
    expected = f"the id of a block of this page{hint}"
    return f"value: expected {expected}, got {value.id}, and is left as it is. Example: {example}"


def _leads_somewhere(answer: object, value: Value) -> bool:
    try:
        resolve(answer, value.id, value.path)
    except PathError:
        return False
    return True


def _values(lines: Sequence[str], ids: Collection[str]) -> Iterator[Value]:
    for number, line in enumerate(lines, 1):
        if "{{" not in line:
            continue
        begun, goes_on = _BEGUN.search(line), _GOES_ON.match(lines[number]) if number < len(lines) else None
        if begun and goes_on and goes_on[1] in ids and not _is_escaped(line, begun.start()):
            yield Value(Span(number, begun.start(), begun.end()), goes_on[1], (), begun[0])
        for match in _MAYBE.finditer(line):
            if match[1] in ids and not _is_escaped(line, match.start()):
                right = _VALUE.fullmatch(match[0])
                path = tuple(right[2][1:].split(".")) if right else ()
                in_address = bool(_ADDRESS.search(_above(lines, number) + line[: match.start()]))
                yield Value(Span(number, match.start(), match.end()), match[1], path, match[0], in_address)


def _above(lines: Sequence[str], number: int) -> str:
    """The lines of the paragraph above this one, as far as they matter."""
    first = number - 1
    while first > 0 and number - 1 - first < _MOST_ABOVE and lines[first - 1].strip(" \t>"):
        first -= 1
    return "".join(f"{line[-_LONGEST_ABOVE:]}\n" for line in lines[first : number - 1])


def _is_escaped(line: str, at: int) -> bool:
    before = line[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def resolve(answer: object, name: str, path: Sequence[str]) -> str:
    """The text of a value. ``answer`` is the JSON object of the block ``name``. Raises PathError."""
    at, example = answer, f"{{{{ {name}.ok }}}}"
    for index, part in enumerate(path):
        taken = ".".join([name, *path[:index]])
        if isinstance(at, Mapping) and part in at:
            at = at[part]
        elif isinstance(at, (list, tuple)) and part.isdecimal() and len(part) < 10 and int(part) < len(at):
            at = at[int(part)]
        elif index == len(path) - 1 and part in FORMATS and not isinstance(at, (Mapping, list, tuple)):
            return _formatted(at, part, taken)
        else:
            raise PathError(_no_such_part(at, part, taken, example))
    if at is None or isinstance(at, (Mapping, list, tuple)):
        got = "nothing (null)" if at is None else "an object" if isinstance(at, Mapping) else "a list"
        full = ".".join([name, *path])
        raise PathError(f"value {full}: expected a number or a text, got {got}{_hint(at)}. Example: {example}")
    return plain(at)


def plain(value: object) -> str:
    """A number, text or truth value as a page shows it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _no_such_part(at: object, part: str, taken: str, example: str) -> str:
    if isinstance(at, Mapping):
        near = nearest(part, [str(key) for key in at])
        names = ", ".join(list(map(str, at))[:_MOST_LISTED])
        hint = f" (did you mean {near}?)" if near else ""
        return f"value {taken}: expected one of {names}{hint}, got {quoted(part)}. Example: {example}"
    if isinstance(at, (list, tuple)):
        right = f"an index from 0 to {len(at) - 1}" if at else "nothing behind it, since the list is empty"
        return f"value {taken}: expected {right}, got {quoted(part)}. Example: {example}"
    names = ", ".join(FORMATS)
    near = nearest(part, list(FORMATS))
    hint = f" (did you mean {near}?)" if near else ""
    return (
        f"value {taken}: expected nothing behind it or a format ({names}){hint}, got {quoted(part)}. Example: {example}"
    )


def _hint(at: object) -> str:
    if isinstance(at, Mapping):
        return f" of {', '.join(list(map(str, at))[:_MOST_LISTED])}"
    return ""


def _formatted(value: object, name: str, taken: str) -> str:
    if isinstance(value, str) and _EXACT.fullmatch(value):
        return FORMATS[name](Fraction(value))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        got = "nothing (null)" if value is None else quoted(plain(value))
        raise PathError(f"value {taken}: expected a number to format as {name}, got {got}. Example: {{{{ {taken} }}}}")
    return FORMATS[name](Fraction(value))


def _decimal(value: Fraction, digits: int) -> str:
    """``value`` with that many digits after the point, halves rounded away from zero, as the programs print."""
    scaled = abs(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(digits + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


FORMATS: dict[str, Callable[[Fraction], str]] = {
    "mb": lambda value: _decimal(value / 10**6, 1),
    "kb": lambda value: _decimal(value / 1024, 1),
    "percent": lambda value: f"{_decimal(value * 100, 0)}%",
    "int": lambda value: _decimal(value, 0),
}
"""The formats that may end a path: megabytes of 10^6, kilobytes of 1024, a percentage, a whole number."""
