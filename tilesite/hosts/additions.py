"""Adding a plugin and an extension to a site's configuration: its text is added to, and no byte of it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import yaml

from tilesite.errors import Fault, InputError, quoted
from tilesite.hosts import adoption_texts as texts
from tilesite.language import Message

PLUGIN = "tilesite"
FENCES = "pymdownx.superfences"
_HOOK = "tilesite_hook.py"
_EXAMPLE = "plugins: [search, tilesite]"


class Wanted(NamedTuple):
    """A name that is to stand under a key; any of ``same`` does as well.

    ``before`` it stands what a missing key means.
    """

    key: str
    name: str
    same: tuple[str, ...]
    before: tuple[str, ...]


WANTED = (
    Wanted("markdown_extensions", FENCES, (FENCES, "pymdownx.extra"), ()),
    # A site without the key has the search; one that names any plugin names that too.
    Wanted("plugins", PLUGIN, (PLUGIN,), ("search",)),
)


class Insert(NamedTuple):
    """Text that is put in before the character ``at``."""

    at: int
    text: str


def with_additions(text: str, file: str) -> str:
    """The configuration with what it lacks. Raises InputError when it cannot be read, or holds no list to add to."""
    root = _root(text, file)
    inserts = [_insert(wanted, root, text, file) for wanted in WANTED if not _has(root, wanted)]
    for at, more in sorted(inserts, reverse=True):
        text = text[:at] + more + text[at:]
    added = _root(text, file)
    missing = [wanted for wanted in WANTED if not _has(added, wanted)]
    if missing:
        raise _unwritable(missing[0].key, 0, file)
    return text


def _has(root: yaml.MappingNode, wanted: Wanted) -> bool:
    names = set(_names(_value(root, wanted.key)))
    hooks = _names(_value(root, "hooks")) if wanted.name == PLUGIN else ()
    return bool(names & set(wanted.same)) or any(hook.endswith(_HOOK) for hook in hooks)


def _insert(wanted: Wanted, root: yaml.MappingNode, text: str, file: str) -> Insert:
    node = _value(root, wanted.key)
    newline = "\r\n" if "\r\n" in text else "\n"
    if node is None:
        if _value(root, "INHERIT") is not None:
            expected = texts.INHERITED.with_values(key=wanted.key)
            raise InputError(Fault(quoted(file), expected, Message(texts.INHERIT), _EXAMPLE))
        listed = "".join(f"  - {name}{newline}" for name in (*wanted.before, wanted.name))
        return Insert(len(text), f"{'' if text.endswith(newline) else newline}{wanted.key}:{newline}{listed}")
    if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null":
        lines = "".join(f"{newline}  - {name}" for name in (*wanted.before, wanted.name))
        return Insert(node.end_mark.index, lines)
    if isinstance(node, yaml.CollectionNode) and node.flow_style:
        entry = wanted.name if isinstance(node, yaml.SequenceNode) else f"{wanted.name}: {{}}"
        return Insert(node.end_mark.index - 1, f", {entry}" if node.value else entry)
    if isinstance(node, yaml.CollectionNode):
        entry = f"- {wanted.name}" if isinstance(node, yaml.SequenceNode) else f"{wanted.name}: {{}}"
        at = _end_of_line(text, max(_ends(node)))
        return Insert(at, f"{newline}{' ' * _indent(node, text)}{entry}")
    raise _unwritable(wanted.key, node.start_mark.line + 1, file)


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


def _names(node: yaml.Node | None) -> tuple[str, ...]:
    """The names under a key: of a list, its words and the keys of its mappings; of a mapping, its keys."""
    if isinstance(node, yaml.MappingNode):
        return tuple(str(key.value) for key, _ in node.value)
    if isinstance(node, yaml.SequenceNode):
        return tuple(
            name
            for item in node.value
            for name in (_names(item) if isinstance(item, yaml.MappingNode) else (str(item.value),))
        )
    return ()


def _value(root: yaml.MappingNode, key: str) -> yaml.Node | None:
    return next((value for name, value in root.value if name.value == key), None)


def _root(text: str, file: str) -> yaml.MappingNode:
    problem = Message(texts.NO_MAPPING)
    try:
        # Composing makes nodes of the text and nothing else: tags mean nothing, and nothing is run.
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        if isinstance(root, yaml.MappingNode):
            return root
    except (yaml.YAMLError, RecursionError) as error:
        expected = texts.A_CONFIG.with_values(problem=" ".join(str(error).split()))
    else:
        expected = texts.A_CONFIG.with_values(problem=problem)
    raise InputError(Fault(quoted(file), expected, Message(texts.NOT_READ), _EXAMPLE))


def _unwritable(key: str, line: int, file: str) -> InputError:
    got = texts.SOMETHING.with_values(line=line)
    return InputError(Fault(f"{file}: {key}", Message(texts.A_LIST), got, _EXAMPLE))
