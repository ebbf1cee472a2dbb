"""Blocks per SM as NVIDIA's own header calculates them, compiled here from the wheel."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from vendor import occupancy_file
from vendor.header import NO_LIMIT, Answer, Reply, ask, build
from vendor.launches import Launch, random_launches, read_capabilities

from tilesite.tile import DEVICES, occupancy

FRESH = 20_000
CAPABILITIES = read_capabilities()
FACTORS = {"threads": 1, "registers": 2, "shared": 4, "blocks": 8}
"""The header's bits of what limits; barriers and virtual resources take no part in the model."""


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("occupancy"))


def difference(launch: Launch, answer: Answer) -> str | None:
    """What tilesite says otherwise than the header, in one line."""
    ours = occupancy(
        DEVICES[launch.cc],
        registers_per_thread=launch.registers_per_thread,
        threads=launch.threads,
        shared_bytes=launch.shared_bytes,
    )
    limits = (ours.blocks_per_sm, ours.registers, ours.shared, ours.threads, ours.blocks)
    said = tuple(NO_LIMIT if limit is None else limit for limit in limits)
    expected = (
        answer.blocks_per_sm,
        answer.limit_registers,
        answer.limit_shared,
        answer.limit_warps,
        answer.limit_blocks,
    )
    return None if said == expected else f"{launch}: expected {expected}, got {said}"


def binding_difference(launch: Launch, reply: Reply) -> str | None:
    ours = occupancy(
        DEVICES[launch.cc],
        registers_per_thread=launch.registers_per_thread,
        threads=launch.threads,
        shared_bytes=launch.shared_bytes,
    )
    expected = {name for name, bit in FACTORS.items() if reply.limiting_factors & bit}
    return None if set(ours.binding) == expected else f"{launch}: expected {expected}, got {ours.binding}"


def test_recorded_rows_are_what_the_header_answers(program: Path) -> None:
    rows = occupancy_file.read()
    assert len(rows) == 3000
    assert occupancy_file.answered(program, [row.launch for row in rows], CAPABILITIES) == rows


def test_fresh_launches(program: Path) -> None:
    known = {name: one for name, one in CAPABILITIES.items() if name in DEVICES}
    launches = random_launches(random.SystemRandom().getrandbits(64), FRESH, known)
    assert len(known) > 10
    replies = ask(program, launches, CAPABILITIES)
    assert [reply.status for reply in replies] == [0] * FRESH
    differences = [difference(launch, reply.answer) for launch, reply in zip(launches, replies)]
    differences += [binding_difference(launch, reply) for launch, reply in zip(launches, replies)]
    assert [found for found in differences if found] == []


def test_launches_reach_every_edge(program: Path) -> None:
    """The generator is worth its name: every limit binds alone, and plain division would be wrong often."""
    launches = random_launches(1, FRESH, CAPABILITIES)
    replies = ask(program, launches, CAPABILITIES)
    for bit in FACTORS.values():
        # from 9.0 on the limit of barriers equals the limit of blocks, and its bit is set with it
        assert sum(reply.limiting_factors & 15 == bit and reply.answer.blocks_per_sm > 0 for reply in replies) > 50
    assert sum(launch.threads % 32 != 0 for launch in launches) > FRESH // 4
    assert sum(launch.shared_bytes > CAPABILITIES[launch.cc].shared_optin for launch in launches) > FRESH // 50
    naive = sum(_plain_division(launch) != reply.answer.blocks_per_sm for launch, reply in zip(launches, replies))
    assert naive > FRESH // 10
    assert {launch.cc for launch in launches} == set(CAPABILITIES)


def _plain_division(launch: Launch) -> int:
    """Blocks per SM without units, reserve or sub-partitions."""
    device = CAPABILITIES[launch.cc]
    limits = [device.threads_per_sm // launch.threads]
    if launch.registers_per_thread:
        limits.append(device.registers_per_sm // (launch.registers_per_thread * launch.threads))
    if launch.shared_bytes:
        limits.append(device.shared_per_sm // launch.shared_bytes)
    return min(limits)


def test_device_rows_are_the_recorded_properties() -> None:
    """The properties that the header has to be told, capability by capability, on both sides."""
    rows = {name: device for name, device in DEVICES.items() if device.name == device.capability}
    assert set(rows) - set(CAPABILITIES) == set()
    said = {
        name: (device.threads_per_sm, device.shared_per_sm, device.shared_per_block, device.shared_reserved)
        for name, device in rows.items()
    }
    assert said == {
        name: (one.threads_per_sm, one.shared_per_sm, one.shared_optin, one.shared_reserved)
        for name, one in CAPABILITIES.items()
        if name in rows
    }
