"""A sweep as text: the table of its best rows, and the counts."""

from __future__ import annotations

from tilesite.findings import Finding
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING
from tilesite.tile import texts
from tilesite.tile.numbers import kilobytes, megabytes, percent
from tilesite.tile.scan import Row, Sweep
from tilesite.tile.space import SweepJob

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


COLUMNS = (
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
"""The columns of the table, each with its width in characters."""


def table(sweep: Sweep, asked: SweepJob, lang: str) -> Iterator[str]:
    """The lines of ``tile-decision --topk K``, each ended: the rows, the counts, and what else was asked for."""
    for line in _lines(sweep, asked, lang):
        yield line + "\n"
    if asked.rejected:
        from tilesite.tile.rejected import rejected_lines

        yield from rejected_lines(asked.space, asked.job, lang)


def _lines(sweep: Sweep, asked: SweepJob, lang: str) -> Iterator[str]:
    yield texts.FOUND.with_values(count=sweep.feasible).say(lang)
    yield _line(name for name, _ in COLUMNS)
    yield from (_line(cells(row)) for row in sweep.rows)
    for message in _counts(sweep, asked):
        yield message.say(lang)
    for finding in nothing_feasible(sweep, asked):
        yield f"FAIL {finding.rule} {finding.message.say(lang)}"


def nothing_feasible(sweep: Sweep, asked: SweepJob) -> tuple[Finding, ...]:
    """The failure of a sweep whose candidates were all stopped: what stopped the first of them."""
    if sweep.feasible or not sweep.judged:
        return ()
    from tilesite.tile.rejected import rejected

    first = next(rejected(asked.space, asked.job)).finding
    return (first._replace(message=texts.NONE_FEASIBLE.with_values(reason=first.message)),)


def _counts(sweep: Sweep, asked: SweepJob) -> Iterator[Message]:
    c1, c2, c3, c4 = sweep.stopped
    yield texts.STOPPED.with_values(candidates=sweep.judged, c1=c1, c2=c2, c3=c3, c4=c4)
    if asked.pareto:
        yield texts.FRONT.with_values(count=sweep.front)
    yield texts.TIED.with_values(count=sweep.ties)
    yield texts.BEST_FILL.with_values(fill=percent(*sweep.best_fill) if sweep.best_fill else Message(texts.UNKNOWN))
    if sweep.judged < sweep.candidates:
        yield texts.INTERRUPTED.with_values(judged=sweep.judged, candidates=sweep.candidates)


def cells(row: Row) -> Iterator[str]:
    """What the columns hold of one row."""
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
    return " ".join(cell.rjust(width) for cell, (_, width) in zip(cells, COLUMNS))
