"""The command line that asks for a config again."""

from __future__ import annotations

from collections.abc import Mapping

from tilesite.errors import flag_name
from tilesite.fields import INTS, Field
from tilesite.tma.fields import FIELDS

PROG = "tma-descriptor"


def command_line(values: Mapping[str, object]) -> tuple[str, ...]:
    """The program and one flag for each key that has a value, as argv."""
    return (PROG, *(word for field in FIELDS for word in _words(field, values.get(field.name))))


def _words(field: Field, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    flag, text = flag_name(field.name), _text(field, value)
    # A value that begins with a minus would be taken for a flag.
    return (f"{flag}={text}",) if text.startswith("-") else (flag, text)


def _text(field: Field, value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value)) or "[]"
    return "".join(str(value).split()) if field.kind == INTS else str(value).strip()
