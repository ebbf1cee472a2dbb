"""The sweep: its counts, its order, and that it agrees with a check of every candidate."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from tilesite.findings import failed_rules
from tilesite.tile import DEVICES, Problem, Space, Sweep, TileConfig, check, sweep
from tilesite.tile.config import Job
from tilesite.tile.scan import Stopped, sweep_job


def test_the_default_space() -> None:
    found = sweep()
    assert (found.candidates, found.feasible, found.ties) == (900, 459, 8)
    assert found.stopped == Stopped(51, 36, 354, 0)
    assert Fraction(*found.best_fill) == Fraction(124, 132)
    assert len(found.rows) == 8


def test_the_partition_cannot_be_had_for_twelve_of_the_feasible() -> None:
    results = [check(TileConfig(*sizes)) for sizes in Space().candidates()]
    feasible = [result for result in results if result.ok]
    warned = [result for result in feasible if any(finding.rule == "PARTITION" for finding in result.findings)]
    assert (len(feasible), len(warned)) == (459, 12)


def axis(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.sets(st.integers(low, high), min_size=1, max_size=3).map(lambda values: tuple(sorted(values)))


SPACES = st.builds(
    Space,
    st.sets(st.sampled_from([8, 16, 24, 64, 96, 128, 192, 256, 512]), min_size=1, max_size=3).map(sorted).map(tuple),
    st.sets(st.sampled_from([8, 12, 16, 64, 96, 128, 248, 256]), min_size=1, max_size=3).map(sorted).map(tuple),
    st.sets(st.sampled_from([4, 8, 16, 24, 32, 64, 128, 255]), min_size=1, max_size=3).map(sorted).map(tuple),
    axis(1, 6),
    st.sets(st.sampled_from([32, 96, 128, 192, 256, 384, 1024, 1152]), min_size=1, max_size=3).map(sorted).map(tuple),
)


@settings(max_examples=150, deadline=None)
@given(
    SPACES,
    st.sampled_from(["wgmma", "mma", "simt", "tcgen05"]),
    st.sampled_from(["f16", "bf16", "tf32", "f64", "e4m3", "s8", "u4", "b1", "e3m2"]),
    st.sampled_from(["h100", "a100", "rtx4090", "rtx5090", "b200", "t4", "v100", "9.0"]),
    st.sampled_from(["stages", "stages-1"]),
    st.integers(1, 5000),
)
def test_a_sweep_is_a_check_of_every_candidate(
    space: Space, instr: str, dtype: str, device: str, rule: str, size: int
) -> None:
    first = TileConfig(*space.first, instr=instr, stage_rule=rule)
    job = Job(first, Problem(size, 1000, 512, dtype), DEVICES[device])
    assert sweep_job(space, job, 5) == judged_one_by_one(space, job, 5)


def judged_one_by_one(space: Space, job: Job, topk: int) -> Sweep:
    results = [check(job.config.with_sizes(sizes), job.problem, job.device) for sizes in space.candidates()]
    first_failed = [(failed_rules(result.findings) or ("",))[0] for result in results]
    feasible = [result for result in results if result.ok]
    by_traffic = sorted(feasible, key=lambda result: Fraction(*result.measures.traffic))
    least = [result for result in feasible if result.measures.traffic == by_traffic[0].measures.traffic]
    waves = [result.measures.waves for result in feasible if result.measures.waves.slots]
    best = max((Fraction(wave.last, wave.slots) for wave in waves), default=None)
    stopped = Stopped(*(first_failed.count(rule) for rule in ("C1", "C2", "C3", "C4")))
    found = sweep_job(space, job, topk)
    assert (Fraction(*found.best_fill) if found.best_fill else None) == best
    rows = tuple((type(found.rows[0]))(result.job.config, result.measures) for result in by_traffic[:topk])
    return Sweep(space.size, space.size, len(feasible), stopped, len(least), found.best_fill, rows)


JOBS = st.builds(
    Job,
    st.sampled_from(["wgmma", "mma", "simt"]).map(lambda instr: TileConfig(1, 1, 1, 1, 1, instr)),
    st.tuples(st.integers(1, 5000), st.sampled_from(["f16", "e4m3", "b1"])).map(
        lambda drawn: Problem(drawn[0], 1000, 512, drawn[1])
    ),
    st.sampled_from([DEVICES["h100"], DEVICES["a100"], DEVICES["9.0"]]),
)


def weighed(job: Job, sizes: tuple[int, ...]) -> tuple[Fraction, int, Fraction]:
    """Traffic, shared memory and the empty part of the last wave: less is better in each."""
    measures = check(job.config.with_sizes(sizes), job.problem, job.device).measures
    waves = measures.waves
    empty = 1 - Fraction(waves.last, waves.slots) if waves.slots else Fraction(0)
    return Fraction(*measures.traffic), measures.shared, empty


def feasible(space: Space, job: Job) -> list[tuple[int, ...]]:
    return [sizes for sizes in space.candidates() if check(job.config.with_sizes(sizes), job.problem, job.device).ok]


@settings(max_examples=60, deadline=None)
@given(SPACES, JOBS, st.integers(1, 12))
def test_each_order_is_a_sort_of_the_feasible(space: Space, job: Job, topk: int) -> None:
    weights = {sizes: weighed(job, sizes) for sizes in feasible(space, job)}
    keys = {
        "traffic": lambda sizes: weights[sizes][0],
        "shared": lambda sizes: (weights[sizes][1], weights[sizes][0]),
        "fill": lambda sizes: (weights[sizes][2], weights[sizes][0]),
    }
    for order, key in keys.items():
        rows = sweep_job(space, job, topk, order).rows
        assert [row.config.sizes for row in rows] == sorted(weights, key=key)[:topk]


@settings(max_examples=60, deadline=None)
@given(SPACES, JOBS)
def test_the_front_is_what_no_other_beats(space: Space, job: Job) -> None:
    weights = {sizes: weighed(job, sizes) for sizes in feasible(space, job)}
    best: dict[tuple[Fraction, int, Fraction], tuple[int, ...]] = {}
    for sizes, weight in weights.items():
        best.setdefault(weight, sizes)
    front = [
        sizes
        for weight, sizes in best.items()
        if not any(other != weight and all(map(lambda a, b: a <= b, other, weight)) for other in best)
    ]
    found = sweep_job(space, job, None, pareto=True)
    assert {row.config.sizes for row in found.rows} == set(front)
    assert found.front == len(front)


def test_many_pairs_are_counted_without_a_visit() -> None:
    """Most of this space spills at every number of threads."""
    axis = tuple(range(8, 700, 60))
    space = Space(axis, axis, (16, 48), (1, 2, 5), (128, 256))
    job = Job(TileConfig(*space.first, instr="simt"), Problem(), DEVICES["a100"])
    assert sweep_job(space, job, 5) == judged_one_by_one(space, job, 5)


def test_ten_million_candidates_are_counted() -> None:
    space = Space(
        tuple(range(8, 520, 8)), tuple(range(8, 520, 8)), tuple(range(16, 176, 16)), tuple(range(1, 11)), (64, 128)
    )
    found = sweep(space, instr="mma")
    assert found.candidates == found.judged == found.feasible + sum(found.stopped)


def test_a_sweep_that_is_told_to_stop_gives_what_it_has() -> None:
    found = sweep_job(Space(), Job(TileConfig(*Space().first), Problem(), DEVICES["h100"]), 8, watch=stop_after(700))
    assert 700 <= found.judged < found.candidates == 900
    assert found.judged == found.feasible + sum(found.stopped)
    assert len(found.rows) == 8


def stop_after(count: int) -> Callable[[int, int], bool]:
    return lambda judged, candidates: judged < min(count, candidates)
