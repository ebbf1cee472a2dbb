"""All candidates of a space, judged without building each: the constraints are taken apart by axis.

C1 depends on block_M + block_N, block_K and stages, and grows with each; C2 and the registers depend on the
area and the threads; C3 on each axis alone, shape by shape. So a pair (block_M, block_N) is judged for all
block_K, stages and threads at once, and the counts are exact. ``check`` on each candidate gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilesite.tile.config import DEFAULT_DEVICE, Job, Problem, TileConfig
from tilesite.tile.constraints import MOST_NAMED_REGISTERS, fits_threads
from tilesite.tile.device import Device
from tilesite.tile.dtypes import BITS
from tilesite.tile.measures import TMEM_COLUMNS, Measures, measure, registers_of, stage_bytes
from tilesite.tile.occupancy import blocks_by_registers, blocks_by_shared, blocks_by_threads
from tilesite.tile.shapes import SIMT, shapes_of
from tilesite.tile.space import DEFAULT_SPACE, Space


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
    """The counts of a space, and its best rows. ``best_fill`` is (blocks of the last wave, slots), or None."""

    candidates: int
    feasible: int
    stopped: Stopped
    ties: int
    best_fill: tuple[int, int] | None
    rows: tuple[Row, ...]


class _Depths(NamedTuple):
    """What the pairs (block_K, stages) are for one block_M + block_N: counts, and the limits of shared memory.

    ``legal`` are (block_K index, number of stages that C1 lets pass).
    """

    passed: tuple[int, ...]
    limits: tuple[frozenset[int], ...]


class _Pair(NamedTuple):
    """One (block_M, block_N) judged: stopped counts, and what is feasible below it."""

    stopped: tuple[int, int, int, int]
    feasible: int
    depths: tuple[tuple[int, int], ...]
    threads: tuple[int, ...]
    best_fill: tuple[int, int] | None


def sweep(
    space: Space = DEFAULT_SPACE,
    problem: Problem = Problem(),  # noqa: B008 - frozen
    device: Device = DEFAULT_DEVICE,
    *,
    instr: str = "wgmma",
    topk: int = 8,
) -> Sweep:
    """Judges every candidate of ``space`` and keeps the ``topk`` feasible ones of least traffic."""
    first = TileConfig(*space.first, instr=instr)
    return sweep_job(space, Job(first, problem, device), topk)


def sweep_job(space: Space, job: Job, topk: int) -> Sweep:
    """The same for a job whose five sizes are replaced by the space's."""
    judge = _Judge(space, job)
    stopped = [0, 0, 0, 0]
    feasible = ties = 0
    best: tuple[int, int] | None = None
    least = None
    rows: list[Row] = []
    for key, block_m, block_n in _pairs_by_traffic(space):
        pair = judge.pair(block_m, block_n)
        stopped = [sum(both) for both in zip(stopped, pair.stopped)]
        if not pair.feasible:
            continue
        feasible += pair.feasible
        best = _fuller(best, pair.best_fill)
        least = key if least is None else least
        ties += pair.feasible if key == least else 0
        if len(rows) < topk:
            rows.extend(judge.rows(block_m, block_n, pair, topk - len(rows)))
    return Sweep(space.size, feasible, Stopped(*stopped), ties, best, tuple(rows))


