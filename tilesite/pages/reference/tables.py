"""What a reference is made of: tables of rows that have a name, and their HTML.

In the text of a cell, words between backticks are code, and each line is a paragraph.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from tilesite.language import Message, Text


class Row(NamedTuple):
    """One row: the name that its anchor is made of, how the name is shown, and its other cells."""

    name: str
    shown: str
    cells: tuple[str, ...]


class Table(NamedTuple):
    """A table: its caption, the names of its columns (the first is that of the rows' names), its rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def said(text: Text | str, lang: str) -> str:
    """A text of a catalogue in ``lang``."""
    return Message(text).say(lang) if isinstance(text, Text) else text


def codes(names: tuple[str, ...]) -> str:
    """Names as a cell shows them."""
    return ", ".join(f"`{name}`" for name in names)


def anchor(reference: str, name: str) -> str:
    """The id of a row: made of the names alone, so that a link outlives a changed table."""
    return f"{reference.replace(' ', '-')}--{name.lstrip('-')}"


def tables_html(reference: str, mark: str, tables: tuple[Table, ...], lang: str) -> str:
    """The HTML of the tables of one reference, in a section with its mark."""
    template = _templates().get_template("reference.html.jinja")
    return template.render(reference=reference, mark=mark, tables=tables, lang=lang, anchor=anchor).strip()


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("tilesite.pages")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=False)
