"""The facts that an answer rests on even when no rule is broken, and those of each rule."""

from __future__ import annotations

from tilesite.tile.config import Job
from tilesite.tile.shapes import MMA, TCGEN05, WGMMA

_SHARED = ("traffic-formula", "shared-formula", "shared-reserved")
_REGISTERS = ("registers-per-sm", "registers-at-full-occupancy", "register-unit", "registers-per-thread")
_OCCUPANCY = (
    "occ-registers",
    "occ-shared",
    "occ-reserved",
    "occ-granularity",
    "occ-most-registers",
    "occ-warps",
    "threads-per-block",
)
_SHAPES = ("mma-shapes", "wgmma-shapes", "tcgen05-shapes", "simt-shapes")
_RESIDENCY = ("occ-registers", "occ-shared")
_HALF_SHAPES = ("mma-f16-shapes", "wgmma-f16-shape")

RULE_FACTS: dict[str, tuple[str, ...]] = {
    "C0": ("traffic-formula",),
    "C1": ("shared-formula", "shared-reserved", *_RESIDENCY),
    "C2": ("registers-per-thread", "register-unit", "tmem-columns", *_RESIDENCY),
    "C3": (*_SHAPES, *_HALF_SHAPES, "tcgen05-pairs", "tcgen05-pairs-s8", "warp", "warpgroup"),
    "C4": (*_REGISTERS, *_OCCUPANCY),
    "PARTITION": (*_SHAPES[:2], "warp", "warpgroup"),
    "WGMMA_SERIALISED": ("wgmma-serialised",),
    "STATIC_SHARED": ("static-shared-limit",),
    "CLUSTER_GRID": ("cluster-grid", "cluster-size"),
    "CLUSTER_SMS": ("cluster-idle",),
    "SWIZZLE_K": ("swizzle-spans",),
    "EPILOGUE_REUSE": ("epilogue-reuse",),
    "TMEM_FULL": ("tmem-columns",),
    "WARP_SPECIALISED": ("tilelang-producer",),
    "NOT_MODELLED": ("shared-formula",),
}
"""The facts that the findings of each rule may cite, beside those of the device."""


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
