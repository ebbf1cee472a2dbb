"""Pages that mkdocs-macros renders first: it finds each inline value to stand for itself, and leaves it to us."""

from __future__ import annotations

from collections.abc import Collection, MutableMapping
from typing import Any


class Echo:
    """A variable whose every field prints as it is written."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Echo:
        """A field of an object."""
        if name.startswith("__"):
            raise AttributeError(name)
        return Echo(f"{self._path}.{name}")

    def __getitem__(self, key: object) -> Echo:
        """An entry of a list, or a field as a template engine asks for it."""
        return Echo(f"{self._path}.{key}")

    def __str__(self) -> str:
        """What its author wrote."""
        return f"{{{{ {self._path} }}}}"


def name_blocks(macros: Any, ids: Collection[str]) -> None:  # noqa: ANN401 - the plugin, which may not be installed
    """Has the plugin ``macros`` know the blocks of the page that it renders next, unless it knows such a name."""
    variables: MutableMapping[str, object] = macros.variables
    for name in [name for name, value in variables.items() if isinstance(value, Echo)]:
        del variables[name]
    for name in ids:
        variables.setdefault(name, Echo(name))
