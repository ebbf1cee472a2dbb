"""The nearest legal change of a tile that fails: which keys, to which values, and what it then takes.

First what the shape asks for (C3) is put right, side by side, and the threads that a block may have. If the tile
then fails C1, C2 or C4, one key more is changed where that is enough, else two; each key is moved as little as
lets the tile fit.
"""

from __future__ import annotations

from itertools import chain, islice

from tilesite.findings import Finding, failed_rules
from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile import texts
from tilesite.tile.config import AXES, Job
from tilesite.tile.constraints import CONSTRAINTS, fits_threads
from tilesite.tile.device import WARP, WARPGROUP
from tilesite.tile.dtypes import UNMODELLED, default_accumulator
from tilesite.tile.measures import measure
from tilesite.tile.numbers import brief_kilobytes
from tilesite.tile.shapes import (
    MMA,
    SIMT,
    TCGEN05,
    WGMMA,
    Shape,
    accumulators_of,
    has_instruction,
    shapes_of,
    thread_unit,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Callable

    from tilesite.language import Message

    Change = dict[str, "int | str"]

MOST_TRIES = 6
"""Values that are tried for one key, the nearest first."""

MOST_LOOKS = 1000
"""Tiles that are checked for one suggestion, a few milliseconds."""


class Suggestion(NamedTuple):
    """A change that makes all four constraints hold, and the rules that failed without it."""

    rules: tuple[str, ...]
    change: Change
    message: Message


def suggest(job: Job, findings: Sequence[Finding]) -> tuple[Suggestion, ...]:
    """Changes that make a tile fit that these findings say fails; none when it fits, or when nothing near does."""
    rules = failed_rules(findings)
    if not rules:
        return ()
    search = _Search()
    for base in _shaped(job):
        found = [base] if search.fits(base) else search.near(base)
        if found or search.is_over:
            return tuple(_suggestion(job, fit, rules) for fit in found)
    return ()


class _Search:
    """Looks for what fits near a tile, and gives up after so many looks: where nothing fits, none would end it."""

    def __init__(self) -> None:
        self._left = MOST_LOOKS

    @property
    def is_over(self) -> bool:
        """Whether all looks are spent."""
        return self._left <= 0

    def fits(self, job: Job) -> bool:
        """Whether a tile satisfies all four constraints; False when the looks are spent."""
        self._left -= 1
        if self._left < 0:
            return False
        measures = measure(*job)
        return not any(True for rule in CONSTRAINTS for _ in rule(job, measures))

    def near(self, base: Job) -> list[Job]:
        """What moving one key makes fit, each such key; else what two do; else sides halved, and fewer stages."""
        if base.config.static_shared_bytes > base.device.shared_per_block:
            return []
        singles = [next(filter(self.fits, _moves(base, key)), None) for key in _KEYS]
        others = chain(_pairs(base), _halved(base))
        return [job for job in singles if job] or list(islice(filter(self.fits, others), 1))


def _pairs(base: Job) -> Iterator[Job]:
    """The tile with two keys moved."""
    for at, first in enumerate(_KEYS):
        for moved in _moves(base, first):
            for second in _KEYS[at + 1 :]:
                yield from _moves(moved, second)


def _halved(base: Job) -> Iterator[Job]:
    """The tile with its larger side halved, again and again, each time as it is and with the stages that fit."""
    smaller: Job | None = base
    while smaller:
        yield smaller
        yield from _moves(smaller, "stages")
        side = "block_m" if smaller.config.block_m > smaller.config.block_n else "block_n"
        smaller = next(_moves(smaller, side), None)


def _shaped(job: Job) -> Iterator[Job]:
    """The job with an instruction that its device and types have, and sides and threads that its shape divides."""
    for able in _able(job):
        shapes = shapes_of(able.config.instr, able.problem.dtype, able.problem.accumulator, able.device)
        if not shapes:
            yield _with_threads(able)
        for shape in sorted(shapes, key=lambda row: _misfit(able, row)):
            yield _rounded(able, shape)


def _able(job: Job) -> Iterator[Job]:
    """The job itself where its instruction takes its types; else with another accumulator, then instruction."""
    config, problem, device = job
    if _is_shaped(job):
        yield job
        return
    for acc in accumulators_of(config.instr, problem.dtype, device):
        yield job._replace(problem=problem._replace(acc=acc))
    for instr in (WGMMA, TCGEN05, MMA, SIMT):
        usual = problem._replace(acc=default_accumulator(problem.dtype))
        for wanted in (problem, usual):
            other = job._replace(config=config._replace(instr=instr), problem=wanted)
            if instr != config.instr and _is_shaped(other):
                yield other


def _is_shaped(job: Job) -> bool:
    """Whether C3 can be satisfied by sizes alone: the device has the instruction, and it takes the types."""
    config, problem, device = job
    free = config.instr == SIMT or problem.dtype in UNMODELLED
    known = free or shapes_of(config.instr, problem.dtype, problem.accumulator, device)
    return has_instruction(config.instr, device) and bool(known)


def _misfit(job: Job, shape: Shape) -> int:
    sizes = ((job.config.block_m, shape.m), (job.config.block_n, shape.n), (job.config.block_k, shape.k))
    return sum(abs(_nearest_multiple(size, unit) - size) for size, unit in sizes)


def _rounded(job: Job, shape: Shape) -> Job:
    config = job.config._replace(
        block_m=_nearest_multiple(job.config.block_m, shape.m),
        block_n=_nearest_multiple(job.config.block_n, shape.n),
        block_k=_nearest_multiple(job.config.block_k, shape.k),
    )
    return _with_threads(job._replace(config=config))


def _with_threads(job: Job) -> Job:
    """The job with threads that can issue its instruction, as many as a block may have at most."""
    config, limit = job.config, job.device.threads_per_block
    if fits_threads(config.instr, config.threads) and config.threads <= limit:
        return job
    unit, least = thread_unit(config.instr), WARPGROUP if config.instr == TCGEN05 else 1
    threads = max(least, min(_nearest_multiple(config.threads, unit), limit // unit * unit))
    return job._replace(config=config._replace(threads=threads))


def _nearest_multiple(size: int, unit: int) -> int:
    below = size // unit * unit
    return below if below and size - below <= below + unit - size else below + unit


def _moves(job: Job, key: str) -> Iterator[Job]:
    """The job with this key moved, the nearest value first."""
    sizes = list(job.config.sizes)
    for value in _VALUES[key](job):
        sizes[AXES.index(key)] = value
        yield job._replace(config=job.config.with_sizes(sizes))


def _fewer_stages(job: Job) -> Iterator[int]:
    """The most stages that fit, in place of more."""
    measures = measure(*job)
    room = job.device.shared_per_block - job.config.static_shared_bytes
    extra = 1 if job.config.stage_rule == "stages-1" else 0
    stages = room // measures.stage + extra
    if extra < stages < job.config.stages:
        yield stages


def _more_threads(job: Job) -> Iterator[int]:
    """More threads, which share the accumulators: whole warps, also where the instruction asks for none."""
    unit = max(thread_unit(job.config.instr), WARP)
    least = job.config.threads // unit * unit + unit
    yield from range(least, job.device.threads_per_block + 1, unit)[:MOST_TRIES]


def _halves(key: str, job: Job) -> Iterator[int]:
    """Halves of a side, as long as they are multiples of a shape."""
    config, problem, device = job
    size: int = getattr(config, key)
    shapes = shapes_of(config.instr, problem.dtype, problem.accumulator, device)
    unit = min((getattr(row, key[-1]) for row in shapes if size % getattr(row, key[-1]) == 0), default=1)
    for _ in range(MOST_TRIES):
        if size % (2 * unit):
            return
        size //= 2
        yield size


_KEYS = ("stages", "threads", "block_k", "block_n", "block_m")

_VALUES: dict[str, Callable[[Job], Iterator[int]]] = {
    "stages": _fewer_stages,
    "threads": _more_threads,
    "block_k": lambda job: _halves("block_k", job),
    "block_n": lambda job: _halves("block_n", job),
    "block_m": lambda job: _halves("block_m", job),
}


def _suggestion(before: Job, after: Job, rules: tuple[str, ...]) -> Suggestion:
    old, new = _keys(before), _keys(after)
    change = {key: value for key, value in new.items() if value != old[key]}
    words = ", ".join(f"{texts.C3_SIDE.get(key, key)} {old[key]} → {value}" for key, value in change.items())
    measures = measure(*after)
    values = {
        "words": words,
        "shared": brief_kilobytes(measures.shared),
        "limit": brief_kilobytes(after.device.shared_per_block),
        "registers": measures.registers.per_thread,
    }
    counted = "C2" in rules and measures.registers.per_thread is not None
    text = {
        (False, False): texts.FITS,
        (True, False): texts.FITS_SHARED,
        (False, True): texts.FITS_REGISTERS,
        (True, True): texts.FITS_BOTH,
    }["C1" in rules, counted]
    return Suggestion(rules, change, text.with_values(**values))


def _keys(job: Job) -> dict[str, int | str]:
    config, problem, _ = job
    return {"instr": config.instr, "acc": problem.accumulator, **dict(zip(AXES, config))}
