"""Adding one name to a list of a configuration: its text is added to, and no byte of it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import yaml

from tilesite.errors import Fault, InputError
from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.configs import Config, config_of, names_of
from tilesite.language import Message

_LISTS = ("tag:yaml.org,2002:seq", "tag:yaml.org,2002:map")
_NULL = "tag:yaml.org,2002:null"


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
        return f"{self.key}: [{', '.join((*self.before, self.name))}]"


class _Insert(NamedTuple):
    """Text that is put in before the character ``at``."""

    at: int
    text: str


def with_name(config: Config, wanted: Wanted) -> Config:
    """The configuration with the name under its key.

    Raises InputError where no list or mapping is written out there, or one that cannot be added to as text.
    """
    node = config.value(wanted.key)
    text = config.text
    # Of two that are put in at one place, the first is the one further back.
    for at, more in sorted(_inserts(wanted, config, node), key=lambda insert: insert.at, reverse=True):
        text = text[:at] + more + text[at:]
    try:
        added = config_of(text, config.name)
    except InputError:
        raise _by_hand(wanted, config, node) from None
    before = names_of(node) if isinstance(node, yaml.CollectionNode) else wanted.before
    if names_of(added.value(wanted.key)) != (*before, wanted.name):
        raise _by_hand(wanted, config, node)
    return added


def _inserts(wanted: Wanted, config: Config, node: yaml.Node | None) -> list[_Insert]:
    text, newline = config.text, "\r\n" if "\r\n" in config.text else "\n"
    if node is None:
        listed = "".join(f"  - {name}{newline}" for name in (*wanted.before, wanted.name))
        return [_Insert(len(text), f"{'' if text.endswith(newline) else newline}{wanted.key}:{newline}{listed}")]
    if isinstance(node, yaml.ScalarNode) and node.tag == _NULL and not node.value:
        return [_Insert(node.end_mark.index, "".join(f"{newline}  - {name}" for name in (*wanted.before, wanted.name)))]
    if not isinstance(node, yaml.CollectionNode) or node.tag not in _LISTS:
        got = texts.SOMETHING.with_values(line=node.start_mark.line + 1)
        raise InputError(Fault(f"{config.name}: {wanted.key}", Message(texts.A_LIST), got, wanted.example))
    if node.flow_style:
        entry = wanted.name if isinstance(node, yaml.SequenceNode) else f"{wanted.name}: {{}}"
        return _in_brackets(node, entry, text, newline)
    entry = f"- {wanted.name}" if isinstance(node, yaml.SequenceNode) else f"{wanted.name}: {{}}"
    return [_Insert(_end_of_line(text, max(_ends(node))), f"{newline}{' ' * _indent(node, text)}{entry}")]


def _in_brackets(node: yaml.CollectionNode, entry: str, text: str, newline: str) -> list[_Insert]:
    """An entry between brackets: on the line of the closing one, or on a line of its own where that stands alone."""
    last, closing = _last_tokens(node, text)
    at = last.end_mark.index
    comma = "" if isinstance(last, yaml.FlowEntryToken) or not node.value else ","
    if last.end_mark.line == closing.start_mark.line or not node.value:
        blank = " " if node.value else ""
        # A "#" is a comment only behind a blank.
        return [_Insert(at, f"{comma}{blank}{entry}{' ' if text[at] == '#' else ''}")]
    ending = "" if comma else ","
    line = f"{newline}{' ' * _column(node, text)}{entry}{ending}"
    return [_Insert(_end_of_line(text, at), line), *([_Insert(at, comma)] if comma else [])]


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
        before = text[text.rfind("\n", 0, start) + 1 : start]
        if not before.strip(" "):
            return len(before)
    line = text[text.rfind("\n", 0, node.start_mark.index) + 1 :]
    return len(line) - len(line.lstrip(" ")) + 2


def _indent(node: yaml.CollectionNode, text: str) -> int:
    """The column in which the entries of a block begin; the block itself may begin with an anchor, lines above."""
    first = node.value[0][0] if isinstance(node, yaml.MappingNode) else node.value[0]
    line = text[text.rfind("\n", 0, first.start_mark.index) + 1 :]
    return len(line) - len(line.lstrip(" "))


def _end_of_line(text: str, at: int) -> int:
    """Where the line ends whose content ends before ``at``, comments behind it included."""
    while text[at - 1] in "\r\n":
        at -= 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[end - 1 : end] == "\r" else end


def _ends(node: yaml.Node) -> Iterator[int]:
    """Where each piece of a node ends that is no block of lines; such a block ends at the next one's start."""
    left, seen = [node], {id(node)}
    while left:
        each = left.pop()
        if not isinstance(each, yaml.CollectionNode) or each.flow_style:
            yield each.end_mark.index
            continue
        parts = [part for child in each.value for part in (child if isinstance(child, tuple) else (child,))]
        # An alias is the node that it names, which may be named any number of times.
        left += [part for part in parts if id(part) not in seen]
        seen |= {id(part) for part in parts}


def _by_hand(wanted: Wanted, config: Config, node: yaml.Node | None) -> InputError:
    line = (node or config.root).start_mark.line + 1
    expected = texts.BY_HAND.with_values(name=wanted.name)
    got = texts.OTHER_FORM.with_values(line=line)
    return InputError(Fault(f"{config.name}: {wanted.key}", expected, got, wanted.example))
