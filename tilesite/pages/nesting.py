"""The Markdown extensions of a site that decide where the things of a page stand."""

from __future__ import annotations

from typing import NamedTuple

PLACING_EXTENSIONS: tuple[str, ...] = (
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.tabbed",
)
"""The extensions that decide where things stand: those that nest."""

MATHS = "pymdownx.arithmatex"
"""Values are not read in formulas, where a site has any."""


class Nesting(NamedTuple):
    """A site's Markdown extensions that decide where things stand, and whether four spaces make code."""

    extensions: tuple[str, ...] = PLACING_EXTENSIONS
    indented_code: bool = True


NESTING = Nesting()
