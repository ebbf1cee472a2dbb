"""The facts that an answer rests on even when no rule is broken."""

from __future__ import annotations

from tilesite.tile.config import Job
from tilesite.tile.shapes import MMA, TCGEN05, WGMMA

_SHARED = ("traffic-formula", "shared-formula", "shared-reserved")
_REGISTERS = ("registers-per-sm", "registers-at-full-occupancy", "register-unit", "registers-per-thread")
_OCCUPANCY = ("occ-registers", "occ-shared", "occ-warps")


def cites_of(job: Job) -> tuple[str, ...]:
    """The facts behind C0 to C4 for this instruction, type and device, in that order."""
    instr = job.config.instr
    registers = ("tmem-columns",) if instr == TCGEN05 else _REGISTERS
    half = job.problem.dtype == "f16"
    shapes = {
        MMA: ("mma-shapes", "warp", *(("mma-f16-shapes",) if half else ())),
        WGMMA: ("wgmma-shapes", "warpgroup", *(("wgmma-f16-shape",) if half else ())),
    }.get(instr, (f"{instr}-shapes",))
    return (*_SHARED, *registers, *shapes, *_OCCUPANCY, *job.device.cites)
