"""The nearest legal change: it fits, it is told after the failures, and it is near."""

from __future__ import annotations

from typing import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilesite.tile import DEVICES, Problem, TileConfig
from tilesite.tile.config import Job
from tilesite.tile.suggestions import suggest
from tilesite.tile.verdict import check_job

H100 = DEVICES["h100"]
NEAR = {
    "stages": (TileConfig(128, 256, 64, 5, 256), "h100", "C1 stages 5 → 4 fits: 192 KiB of 227"),
    "threads": (
        TileConfig(192, 168, 64, 3, 128),
        "h100",
        "C2 threads 128 → 256 fits: 128 registers/thread of 255",
    ),
    "two keys": (
        TileConfig(256, 256, 128, 4, 256),
        "h100",
        "C1/C2 stages 4 → 1, threads 256 → 512 fits: 128 KiB of 227, 128 registers/thread of 255",
    ),
    "threads of simt, in whole warps": (
        TileConfig(64, 252, 64, 1, 64, instr="simt"),
        "h100",
        "C2 threads 64 → 96 fits: 168 registers/thread of 255",
    ),
    "threads of simt that are no whole warps": (
        TileConfig(64, 252, 64, 1, 50, instr="simt"),
        "h100",
        "C2 threads 50 → 96 fits: 168 registers/thread of 255",
    ),
    "the shape": (
        TileConfig(100, 100, 33, 5, 100),
        "h100",
        "C3 block_M 100 → 128, block_N 100 → 96, block_K 33 → 32, threads 100 → 128 fits",
    ),
    "the instruction": (TileConfig(128, 128, 64, 3, 256), "a100", "C3 instr wgmma → mma fits"),
    "the instruction of Blackwell": (TileConfig(128, 128, 64, 3, 256), "b200", "C3 instr wgmma → tcgen05 fits"),
    "far too much": (
        TileConfig(2**60, 1024, 64, 2**63 - 1, 2000),
        "h100",
        (
            "C1/C2/C3 block_M 1152921504606846976 → 256, block_N 1024 → 256, stages 9223372036854775807 → 3, "
            "threads 2000 → 1024 fits: 192 KiB of 227, 64 registers/thread of 255"
        ),
    ),
}


@pytest.mark.parametrize(("config", "device", "line"), NEAR.values(), ids=NEAR)
def test_the_nearest_change(config: TileConfig, device: str, line: str) -> None:
    job = Job(config, Problem(), DEVICES[device])
    first = suggest(job, check_job(job).findings)[0]
    assert f"{'/'.join(first.rules)} {first.message.say()}" == line


def test_a_tile_that_nothing_near_makes_fit() -> None:
    job = Job(TileConfig(64, 64, 64, 2, 128), Problem(), H100._replace(shared_per_sm=2048))
    assert suggest(job, check_job(job).findings) == ()


@settings(max_examples=300, deadline=None)
@given(
    st.tuples(st.integers(1, 600), st.integers(1, 600), st.integers(1, 300), st.integers(1, 9), st.integers(1, 1200)),
    st.sampled_from(["wgmma", "mma", "simt", "tcgen05"]),
    st.sampled_from([0, 1000, 60000]),
    st.sampled_from(["stages", "stages-1"]),
    st.sampled_from(["f16", "f32", "f64", "tf32", "e4m3", "s8", "b1", "mxfp8"]),
    st.sampled_from([None, "f16", "s32"]),
    st.sampled_from(sorted(DEVICES)),
)
def test_every_suggestion_fits(
    sizes: tuple[int, ...], instr: str, static: int, rule: str, dtype: str, acc: str | None, device: str
) -> None:
    config = TileConfig(*sizes, instr, static, stage_rule=rule)
    job = Job(config, Problem(dtype=dtype, acc=acc), DEVICES[device])
    result = check_job(job)
    suggestions = suggest(job, result.findings)
    assert not (result.ok and suggestions)
    for suggestion in suggestions:
        changes = {key: value for key, value in suggestion.change.items() if key != "acc"}
        acc = suggestion.change.get("acc", job.problem.acc)
        changed = job._replace(config=config._replace(**changes), problem=job.problem._replace(acc=acc))
        assert check_job(changed).ok
        assert suggestion.change


def test_one_line_after_the_failures(program: Callable) -> None:
    argv = [
        "--diagnose",
        "--block-m",
        "128",
        "--block-n",
        "256",
        "--block-k",
        "64",
        "--stages",
        "5",
        "--threads",
        "256",
    ]
    labels = [line.split()[0] for line in program(argv).out.splitlines()]
    assert labels[3:6] == ["FAIL", "FAIL", "TRY"]
    assert labels.count("TRY") == 1
    assert program([*argv, "--json"]).json["suggestions"][0] == {
        "rule": "C1",
        "message": "stages 5 → 4 fits: 192 KiB of 227",
        "change": {"stages": 4},
    }
