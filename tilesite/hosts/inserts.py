"""Inserts in a conversion: each comment gives way to what is generated in its place."""

from __future__ import annotations

from collections.abc import Callable

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from pymdownx.superfences import SuperFencesCodeExtension

from tilesite.pages.inserts import read_insert

INSERTS_PRIORITY = 23
"""Of preprocessors: after recorded outputs (24), and before raw HTML is taken out (20)."""


class Inserts(Preprocessor):
    """Runs when fences are in the stash, so that what looks like an insert in one is not seen."""

    def __init__(
        self, md: Markdown, superfences: SuperFencesCodeExtension, html_of: Callable[[str, str], str | None]
    ) -> None:
        super().__init__(md)
        self._superfences = superfences
        self._html_of = html_of

    def run(self, lines: list[str]) -> list[str]:
        """The lines, each insert that ``html_of`` knows replaced by what stands for its HTML."""
        return [self._replaced(line) for line in lines]

    def _replaced(self, line: str) -> str:
        read = read_insert(line)
        html = self._html_of(*read[1:]) if read else None
        if read is None or html is None:
            return line
        before = read[0]
        placeholder = self.md.htmlStash.store(html)
        # In indented code SuperFences puts the text of a stash entry back; it is told this one's.
        self._superfences.stash.store(placeholder[1:-1], line, len(before))
        return before + placeholder
