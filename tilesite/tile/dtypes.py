"""Element types: how many bits an element has in memory, and what its products are summed in."""

from __future__ import annotations

BITS = {
    "f64": 64,
    "f32": 32,
    "tf32": 32,
    "f16": 16,
    "bf16": 16,
    "e4m3": 8,
    "e5m2": 8,
    "s8": 8,
    "u8": 8,
    "s4": 4,
    "u4": 4,
    "b1": 1,
    "e2m1": 4,
    "e2m3": 6,
    "e3m2": 6,
    "mxfp8": 8,
    "mxfp4": 4,
    "nvfp4": 4,
}
"""Bits of an operand's element in memory; tf32 is kept in 32 bits."""

UNMODELLED = ("e2m1", "e2m3", "e3m2", "mxfp8", "mxfp4", "nvfp4")
"""Types whose scale factors and padding are not counted, and whose shapes are not checked where none are known."""

ACCUMULATORS = {"f16": 16, "f32": 32, "f64": 64, "s32": 32}
"""Bits of an accumulator. Two f16 share a register, an f64 takes two."""


def default_accumulator(dtype: str) -> str:
    """What products of this type are summed in when the config does not say: f32 for floats up to 32 bits."""
    if dtype in ("s8", "u8", "s4", "u4", "b1"):
        return "s32"
    return "f64" if dtype == "f64" else "f32"
