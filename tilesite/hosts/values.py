"""Inline values in a conversion: what the author wrote gives way to the text it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

CLASS = "tilesite-value"
WRITTEN = "data-tilesite-value"


class Values(InlineProcessor):
    """Replaces each value that ``value_of`` knows; all else in double braces is left alone."""

    def __init__(self, pattern: str, value_of: Callable[[str], str | None]) -> None:
        super().__init__(pattern)
        self._value_of = value_of

    def handleMatch(  # type: ignore[override]  # noqa: N802 - as Python-Markdown has it
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """The element of one value."""
        del data
        name = m.group(1) + m.group(2)
        text = self._value_of(name)
        if text is None:
            return None, None, None
        element = Element("span", {"class": CLASS, WRITTEN: name})
        element.text = AtomicString(text)
        return element, m.start(0), m.end(0)
