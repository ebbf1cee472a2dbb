"""Recorded outputs in a conversion: the comments and the fence between them give way to the real output."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.util import HTML_PLACEHOLDER
from pymdownx.superfences import SuperFencesCodeExtension

OUTPUTS_PRIORITY = 24
"""Of preprocessors: after SuperFences (25), and before raw HTML is taken out (20)."""

_OPENING = re.compile(r"([> ]*)<!--[ ]*tilesite:output[ ]+([^ >]+)[ ]*-->[ ]*")
_CLOSING = re.compile(r"[> ]*<!--[ ]*/tilesite[ ]*-->[ ]*")
_BLANK = re.compile(r"[> ]*")
_FENCE = re.compile(r"[> ]*" + re.escape(HTML_PLACEHOLDER).replace("%s", r"(?P<number>[0-9]+)") + r"[ ]*")


class Outputs(Preprocessor):
    """Runs when SuperFences has put each fence into the stash: a line with its number stands for it."""

    def __init__(
        self, md: Markdown, superfences: SuperFencesCodeExtension, output: Callable[[str], str | None]
    ) -> None:
        super().__init__(md)
        self._superfences = superfences
        self._output = output

    def run(self, lines: list[str]) -> list[str]:
        """The lines, each recorded output replaced by one line."""
        new: list[str] = []
        at = 0
        while at < len(lines):
            opening = _OPENING.fullmatch(lines[at]) if "tilesite:output" in lines[at] else None
            end = self._end(lines, at + 1) if opening else None
            html = self._output(opening[2]) if opening and end else None
            if opening and end and html is not None:
                new.append(opening[1] + self._stored(html, lines[at:end], len(opening[1])))
                at = end
            else:
                new.append(lines[at])
                at += 1
        return new

    def _end(self, lines: list[str], at: int) -> int | None:
        """The index behind the closing comment, None when something else stands in between."""
        at = _after_blanks(lines, at)
        if at < len(lines) and _FENCE.fullmatch(lines[at]):
            at = _after_blanks(lines, at + 1)
        return at + 1 if at < len(lines) and _CLOSING.fullmatch(lines[at]) else None

    def _stored(self, html: str, lines: list[str], indent: int) -> str:
        placeholder: str = self.md.htmlStash.store(html)
        # In indented code SuperFences puts the text of a stash entry back; it is told this one's.
        self._superfences.stash.store(placeholder[1:-1], "\n".join(map(self._source, lines)), indent)
        return placeholder

    def _source(self, line: str) -> str:
        fence = _FENCE.fullmatch(line)
        stashed = self._superfences.stash.get(line.strip("> ")[1:-1]) if fence else None
        return stashed[0] if stashed else line


def _after_blanks(lines: list[str], at: int) -> int:
    while at < len(lines) and _BLANK.fullmatch(lines[at]):
        at += 1
    return at
