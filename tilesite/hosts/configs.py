"""A site's configuration as the author wrote it, with those that it inherits; nothing in it is run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import yaml

from tilesite.errors import Fault, InputError, quoted
from tilesite.hosts import adoption_texts as texts
from tilesite.language import Message
from tilesite.pages.bounded_yaml import BrokenYamlError, LargeYamlError, compose_yaml
from tilesite.pages.command_flags import EXAMPLES
from tilesite.pages.config import LARGEST_CONFIG
from tilesite.pages.paths import real
from tilesite.pages.source import read_file

_MOST_PARENTS = 10
_SUFFIXES = (".yml", ".yaml")
_INHERIT = "INHERIT"
NULL = "tag:yaml.org,2002:null"
_TEXT, _SEQUENCE, _MAPPING, _MERGE = (f"tag:yaml.org,2002:{name}" for name in ("str", "seq", "map", "merge"))


class Config(NamedTuple):
    """One file: its name as the command line has it, its text with any byte order mark, and the nodes of that text."""

    name: str
    text: str
    root: yaml.MappingNode

    def value(self, key: str) -> yaml.Node | None:
        """What stands under a key, of two equal keys under the last one, as YAML's readers have it."""
        return next((value for name, value in reversed(pairs(self.root)) if _word(name) == key), None)


def read_configs(name: str) -> tuple[Config, ...]:
    """The configuration of that name, and those that it inherits, the nearest first. Raises InputError."""
    if Path(name).suffix not in _SUFFIXES:
        expected = texts.A_CONFIG.with_values(problem=Path(name).suffix or name)
        raise InputError(Fault(quoted(name), expected, Message(texts.NOT_YAML), EXAMPLES["adopt"]))
    chain = [config_of(_text(name), name)]
    seen = {real(Path(name))}
    while (inherited := chain[-1].value(_INHERIT)) is not None:
        heir = chain[-1].name
        where, example = f"{heir}: {_INHERIT}", f"{_INHERIT}: base.yml"
        if not isinstance(inherited, yaml.ScalarNode) or inherited.tag != _TEXT:
            raise InputError(Fault(where, Message(texts.A_PARENT), Message(texts.NO_NAME), example))
        parent = Path(os.path.normpath(Path(heir).parent / inherited.value)).as_posix()
        if "\0" in parent or not Path(parent).is_file():
            got = texts.NO_FILE.with_values(name=quoted(parent))
            raise InputError(Fault(where, Message(texts.A_PARENT), got, example))
        if real(Path(parent)) in seen or len(chain) > _MOST_PARENTS:
            raise InputError(Fault(where, texts.NO_LOOP.with_values(bound=_MOST_PARENTS), quoted(parent), example))
        seen.add(real(Path(parent)))
        chain.append(config_of(_text(parent), parent))
    return tuple(chain)


def config_of(text: str, name: str) -> Config:
    """The configuration that a text is; one that says nothing is an empty mapping. Raises InputError."""
    try:
        # Composing makes nodes of the text and nothing else: tags mean nothing, and nothing is run.
        root = compose_yaml(text, LARGEST_CONFIG)
    except BrokenYamlError as error:
        expected = texts.A_CONFIG.with_values(problem=str(error))
        raise InputError(Fault(quoted(name), expected, Message(texts.NOT_READ), "site_name: My site")) from None
    except LargeYamlError as error:
        expected = texts.BOUNDED.with_values(bound=str(error))
        raise InputError(Fault(quoted(name), expected, Message(texts.MORE), "site_name: My site")) from None
    if root is None or (isinstance(root, yaml.ScalarNode) and root.tag == NULL and not root.value):
        end = yaml.Mark("", len(text), 0, 0, None, 0)
        root = yaml.MappingNode(_MAPPING, [], end, end, flow_style=False)
    if not isinstance(root, yaml.MappingNode) or not is_mapping(root):
        got = texts.SOMETHING.with_values(line=root.start_mark.line + 1)
        raise InputError(Fault(quoted(name), Message(texts.SETTINGS), got, "site_name: My site"))
    return Config(name, text, root)


def owner(chain: Sequence[Config], key: str) -> int:
    """Which of the configurations decides what is under a key, by its position; the first where none names it."""
    return next((at for at, config in enumerate(chain) if config.value(key) is not None), 0)


def names(chain: Sequence[Config], key: str) -> tuple[str, ...]:
    """The names under a key as MkDocs merges them: mappings are joined, of all else the nearest replaces the others."""
    nodes = [value for config in chain if (value := config.value(key)) is not None]
    mappings = list(takewhile(is_mapping, nodes))
    return tuple(name for node in (mappings or nodes[:1]) for name in names_of(node))


def names_of(node: yaml.Node | None) -> tuple[str, ...]:
    """The names that a node lists: of a list, its words and the keys of its mappings; of a mapping, its keys."""
    if isinstance(node, yaml.MappingNode) and is_mapping(node):
        return tuple(_word(key) for key, _ in pairs(node))
    if isinstance(node, yaml.SequenceNode) and is_list(node):
        return tuple(name for item in node.value for name in (names_of(item) if is_mapping(item) else (_word(item),)))
    return ()


def pairs(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
    """The keys of a mapping with their values, those first that it takes from others (``<<``)."""
    merged: list[tuple[yaml.Node, yaml.Node]] = []
    own: list[tuple[yaml.Node, yaml.Node]] = []
    for key, value in node.value:
        if key.tag != _MERGE:
            own.append((key, value))
            continue
        # Of several, the first one that names a key decides.
        for other in reversed(value.value if isinstance(value, yaml.SequenceNode) else [value]):
            merged += pairs(other) if isinstance(other, yaml.MappingNode) else []
    return [*merged, *own]


def is_mapping(node: yaml.Node | None) -> bool:
    """Whether a node is a mapping, and no tag makes something else of it."""
    return isinstance(node, yaml.MappingNode) and node.tag == _MAPPING


def is_list(node: yaml.Node | None) -> bool:
    """Whether a node is a list, and no tag makes something else of it."""
    return isinstance(node, yaml.SequenceNode) and node.tag == _SEQUENCE


def text_of(chain: Sequence[Config], key: str, default: str) -> str:
    """The text of a key, ``default`` where it is none or would come from the environment."""
    node = chain[owner(chain, key)].value(key)
    is_text = isinstance(node, yaml.ScalarNode) and node.tag == _TEXT
    return str(node.value) if node is not None and is_text else default


def _word(node: yaml.Node) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def _text(name: str) -> str:
    file = Path(name)
    try:
        if file.stat().st_size > LARGEST_CONFIG:
            expected = texts.BOUNDED.with_values(bound=f"at most {LARGEST_CONFIG} bytes")
            raise InputError(Fault(quoted(name), expected, Message(texts.MORE), EXAMPLES["adopt"]))
        return read_file(file).decode("utf-8")
    except OSError as error:
        problem = error.strerror or str(error)
    except UnicodeDecodeError as error:
        problem = f"UTF-8: byte {error.start + 1}"
    except ValueError as error:  # a name that no file can have
        if isinstance(error, InputError):
            raise
        problem = str(error)
    raise InputError(Fault(quoted(name), Message(texts.A_FILE_TO_READ), problem, EXAMPLES["adopt"]))
