"""Which feasible candidates a sweep keeps: the best by one order, or those that no other beats in all three."""

from __future__ import annotations

from bisect import bisect_right

from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile.config import Job
from tilesite.tile.dtypes import BITS
from tilesite.tile.judge import Judge, Pair
from tilesite.tile.measures import stage_bytes
from tilesite.tile.space import FILL, SHARED, TRAFFIC, Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Key = tuple[int, ...]
    Sizes = tuple[int, int, int, int, int]

SLACK = 4096
"""Entries beyond those asked for that are kept before the worst are thrown away."""


class Candidate(NamedTuple):
    """A feasible candidate: its sizes, its shared memory in bytes, and its blocks per SM."""

    sizes: Sizes
    shared: int
    blocks: int


class Scale:
    """Integers that order pairs and candidates exactly: less is better."""

    def __init__(self, space: Space, job: Job) -> None:
        self._sms = job.device.sm_count
        self._rows = {size: -(-job.problem.m // size) for size in space.block_m}
        self._columns = {size: -(-job.problem.n // size) for size in space.block_n}
        # Traffic grows with 1/block_M + 1/block_N, whatever the problem. Two such sums whose denominators are
        # at most B differ by 1/B^2 or are equal: scaled by 2 B^2 and cut to integers, they compare as they do.
        largest = space.block_m[-1] * space.block_n[-1]
        self._traffic_unit = 2 * largest * largest
        # Every number of blocks per SM divides this, so fills of different numbers of slots compare exactly.
        self._fill_unit = 1
        for blocks in range(2, job.device.blocks_per_sm + 1):
            self._fill_unit *= blocks

    def traffic(self, block_m: int, block_n: int) -> int:
        """Grows with the traffic of a pair."""
        return (block_m + block_n) * self._traffic_unit // (block_m * block_n)

    def fill(self, block_m: int, block_n: int, blocks: int) -> int:
        """Falls as the last wave fills; 0 when the number of SMs is unknown."""
        if self._sms is None:
            return 0
        last, _ = self.last_wave(block_m, block_n, self._sms * blocks)
        return -last * self._fill_unit // blocks

    def last_wave(self, block_m: int, block_n: int, slots: int) -> tuple[int, int]:
        """Blocks of the last wave, and the slots that they might fill."""
        return (self._rows[block_m] * self._columns[block_n] - 1) % slots + 1, slots


class Best:
    """Keeps the ``count`` best candidates by one order."""

    def __init__(self, judge: Judge, scale: Scale, order: str, count: int) -> None:
        self._judge = judge
        self._scale = scale
        self._order = order
        self._count = count
        self._kept: list[tuple[Key, Sizes]] = []
        self._worst: tuple[Key, Sizes] | None = None

    def offer(self, pair: Pair) -> None:
        """Considers the candidates of a feasible pair."""
        if self._worst is not None and self._bound(pair) > self._worst[0]:
            return
        taken = 0
        for candidate in candidates(self._judge, pair, self._judge.good_threads(pair)):
            entry = (self._key(candidate), candidate.sizes)
            if self._worst is None or entry < self._worst:
                self._kept.append(entry)
                taken += 1
            elif self._order == TRAFFIC:
                break  # the rest of the pair ties, and comes later in the space
            if taken >= self._count and self._order == TRAFFIC:
                break
        if len(self._kept) > self._count + SLACK:
            self._shrink()

    def rows(self) -> list[Sizes]:
        """The best, in their order."""
        self._shrink()
        return [sizes for _, sizes in self._kept]

    def _shrink(self) -> None:
        self._kept.sort()
        del self._kept[self._count :]
        if len(self._kept) == self._count:
            self._worst = self._kept[-1]

    def _key(self, candidate: Candidate) -> Key:
        block_m, block_n = candidate.sizes[:2]
        traffic = self._scale.traffic(block_m, block_n)
        if self._order == FILL:
            return self._scale.fill(block_m, block_n, candidate.blocks), traffic
        return (candidate.shared, traffic) if self._order == SHARED else (traffic,)

    def _bound(self, pair: Pair) -> Key:
        """A key that no candidate of the pair falls below."""
        block_m, block_n = pair.block_m, pair.block_n
        if self._order == FILL:
            return (min(self._scale.fill(block_m, block_n, blocks) for blocks in pair.blocks),)
        if self._order == SHARED:
            return (least_shared(self._judge, pair),)
        return (self._scale.traffic(block_m, block_n),)


class Point(NamedTuple):
    """A candidate in the three that are weighed, less being better in each, and where it stands."""

    traffic: int
    shared: int
    fill: int
    sizes: Sizes


class Front:
    """Keeps the candidates that no other beats or equals in traffic, shared memory and fill at once.

    Of those that equal each other in all three, the first in the space is kept.
    """

    def __init__(self, judge: Judge, scale: Scale) -> None:
        self._judge = judge
        self._scale = scale
        self._points: list[Point] = []
        self._settled = 0

    def offer(self, pair: Pair) -> None:
        """Considers the candidates of a feasible pair."""
        traffic = self._scale.traffic(pair.block_m, pair.block_n)
        # Threads matter here by the blocks per SM that they allow: the first of each kind stands for the rest.
        threads = {limit: size for size, limit in reversed(self._judge.good_threads(pair))}
        points = (
            Point(traffic, found.shared, self._scale.fill(pair.block_m, pair.block_n, found.blocks), found.sizes)
            for found in candidates(self._judge, pair, sorted((size, limit) for limit, size in threads.items()))
        )
        self._points.extend(unbeaten(points))
        if len(self._points) > 2 * self._settled + SLACK:
            self._shrink()

    def rows(self, order: str) -> list[Sizes]:
        """The front, in that order."""
        self._shrink()
        if order == FILL:
            self._points.sort(key=lambda point: (point.fill, point.traffic, point.sizes))
        elif order == SHARED:
            self._points.sort(key=lambda point: (point.shared, point.traffic, point.sizes))
        return [point.sizes for point in self._points]

    def _shrink(self) -> None:
        self._points = unbeaten(self._points)
        self._settled = len(self._points)


def unbeaten(points: Iterable[Point]) -> list[Point]:
    """The points that none before them equals or beats, in the order of traffic, shared memory, fill, space."""
    kept = []
    steps: list[tuple[int, int]] = []  # shared memory rises, the fill reached with it falls (gets better)
    for point in sorted(points):
        at = bisect_right(steps, (point.shared, point.fill))
        if at and steps[at - 1][1] <= point.fill:
            continue
        kept.append(point)
        end = at
        while end < len(steps) and steps[end][1] >= point.fill:
            end += 1
        steps[at:end] = [(point.shared, point.fill)]
    return kept


def least_shared(judge: Judge, pair: Pair) -> int:
    """Bytes that no candidate of a pair falls below."""
    config, space = judge.job.config, judge.space
    stage = stage_bytes(pair.block_m, pair.block_n, space.block_k[0], BITS[judge.job.problem.dtype])
    return config._replace(stages=space.stages[0]).buffers * stage + config.static_shared_bytes


def candidates(judge: Judge, pair: Pair, threads: Sequence[tuple[int, int]]) -> Iterator[Candidate]:
    """The feasible candidates of a pair with these threads and their limits, in the order of the space."""
    config, bits = judge.job.config, BITS[judge.job.problem.dtype]
    for block_k, limits in judge.good_depths(pair):
        stage = stage_bytes(pair.block_m, pair.block_n, block_k, bits)
        for stages, by_shared in zip(judge.space.stages, limits):
            shared = config._replace(stages=stages).buffers * stage + config.static_shared_bytes
            for size, by_threads in threads:
                sizes = (pair.block_m, pair.block_n, block_k, stages, size)
                yield Candidate(sizes, shared, min(by_threads, by_shared))
