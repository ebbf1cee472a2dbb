"""A site's configuration as the author wrote it, with those that it inherits; nothing in it is run."""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TextIO

import yaml

from tilesite.errors import Fault, InputError, quoted
from tilesite.files import read_text
from tilesite.hosts import adoption_texts as texts
from tilesite.language import Message
from tilesite.pages.command_flags import EXAMPLES
from tilesite.pages.paths import real

LONGEST = 2**20
_MOST_PARENTS = 10
_SUFFIXES = (".yml", ".yaml")
_INHERIT = "INHERIT"


class Config(NamedTuple):
    """One file: its name as the command line has it, its text, and the nodes of that text."""

    name: str
    text: str
    root: yaml.MappingNode

    def value(self, key: str) -> yaml.Node | None:
        """What stands under a key, of two equal keys under the last one."""
        return next((value for name, value in reversed(self.root.value) if name.value == key), None)


def read_configs(name: str, stdin: TextIO) -> tuple[Config, ...]:
    """The configuration of that name, and those that it inherits, the nearest first. Raises InputError."""
    if Path(name).suffix not in _SUFFIXES:
        expected = texts.A_CONFIG.with_values(problem=Path(name).suffix or name)
        raise InputError(Fault(quoted(name), expected, Message(texts.NOT_YAML), EXAMPLES["adopt"]))
    chain = [config_of(read_text(name, stdin, LONGEST, EXAMPLES["adopt"]), name)]
    seen = {real(Path(name))}
    while (inherited := chain[-1].value(_INHERIT)) is not None:
        heir = chain[-1].name
        where, example = f"{heir}: {_INHERIT}", f"{_INHERIT}: base.yml"
        if not isinstance(inherited, yaml.ScalarNode) or inherited.tag != "tag:yaml.org,2002:str":
            raise InputError(Fault(where, Message(texts.A_PARENT), Message(texts.NO_NAME), example))
        parent = Path(os.path.normpath(Path(heir).parent / inherited.value)).as_posix()
        if "\0" in parent or not Path(parent).is_file():
            got = texts.NO_FILE.with_values(name=quoted(parent))
            raise InputError(Fault(where, Message(texts.A_PARENT), got, example))
        if real(Path(parent)) in seen or len(chain) > _MOST_PARENTS:
            raise InputError(Fault(where, texts.NO_LOOP.with_values(bound=_MOST_PARENTS), quoted(parent), example))
        seen.add(real(Path(parent)))
        chain.append(config_of(read_text(parent, stdin, LONGEST, EXAMPLES["adopt"]), parent))
    return tuple(chain)


def config_of(text: str, name: str) -> Config:
    """The configuration that a text is. Raises InputError when it is none."""
    try:
        # Composing makes nodes of the text and nothing else: tags mean nothing, and nothing is run.
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        if isinstance(root, yaml.MappingNode):
            return Config(name, text, root)
    except (yaml.YAMLError, RecursionError) as error:
        expected = texts.A_CONFIG.with_values(problem=" ".join(str(error).split()))
    else:
        expected = texts.A_CONFIG.with_values(problem=Message(texts.NO_MAPPING))
    raise InputError(Fault(quoted(name), expected, Message(texts.NOT_READ), "site_name: My site"))


def owner(chain: tuple[Config, ...], key: str) -> int:
    """Which of the configurations decides what is under a key, by its position; the first where none names it."""
    return next((at for at, config in enumerate(chain) if config.value(key) is not None), 0)


def names(chain: tuple[Config, ...], key: str) -> tuple[str, ...]:
    """The names under a key as MkDocs merges them: mappings are joined, of all else the nearest replaces the others."""
    nodes = [value for config in chain if (value := config.value(key)) is not None]
    mappings = list(takewhile(lambda node: isinstance(node, yaml.MappingNode), nodes))
    return tuple(name for node in (mappings or nodes[:1]) for name in names_of(node))


def names_of(node: yaml.Node | None) -> tuple[str, ...]:
    """The names that a node lists: of a list, its words and the keys of its mappings; of a mapping, its keys."""
    if isinstance(node, yaml.MappingNode):
        return tuple(_word(key) for key, _ in node.value)
    if isinstance(node, yaml.SequenceNode):
        return tuple(
            name
            for item in node.value
            for name in (names_of(item) if isinstance(item, yaml.MappingNode) else (_word(item),))
        )
    return ()


def _word(node: yaml.Node) -> str:
    # What aliases nest could be written out without an end.
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def text_of(chain: tuple[Config, ...], key: str, default: str) -> str:
    """The text of a key, ``default`` where it is none or would come from the environment."""
    node = chain[owner(chain, key)].value(key)
    is_text = isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:str"
    return str(node.value) if node is not None and is_text else default
