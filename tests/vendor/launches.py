"""Launches to compare: random ones, and sizes on both sides of each allocation edge."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent.parent / "data"

MOST_REGISTERS = 260
MOST_THREADS = 1100
BEYOND_OPTIN = 4096  # how far past the largest legal size shared memory is tried, in bytes


class Capability(NamedTuple):
    """The device properties that the occupancy header has to be told; sizes in bytes."""

    threads_per_sm: int
    shared_per_sm: int
    shared_optin: int
    shared_reserved: int
    threads_per_block: int = 1024
    registers_per_block: int = 65536
    registers_per_sm: int = 65536
    shared_default: int = 49152

    def as_properties(self) -> tuple[int, ...]:
        """The numbers in the order in which occupancy.c reads them."""
        return (
            self.threads_per_block,
            self.threads_per_sm,
            self.registers_per_block,
            self.registers_per_sm,
            self.shared_default,
            self.shared_per_sm,
            self.shared_optin,
            self.shared_reserved,
        )


class Launch(NamedTuple):
    """One question: a compute capability and what a block asks for; shared memory is dynamic, in bytes."""

    cc: str
    registers_per_thread: int
    threads: int
    shared_bytes: int


def read_capabilities() -> dict[str, Capability]:
    """Compute capability to properties, from the recorded rows (each with its source)."""
    document = json.loads((DATA / "device_properties.json").read_text(encoding="utf-8"))
    return {
        row["cc"]: Capability(
            threads_per_sm=row["threads_per_sm"],
            shared_per_sm=row["shared_per_sm_bytes"],
            shared_optin=row["shared_optin_bytes"],
            shared_reserved=row["shared_reserved_bytes"],
        )
        for row in document["rows"]
    }


def random_launches(seed: int, count: int, capabilities: dict[str, Capability]) -> list[Launch]:
    """`count` launches, spread over all capabilities; the same seed gives the same launches."""
    source = random.Random(seed)  # noqa: S311 - launches, no secrets
    names = sorted(capabilities)
    return [_launch(source, name, capabilities[name]) for name in source.choices(names, k=count)]


def _launch(source: random.Random, name: str, capability: Capability) -> Launch:
    if source.random() < 0.5:
        return Launch(name, _registers(source), _threads(source), _shared(source, capability))
    return _balanced_launch(source, name, capability)


def _balanced_launch(source: random.Random, name: str, capability: Capability) -> Launch:
    """A launch of which some wanted number of blocks about fits, by all three resources at once."""
    blocks = source.randint(1, 32)
    threads = source.choice((_threads(source), capability.threads_per_sm // blocks))
    threads = max(1, _near(source, threads, MOST_THREADS))
    warps = -(-threads // 32)
    unit_registers = capability.registers_per_sm // (blocks * warps * 32) // 8 * 8
    registers = _near(source, max(unit_registers - source.choice((0, 0, 8, 16)), 0), MOST_REGISTERS)
    return Launch(name, registers, threads, _shared(source, capability, blocks))


def _registers(source: random.Random) -> int:
    if source.random() < 0.5:
        return source.randint(0, MOST_REGISTERS)
    return _near(source, 8 * source.randint(0, 32), MOST_REGISTERS)  # 8 registers a thread are one unit a warp


def _threads(source: random.Random) -> int:
    if source.random() < 0.5:
        return source.randint(1, MOST_THREADS)
    return max(1, _near(source, source.choice((32, 128)) * source.randint(1, 32), MOST_THREADS))


def _shared(source: random.Random, capability: Capability, blocks: int | None = None) -> int:
    most = capability.shared_optin + BEYOND_OPTIN
    kind = source.randrange(5)
    if kind == 0:
        return 0
    if kind == 1:
        return source.randint(0, most)
    if kind == 2:  # any size near a unit
        return _near(source, 128 * source.randint(0, most // 128), most)
    if kind == 3:
        return _near(source, source.choice((capability.shared_default, capability.shared_optin)), most)
    share = capability.shared_per_sm // (blocks or source.randint(1, 32))
    exact = share - capability.shared_reserved  # the largest block of which this many fit, if units allow
    return _near(source, source.choice((exact, share // 256 * 256 - capability.shared_reserved)), most)


def _near(source: random.Random, edge: int, most: int) -> int:
    return min(max(edge + source.choice((-1, 0, 1)), 0), most)
