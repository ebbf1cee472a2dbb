"""The box of a tensor map: how much of the leading modes one instruction takes (the box loop of cuda/op/copy.cc)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilesite.tma.plan.algebra import Mode, Modes, size
from tilesite.tma.plan.dtypes import DType
from tilesite.tma.plan.layouts import Layout
from tilesite.tma.plan.recovery import WIDEST, Recovered, in_bytes, recover
from tilesite.tma.plan.refusal import PLAN, Refused

ALIGNMENT = 128
"""Bytes to which every box starts in shared memory."""


class Box(NamedTuple):
    """The box, innermost mode first, and the swizzle: 0 none, 1 to 3 for 32, 64 and 128 bytes."""

    modes: Modes
    swizzle: int

    @property
    def size(self) -> int:
        """Elements of the box."""
        return size(self.modes)


def cut(physical: Sequence[Mode], layout: Layout, recovered: Recovered, dtype: DType, caps: Sequence[int]) -> Box:
    """The box of a tile whose physical order is ``physical``, modes along the tensor's axes.

    ``caps`` are the largest box extents per axis. Raises Refused where no box does.
    """
    leading = _leading(physical)
    swizzle = in_bytes(recovered.swizzle, dtype.bits).bits
    first = leading[0]
    widest_first = caps[first.axis or 0]
    if swizzle:
        swizzle = _widened(swizzle, min(first.extent, widest_first) * dtype.bits // 8, layout)
        widest_first = min(widest_first, max(1, _span(swizzle) * 8 // dtype.bits))
    modes: list[Mode] = []
    for number, mode in enumerate(leading):
        cap = caps[mode.axis or 0] if number else widest_first
        extent = mode.extent if mode.extent <= cap else _largest_part(mode.extent, number, cap, dtype)
        if number == 0:
            _check_innermost(extent, dtype)
        modes.append(mode._replace(extent=extent))
        if extent < mode.extent:
            # The rest of this mode and every slower one is left to further instructions.
            break
    return Box(tuple(modes), swizzle)


def _leading(physical: Sequence[Mode]) -> list[Mode]:
    """The modes before the first that does not step through its axis one by one."""
    leading = []
    for mode in physical:
        if mode.stride != 1:
            break
        leading.append(mode)
    if not leading:
        raise Refused(PLAN, "non-contiguous SMEM innermost stride")
    return leading


def _widened(swizzle: int, run_bytes: int, layout: Layout) -> int:
    """The swizzle, widened while the run wants more than its span and the layout allows it.

    A buffer with few rows shows fewer bits than the layout has: the wider swizzle is then the same layout.
    """
    while swizzle < WIDEST and run_bytes > _span(swizzle) and recover(layout, swizzle + 1) is not None:
        swizzle += 1
    return swizzle


def _span(swizzle: int) -> int:
    return 16 << swizzle


def _largest_part(extent: int, number: int, cap: int, dtype: DType) -> int:
    """The largest divisor within the cap that is a whole number of alignment units by itself."""
    for part in range(cap, 1, -1):
        if extent % part == 0 and _bytes(part, dtype) % ALIGNMENT == 0:
            return part
    raise Refused(PLAN, f"TMA box dim {extent} (mode {number}) exceeds the cap {cap} and cannot be cleanly split")


def _check_innermost(extent: int, dtype: DType) -> None:
    size_bytes = _bytes(extent, dtype)
    if size_bytes % 16 != 0:
        raise Refused(PLAN, f"TMA innermost box dim {extent} (={size_bytes} bytes) is not a whole 16-byte multiple")


def _bytes(elements: int, dtype: DType) -> int:
    return (elements * dtype.bits + 7) // 8
