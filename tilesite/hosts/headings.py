"""Anchors of headings that hold values: made from what is written, so that a link outlives a changed number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions.toc import remove_fnrefs, render_inner_html, strip_tags, unique
from markdown.treeprocessors import Treeprocessor

from tilesite.hosts.values import CLASS, WRITTEN

HEADING_PRIORITY = 6
"""After attribute lists (8), which may name an anchor, and before the table of contents (5), which makes the others."""

_VALUE = re.compile(rf'<span\b[^<>]*\bclass="{CLASS}"[^<>]*>([^<]*)</span>')
_HEADING = re.compile(r"h[1-6]")


class Headings(Treeprocessor):
    """Gives each heading that holds a value its anchor."""

    def run(self, root: Element) -> None:
        """Names the headings of one page."""
        toc: Any = self.md.treeprocessors["toc"] if "toc" in self.md.treeprocessors else None  # noqa: SIM401 - no mapping
        if toc is None:
            return
        used = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        for element in root.iter():
            if not _HEADING.fullmatch(str(element.tag)) or "id" in element.attrib:
                continue
            if any(child.get("class") == CLASS for child in element.iter("span")):
                element.set("id", unique(toc.slugify(_written(element, self.md), toc.sep), used))


def plain_contents(tokens: Sequence[dict[str, Any]]) -> None:
    """Leaves the bare text of values in a table of contents, since a value counts as built where it stands alone."""
    for token in tokens:
        if "html" in token:
            token["html"] = _VALUE.sub(r"\1", token["html"])
        plain_contents(token.get("children", ()))


def _written(element: Element, md: Markdown) -> str:
    """The text of a heading as its author wrote it, made in the way in which the table of contents makes it."""
    heading = deepcopy(element)
    for child in heading.iter("span"):
        if child.get("class") == CLASS:
            child.text = f"{{{{ {child.get(WRITTEN)} }}}}"
    return unescape(strip_tags(render_inner_html(remove_fnrefs(heading), md)))
