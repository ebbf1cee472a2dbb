"""A space from a file: a JSON object of axes, ``{"block_m": [64, 128], "stages": [2, 3]}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO

from tilesite.batch import decode
from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.files import read_text
from tilesite.language import Message
from tilesite.tile.config import AXES
from tilesite.tile.texts import A_SPACE

LONGEST = 2**20
EXAMPLE = '{"block_m": [64, 128, 256], "stages": [2, 3, 4]}'


def read_space_file(path: str, stdin: TextIO) -> dict[str, object]:
    """The axes that the file gives; the others keep their defaults. Raises InputError."""
    value = decode(read_text(path, stdin, LONGEST, EXAMPLE), EXAMPLE, quoted(path))
    if not isinstance(value, Mapping):
        raise InputError(Fault(quoted(path), Message(A_SPACE), shown(value), EXAMPLE))
    for key in value:
        if key not in AXES:
            raise InputError(Fault(quoted(path), Message(A_SPACE), shown(str(key)), EXAMPLE))
    return dict(value)
