"""Adding one name to a list of a configuration: its text is added to.

No character of it is changed, other than a null that is written out.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import yaml

from tilesite.errors import Fault, InputError
from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.configs import NULL, Config, config_of, is_list, is_mapping, names_of
from tilesite.language import Message

_STARTS = (yaml.BlockSequenceStartToken, yaml.BlockMappingStartToken, yaml.BlockEntryToken)
# All that YAML ends a line with.
_BREAK = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]")


class Wanted(NamedTuple):
    """A name that is to stand under a key; any of ``same`` does as well.

    ``before`` it stands what a missing key means.
    """

    key: str
    name: str
    same: tuple[str, ...]
    before: tuple[str, ...]

    @property
    def example(self) -> str:
        """The key with the name, on one line."""
        return f"{self.key}: {self.listed}"

    @property
    def listed(self) -> str:
        """What stands under the key, on one line."""
        return f"[{', '.join((*self.before, self.name))}]"


class _Edit(NamedTuple):
    """Text that is put in place of the characters from ``at`` to ``end``."""

    at: int
    end: int
    text: str


def with_name(config: Config, wanted: Wanted) -> Config:
    """The configuration with the name under its key.

    Raises InputError where no list or mapping is written out there, or one that cannot be added to as text.
    """
    node = config.value(wanted.key)
    text = config.text
    # Of two that are put in at one place, the first is the one further back.
    for edit in sorted(_edits(wanted, config, node), key=lambda edit: edit.at, reverse=True):
        text = text[: edit.at] + edit.text + text[edit.end :]
    try:
        added = config_of(text, config.name)
    except InputError:
        raise _by_hand(wanted, config, node) from None
    before = names_of(node) if isinstance(node, yaml.CollectionNode) else wanted.before
    if names_of(added.value(wanted.key)) != (*before, wanted.name):
        raise _by_hand(wanted, config, node)
    return added


def _edits(wanted: Wanted, config: Config, node: yaml.Node | None) -> list[_Edit]:
    text, newline = config.text, _newline(config.text)
    if node is None:
        return _with_key(wanted, config, newline)
    if isinstance(node, yaml.ScalarNode) and node.tag == NULL:
        return [_in_place_of_null(wanted, config, node, newline)]
    if not isinstance(node, yaml.CollectionNode) or not (is_list(node) or is_mapping(node)):
        got = texts.SOMETHING.with_values(line=node.start_mark.line + 1)
        raise InputError(Fault(f"{config.name}: {wanted.key}", Message(texts.A_LIST), got, wanted.example))
    if node.flow_style:
        entry = wanted.name if is_list(node) else f"{wanted.name}: {{}}"
        return _in_brackets(node, entry, text, newline)
    entry = f"- {wanted.name}" if is_list(node) else f"{wanted.name}: {{}}"
    return [_insert(_end_of_line(text, _end(node, text)), f"{newline}{' ' * _indent(node, text)}{entry}")]


def _insert(at: int, text: str) -> _Edit:
    return _Edit(at, at, text)


def _with_key(wanted: Wanted, config: Config, newline: str) -> list[_Edit]:
    """The key with its list, at the end of the settings: in front of the dots that end a document."""
    root, text = config.root, config.text
    if root.flow_style:
        return _in_brackets(root, wanted.example, text, newline)
    ends = (event for event in yaml.parse(text, Loader=yaml.SafeLoader) if isinstance(event, yaml.DocumentEndEvent))
    at = next((_index(event.start_mark) for event in ends if event.explicit), len(text))
    indent = " " * (_indent(root, text) if root.value else 0)
    before = text[:at].lstrip("\ufeff")
    first = newline if before and not _BREAK.match(before[-1]) else ""
    lines = (f"{wanted.key}:", *(f"  - {name}" for name in (*wanted.before, wanted.name)))
    return [_insert(at, first + "".join(f"{indent}{line}{newline}" for line in lines))]


def _in_place_of_null(wanted: Wanted, config: Config, node: yaml.ScalarNode, newline: str) -> _Edit:
    start, end = node.start_mark.index, node.end_mark.index
    if start < end:
        return _Edit(start, end, wanted.listed)
    if config.root.flow_style:
        return _insert(end, f" {wanted.listed}")
    indent = " " * (_indent(config.root, config.text) + 2)
    lines = "".join(f"{newline}{indent}- {name}" for name in (*wanted.before, wanted.name))
    return _insert(_end_of_line(config.text, end), lines)


def _in_brackets(node: yaml.CollectionNode, entry: str, text: str, newline: str) -> list[_Edit]:
    """An entry between brackets: on the line of the closing one, or on a line of its own where that stands alone."""
    last, closing = _last_tokens(node, text)
    at = last.end_mark.index
    comma = "" if isinstance(last, yaml.FlowEntryToken) or not node.value else ","
    if comma and isinstance(last, yaml.ValueToken):
        comma = " ,"  # a colon ends a key only before a blank
    if last.end_mark.line == closing.start_mark.line or not node.value:
        blank = " " if node.value else ""
        # A "#" is a comment only behind a blank.
        return [_insert(at, f"{comma}{blank}{entry}{' ' if text[at] == '#' else ''}")]
    ending = "" if comma else ","
    line = f"{newline}{' ' * _column(node, text)}{entry}{ending}"
    return [_insert(_end_of_line(text, at), line), *([_insert(at, comma)] if comma else [])]


def _last_tokens(node: yaml.CollectionNode, text: str) -> tuple[yaml.Token, yaml.Token]:
    """The closing bracket of a list, and what stands before it; comments are no tokens."""
    end = node.end_mark.index
    tokens: list[yaml.Token] = []
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        tokens = [*tokens[-1:], token]
        if token.end_mark.index == end and isinstance(token, (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)):
            break
    return tokens[0], tokens[1]


def _column(node: yaml.CollectionNode, text: str) -> int:
    """Where an entry on a line of its own begins: as the last one that has such a line, or two to the right."""
    for child in reversed(node.value):
        start = (child[0] if isinstance(child, tuple) else child).start_mark.index
        before = text[_start_of_line(text, start) : start]
        if not before.strip(" "):
            return len(before)
    line = text[_start_of_line(text, node.start_mark.index) :]
    return len(line) - len(line.lstrip(" ")) + 2


def _indent(node: yaml.CollectionNode, text: str) -> int:
    """The column in which the entries of a block begin; the block itself may begin with an anchor, lines above."""
    tokens = yaml.scan(text, Loader=yaml.SafeLoader)
    start = node.start_mark.index
    return next((each.start_mark.column for each in tokens if _starts_block(each, start)), 0)


def _starts_block(token: yaml.Token, at: int) -> bool:
    return isinstance(token, _STARTS) and token.start_mark.index >= at


def _newline(text: str) -> str:
    first = re.search(r"\r\n|[\r\n]", text)
    return first.group() if first else "\n"


def _start_of_line(text: str, at: int) -> int:
    return max(text.rfind(end, 0, at) for end in "\r\n\x85\u2028\u2029") + 1


def _end_of_line(text: str, at: int) -> int:
    """Where the line ends whose content ends before ``at``, comments behind it included."""
    while _BREAK.match(text[at - 1]):
        at -= 1
    end = _BREAK.search(text, at)
    return end.start() if end else len(text)


def _end(node: yaml.CollectionNode, text: str) -> int:
    """Where the last piece of a block ends that is no block of lines; such a block ends at the next one's start."""
    is_flow: list[bool] = []
    end = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            if is_flow or (_index(event.start_mark) == node.start_mark.index and isinstance(event, _start_event(node))):
                is_flow.append(bool(event.flow_style))
        elif is_flow:
            # A block's own end is where the next piece begins.
            is_piece = not isinstance(event, yaml.CollectionEndEvent) or is_flow.pop()
            end = _index(event.end_mark) if is_piece else end
            if not is_flow:
                break
    return end


def _index(mark: Any) -> int:  # noqa: ANN401 - PyYAML's types leave marks of events open
    return int(mark.index)


def _start_event(node: yaml.CollectionNode) -> type[yaml.Event]:
    return yaml.SequenceStartEvent if isinstance(node, yaml.SequenceNode) else yaml.MappingStartEvent


def _by_hand(wanted: Wanted, config: Config, node: yaml.Node | None) -> InputError:
    line = (node or config.root).start_mark.line + 1
    expected = texts.BY_HAND.with_values(name=wanted.name)
    got = texts.OTHER_FORM.with_values(line=line)
    return InputError(Fault(f"{config.name}: {wanted.key}", expected, got, wanted.example))
