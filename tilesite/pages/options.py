"""The options of a block, read from its header into one frozen type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.language import LANGUAGES

PARTS = ("config", "output", "figure", "command", "sources")
"""What a block shows, in the order it is shown."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_EXPECT = re.compile(r"pass|fail(?::[A-Z0-9_]+(?:,[A-Z0-9_]+)*)?")
_CODE = re.compile(r"[012]")
_HEAD = re.compile(r"[1-9][0-9]{0,8}")


class Options(NamedTuple):
    """A block's options. ``expect`` is None, "pass" or "fail"; ``rules`` the exact set that must fail, or None.

    ``head`` is the number of output lines shown before the rest is folded, None for all of them;
    ``exit`` the code that the last command of a command block must end with.
    """

    id: str | None = None
    title: str | None = None
    expect: str | None = None
    rules: frozenset[str] | None = None
    show: tuple[str, ...] = PARTS
    lang: str | None = None
    head: int | None = None
    strict: bool = True
    exit: int = 0


class OptionFault(NamedTuple):
    """An option whose value is none that it may have."""

    name: str
    message: str


def read_options(texts: Mapping[str, str]) -> tuple[Options, tuple[OptionFault, ...]]:
    """The options, and a fault for each value that is refused (whose option then keeps its default)."""
    refused = {name: fault for name, text in texts.items() if name in _CHECKS and (fault := _refusal(name, text))}
    good = {name: text for name, text in texts.items() if name not in refused}
    expect, _, rules = good.get("expect", "").partition(":")
    show = _parts(good["show"]) if "show" in good else set(PARTS)
    options = Options(
        id=good.get("id"),
        title=good.get("title"),
        expect=expect or None,
        rules=frozenset(rules.split(",")) if rules else None,
        show=tuple(part for part in PARTS if part in show),
        lang=good.get("lang"),
        head=int(good["head"]) if "head" in good else None,
        strict=good.get("strict") != "false",
        exit=int(good.get("exit", "0")),
    )
    return options, tuple(refused.values())


def _refusal(name: str, text: str) -> OptionFault | None:
    check = _CHECKS[name]
    if check.is_right(text):
        return None
    message = f'option {name}: expected {check.expected}, got {quoted(text)}. Example: {name}="{check.example}"'
    return OptionFault(name, message)


def _parts(text: str) -> set[str]:
    return {part.strip() for part in text.split(",")}


class _Check(NamedTuple):
    is_right: Callable[[str], object]
    expected: str
    example: str


_CHECKS = {
    "id": _Check(_ID.fullmatch, "a letter, then letters, digits, _ and -", "fig1"),
    "expect": _Check(_EXPECT.fullmatch, "pass, fail, or fail: with the rules that fail", "fail:C1,C2"),
    "show": _Check(lambda text: _parts(text) <= set(PARTS), f"some of {', '.join(PARTS)}", "output,command"),
    "lang": _Check(LANGUAGES.__contains__, "en or zh", "zh"),
    "head": _Check(_HEAD.fullmatch, "a number of lines from 1 on", "20"),
    "exit": _Check(_CODE.fullmatch, "the exit code 0, 1 or 2", "1"),
    "strict": _Check(("true", "false").__contains__, "true or false", "false"),
}