def _pairs_by_traffic(space: Space) -> list[tuple[int, int, int]]:
    # Traffic grows with 1/block_M + 1/block_N, whatever the problem. Two such sums whose denominators are at
    # most B differ by 1/B^2 or are equal: scaled by 2 B^2 and cut to integers, they compare as the fractions.
    largest = space.block_m[-1] * space.block_n[-1]
    scale = 2 * largest * largest
    pairs = [((m + n) * scale // (m * n), m, n) for m in space.block_m for n in space.block_n]
    return sorted(pairs)  # ties stay in the order of the space: the axes ascend


def _fuller(one: tuple[int, int] | None, other: tuple[int, int] | None) -> tuple[int, int] | None:
    if one is None or other is None:
        return one or other
    return other if other[0] * one[1] > one[0] * other[1] else one


class _Judge:
    """Judges pairs. What depends on one axis, or on a sum, is worked out once."""

    def __init__(self, space: Space, job: Job) -> None:
        self.space = space
        self.job = job
        problem, device = job.problem, job.device
        self.bits = BITS[problem.dtype]
        shapes = shapes_of(job.config.instr, problem.dtype, problem.accumulator, device)
        simt = job.config.instr == SIMT
        self.m_fits = {size: 1 if simt else _mask(size, [row.m for row in shapes]) for size in space.block_m}
        self.n_fits = {size: 1 if simt else _mask(size, [row.n for row in shapes]) for size in space.block_n}
        self.k_fits = [1 if simt else _mask(size, [row.k for row in shapes]) for size in space.block_k]
        self.buffers = [job.config._replace(stages=stages).buffers for stages in space.stages]
        self.by_threads = [
            (threads, fits_threads(job.config.instr, threads), blocks_by_threads(device, threads))
            for threads in space.threads
        ]
        self.depths: dict[object, _Depths] = {}

    def pair(self, block_m: int, block_n: int) -> _Pair:
        """The verdicts on all candidates with this block_M and block_N."""
        depths = self._depths(block_m, block_n)
        below, all_threads = sum(depths.passed), len(self.space.threads)
        c1 = (len(self.space.block_k) * len(self.space.stages) - below) * all_threads
        fits = self.m_fits[block_m] & self.n_fits[block_n]
        shaped = [index for index, mask in enumerate(self.k_fits) if fits & mask]
        legal = sum(depths.passed[index] for index in shaped)
        counts = [c1, 0, 0, 0]
        threads: list[int] = []
        best: tuple[int, int] | None = None
        for size, issues, by_threads in self.by_threads:
            registers = registers_of(
                self.job.config._replace(block_m=block_m, block_n=block_n, threads=size), self.job.problem
            )
            if (registers.per_thread or 0) > MOST_NAMED_REGISTERS or (registers.tmem_allocated or 0) > TMEM_COLUMNS:
                counts[1] += below
                continue
            if not issues:
                counts[2] += below
                continue
            counts[2] += below - legal
            by_registers = blocks_by_registers(self.job.device, registers.per_thread or 0, size)
            most = min(by_threads, self.job.device.blocks_per_sm)
            most = most if by_registers is None else min(most, by_registers)
            if not most:
                counts[3] += legal
            elif legal:
                threads.append(size)
                limits = frozenset().union(*(depths.limits[index] for index in shaped))
                for blocks in {min(most, limit) for limit in limits}:
                    best = _fuller(best, self._fill(block_m, block_n, blocks))
        found = tuple((self.space.block_k[index], depths.passed[index]) for index in shaped if depths.passed[index])
        return _Pair((counts[0], counts[1], counts[2], counts[3]), legal * len(threads), found, tuple(threads), best)

    def rows(self, block_m: int, block_n: int, pair: _Pair, count: int) -> Iterator[Row]:
        """The first ``count`` feasible candidates of a pair, in the order of the space."""
        for block_k, passed in pair.depths:
            for stages in self.space.stages[:passed]:
                for threads in pair.threads:
                    if count <= 0:
                        return
                    count -= 1
                    config = self.job.config._replace(
                        block_m=block_m, block_n=block_n, block_k=block_k, stages=stages, threads=threads
                    )
                    yield Row(config, measure(config, self.job.problem, self.job.device))

    def _depths(self, block_m: int, block_n: int) -> _Depths:
        # Whole bytes add up over A and B; types of less than a byte are rounded up on each side.
        key = block_m + block_n if self.bits >= 8 else (block_m, block_n)
        if key not in self.depths:
            self.depths[key] = self._new_depths(block_m, block_n)
        return self.depths[key]

    def _new_depths(self, block_m: int, block_n: int) -> _Depths:
        passed, limits = [], []
        static, most = self.job.config.static_shared_bytes, self.job.device.blocks_per_sm
        for block_k in self.space.block_k:
            stage = stage_bytes(block_m, block_n, block_k, self.bits)
            found = []
            for buffers in self.buffers:
                size = buffers * stage + static
                if size > self.job.device.shared_per_block:
                    break
                limit = blocks_by_shared(self.job.device, size)
                found.append(most if limit is None else min(most, limit))
            passed.append(len(found))
            limits.append(frozenset(found))
        return _Depths(tuple(passed), tuple(limits))

    def _fill(self, block_m: int, block_n: int, blocks: int) -> tuple[int, int] | None:
        sms, problem = self.job.device.sm_count, self.job.problem
        if sms is None:
            return None
        slots = sms * blocks
        grid = -(-problem.m // block_m) * -(-problem.n // block_n)
        return (grid - 1) % slots + 1, slots


def _mask(size: int, units: list[int]) -> int:
    return sum(1 << index for index, unit in enumerate(units) if size % unit == 0)
