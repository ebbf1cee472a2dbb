"""A space from a file: a JSON object of axes, ``{"block_m": [64, 128]}``, and of other keys of a sweep."""

from __future__ import annotations

from tilesite.batch import decode
from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.files import read_text
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING
from tilesite.tile.texts import A_SPACE

if TYPE_CHECKING:
    from typing import TextIO


LONGEST = 2**20
EXAMPLE = '{"block_m": [64, 128, 256], "stages": [2, 3, 4]}'


def read_space_file(path: str, stdin: TextIO) -> dict[str, object]:
    """The keys that the file gives. Raises InputError when it is no JSON object; the keys are read later."""
    value = decode(read_text(path, stdin, LONGEST, EXAMPLE), EXAMPLE, quoted(path))
    if not isinstance(value, dict):
        raise InputError(Fault(quoted(path), Message(A_SPACE), shown(value), EXAMPLE))
    return dict(value)
