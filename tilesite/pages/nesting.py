"""Of a site's Markdown extensions, those that decide where things stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilesite.errors import Fault, InputError, shown
from tilesite.language import Message, Text
from tilesite.pages.config import mapping

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

FENCES = "pymdownx.superfences"
_LISTS = "pymdownx.fancylists"
_EXTRA = ("extra", "markdown.extensions.extra", "markdown.extensions.fenced_code")
# More that nest and that a site may have: they change where a fence stands only when it names them.
_MORE_NESTING = (
    "sane_lists",
    _LISTS,
    "pymdownx.quotes",
    "pymdownx.blocks.admonition",
    "pymdownx.blocks.details",
    "pymdownx.blocks.tab",
    "pymdownx.blocks.html",
)
_PLAIN_TABS = Text("false: bodies are read with their tabs as blanks", "false：读取正文时制表符视为空格")
_BEFORE = Text("{name} before {fences}, since it brings fences of its own", "{name} 在 {fences} 之前，因为它自带代码块")
_BEHIND = Text("it behind", "它在其后")
_STYLES = Text("a list of texts", "文本列表")


class Nesting(NamedTuple):
    """A site's Markdown extensions that decide where things stand, and whether four spaces make code.

    ``list_styles`` are the styles of numbers that ``pymdownx.fancylists`` takes for lists, None for its own choice.
    """

    extensions: tuple[str, ...] = PLACING_EXTENSIONS
    indented_code: bool = True
    list_styles: tuple[str, ...] | None = None


NESTING = Nesting()


def nesting(extensions: Mapping[str, object]) -> Nesting:
    """Of extensions with their options, in their order, those that decide where things stand.

    SuperFences is always one. Raises InputError on options under which no block would be what was verified.
    """
    names = list(extensions)
    short = {
        name.rsplit(".", 1)[-1]: name
        for name in (*PLACING_EXTENSIONS, *_MORE_NESTING)
        if not name.startswith("pymdownx.")
    }
    plain = {short.get(name.removeprefix("markdown.extensions."), name) for name in names}
    if "extra" in plain or "markdown.extensions.extra" in names or "pymdownx.extra" in plain:
        plain |= {"attr_list", "def_list", "footnotes", "md_in_html", "tables"}
    known = (*PLACING_EXTENSIONS, *_MORE_NESTING, MATHS)
    own = mapping(extensions.get(FENCES) or mapping(extensions.get("pymdownx.extra")).get(FENCES))
    if own.get("preserve_tabs"):
        raise InputError(Fault(f"{FENCES}: preserve_tabs", Message(_PLAIN_TABS), "true", "preserve_tabs: false"))
    _in_order(names)
    return Nesting(
        tuple(name for name in known if name in plain or name == FENCES),
        own.get("disable_indented_code_blocks") is not True,
        _styles(mapping(extensions.get(_LISTS))),
    )


def _in_order(names: list[str]) -> None:
    for name in _EXTRA:
        if name in names and FENCES in names and names.index(name) > names.index(FENCES):
            expected = _BEFORE.with_values(name=name, fences=FENCES)
            example = f"markdown_extensions: [{name}, {FENCES}]"
            raise InputError(Fault("markdown_extensions", expected, Message(_BEHIND), example))


def _styles(options: Mapping[str, object]) -> tuple[str, ...] | None:
    """The styles of numbers that ``pymdownx.fancylists`` takes for lists, None where a site says nothing of them."""
    given = options.get("additional_ordered_styles")
    if given is None:
        return None
    if not isinstance(given, (list, tuple)) or not all(isinstance(each, str) for each in given):
        where = f"{_LISTS}: additional_ordered_styles"
        raise InputError(Fault(where, Message(_STYLES), shown(given), "additional_ordered_styles: [roman]"))
    return tuple(given)
