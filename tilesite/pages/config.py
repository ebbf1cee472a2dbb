"""A site's configuration file read as data: mkdocs.yml and its like, with what it inherits.

Nothing in it is run: tags that would make Python objects are read as nothing. It may come from anybody, so that
what it says is taken only where it is of the right type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import tomllib
import yaml

from tilesite.errors import Fault, InputError, shown
from tilesite.language import Message, Text
from tilesite.pages.bounded_yaml import BrokenYamlError, LargeYamlError, SafeLoader, load_yaml
from tilesite.pages.paths import real

LARGEST_CONFIG = 1024 * 1024
_DEEPEST_NAME = 3
_NAME_PARTS = ("pymdownx", "markdown", "extensions", "blocks")
_A_CONFIG = Text("a configuration that can be read ({problem})", "可读的配置（{problem}）")
_BROKEN = Text("a broken one", "损坏的配置")
_BOUNDED = Text("a configuration of {bound}", "配置不超过 {bound}")
_MORE = Text("more", "更多")
_A_CHAIN = Text("a configuration that does not inherit from itself", "不会继承自身的配置")
_A_LOOP = Text("a loop", "循环继承")
_A_TEXT = Text("a text", "文本")


def read_config(file: Path, heirs: tuple[Path, ...] = ()) -> Mapping[str, Any]:
    """What a configuration says, with what it inherits where it says nothing, as MkDocs merges the two.

    Raises InputError.
    """
    config = mapping(_loaded(file))
    if file.suffix == ".toml":
        return mapping(config.get("project"))
    inherits = text_of(config, "INHERIT", file, "")
    if not inherits:
        return config
    parent = real(file.parent / inherits)
    if parent in (*heirs, real(file)):
        raise InputError(Fault(file.name, Message(_A_CHAIN), Message(_A_LOOP), "INHERIT: mkdocs.yml"))
    return _merged(read_config(parent, (*heirs, real(file))), config)


def config_of_texts(texts: Sequence[str]) -> Mapping[str, Any]:
    """What a configuration of YAML says whose text comes first, with those that it inherits behind it.

    Raises BrokenYamlError and LargeYamlError.
    """
    config: Mapping[str, Any] = {}
    for text in reversed(texts):
        config = _merged(config, mapping(load_yaml(text, _Loader, LARGEST_CONFIG)))
    return config


def text_of(config: Mapping[str, Any], key: str, file: Path, default: str) -> str:
    """The text of a key, ``default`` where it is not set or comes from the environment. Raises InputError."""
    value = config.get(key)
    if value is None:
        return default
    if not isinstance(value, str) or "\0" in value:
        raise InputError(
            Fault(f"{file.name}: {key}", Message(_A_TEXT), shown(value), f"{key}: {default or 'base.yml'}")
        )
    return value


def extensions_of(named: object, prefix: str = "", depth: int = 1) -> dict[str, object]:
    """Each extension's name with its options, from a list of names and mappings or from (nested) mappings."""
    found: dict[str, object] = {}
    if isinstance(named, Mapping):
        for name, options in named.items():
            full = f"{prefix}{name}" if isinstance(name, str) else ""
            found[full] = options
            if isinstance(options, Mapping) and name in _NAME_PARTS and depth < _DEEPEST_NAME:
                found.update(extensions_of(options, f"{full}.", depth + 1))
    elif isinstance(named, Sequence) and not isinstance(named, str):
        for each in named:
            if isinstance(each, Mapping):
                found.update(extensions_of(each))
            elif isinstance(each, str):
                found[each] = None
    return found


def mapping(value: object) -> Mapping[str, Any]:
    """``value`` where it is a mapping, an empty one otherwise."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _merged(parent: Mapping[str, Any], child: Mapping[str, Any]) -> Mapping[str, Any]:
    both = {
        key: _merged(parent[key], value)
        if isinstance(parent.get(key), Mapping) and isinstance(value, Mapping)
        else value
        for key, value in child.items()
    }
    return {**parent, **both}


def _loaded(file: Path) -> object:
    try:
        text = _text(file)
        return tomllib.loads(text) if file.suffix == ".toml" else load_yaml(text, _Loader, LARGEST_CONFIG)
    except LargeYamlError as error:
        raise _bounded(file, str(error)) from None
    except (OSError, UnicodeError, BrokenYamlError, tomllib.TOMLDecodeError) as error:
        problem = " ".join(str(error).split())
        raise _broken(file, problem) from None
    except RecursionError:
        raise _broken(file, "too many levels") from None


def _text(file: Path) -> str:
    # A named file could be a device without an end, or a pipe that nobody writes to.
    if not file.is_file():
        raise _broken(file, "no such file")
    if file.stat().st_size > LARGEST_CONFIG:
        raise _bounded(file, f"at most {LARGEST_CONFIG} bytes")
    return file.read_text("utf-8-sig")


def _broken(file: Path, problem: str) -> InputError:
    return InputError(Fault(file.name, _A_CONFIG.with_values(problem=problem), Message(_BROKEN), "docs_dir: docs"))


def _bounded(file: Path, bound: str) -> InputError:
    return InputError(Fault(file.name, _BOUNDED.with_values(bound=bound), Message(_MORE), "docs_dir: docs"))


class _Loader(SafeLoader):  # type: ignore[misc]  # PyYAML's faster loader where it has one
    """YAML whose own tags (``!ENV``, ``!!python/name:…``) are read as nothing."""


def _nothing(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> None:
    del loader, suffix, node


_Loader.add_multi_constructor("!", _nothing)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", _nothing)
