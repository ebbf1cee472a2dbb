"""Citations in a conversion: each becomes a numbered link, and the page ends with the list of what it cites.

Anchors are made of keys alone: ``source-KEY`` in the list, ``cite-KEY`` where a fact is cited first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, fromstring

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER, AtomicString

from tilesite.facts import FACTS
from tilesite.language import Text
from tilesite.pages.citations import list_mark
from tilesite.pages.source_table import TABLE_START
from tilesite.pages.sources import SourceLine
from tilesite.pages.templating import breakable

LIST_PRIORITY = 5.5
"""Before the table of contents (5), which lists the heading, and before MkDocs collects anchors (5)."""

NAMES_PRIORITY = 25
"""Before inline patterns (20), which make links of names."""

LABELS_PRIORITY = 0.5
"""After all that reads headings as text: the table of contents (5), MkDocs for the page's title (1)."""

_CLASS = "tilesite-cite"
_KEY = "data-tilesite-cite"
_PLACEHOLDER = re.compile(HTML_PLACEHOLDER.replace("%s", "([0-9]+)"))
_HEADING = re.compile(r"h[1-6]")
# References to footnotes are left out of labels, titles and anchors; by this id a citation is one.
_LEFT_OUT = "fnref:tilesite"

_SOURCES = Text("Sources", "出处")
_SOURCE = Text("Source {number}: {statement}", "出处 {number}：{statement}")
_BACK = Text("Back to where source {number} is cited", "回到引用出处 {number} 的位置")


class Listed(NamedTuple):
    """What a page cites, by number: its facts and the language they are told in."""

    lines: tuple[SourceLine, ...]
    lang: str

    def number_of(self, key: str) -> int | None:
        """The number of the fact in this page, None when the page does not cite it."""
        return next((number for number, line in enumerate(self.lines, 1) if line.key == key), None)


class Citations(InlineProcessor):
    """Replaces each citation of a fact that the page cites; all else in brackets is left alone."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, pattern: str, listed: Callable[[], Listed], first: Callable[[str], bool]) -> None:
        super().__init__(pattern)
        self._listed = listed
        self._first = first

    def handleMatch(  # type: ignore[override]  # noqa: N802 - as Python-Markdown has it
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """The element of one citation."""
        del data
        key, listed = m.group(1), self._listed()
        number = listed.number_of(key)
        if number is None:
            return None, None, None
        mark = Element("sup", {"class": _CLASS, _KEY: key})
        label = _SOURCE.with_values(number=number, statement=listed.lines[number - 1].statement).say(listed.lang)
        link = SubElement(mark, "a", {"href": f"#source-{key}", "role": "doc-noteref", "aria-label": label})
        if self._first(key):
            link.set("id", f"cite-{key}")
        link.text = AtomicString(f"[{number}]")
        return mark, m.start(0), m.end(0)


class CitationNames(Treeprocessor):
    """Takes the names of facts away from links, so that what looks like a citation of one leads nowhere else."""

    def run(self, root: Element) -> None:
        """Clears one page, before its links are made."""
        del root
        references = getattr(self.md, "references", {})
        for name in [name for name in references if name.startswith("@") and name[1:].strip() in FACTS]:
            del references[name]


class CitationsInHeadings(Treeprocessor):
    """Has headings read without their citations, so that their anchors outlive a new one."""

    def run(self, root: Element) -> None:
        """Marks the citations in the headings of one page."""
        for heading in root.iter():
            if _HEADING.fullmatch(str(heading.tag)):
                for mark in heading.iter("sup"):
                    if mark.get("class") == _CLASS:
                        mark.set("id", _LEFT_OUT)


class SourceList(Treeprocessor):
    """Ends a page with the list of what it cites."""

    def __init__(self, md: Markdown, listed: Callable[[], Listed]) -> None:
        super().__init__(md)
        self._listed = listed

    def run(self, root: Element) -> None:
        """Appends the list."""
        listed = self._listed()
        if listed.lines:
            _append_list(root, listed)


class FactTable(Treeprocessor):
    """Makes elements of the table of all facts, so that its headings and anchors are seen like any other."""

    def run(self, root: Element) -> None:
        """Replaces the paragraphs of one page that stand for a table."""
        for parent in root.iter():
            for index, child in enumerate(parent):
                html = self._stashed(child.text or "") if child.tag == "p" and not len(child) else ""
                if html.startswith(TABLE_START):
                    table = fromstring(html)  # noqa: S314 - our own template made it
                    table.tail = child.tail
                    parent[index] = table

    def _stashed(self, text: str) -> str:
        match = _PLACEHOLDER.fullmatch(text.strip())
        blocks = self.md.htmlStash.rawHtmlBlocks
        stashed = blocks[int(match[1])] if match and int(match[1]) < len(blocks) else ""
        return stashed if isinstance(stashed, str) else ""


class Labels(Treeprocessor):
    """Takes the marks of citations in headings away again."""

    def run(self, root: Element) -> None:
        """Clears one page."""
        for mark in root.iter("sup"):
            if mark.get("id") == _LEFT_OUT:
                del mark.attrib["id"]


def _append_list(root: Element, listed: Listed) -> None:
    keys = [line.key for line in listed.lines]
    section = SubElement(
        root,
        "section",
        {
            "class": "tilesite-citations",
            "data-tilesite": list_mark(keys),
            "data-search-exclude": "",
            "lang": listed.lang,
            "aria-labelledby": "page-sources",
        },
    )
    heading = SubElement(section, "h2", {"id": "page-sources"})
    heading.text = AtomicString(_SOURCES.with_values().say(listed.lang))
    entries = SubElement(section, "ol")
    for number, line in enumerate(listed.lines, 1):
        _append_entry(entries, number, line, listed.lang)


def _broken(tag: str, text: str, attributes: dict[str, str]) -> Element:
    """An element that holds a text with the places where its lines are broken, and a space after it."""
    element = fromstring(f"<{tag}>{breakable(text)}</{tag}>")  # noqa: S314 - the text is escaped
    element.attrib.update(attributes)
    element.tail = AtomicString(" ")
    return element


def _append_entry(entries: Element, number: int, line: SourceLine, lang: str) -> None:
    entry = SubElement(entries, "li", {"id": f"source-{line.key}"})
    entry.text = AtomicString(f"{line.statement} — {line.title}, ")
    address = {"href": line.url} if line.url else {}
    link = _broken("a" if line.url else "span", line.locator, {"class": "tilesite-locator", **address})
    state = _broken("span", line.said, {"class": f"tilesite-state tilesite-state-{line.state}"})
    entry.extend((link, state))
    label = _BACK.with_values(number=number).say(lang)
    back = SubElement(entry, "a", {"href": f"#cite-{line.key}", "role": "doc-backlink", "aria-label": label})
    back.text = AtomicString("↩")
