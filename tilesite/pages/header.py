"""The line that opens a fence, read strictly: what SuperFences would drop in silence is a fault here.

```yaml tile id="fig1" expect="fail:C1,C2" title="Too large"
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.fields import nearest
from tilesite.pages.kinds import COMMANDS, KIND_NAMES
from tilesite.pages.near_miss import VERIFIED, near_miss

EXAMPLE = '```yaml tile id="fig1" expect="pass"'
COMMAND_EXAMPLE = '```console verified id="run1" exit="0"'
OPTION_NAMES = ("id", "title", "expect", "show", "lang", "head", "strict")
COMMAND_OPTION_NAMES = ("id", "title", "exit", "head")

_WORD = re.compile(r"\S+")
_OPTION = re.compile(r'([a-zA-Z][a-zA-Z0-9_]*)="([^"]*)"(?=\s|$)')
_MAYBE_OPTION = re.compile(r"""[^\s="']+\s*=\s*(?:"[^"]*"?|'[^']*'?|\S*)""")
_MOST_FAULTS = 20


class Header(NamedTuple):
    """What a fence's first line says: the block kind, its options, and what is wrong with the line.

    ``faults`` are (column offset in the info string, code, message), and ``id_at`` is the offset of its id there.
    """

    kind: str
    options: dict[str, str]
    faults: tuple[tuple[int, str, str], ...]
    id_at: int = 0


def read_header(info: str) -> Header | None:
    """Reads an info string (the text after the fence's backticks). None when it opens no block of ours.

    A line that was clearly meant as a block, but is none, has a fault that shows the right form.
    """
    words = [(match.start(), match.group()) for match in _WORD.finditer(info)]
    if not words:
        return None
    first, second = words[0], words[1] if len(words) > 1 else (0, "")
    if first[1] in KIND_NAMES:
        return _with_options(first[1], info, len(first[1]))
    if first[1] == "yaml" and second[1] in KIND_NAMES:
        return _with_options(second[1], info, second[0] + len(second[1]))
    if (first[1], second[1]) == ("console", VERIFIED):
        return _with_options(COMMANDS, info, second[0] + len(second[1]))
    near = near_miss(info)
    return Header(near, {}, ((0, "no-block", _right_form(info, near)),)) if near else None


def _with_options(kind: str, info: str, start: int) -> Header:
    names, example = (COMMAND_OPTION_NAMES, COMMAND_EXAMPLE) if kind == COMMANDS else (OPTION_NAMES, EXAMPLE)
    options: dict[str, str] = {}
    faults: list[tuple[int, str, str]] = []
    at, id_at = start, 0
    while at < len(info) and len(faults) < _MOST_FAULTS:
        if info[at].isspace():
            at += 1
            continue
        match = _OPTION.match(info, at)
        if match:
            faults.extend((at, code, text) for code, text in _option_faults(match.group(1), options, names, example))
            if match.group(1) == "id" and "id" not in options:
                id_at = at
            options.setdefault(match.group(1), match.group(2))
            at = match.end()
            continue
        odd = _MAYBE_OPTION.match(info, at) or _WORD.match(info, at)
        piece = odd.group() if odd else info[at:]
        faults.append((at, "option-form", _option_form(piece, example)))
        at += len(piece)
    return Header(kind, options, tuple(faults), id_at)


def _option_faults(name: str, seen: dict[str, str], names: tuple[str, ...], example: str) -> list[tuple[str, str]]:
    if name in seen:
        return [("repeated-option", f"option {name}: expected once, got twice. Example: {example}")]
    if name not in names:
        near = nearest(name, names)
        hint = f" (did you mean {near}?)" if near else ""
        known = ", ".join(names)
        return [("unknown-option", f"option: expected one of {known}{hint}, got {quoted(name)}. Example: {example}")]
    return []


def _option_form(piece: str, example: str) -> str:
    return f'option: expected name="value" in double quotes, got {quoted(piece)}. Example: {example}'


def _right_form(info: str, kind: str) -> str:
    start, example = ("console verified", COMMAND_EXAMPLE) if kind == COMMANDS else (f"yaml {kind}", EXAMPLE)
    return f'block: expected ```{start} with options as name="value", got {quoted("```" + info)}. Example: {example}'
