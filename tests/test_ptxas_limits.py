"""Limits as NVIDIA's own assembler states them, and the device rows beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from vendor import limits_file
from vendor.launches import read_capabilities
from vendor.loop import LAUNCHES, STEP, Launch, is_clean
from vendor.ptxas import ARCHITECTURES

RECORD = limits_file.read()
CAPABILITIES = read_capabilities()
STATIC_CAP = 49_152
SPARE = 28
"""Registers that the bare loop needs beside its accumulators."""


def target_of(capability: str) -> str:
    return f"sm_{capability.replace('.', '')}"


def test_the_record_is_what_ptxas_says_now() -> None:
    targets, columns = limits_file.measure_targets()
    assert targets == RECORD.targets
    assert columns == RECORD.tensor_memory_columns
    assert RECORD.assemblers == {target: tool.version() for target, tool in ARCHITECTURES.items()}


def test_the_record_reads_as_it_was_written(tmp_path: Path) -> None:
    limits_file.write(RECORD, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text("utf-8") == limits_file.FILE.read_text("utf-8")


@pytest.mark.parametrize("launch", LAUNCHES, ids=str)
def test_one_step_more_spills_or_serialises(launch: Launch) -> None:
    most = RECORD.wgmma_loop[launch]
    assert is_clean(launch, most)
    assert not is_clean(launch, most + STEP)


def test_spills_begin_a_fixed_number_of_registers_below_what_a_thread_may_have() -> None:
    """256, or what setmaxnreg asks for, or what the block's threads leave of the register file."""
    assert list(RECORD.wgmma_loop) == list(LAUNCHES)
    for launch, most in RECORD.wgmma_loop.items():
        registers = launch.setmaxnreg or min(256, 65536 // launch.threads // 8 * 8)
        assert most == registers - SPARE


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_device_properties(capability: str) -> None:
    """Threads per SM as the assembler has them; shared memory where it lets a block have all of it statically."""
    properties = CAPABILITIES[capability]
    plain = RECORD.targets[target_of(capability)]
    assert plain.threads_per_sm == properties.threads_per_sm
    assert plain.static_shared == STATIC_CAP
    specific = RECORD.targets.get(f"{target_of(capability)}a")
    if specific is not None:
        assert specific.static_shared == properties.shared_optin


def test_a_kernel_names_255_registers_on_every_target() -> None:
    assert {(one.least_registers, one.most_registers) for one in RECORD.targets.values()} == {(24, 255)}


def test_tensor_memory_is_allocated_in_powers_of_two() -> None:
    assert set(map(tuple, RECORD.tensor_memory_columns.values())) == {(32, 64, 128, 256, 512)}
    assert set(RECORD.tensor_memory_columns) == {
        f"sm_{family}{suffix}" for family in (100, 103, 110) for suffix in "fa"
    }
