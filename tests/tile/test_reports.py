"""Public bug reports: each row is modelled, one way, or stands in the table of what is not, with the reason.

A report that carries a size and a limit must agree on both with the device's row; one that carries registers,
threads, a cluster or a grid must get the verdict that was reported.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilesite.findings import failed_rules
from tilesite.tile import DEVICES, Device, Problem, TileConfig, check, occupancy
from tilesite.tile.measures import TMEM_COLUMNS, waves_of

ROWS = {
    row["id"]: row
    for row in map(
        json.loads,
        (Path(__file__).parent.parent / "data/tile/tile_reports.jsonl").read_text(encoding="utf-8").splitlines(),
    )
}

NOT_MODELLED = {
    "tile-051": "the device is not named; the limit is what a launch gets before it asks for more",
    "tile-054": "neither the device nor its limit is in the report",
    "tile-079": "attention: a second accumulator and the softmax take registers that are not counted",
    "tile-081": "attention: a second accumulator and the softmax take registers that are not counted",
    "tile-083": "registers of a softmax, beside the accumulators",
    "tile-086": "one warp's rows, not the block's: how a library lays out warps is not modelled",
    "tile-087": "a library's rule on one warp's columns; the hardware takes them",
    "tile-090": "a library's layout of warps computed wrong results; the tile is legal",
    "tile-091": "a library's rule on one warp's columns; block_M is not in the report",
    "tile-093": "the control of the row above",
    "tile-102": "the shape of an epilogue's store",
    "tile-105": "sparse operands",
    "tile-109": "a launch bound of the kernel's own, not the device's limit",
    "tile-112": "devices before 7.0 have no row",
    "tile-119": "neither the device nor the threads are in the report",
}

PRODUCTS = {
    "V100": "v100",
    "T4": "t4",
    "A100": "a100",
    "RTX 3090": "rtx3090",
    "RTX 4090": "rtx4090",
    "L40S": "l40s",
    "H100": "h100",
    "B200": "b200",
    "B300": "b300",
    "RTX 5070": "rtx5070",
    "RTX 5090": "rtx5090",
    "GB10": "gb10",
}
FROM_THE_LIMIT = "8.6, 8.9 or 12.x (from the limit)"


def device_of(row: dict) -> Device:
    """The product where it has a row, else its compute capability."""
    capability = "8.6" if row["cc"] == FROM_THE_LIMIT else row["cc"]
    return DEVICES[PRODUCTS.get(row["gpu"], capability)]


def ids(unit: str | None, *, required: bool = True) -> list[str]:
    """The rows in that unit that are modelled and name a device, with or without a size."""
    return [
        name
        for name, row in ROWS.items()
        if name not in NOT_MODELLED
        and row["unit"] == unit
        and row["cc"]
        and row["limit"]
        and (row["required"] is not None) == required
    ]


SHARED = ids("bytes")
LIMITS = ids("bytes", required=False)
REGISTERS = ids("registers per block")
STATIC = [name for name, row in ROWS.items() if row["unit"] == "bytes (static)"]
SINGLE = ("tile-067", "tile-077", "tile-089", "tile-108", "tile-115", "tile-116", "tile-117")


def test_every_row_is_modelled_or_says_why_not() -> None:
    modelled = [*SHARED, *LIMITS, *REGISTERS, *STATIC, *SINGLE]
    assert len(modelled) == len(set(modelled)) == len(ROWS) - len(NOT_MODELLED)
    assert {*modelled, *NOT_MODELLED} == set(ROWS)


@pytest.mark.parametrize("name", SHARED)
def test_shared_memory(name: str) -> None:
    row, device = ROWS[name], device_of(ROWS[name])
    opted_in = row["limit"] != 49152  # what a launch gets before it asks for more
    assert device.shared_per_block == row["limit"] or not opted_in
    fits = occupancy(device, registers_per_thread=32, threads=128, shared_bytes=row["required"]).shared != 0
    assert fits == (row["outcome"] != "rejected")


@pytest.mark.parametrize("name", LIMITS)
def test_the_limit_of_a_device(name: str) -> None:
    assert device_of(ROWS[name]).shared_per_block == ROWS[name]["limit"]


@pytest.mark.parametrize("name", REGISTERS)
def test_registers_of_a_block(name: str) -> None:
    row, device = ROWS[name], device_of(ROWS[name])
    found = occupancy(device, registers_per_thread=row["regs_per_thread"], threads=row["threads"], shared_bytes=0)
    assert device.registers_per_block == row["limit"]
    assert (found.registers != 0) == (row["outcome"] == "accepted")


@pytest.mark.parametrize("name", STATIC)
def test_static_shared_memory(name: str) -> None:
    tile = TileConfig(64, 64, 16, 1, 128, static_shared_bytes=ROWS[name]["required"])
    (finding,) = [finding for finding in check(tile).findings if finding.rule == "STATIC_SHARED"]
    assert (finding.actual, finding.limit) == (ROWS[name]["required"], ROWS[name]["limit"])


def test_a_whole_tile_that_was_accepted() -> None:
    row = ROWS["tile-002"]
    tile = TileConfig(row["block_M"], row["block_N"], row["block_K"], row["stages"], row["threads"], "mma")
    found = check(tile, device=device_of(row))
    assert found.measures.shared == row["required"]
    assert "C1" not in failed_rules(found.findings)


def test_a_whole_tile_that_was_rejected() -> None:
    row = ROWS["tile-004"]
    sizes = (row["block_M"], row["block_N"], row["block_K"], row["stages"], row["threads"])
    found = check(TileConfig(*sizes, "simt", stage_rule="stages-1"), Problem(dtype="f32"), device_of(row))
    assert found.measures.shared == row["required"]
    assert "C1" in failed_rules(found.findings)


def test_whole_arrays_as_one_tile() -> None:
    row = ROWS["tile-048"]
    tile = TileConfig(row["block_M"], row["block_N"], row["block_K"], row["stages"], 128, "simt")
    assert check(tile, Problem(dtype="f32"), device_of(row)).measures.shared == row["required"]


def test_one_warpgroup_with_too_many_accumulators_is_serialised() -> None:
    row = ROWS["tile-077"]
    found = check(TileConfig(row["block_M"], row["block_N"], row["block_K"], 2, 128), Problem(dtype="bf16"))
    assert found.measures.registers.accumulators == row["required"]
    assert failed_rules(found.findings) == ("C2",)
    assert "WGMMA_SERIALISED" in {finding.rule for finding in found.findings}


def test_warps_that_do_not_divide_the_columns() -> None:
    row = ROWS["tile-089"]
    found = check(TileConfig(row["block_M"], row["block_N"], 32, 2, row["threads"], "mma"), device=DEVICES["a100"])
    assert found.ok
    assert "PARTITION" in {finding.rule for finding in found.findings}


def test_more_threads_than_a_block_may_have() -> None:
    row = ROWS["tile-108"]
    found = check(TileConfig(256, 256, 32, 2, row["threads"], "mma"))
    assert failed_rules(found.findings) == ("C4",)
    assert (found.findings[0].actual, found.findings[0].limit) == (row["required"], row["limit"])


def test_a_cluster_that_leaves_sms_idle() -> None:
    row = ROWS["tile-115"]
    rows, columns = row["cluster"][:2]
    tile = TileConfig(row["block_M"], row["block_N"], row["block_K"], 2, 256, cluster_m=rows, cluster_n=columns)
    found = check(tile, device=device_of(row))
    assert device_of(row).sm_count == row["sms"]
    assert "CLUSTER_SMS" in {finding.rule for finding in found.findings}


@pytest.mark.parametrize("name", ["tile-116", "tile-117"])
def test_waves(name: str) -> None:
    row, device = ROWS[name], device_of(ROWS[name])
    waves = waves_of(TileConfig(1, 1, 1, 1, 32), Problem(row["blocks"], 1, 1), device, 1)
    assert device.sm_count == waves.slots == row["sms"]
    assert abs((waves.number - 1) + waves.last / waves.slots - row["waves"]) < 0.001


def test_the_columns_of_tensor_memory() -> None:
    assert ROWS["tile-067"]["limit"] == TMEM_COLUMNS


def test_what_is_not_modelled_is_said_so() -> None:
    found = check(TileConfig(128, 64, 128, 2, 256, "mma"), Problem(dtype="mxfp8"), DEVICES["gb10"])
    (finding,) = [finding for finding in found.findings if finding.rule == "NOT_MODELLED"]
    assert found.ok
    assert finding.message.say().startswith("not modelled: shapes of mxfp8, its scale factors and its padding")
