"""A block's body: YAML read strictly, with the position of every key and value.

A mapping of scalars and flat lists (of some kinds also lists of lists and one level of mappings); no anchors,
aliases, tags, merges or duplicate keys. Integers are decimal, hexadecimal or with ``_``; ``true``, ``false`` and
``null`` are what they say; everything else is text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml
from yaml.error import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from yaml.reader import ReaderError

from tilesite.errors import quoted, shown
from tilesite.fields import parse_integer

_OTHER_LINE_END = re.compile("[\x85\u2028\u2029]")  # of YAML 1.1; editors and SuperFences know none of them
_INDENTED_FIRST = re.compile(r"(?: *(?:#.*)?\n)*( +)[^ #\n]")
_FURTHER_RIGHT = re.compile(r" +(?=[a-z][a-z0-9_]*:)")
_NO_MAPPING = "mapping values are not allowed here"  # PyYAML's words for a key behind a value
_DIRECTIVE = re.compile(r"^%.*", re.MULTILINE)
_PLAIN = re.compile(
    r"(?:(?P<key>[a-z][a-z0-9_]{0,99}): +(?P<value>[A-Za-z0-9](?:[A-Za-z0-9_., +*/-]*[A-Za-z0-9_])?))? *"
)
LARGEST_BODY = 64 * 1024
_DEEPEST_LIST = 4
_CONSTANTS: dict[str, object] = {"true": True, "false": False, "null": None, "~": None, "": None}


class Position(NamedTuple):
    """Line and column inside the body, counted from 0."""

    line: int
    column: int


class Body(NamedTuple):
    """The values of a body, and where each key and each value stands."""

    values: dict[str, object]
    keys_at: dict[str, Position]
    values_at: dict[str, Position]


class BodyError(Exception):
    """A body that is not what a block may hold; ``position`` says where."""

    def __init__(self, position: Position, message: str) -> None:
        super().__init__(message)
        self.position = position
        self.message = message


def read_body(text: str, example: str, *, nested: bool = False) -> Body:
    """The mapping that ``text`` holds. Raises BodyError. ``example`` is a right first line, shown in errors.

    ``nested`` bodies may hold one level of mappings (whose keys are placed as "outer.inner") and lists of lists.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_BODY:
        got = f"block: expected at most {LARGEST_BODY} bytes, got {size}. Example: {example}"
        raise BodyError(Position(0, 0), got)
    plain = _plain_lines(text)
    if plain:
        return plain
    other = _OTHER_LINE_END.search(text)
    if other:
        got = f"the character U+{ord(other[0]):04X}, which only YAML takes for a line end"
        raise BodyError(
            _position(text, other.start()), f"block: expected plain line ends, got {got}. Example: {example}"
        )
    directive = _DIRECTIVE.search(text)
    if directive:
        got = f"block: expected lines of key: value, got the directive {quoted(directive.group())}. Example: {example}"
        raise BodyError(_position(text, directive.start()), got)
    try:
        return _Reader(text, example, nested=nested).mapping()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at, problem = mark.index if mark else 0, error.problem or error.context
        first = _INDENTED_FIRST.match(text)
        further = _FURTHER_RIGHT.match(text, text.rfind("\n", 0, at) + 1)
        if error.problem == _NO_MAPPING and further:
            at, problem = further.end(), "a key stands further right than the others"
        elif mark and first and mark.column < len(first[1]):
            at, problem = first.start(1), "its first key stands further right than the others"
    except ReaderError as error:
        at, problem = error.position, error.reason
    except (OverflowError, ValueError) as error:
        # PyYAML makes characters of escapes such as "\\UFFFFFFFF" without a look at their range.
        at, problem = 0, str(error)
    got = f"YAML that is broken ({problem})"
    raise BodyError(_position(text, at), f"block: expected lines of key: value, got {got}. Example: {example}")


def _plain_lines(text: str) -> Body | None:
    """The body when every line is a plain ``key: value``, which most are; None leaves it to the YAML reader.

    A shortcut, since that reader takes longer than the programs do: no character of these lines can mean anything
    else in YAML, and a test compares both readings.
    """
    body = Body({}, {}, {})
    for number, line in enumerate(text.split("\n")):
        match = _PLAIN.fullmatch(line)
        if match is None or match["key"] in body.values:
            return None
        if match["key"]:
            body.values[match["key"]] = _plain_value(match["value"])
            body.keys_at[match["key"]] = Position(number, 0)
            body.values_at[match["key"]] = Position(number, match.start("value"))
    return body if body.values else None


