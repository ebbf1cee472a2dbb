"""The file of an atlas: written record by record, and gone on with after its last complete record."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from tilesite.errors import Fault, InputError
from tilesite.language import Message
from tilesite.tile import atlas_texts as texts
from tilesite.tile.atlas import Line, Shared, answer_line, encoded, heads

_FLAG = "--out"


class Resumed(NamedTuple):
    """What a file has already, and the lines that are still to do.

    ``records`` complete ones are kept, ``in_line`` of them of the first line to do; ``bad`` lines among them could
    not be read, and ``feasible`` says whether each of the others has a candidate.
    """

    lines: Iterator[Line]
    records: int = 0
    in_line: int = 0
    bad: int = 0
    feasible: bool = True


class RecordFile:
    """A file of records, open for writing at its end. Every write reaches the system at once."""

    def __init__(self, path: str, *, resume: bool) -> None:
        """Opens the file. Raises InputError when it exists and is not to be resumed, or cannot be written to."""
        mode = "r+b" if resume and os.path.exists(path) else "xb"  # noqa: PTH110 - pathlib is slow to import
        self.path = path
        try:
            self._file = open(path, mode, buffering=0)  # noqa: SIM115, PTH123 - closed by close; a name may be any string
        except FileExistsError:
            got = Message(texts.AN_EXISTING)
            raise InputError(Fault(_FLAG, Message(texts.NEW_FILE), got, texts.OTHER_FILE)) from None
        except (OSError, ValueError) as error:
            expected = Message(texts.A_PLACE)
            raise InputError(Fault(_FLAG, expected, _said(error), texts.OTHER_FILE)) from None

    def resume(self, lines: Iterator[Line], shared: Shared) -> Resumed:
        """Reads what is there, cuts off a record that was not finished, and says what is left to do.

        Every record is compared with what it must begin with, and those of the last line with what this run would
        write. Raises InputError when they are another run's.
        """
        with open(self.path, "rb") as file:  # noqa: PTH123 - a name may be any string
            found = _resumed(file, lines, shared)
            end = file.tell()
        self._file.truncate(end)
        self._file.seek(end)
        return found

    def write(self, text: str) -> None:
        """Writes the whole of a text. Raises InputError when there is no room for it."""
        data = encoded(text)
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise self._no_room(error) from None

    def close(self) -> None:
        """Has the system keep what was written. Raises InputError when it cannot."""
        try:
            os.fsync(self._file.fileno())
            self._file.close()
        except OSError as error:
            raise self._no_room(error) from None

    def _no_room(self, error: OSError) -> InputError:
        return InputError(Fault(_FLAG, Message(texts.ROOM), _said(error), texts.GO_ON))


def _resumed(file: BinaryIO, lines: Iterator[Line], shared: Shared) -> Resumed:
    """What ``file`` holds of the records of ``lines``; it is left at the end of the last complete one."""
    count = bad = 0
    feasible = True
    last: tuple[Line, list[bytes]] | None = None
    for line in lines:
        wanted = [encoded(head) for head in heads(shared, line)]
        there = _records(file, wanted, count)
        count += len(there)
        refused = wanted[0].startswith(b'{"error"')
        feasible = feasible and (refused or not any(map(_has_none, there, wanted)))
        if there:
            last = (line, there)
        if len(there) < len(wanted):
            _require_same(shared, last, count)
            return Resumed(chain([line], lines), count, len(there), bad, feasible)
        bad += refused
    if file.readline(1):
        got = texts.MORE_RECORDS.with_values(count=count)
        raise InputError(Fault(_FLAG, Message(texts.SAME_RUN), got, texts.OTHER_FILE))
    _require_same(shared, last, count)
    return Resumed(iter(()), count, 0, bad, feasible)


def _records(file: BinaryIO, wanted: list[bytes], before: int) -> list[bytes]:
    """The complete records that come next, one for each that is wanted as far as there are any."""
    found: list[bytes] = []
    for head in wanted:
        start = file.tell()
        record = file.readline()
        if not record.endswith(b"\n"):
            file.seek(start)
            break
        if not record.startswith(head):
            raise _other(before + len(found) + 1)
        found.append(record)
    return found


def _require_same(shared: Shared, last: tuple[Line, list[bytes]] | None, count: int) -> None:
    # What a record begins with tells a run's problems and flags; the whole of one tells its tilesite too.
    if last is None:
        return
    line, there = last
    now = [encoded(record + "\n") for record in answer_line(shared, line).records]
    if now[: len(there)] != there:
        raise _other(count)


def _other(number: int) -> InputError:
    got = texts.OTHER_RECORD.with_values(number=number)
    return InputError(Fault(_FLAG, Message(texts.SAME_RUN), got, texts.OTHER_FILE))


def _has_none(record: bytes, head: bytes) -> bool:
    return record.startswith(b'"feasible": 0,', len(head))


def _said(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
