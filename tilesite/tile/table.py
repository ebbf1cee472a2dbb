"""A sweep as text: the table of its best rows, and the counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilesite.language import Message
from tilesite.tile import texts
from tilesite.tile.numbers import kilobytes, megabytes, percent
from tilesite.tile.sweep import Row, Sweep

_COLUMNS = (
    ("block_M", 7),
    ("block_N", 7),
    ("block_K", 7),
    ("st", 3),
    ("thr", 5),
    ("trafficMB", 10),
    ("smemKB", 7),
    ("regs/thr", 8),
    ("blk/SM", 6),
    ("waves", 6),
    ("tail", 5),
    ("binding", 8),
)


def table(sweep: Sweep, lang: str) -> str:
    """The text of ``tile-decision --topk K``, each line ended."""
    stopped = sweep.stopped
    lines = [texts.FOUND.with_values(count=sweep.feasible).say(lang), _line(name for name, _ in _COLUMNS)]
    lines.extend(_line(_cells(row)) for row in sweep.rows)
    messages = (
        texts.STOPPED.with_values(
            candidates=sweep.candidates, c1=stopped.c1, c2=stopped.c2, c3=stopped.c3, c4=stopped.c4
        ),
        texts.TIED.with_values(count=sweep.ties),
        texts.BEST_FILL.with_values(fill=percent(*sweep.best_fill) if sweep.best_fill else Message(texts.UNKNOWN)),
    )
    lines.extend(message.say(lang) for message in messages)
    return "".join(line + "\n" for line in lines)


def _cells(row: Row) -> Iterator[str]:
    config, measures = row.config, row.measures
    waves = measures.waves
    yield from map(str, config[:5])
    yield megabytes(*measures.traffic)
    yield kilobytes(measures.shared)
    yield _or_dash(measures.registers.per_thread)
    yield str(measures.occupancy.blocks_per_sm)
    yield _or_dash(waves.number)
    yield percent(waves.last, waves.slots) if waves.last and waves.slots else "-"
    yield texts.SHORT_NAMES[measures.occupancy.binding[0]]


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _line(cells: Iterable[str]) -> str:
    return " ".join(cell.rjust(width) for cell, (_, width) in zip(cells, _COLUMNS))
