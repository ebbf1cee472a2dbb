"""Judges the candidates of a space pair by pair, without building each: the constraints are taken apart by axis.

C1 depends on block_M, block_N, block_K and stages, and grows with each. C2 and the registers depend on the area
and the threads; C3 on each axis alone, shape by shape. So all block_K, stages and threads of a pair (block_M,
block_N) are judged at once; what depends on a sum or on an area is worked out once for all pairs that share it;
and pairs whose accumulators fit for no number of threads are counted without being visited.
A check of every candidate gives the same counts.
"""

from __future__ import annotations

from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile.calculator import blocks_by_registers, blocks_by_shared, blocks_by_threads
from tilesite.tile.config import Job
from tilesite.tile.constraints import MOST_NAMED_REGISTERS, fits_threads
from tilesite.tile.dtypes import ACCUMULATORS, BITS, UNMODELLED
from tilesite.tile.measures import TMEM_COLUMNS, accumulators, allocated_columns, stage_bytes
from tilesite.tile.shapes import SIMT, TCGEN05, has_instruction, shapes_of
from tilesite.tile.space import Space

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Callable

CHUNK = 1024
"""Pairs that are judged between two looks at whether to go on."""


class Tally(NamedTuple):
    """Candidates judged, how many of them each constraint stopped, and how many are feasible."""

    judged: int = 0
    c1: int = 0
    c2: int = 0
    c3: int = 0
    c4: int = 0
    feasible: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*[one + two for one, two in zip(self, other)])


class Pair(NamedTuple):
    """A pair with feasible candidates: how many, and the numbers of blocks per SM that they reach."""

    block_m: int
    block_n: int
    feasible: int
    blocks: tuple[int, ...]


class Legal(NamedTuple):
    """The (block_K, stages) that pass C1 and C3: how many, and the limits that shared memory sets for them."""

    total: int
    limits: frozenset[int]


class Depths(NamedTuple):
    """What C1 says of all (block_K, stages) at one pair.

    ``below`` is how many pass; ``limits`` holds for each block_K, as far as any passes, the blocks per SM that
    shared memory allows at each number of stages that passes, none above what an SM holds at all. ``legal`` is
    filled as shapes ask for it.
    """

    below: int
    limits: tuple[tuple[int, ...], ...]
    legal: dict[int, Legal]


class Loads(NamedTuple):
    """What C2, C3 and C4 say of all numbers of threads at one area.

    ``spilling`` fail C2, ``idle`` cannot issue the instruction, ``homeless`` leave no block resident, ``good``
    pass; ``limits`` are the blocks per SM that registers and threads allow for those.
    """

    spilling: int
    idle: int
    homeless: int
    good: int
    limits: frozenset[int]


