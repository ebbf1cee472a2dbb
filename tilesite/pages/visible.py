"""Control characters made visible, so that none of an output can mean something to Markdown or a terminal."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_LINE_END = re.compile(r"[\t\n\u2028\u2029]")
_DELETE = "\u2421"
_OTHER = "\ufffd"


def visible(text: str) -> str:
    """``text`` with its control characters, tabs and line ends aside, as the pictures Unicode has for them.

    Markdown's own placeholders are made of control characters, so none may come from an output. What has no
    picture (C1 controls, marks that turn the direction of writing, lone surrogates) becomes U+FFFD.
    """
    return _CONTROL.sub(_picture, text)


def one_line(text: str) -> str:
    """``text`` with all its control characters visible, tabs and line ends among them: it cannot end its line."""
    return visible(_LINE_END.sub(_picture, text))


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return _DELETE if code == 0x7F else _OTHER