def _plain_value(text: str) -> object:
    if text.lower() in _CONSTANTS:
        return _CONSTANTS[text.lower()]
    number = parse_integer(text)
    return text if number is None else number


def _position(text: str, at: int) -> Position:
    # Counted here, since PyYAML takes U+2028 and its like for line ends and editors do not.
    return Position(text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1)


class _Reader:
    """Walks the events of one body once."""

    def __init__(self, text: str, example: str, *, nested: bool) -> None:
        self._nested = nested
        self._text = text
        self._events = iter(yaml.parse(text, Loader=yaml.SafeLoader))
        self._example = example

    def mapping(self) -> Body:
        next(self._events)  # the start of the stream
        document = next(self._events)
        if not isinstance(document, DocumentStartEvent):
            raise self._error(document, "nothing")
        start = next(self._events)
        if not isinstance(start, MappingStartEvent):
            raise self._error(start, _named(start))
        self._plain(start)
        body = self._pairs()
        next(self._events)  # the end of the document
        extra = next(self._events)
        if isinstance(extra, DocumentStartEvent):
            raise self._error(extra, "a second document")
        return body

    def _pairs(self, within: str = "") -> Body:
        body = Body({}, {}, {})
        for event in self._events:
            if isinstance(event, MappingEndEvent):
                return body
            key = self._key(event, body)
            value = next(self._events)
            body.keys_at[key] = self._at(event)
            body.values_at[key] = self._at(value)
            if self._nested and not within and isinstance(value, MappingStartEvent):
                self._plain(value)
                inner = self._pairs(key)
                body.values[key] = inner.values
                body.keys_at.update({f"{key}.{name}": at for name, at in inner.keys_at.items()})
                body.values_at.update({f"{key}.{name}": at for name, at in inner.values_at.items()})
            else:
                body.values[key] = self._value(value)
        return body

    def _key(self, event: Event, body: Body) -> str:
        if not isinstance(event, ScalarEvent):
            raise self._error(event, f"{_named(event)} as a key")
        self._plain(event)
        key: str = event.value
        if key in body.values:
            line = body.keys_at[key].line + 1
            raise self._error(event, f"the key {quoted(key)} again (first in line {line} of the block)")
        return key

    def _value(self, event: Event) -> object:
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if not isinstance(event, SequenceStartEvent):
            raise self._error(event, f"{_named(event)} as a value")
        return self._list(event, depth=1)

    def _list(self, event: SequenceStartEvent, depth: int) -> list[object]:
        self._plain(event)
        items: list[object] = []
        for item in self._events:
            if isinstance(item, SequenceEndEvent):
                break
            if isinstance(item, SequenceStartEvent) and self._nested and depth < _DEEPEST_LIST:
                items.append(self._list(item, depth + 1))
            elif isinstance(item, ScalarEvent):
                items.append(self._scalar(item))
            else:
                raise self._error(item, f"{_named(item)} in a list")
        return items

    def _scalar(self, event: ScalarEvent) -> object:
        self._plain(event)
        text: str = event.value
        return _plain_value(text) if event.implicit[0] else text

    def _plain(self, event: Event) -> None:
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            raise self._error(event, f"the anchor {quoted('&' + anchor)}")
        if tag is not None:
            raise self._error(event, f"the tag {quoted(tag)}")

    def _at(self, event: Event) -> Position:
        return _position(self._text, event.start_mark.index if event.start_mark else 0)

    def _error(self, event: Event, got: str) -> BodyError:
        return BodyError(self._at(event), f"block: expected lines of key: value, got {got}. Example: {self._example}")


def _named(event: Event) -> str:
    if isinstance(event, AliasEvent):
        return f"the alias {quoted(f'*{event.anchor}')}"
    if isinstance(event, SequenceStartEvent):
        return "a list"
    if isinstance(event, MappingStartEvent):
        return "a mapping"
    value = getattr(event, "value", None)
    return "nothing" if value is None else f"the text {shown(value)}"
