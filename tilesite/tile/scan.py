"""A sweep: every candidate of a space judged, the best kept."""

from __future__ import annotations

from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile.config import DEFAULT_DEVICE, DEFAULT_TOPK, Job, Problem, TileConfig
from tilesite.tile.device import Device
from tilesite.tile.judge import Judge, Pair, Tally
from tilesite.tile.measures import Measures, measure
from tilesite.tile.ranking import Best, Front, Scale
from tilesite.tile.space import DEFAULT_SPACE, TRAFFIC, Space, SweepJob

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Callable

    Watch = Callable[[int, int], bool]
    Sizes = tuple[int, int, int, int, int]


class Row(NamedTuple):
    """A feasible candidate and its numbers."""

    config: TileConfig
    measures: Measures


class Stopped(NamedTuple):
    """How many candidates each constraint stopped; the first that fails counts."""

    c1: int
    c2: int
    c3: int
    c4: int


class Sweep(NamedTuple):
    """The counts of a space, and its best rows.

    ``judged`` is less than ``candidates`` when the sweep was interrupted. ``best_fill`` is (blocks of the last
    wave, slots), None when nothing is feasible or the device has no SM count. ``front`` is the size of the front
    when that was asked for.
    """

    candidates: int
    judged: int
    feasible: int
    stopped: Stopped
    ties: int
    best_fill: tuple[int, int] | None
    rows: tuple[Row, ...]
    front: int | None = None


def sweep(
    space: Space = DEFAULT_SPACE,
    problem: Problem = Problem(),  # noqa: B008 - frozen
    device: Device = DEFAULT_DEVICE,
    *,
    instr: str = "wgmma",
    topk: int = DEFAULT_TOPK,
    order: str = TRAFFIC,
) -> Sweep:
    """Judges every candidate of ``space`` and keeps the ``topk`` feasible ones that come first in ``order``."""
    first = TileConfig(*space.first, instr)
    return sweep_job(space, Job(first, problem, device), topk, order)


def sweep_asked(asked: SweepJob, watch: Watch | None = None) -> Sweep:
    """The sweep that was read."""
    return sweep_job(asked.space, asked.job, asked.topk, asked.order, pareto=asked.pareto, watch=watch)


def sweep_job(
    space: Space, job: Job, topk: int | None, order: str = TRAFFIC, *, pareto: bool = False, watch: Watch | None = None
) -> Sweep:
    """Judges ``space`` for a job whose five sizes stand for none.

    ``pareto`` keeps the front of traffic, shared memory and last-wave fill instead of the best; ``topk`` None
    keeps all of it. ``watch(judged, candidates)`` is called now and then; when it answers False, what was found
    so far is returned.
    """
    judge, scale = Judge(space, job), Scale(space, job)
    front = Front(judge, scale) if pareto else None
    best = Best(judge, scale, order, DEFAULT_TOPK if topk is None else topk)
    summary = _Summary(scale, job.device.sm_count)
    tally = Tally()
    for judged, pairs in judge.chunks():
        tally = tally.plus(judged)
        for pair in pairs:
            summary.take(pair)
            (front or best).offer(pair)
        if watch and not watch(tally.judged, space.size):
            break
    sizes = front.rows(order) if front else best.rows()
    return Sweep(
        space.size,
        tally.judged,
        tally.feasible,
        Stopped(tally.c1, tally.c2, tally.c3, tally.c4),
        summary.ties,
        summary.best_fill,
        _rows(job, sizes[:topk]),
        len(sizes) if front else None,
    )


class _Summary:
    """The two numbers that a sweep tells of all feasible candidates: ties at the least traffic, and the best fill."""

    def __init__(self, scale: Scale, sms: int | None) -> None:
        self._scale = scale
        self._sms = sms
        self._least: int | None = None
        self.ties = 0
        self.best_fill: tuple[int, int] | None = None

    def take(self, pair: Pair) -> None:
        traffic = self._scale.traffic(pair.block_m, pair.block_n)
        if self._least is None or traffic < self._least:
            self._least, self.ties = traffic, 0
        if traffic == self._least:
            self.ties += pair.feasible
        if self._sms is None or (self.best_fill and self.best_fill[0] == self.best_fill[1]):
            return
        for blocks in pair.blocks:
            fill = self._scale.last_wave(pair.block_m, pair.block_n, self._sms * blocks)
            if self.best_fill is None or fill[0] * self.best_fill[1] > self.best_fill[0] * fill[1]:
                self.best_fill = fill


def _rows(job: Job, sizes: Sequence[Sizes]) -> tuple[Row, ...]:
    configs = [job.config.with_sizes(each) for each in sizes]
    return tuple(Row(config, measure(config, job.problem, job.device)) for config in configs)
