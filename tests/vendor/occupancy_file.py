"""tests/data/tile/occupancy_cuda_13.0.jsonl: launches with the header's answers, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from vendor.header import Answer, ask
from vendor.launches import DATA, Capability, Launch

FILE = DATA / "tile" / "occupancy_cuda_13.0.jsonl"


class Row(NamedTuple):
    """One launch and what the header says of it."""

    launch: Launch
    answer: Answer


def read(path: Path = FILE) -> list[Row]:
    """The recorded rows."""
    return [_row(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _row(entry: dict[str, Any]) -> Row:
    launch = Launch(**{name: entry.pop(name) for name in Launch._fields})
    return Row(launch, Answer(**entry))


def answered(program: Path, launches: list[Launch], capabilities: dict[str, Capability]) -> list[Row]:
    """Each launch with the answer of the compiled header, which must have taken all of them."""
    replies = ask(program, launches, capabilities)
    if len(replies) != len(launches) or any(reply.status for reply in replies):
        raise ValueError(f"the header took {sum(not reply.status for reply in replies)} of {len(launches)} launches")
    return [Row(launch, reply.answer) for launch, reply in zip(launches, replies)]


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as they stand in the file."""
    for row in rows:
        yield json.dumps({**row.launch._asdict(), **row.answer._asdict()}, separators=(",", ":"))
