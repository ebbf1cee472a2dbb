"""NVIDIA's occupancy calculator, compiled from the header in the nvidia-cuda-runtime wheel."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from vendor.launches import Capability, Launch
from vendor.wheels import installed_file

RUNTIME = "nvidia-cuda-runtime"
NO_LIMIT = 2**31 - 1  # what the header answers where its side sets no limit


class Answer(NamedTuple):
    """What the header says of one launch: blocks per SM, one limit for each side, and sizes a block."""

    blocks_per_sm: int
    limit_registers: int
    limit_shared: int
    limit_warps: int
    limit_blocks: int
    allocated_registers: int
    allocated_shared: int


class Reply(NamedTuple):
    """One line of the program: its status, the answer, and what takes no part in tilesite's model."""

    status: int
    answer: Answer
    limit_barriers: int
    limiting_factors: int


def build(folder: Path) -> Path:
    """The compiled calculator, in `folder`; gcc must be there."""
    program = folder / "occupancy"
    source = Path(__file__).with_name("occupancy.c")
    include = installed_file(RUNTIME, "cuda_occupancy.h").parent
    command = [
        "gcc",
        "-std=gnu11",
        "-O1",
        "-Werror=implicit",
        "-isystem",
        str(include),
        str(source),
        "-o",
        str(program),
    ]
    subprocess.run(command, check=True)
    return program


def ask(program: Path, launches: list[Launch], capabilities: dict[str, Capability]) -> list[Reply]:
    """The header's reply to each launch, in order."""
    lines = "\n".join(_line(launch, capabilities[launch.cc]) for launch in launches)
    done = subprocess.run([str(program)], input=lines, capture_output=True, text=True, check=True)
    return [_reply(line) for line in done.stdout.splitlines()]


def _line(launch: Launch, capability: Capability) -> str:
    major, minor = launch.cc.split(".")
    numbers = (*capability.as_properties(), launch.registers_per_thread, launch.threads, launch.shared_bytes)
    return " ".join((major, minor, *map(str, numbers)))


def _reply(line: str) -> Reply:
    status, blocks, registers, shared, warps, slots, barriers, factors, held_registers, held_shared = map(
        int, line.split()
    )
    answer = Answer(blocks, registers, shared, warps, slots, held_registers, held_shared)
    return Reply(status, answer, barriers, factors)
