"""Pages that mkdocs-macros renders first: each inline value of theirs is text to it, and left to us."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from jinja2.ext import Extension

from tilesite.pages.values import VALUE


class KeptValues(Extension):
    """Has a template engine print values as they are written: it would take the minus of ``my-fig`` for its own."""

    ids: frozenset[str] = frozenset()

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """``source`` with each value as an expression that is its own text, but where it is text already."""
        del name, filename
        environment = self.environment
        if not self.ids or environment.variable_start_string != "{{" or environment.variable_end_string != "}}":
            return source
        return _pattern(environment.block_start_string, environment.block_end_string).sub(self._kept, source)

    def _kept(self, match: re.Match[str]) -> str:
        return f'{{{{ "{match.group()}" }}}}' if match[1] in self.ids else match.group()


def name_blocks(macros: Any, ids: Collection[str]) -> None:  # noqa: ANN401 - the plugin, which may not be installed
    """Has the plugin ``macros`` leave alone the values of the page that it renders next, unless it has such a name."""
    environment = macros.env
    if KeptValues.identifier not in environment.extensions:
        environment.add_extension(KeptValues)
    environment.extensions[KeptValues.identifier].ids = frozenset(ids) - set(macros.variables)


def _pattern(start: str, end: str) -> re.Pattern[str]:
    start, end = re.escape(start), re.escape(end)
    raw = rf"{start}[-+]?\s*raw\s*-?{end}.*?(?:{start}[-+]?\s*endraw\s*[-+]?{end}|\Z)"
    return re.compile(rf"(?s:{raw}|\{{\#.*?(?:\#\}}|\Z))|{VALUE}")
