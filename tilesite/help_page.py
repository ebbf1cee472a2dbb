"""The help page of a program, drawn from the flags that it reads."""

from __future__ import annotations

from collections.abc import Iterator

from tilesite.console import Arguments, Flag
from tilesite.language import Message, Text

_WIDTH = 100
_INDENT = 26
_DEFAULT = Text("{help} (default: {usual})", "{help}（默认 {usual}）")


def help_page(arguments: Arguments, lang: str) -> str:
    """Usage, description, the flags group by group, and the epilogue; each line ended."""
    words = "".join(f" [{flag.metavar} ...]" for flag in arguments.flags if not flag.name.startswith("-"))
    lines = [f"usage: {arguments.prog} [flags]{words}", "", _said(arguments.description, lang)]
    for title in dict.fromkeys(flag.group for flag in arguments.flags):
        lines += ["", f"{_said(title, lang)}:"]
        for flag in arguments.flags:
            if flag.group == title:
                lines += _entry(flag, lang)
    if arguments.epilog:
        lines += ["", _said(arguments.epilog, lang)]
    return "\n".join(lines) + "\n"


def _help(flag: Flag, lang: str) -> str:
    said = _said(flag.help, lang)
    return said if flag.usual is None else _DEFAULT.with_values(help=said, usual=flag.usual).say(lang)


def _said(text: Text | str, lang: str) -> str:
    return Message(text).say(lang) if isinstance(text, Text) else text


def _entry(flag: Flag, lang: str) -> Iterator[str]:
    takes_value = flag.name.startswith("-") and flag.action != "store_true"
    head = f"  {flag.name} {flag.metavar}" if takes_value else f"  {flag.name}"
    rows = _wrapped(_help(flag, lang), _WIDTH - _INDENT)
    if len(head) >= _INDENT:
        yield head
        head = ""
    yield head.ljust(_INDENT) + rows[0]
    yield from (" " * _INDENT + row for row in rows[1:])


def _wrapped(text: str, width: int) -> list[str]:
    rows = [""]
    for word in text.split():
        if rows[-1] and len(rows[-1]) + 1 + len(word) > width:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    return rows
