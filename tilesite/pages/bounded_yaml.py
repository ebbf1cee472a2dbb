"""YAML of strangers read within bounds: how long it is, how deep it nests, how much its aliases stand for."""

from __future__ import annotations

from typing import Any

import yaml

LARGEST_YAML = 64 * 1024
_DEEPEST = 100
_MOST_VALUES = 100_000
# What PyYAML raises, besides its own errors, on values that are not what their tags say ("!!int x").
_BROKEN = (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, ArithmeticError, RecursionError)

SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class BrokenYamlError(ValueError):
    """No YAML, or values that are not what their tags say."""


class LargeYamlError(ValueError):
    """YAML past a bound, which the text names."""


def load_yaml(text: str, loader: Any = SafeLoader, largest: int = LARGEST_YAML) -> object:  # noqa: ANN401 - PyYAML's loaders share no class
    """What ``text`` says. Raises LargeYamlError before anything is made of it, and BrokenYamlError."""
    if len(text) > largest:
        raise LargeYamlError(f"at most {largest} characters")
    try:
        _measure(text, loader)
        return yaml.load(text, Loader=loader)  # noqa: S506 - the loaders given are safe
    except LargeYamlError:
        raise
    except _BROKEN as error:
        raise BrokenYamlError(_said(error)) from None


def compose_yaml(text: str, largest: int) -> yaml.Node | None:
    """The nodes of ``text`` with their places, None where it says nothing. Raises as ``load_yaml`` does."""
    if len(text) > largest:
        raise LargeYamlError(f"at most {largest} characters")
    try:
        _measure(text, SafeLoader)
        # The faster loader counts places in another way.
        node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
    except LargeYamlError:
        raise
    except _BROKEN as error:
        raise BrokenYamlError(_said(error)) from None
    return node


def _measure(text: str, loader: Any) -> None:  # noqa: ANN401 - as above
    """Counts what would be made, each alias as often as what it stands for, without making any of it."""
    sizes: dict[str, int] = {}
    open_ones: list[tuple[str | None, int]] = [(None, 0)]
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.CollectionStartEvent):
            open_ones.append((event.anchor, 1))
            if len(open_ones) > _DEEPEST:
                raise LargeYamlError(f"at most {_DEEPEST} levels")
            continue
        anchor, size = None, 0
        if isinstance(event, yaml.ScalarEvent):
            anchor, size = event.anchor, 1
        elif isinstance(event, yaml.AliasEvent):
            # One that stands inside of what it stands for has no end.
            size = sizes.get(event.anchor or "", _MOST_VALUES + 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, size = open_ones.pop()
        outer, before = open_ones.pop()
        open_ones.append((outer, before + size))
        if anchor is not None:
            sizes[anchor] = size
        if before + size > _MOST_VALUES:
            raise LargeYamlError(f"at most {_MOST_VALUES} values, an alias counted as all that it stands for")


def _said(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None)
    if problem is None:
        return "a value that is not what its tag says"
    return f"{problem}, in line {mark.line + 1}" if mark else str(problem)
