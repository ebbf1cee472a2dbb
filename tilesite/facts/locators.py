"""Locators: a file and its lines, or a pointer to a section that only a reader can follow."""

from __future__ import annotations

import re

from tilesite.facts.types import Source
from tilesite.records import NamedTuple

_LINES = re.compile(r"([^\s:]+):([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")
_ISSUE = re.compile(r"([\w.-]+/[\w.-]+) (?:issue |PR )?([0-9]+)")
_SECTION = re.compile(r"section (?:[0-9.]+, )?(.+)")


class Lines(NamedTuple):
    """Lines of a file: its path in the source, and the first and last line, counted from 1."""

    path: str
    first: int
    last: int

    def __str__(self) -> str:
        """``copy.cc:12-15``, or ``copy.cc:12`` for one line."""
        return f"{self.path}:{self.span}"

    @property
    def span(self) -> str:
        """``12-15``, or ``12`` for one line."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def lines_of(locator: str) -> Lines | None:
    """The lines that a locator names, None when it is a pointer of another kind."""
    match = _LINES.fullmatch(locator)
    return Lines(match[1], int(match[2]), int(match[3] or match[2])) if match else None


def is_inside(path: str) -> bool:
    """Whether a path stays in the folder that it starts from."""
    return not path.startswith("/") and "\\" not in path and ".." not in path.split("/") and ":" not in path


def link_of(source: Source, locator: str) -> str | None:
    """The address of the lines, section or thread that a locator names, else of the whole source where that has one."""
    lines = lines_of(locator)
    if lines:
        for link in source.links:
            if lines.path.startswith(link.prefix):
                rest = lines.path[len(link.prefix) :]
                return link.template.format(rest=rest, first=lines.first, last=lines.last)
        return source.url
    section = _SECTION.fullmatch(locator)
    if section and source.section:
        return source.section.format(slug=re.sub(r"[^a-z0-9]+", "-", section[1].lower()).strip("-"))
    issue = _ISSUE.search(locator)
    return f"https://github.com/{issue[1]}/issues/{issue[2]}" if issue else source.url