class Judge:
    """Judges the pairs of one space; holds what was worked out."""

    def __init__(self, space: Space, job: Job) -> None:
        config, problem, device = job
        self.space = space
        self.job = job
        shapes = shapes_of(config.instr, problem.dtype, problem.accumulator, device)
        unmodelled = not shapes and problem.dtype in UNMODELLED and has_instruction(config.instr, device)
        free = config.instr == SIMT or unmodelled
        self._m_fits = {size: _mask(size, [row.m for row in shapes], free) for size in space.block_m}
        self._n_fits = {size: _mask(size, [row.n for row in shapes], free) for size in space.block_n}
        self._k_fits = [_mask(size, [row.k for row in shapes], free) for size in space.block_k]
        self._buffers = [config._replace(stages=stages).buffers for stages in space.stages]
        self._bits = BITS[problem.dtype]
        self._acc_bits = ACCUMULATORS[problem.accumulator]
        self._in_tmem = config.instr == TCGEN05
        self._threads = [
            (size, fits_threads(config.instr, size), min(blocks_by_threads(device, size), device.blocks_per_sm))
            for size in space.threads
        ]
        # Whole bytes add up over A and B; a row of less is rounded up on each side.
        self._adds_up = all(size * self._bits % 8 == 0 for size in space.block_k)
        self._depths: dict[int, Depths] = {}
        self._loads: dict[int, Loads] = {}
        self._same_loads: dict[Loads, Loads] = {}
        self._registers: dict[tuple[int, int], int | None] = {}
        self._blocks: dict[tuple[frozenset[int], frozenset[int]], tuple[int, ...]] = {}

    def chunks(self) -> Iterator[tuple[Tally, list[Pair]]]:
        """Judges all pairs; yields a tally and the feasible ones, chunk by chunk."""
        axis = self.space.block_n
        for block_m in self.space.block_m:
            visited = _count(axis, lambda size: not self._spills_everywhere(block_m, size))  # noqa: B023 - called at once
            for start in range(0, visited, CHUNK):
                yield self._visit(block_m, axis[start : min(start + CHUNK, visited)])
            if visited < len(axis):
                yield self._count_spilling(block_m, axis[visited:]), []

    def good_threads(self, pair: Pair) -> list[tuple[int, int]]:
        """The numbers of threads that are feasible for a pair, each with its limit of blocks per SM."""
        load = self._load(pair.block_m, pair.block_n)
        verdicts = [(size, self._limit(load, size, by_threads)) for size, issues, by_threads in self._threads if issues]
        return [(size, limit) for size, limit in verdicts if limit]

    def good_depths(self, pair: Pair) -> list[tuple[int, tuple[int, ...]]]:
        """The block_K that are feasible for a pair, each with the limits of shared memory stage by stage."""
        fits = self._fits(pair.block_m, pair.block_n)
        limits = self._depth(pair.block_m, pair.block_n).limits
        return [(self.space.block_k[at], row) for at, row in enumerate(limits) if row and self._k_fits[at] & fits]

    def _visit(self, block_m: int, columns: tuple[int, ...]) -> tuple[Tally, list[Pair]]:
        depths, combinations = len(self._k_fits) * len(self._buffers), len(self._threads)
        c1 = c2 = c3 = c4 = feasible = 0
        pairs = []
        for block_n in columns:
            depth = self._depth(block_m, block_n)
            below = depth.below
            c1 += (depths - below) * combinations
            if not below:
                continue
            loads = self._loads_of(block_m, block_n)
            legal = self._legal(depth, self._fits(block_m, block_n))
            c2 += below * loads.spilling
            c3 += below * loads.idle + (below - legal.total) * (loads.homeless + loads.good)
            c4 += legal.total * loads.homeless
            if legal.total and loads.good:
                feasible += legal.total * loads.good
                blocks = self._blocks_of(loads.limits, legal.limits)
                pairs.append(Pair(block_m, block_n, legal.total * loads.good, blocks))
        return Tally(len(columns) * depths * combinations, c1, c2, c3, c4, feasible), pairs

    def _count_spilling(self, block_m: int, columns: tuple[int, ...]) -> Tally:
        # Every candidate here fails C2 if not C1: how many fail C1 is counted depth by depth, as C1 grows.
        judged = len(columns) * len(self._k_fits) * len(self._buffers) * len(self._threads)
        passing = 0
        for block_k in self.space.block_k:
            before = passing
            for buffers in self._buffers:
                found = _count(columns, lambda size: self._is_below(block_m, size, block_k, buffers))  # noqa: B023
                if not found:
                    break
                passing += found
            if passing == before:
                break
        c2 = passing * len(self._threads)
        return Tally(judged, judged - c2, c2)

    def _depth(self, block_m: int, block_n: int) -> Depths:
        if not self._adds_up:
            return self._new_depth(block_m, block_n)
        found = self._depths.get(block_m + block_n)
        if found is None:
            found = self._depths[block_m + block_n] = self._new_depth(block_m, block_n)
        return found

    def _new_depth(self, block_m: int, block_n: int) -> Depths:
        device, static = self.job.device, self.job.config.static_shared_bytes
        rows = []
        for block_k in self.space.block_k:
            row = []
            stage = stage_bytes(block_m, block_n, block_k, self._bits)
            for buffers in self._buffers:
                size = buffers * stage + static
                if size > device.shared_per_block:
                    break
                limit = blocks_by_shared(device, size)
                row.append(device.blocks_per_sm if limit is None else min(limit, device.blocks_per_sm))
            if not row:
                break
            rows.append(tuple(row))
        return Depths(sum(map(len, rows)), tuple(rows), {})

    def _legal(self, depth: Depths, fits: int) -> Legal:
        # A depth is one object for all pairs of a sum, so its identity stands for its value.
        found = depth.legal.get(fits)
        if found is None:
            rows = [row for at, row in enumerate(depth.limits) if self._k_fits[at] & fits]
            found = depth.legal[fits] = Legal(sum(map(len, rows)), frozenset().union(*rows))
        return found

    def _loads_of(self, block_m: int, block_n: int) -> Loads:
        load = self._load(block_m, block_n)
        found = self._loads.get(load)
        if found is None:
            found = self._new_loads(load)
            found = self._loads[load] = self._same_loads.setdefault(found, found)
        return found

    def _new_loads(self, load: int) -> Loads:
        spilling = idle = homeless = 0
        limits = []
        for size, issues, by_threads in self._threads:
            limit = self._limit(load, size, by_threads)
            if limit is None:
                spilling += 1
            elif not issues:
                idle += 1
            elif limit:
                limits.append(limit)
            else:
                homeless += 1
        return Loads(spilling, idle, homeless, len(limits), frozenset(limits))

    def _limit(self, load: int, threads: int, by_threads: int) -> int | None:
        """Blocks per SM that registers and threads allow; None when the accumulators fail C2."""
        if self._in_tmem:
            return by_threads if load <= TMEM_COLUMNS else None
        count = accumulators(load, threads, self._acc_bits)
        key = (-(-count // 8), threads)
        if key not in self._registers:
            rounded = 8 * key[0]
            by_registers = blocks_by_registers(self.job.device, rounded, threads) or 0
            self._registers[key] = None if rounded > MOST_NAMED_REGISTERS else min(by_registers, by_threads)
        return self._registers[key]

    def _load(self, block_m: int, block_n: int) -> int:
        """What the accumulators of a tile load: its area, or its columns of tensor memory."""
        return allocated_columns(block_m, block_n) if self._in_tmem else block_m * block_n

    def _spills_everywhere(self, block_m: int, block_n: int) -> bool:
        # More threads share the accumulators: if the most spill, all do.
        threads, _, by_threads = self._threads[-1]
        return self._limit(self._load(block_m, block_n), threads, by_threads) is None

    def _is_below(self, block_m: int, block_n: int, block_k: int, buffers: int) -> bool:
        size = buffers * stage_bytes(block_m, block_n, block_k, self._bits) + self.job.config.static_shared_bytes
        return size <= self.job.device.shared_per_block

    def _fits(self, block_m: int, block_n: int) -> int:
        return self._m_fits[block_m] & self._n_fits[block_n]

    def _blocks_of(self, by_threads: frozenset[int], by_shared: frozenset[int]) -> tuple[int, ...]:
        key = (by_threads, by_shared)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = tuple({min(one, other) for one in by_threads for other in by_shared})
        return found


def _mask(size: int, units: list[int], free: bool) -> int:
    """The shapes whose side divides ``size``, one bit each."""
    return 1 if free else sum(1 << at for at, unit in enumerate(units) if size % unit == 0)


def _count(axis: tuple[int, ...], holds: Callable[[int], bool]) -> int:
    """How many sizes of an ascending axis hold, when no size does above one that does not."""
    low, high = 0, len(axis)
    while low < high:
        middle = (low + high) // 2
        if holds(axis[middle]):
            low = middle + 1
        else:
            high = middle
    return low
