"""What the file of an atlas holds already: read record by record, and held against what this run would write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tilesite.errors import Fault, InputError
from tilesite.language import Message
from tilesite.tile import atlas_texts as texts
from tilesite.tile.atlas import ANSWER_KEYS, Begun, Line, Shared, answer_line, encoded, heads

if TYPE_CHECKING:
    from io import BufferedReader

OUT = "--out"
_CHUNK = 2**16


class Resumed(NamedTuple):
    """What a file has already, and the lines that are still to do.

    ``records`` complete ones are kept, which end at byte ``end``; ``in_line`` of them are of the first line to do.
    ``bad`` lines among them could not be read, and ``feasible`` says whether each of the others has a candidate.
    """

    lines: Iterator[Line]
    records: int = 0
    in_line: int = 0
    bad: int = 0
    feasible: bool = True
    end: int = 0


def read_back(file: BufferedReader, lines: Iterator[Line], shared: Shared) -> Resumed:
    """What ``file`` holds of the records of ``lines``.

    Each record must begin as this run's does and be complete; those of the last line, and what there is of one that
    was not finished, must be what this run would write. Raises InputError otherwise.
    """
    count = bad = 0
    feasible = True
    last: tuple[Line, list[bytes]] | None = None
    for line in lines:
        wanted = heads(shared, line)
        there = _records(file, wanted, count)
        count += len(there)
        refused = wanted[0].is_whole
        feasible = feasible and (refused or not any(map(_has_none, there, wanted)))
        if there:
            last = (line, there)
        if len(there) < len(wanted):
            _require_same(shared, last, count)
            end = file.tell()
            _require_begun(file, shared, line, len(there), count)
            return Resumed(chain([line], lines), count, len(there), bad, feasible, end)
        bad += refused
    end = file.tell()
    if file.read(1):
        got = texts.MORE_RECORDS.with_values(count=count)
        raise InputError(Fault(OUT, Message(texts.SAME_RUN), got, texts.OTHER_FILE))
    _require_same(shared, last, count)
    return Resumed(iter(()), count, 0, bad, feasible, end)


def _records(file: BufferedReader, wanted: tuple[Begun, ...], before: int) -> list[bytes]:
    """The complete records that come next, one for each that is wanted as far as there are any."""
    found: list[bytes] = []
    for begun in wanted:
        start = file.tell()
        record = file.readline(begun.longest)
        if not record.endswith(b"\n"):
            file.seek(start)
            break
        if not _is_complete(record, begun):
            raise _other(before + len(found) + 1)
        found.append(record)
    return found


def _is_complete(record: bytes, begun: Begun) -> bool:
    if begun.is_whole or not record.startswith(begun.head):
        return record == begun.head + b"\n"
    try:
        answer = json.loads(b"{" + record[len(begun.head) :])
    except (ValueError, RecursionError):
        return False
    return tuple(answer) == ANSWER_KEYS


def _require_same(shared: Shared, last: tuple[Line, list[bytes]] | None, count: int) -> None:
    # What a record begins with tells a run's problems and flags; the whole of one tells its tilesite too.
    if last is None:
        return
    line, there = last
    now = [encoded(record + "\n") for record in answer_line(shared, line).records]
    if now[: len(there)] != there:
        raise _other(count)


def _require_begun(file: BufferedReader, shared: Shared, line: Line, at: int, count: int) -> None:
    """Raises InputError unless the rest of the file is the beginning of the line's next record.

    NULs may follow it: a system that breaks down leaves them where what it wrote did not reach the disk.
    """
    if not file.peek(1):
        return
    now = encoded(answer_line(shared, line).records[at] + "\n")
    if not now.startswith(file.read(len(now)).rstrip(b"\0")):
        raise _other(count + 1)
    while chunk := file.read(_CHUNK):
        if chunk.strip(b"\0"):
            raise _other(count + 1)


def _other(number: int) -> InputError:
    got = texts.OTHER_RECORD.with_values(number=number)
    return InputError(Fault(OUT, Message(texts.SAME_RUN), got, texts.OTHER_FILE))


def _has_none(record: bytes, begun: Begun) -> bool:
    return record.startswith(b'"feasible": 0,', len(begun.head))
