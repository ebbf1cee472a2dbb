"""Shapes of the matrix instructions, measured with ptxas architecture by architecture.

A row stands for all the sizes ``m x n x k`` that one instruction form takes: ``n`` is the smallest
size along N, of which any multiple can be had by repeating the instruction. Facts: mma-shapes,
wgmma-shapes, tcgen05-shapes.
"""

from __future__ import annotations

from tilesite.records import NamedTuple
from tilesite.tile.device import WARP, WARPGROUP, Device

SIMT = "simt"
MMA = "mma"
WGMMA = "wgmma"
TCGEN05 = "tcgen05"

_LATEST = 999


class Shape(NamedTuple):
    """One instruction form: its sizes in elements, operand and accumulator types, and where it exists.

    ``first`` and ``last`` are compute capabilities as numbers (90 is 9.0).
    """

    instr: str
    m: int
    n: int
    k: int
    dtypes: tuple[str, ...]
    accs: tuple[str, ...]
    first: int
    last: int = _LATEST

    @property
    def name(self) -> str:
        """The shape as PTX spells it; wgmma and tcgen05 leave N open."""
        return f"m{self.m}n{self.n if self.instr == MMA else 'N'}k{self.k}"


_FLOATS = ("f16", "f32")
_FP8 = ("e4m3", "e5m2")
_INT8 = ("s8", "u8")
_INT4 = ("s4", "u4")

SHAPES: tuple[Shape, ...] = (
    Shape(MMA, 16, 8, 8, ("f16",), _FLOATS, 75),
    Shape(MMA, 16, 8, 16, ("f16",), _FLOATS, 80),
    # Volta's only form, native on Turing too. For newer parts ptxas calls a routine, with no tensor core in it.
    Shape(MMA, 8, 8, 4, ("f16",), _FLOATS, 70),
    Shape(MMA, 16, 8, 8, ("bf16",), ("f32",), 80),
    Shape(MMA, 16, 8, 16, ("bf16",), ("f32",), 80),
    Shape(MMA, 16, 8, 4, ("tf32",), ("f32",), 80),
    Shape(MMA, 16, 8, 8, ("tf32",), ("f32",), 80),
    Shape(MMA, 8, 8, 4, ("f64",), ("f64",), 80),
    Shape(MMA, 16, 8, 4, ("f64",), ("f64",), 90),
    Shape(MMA, 16, 8, 8, ("f64",), ("f64",), 90),
    Shape(MMA, 16, 8, 16, ("f64",), ("f64",), 90),
    Shape(MMA, 16, 8, 16, _FP8, _FLOATS, 89),
    Shape(MMA, 16, 8, 32, _FP8, _FLOATS, 89),
    # kind::f8f6f4: an element of 4 or 6 bits stands in a byte of the register.
    Shape(MMA, 16, 8, 32, ("e2m1", "e2m3", "e3m2"), _FLOATS, 120),
    Shape(MMA, 8, 8, 16, _INT8, ("s32",), 75),
    Shape(MMA, 16, 8, 16, _INT8, ("s32",), 80),
    Shape(MMA, 16, 8, 32, _INT8, ("s32",), 80),
    Shape(MMA, 8, 8, 32, _INT4, ("s32",), 75),
    Shape(MMA, 16, 8, 32, _INT4, ("s32",), 80),
    Shape(MMA, 16, 8, 64, _INT4, ("s32",), 80),
    Shape(MMA, 8, 8, 128, ("b1",), ("s32",), 75),
    Shape(MMA, 16, 8, 128, ("b1",), ("s32",), 80),
    Shape(MMA, 16, 8, 256, ("b1",), ("s32",), 80),
    Shape(WGMMA, 64, 8, 16, ("f16",), _FLOATS, 90, 90),
    Shape(WGMMA, 64, 8, 16, ("bf16",), ("f32",), 90, 90),
    Shape(WGMMA, 64, 8, 8, ("tf32",), ("f32",), 90, 90),
    Shape(WGMMA, 64, 8, 32, _FP8, _FLOATS, 90, 90),
    Shape(WGMMA, 64, 8, 32, _INT8, ("s32",), 90, 90),
    Shape(WGMMA, 64, 8, 256, ("b1",), ("s32",), 90, 90),
    # Never assembled: the shape sits in a run-time descriptor, which ptxas does not see.
    Shape(TCGEN05, 64, 8, 16, ("f16",), _FLOATS, 100, 119),
    Shape(TCGEN05, 64, 8, 16, ("bf16",), ("f32",), 100, 119),
    Shape(TCGEN05, 64, 8, 8, ("tf32",), ("f32",), 100, 119),
    Shape(TCGEN05, 64, 8, 32, _FP8, _FLOATS, 100, 119),
    # kind::i8 is the one kind that 10.3 lacks: ptxas takes it for sm_100a and sm_110a alone.
    Shape(TCGEN05, 64, 8, 32, _INT8, ("s32",), 100, 100),
    Shape(TCGEN05, 64, 8, 32, _INT8, ("s32",), 110, 110),
)


def shapes_of(instr: str, dtype: str, acc: str, device: Device) -> tuple[Shape, ...]:
    """The shapes that this instruction has for these types on this device."""
    level = device.level
    return tuple(
        shape
        for shape in SHAPES
        if shape.instr == instr and shape.first <= level <= shape.last and dtype in shape.dtypes and acc in shape.accs
    )


def devices_with(instr: str, devices: dict[str, Device]) -> tuple[str, ...]:
    """The names of the devices that have the instruction."""
    return tuple(name for name, device in devices.items() if has_instruction(instr, device))


def has_instruction(instr: str, device: Device) -> bool:
    """Whether the device has the instruction for any types."""
    return instr == SIMT or any(row.instr == instr and row.first <= device.level <= row.last for row in SHAPES)


def dtypes_of(instr: str, device: Device) -> tuple[str, ...]:
    """The operand types that the instruction takes on this device, in the order of the table."""
    rows = (row for row in SHAPES if row.instr == instr and row.first <= device.level <= row.last)
    return tuple(dict.fromkeys(dtype for row in rows for dtype in row.dtypes))


def accumulators_of(instr: str, dtype: str, device: Device) -> tuple[str, ...]:
    """The accumulator types that the instruction has for this operand type on this device."""
    rows = (row for row in SHAPES if row.instr == instr and row.first <= device.level <= row.last)
    return tuple(dict.fromkeys(acc for row in rows if dtype in row.dtypes for acc in row.accs))


def thread_unit(instr: str) -> int:
    """Threads that issue the instruction together: a warp, a warpgroup, or one thread alone."""
    return {MMA: WARP, WGMMA: WARPGROUP, TCGEN05: WARP}.get(instr, 1)
