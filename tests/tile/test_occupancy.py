"""Blocks per SM against NVIDIA's own calculator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.errors import InputError
from tilesite.tile import DEVICES, occupancy

NO_LIMIT = 2147483647


def test_every_recorded_launch_agrees(data: Path) -> None:
    lines = (data / "tile/occupancy_cuda_13.0.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    wrong = [row for row in rows if ours(row) != theirs(row)]
    assert len(rows) == 3000
    assert wrong == []


def ours(row: dict[str, int]) -> tuple[int, ...]:
    found = occupancy(
        DEVICES[row["cc"]],
        registers_per_thread=row["registers_per_thread"],
        threads=row["threads"],
        shared_bytes=row["shared_bytes"],
    )
    return (*(NO_LIMIT if limit is None else limit for limit in found), found.blocks_per_sm)


def theirs(row: dict[str, int]) -> tuple[int, ...]:
    return tuple(
        row[key] for key in ("limit_registers", "limit_shared", "limit_warps", "limit_blocks", "blocks_per_sm")
    )


@given(
    st.sampled_from(sorted(DEVICES)), st.integers(0, 256), st.integers(1, 1024), st.integers(0, 256 * 1024), st.data()
)
def test_asking_for_more_never_gives_more_blocks(
    name: str, registers: int, threads: int, shared: int, draw: st.DataObject
) -> None:
    device = DEVICES[name]
    more = draw.draw(st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1)]))
    before = occupancy(device, registers_per_thread=registers, threads=threads, shared_bytes=shared)
    after = occupancy(
        device, registers_per_thread=registers + more[0], threads=threads + more[1], shared_bytes=shared + more[2]
    )
    assert after.blocks_per_sm <= before.blocks_per_sm


def test_all_limits_that_tie_are_named() -> None:
    found = occupancy(DEVICES["9.0"], registers_per_thread=32, threads=64, shared_bytes=0)
    assert (found.blocks_per_sm, found.binding) == (32, ("registers", "threads", "blocks"))


@pytest.mark.parametrize(
    "wrong", [{"threads": 0}, {"registers_per_thread": -1}, {"shared_bytes": -1}, {"threads": True}]
)
def test_what_is_no_launch_is_refused(wrong: dict[str, int]) -> None:
    launch = {"registers_per_thread": 32, "threads": 128, "shared_bytes": 0, **wrong}
    with pytest.raises(InputError):
        occupancy(DEVICES["h100"], **launch)
