"""Values of facts as NVIDIA's tools give them, for facts whose own source nobody can open here."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from vendor import limits_file, shapes_file
from vendor.header import RUNTIME, ask, build
from vendor.launches import Launch, read_capabilities
from vendor.loop import STEP
from vendor.loop import Launch as Loop
from vendor.sweep import INLINE
from vendor.wheels import version_of

from tilesite.facts import ALL_FACTS
from tilesite.tile import DEVICES
from tilesite.tile.shapes import MMA, WGMMA, shapes_of

TABLE = "the table of tilesite/tile/shapes.py"


class Measured(NamedTuple):
    """A value, and the tool and version that gave it."""

    value: str
    tool: str


def measured(name: str) -> Measured:
    """The value that goes by this name in ``Fact.measured``."""
    tool, _, rest = name.partition(" ")
    return {"ptxas": _ptxas, "occupancy": _occupancy}[tool](rest)


def all_measured() -> dict[str, Measured]:
    """Every fact that names a measure, by its key."""
    return {fact.key: measured(fact.measured) for fact in ALL_FACTS if fact.measured}


def _ptxas(name: str) -> Measured:
    what, _, target = name.partition(" ")
    target = target or "sm_90a"
    return Measured(_VALUES[what](target), f"ptxas {limits_file.read().assemblers[target]}")


def _limit(field: str, divisor: int = 1) -> Callable[[str], str]:
    return lambda target: str(getattr(limits_file.read().targets[target], field) // divisor)


def _reserved(target: str) -> str:
    """What a block may not have of the 228 KB of an SM."""
    return str(DEVICES["9.0"].shared_per_sm - limits_file.read().targets[target].static_shared)


def _serialised(target: str) -> str:
    """The first number of accumulators at which the bare loop of 256 threads spills or is serialised."""
    del target
    return str(limits_file.read().wgmma_loop[Loop(256)] + STEP)


def _half(kind: str) -> Callable[[str], str]:
    def shapes(target: str) -> str:
        record = getattr(shapes_file.read(), kind)
        rows = {
            each
            for (where, each), verdict in record.items()
            if where == target and verdict == INLINE and each.a == each.b == "f16"
        }
        names = {f"m{row.m}n{row.n if kind == 'mma' else 'N'}k{row.k}" for row in rows}
        return ", ".join(sorted(names, key=lambda each: (len(each), each)))

    return shapes


def _table(kind: str) -> Callable[[str], str]:
    """The name of the table when it has nothing that ptxas refuses, for halves on every capability."""

    def compared(target: str) -> str:
        del target
        record = getattr(shapes_file.read(), kind.lower())
        known = {(where, each.m, each.k, each.a) for where, each in record}
        for name, device in DEVICES.items():
            if name != device.capability:
                continue
            plain = f"sm_{name.replace('.', '')}"
            for row in shapes_of(kind, "f16", "f32", device):
                if not {(plain, row.m, row.k, "f16"), (f"{plain}a", row.m, row.k, "f16")} & known:
                    return f"no {row.name} on {name}"
        return TABLE

    return compared


_VALUES: dict[str, Callable[[str], str]] = {
    "threads_per_sm": _limit("threads_per_sm"),
    "static_shared": _limit("static_shared"),
    "static_shared_kb": _limit("static_shared", 1024),
    "most_registers": _limit("most_registers"),
    "shared_reserved": _reserved,
    "wgmma_loop": _serialised,
    "mma_f16": _half("mma"),
    "wgmma_f16": _half("wgmma"),
    "mma_table": _table(MMA),
    "wgmma_table": _table(WGMMA),
}


def _occupancy(capability: str) -> Measured:
    """The most registers a thread with which all threads of an SM are resident, as the compiled header has it."""
    capabilities = read_capabilities()
    threads = capabilities[capability].threads_per_sm
    launches = [Launch(capability, registers, 1024, 0) for registers in range(1, 65)]
    with tempfile.TemporaryDirectory() as folder:
        replies = ask(build(Path(folder)), launches, capabilities)
    full = [
        launch.registers_per_thread
        for launch, reply in zip(launches, replies)
        if reply.answer.blocks_per_sm * launch.threads == threads
    ]
    return Measured(str(max(full)), f"cuda_occupancy.h {version_of(RUNTIME)}, compiled")
