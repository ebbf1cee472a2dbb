"""What can be wrong in a page, and where: the one type that checks, builds and reports share."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.pages.visible import one_line

UNREADABLE = "unreadable"
DIFFERENCE = "difference"
WARNING = "warning"


class Place(NamedTuple):
    """A position in a source file: the file as it is named to readers, line and column counted from 1."""

    path: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """``docs/page.md:12:3``."""
        return f"{one_line(self.path)}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One problem. ``kind`` is UNREADABLE (something cannot be checked), DIFFERENCE (a check failed) or WARNING.

    A warning is told and fails nothing: the block was verified, and its author should know something about it.

    ``code`` names the sort of problem for machines ("unknown-option"); ``message`` is for people, in English.
    """

    place: Place
    kind: str
    code: str
    message: str

    def __str__(self) -> str:
        """``docs/page.md:12:3: message``."""
        return f"{self.place}: {'warning: ' if self.kind == WARNING else ''}{one_line(self.message)}"
