"""A layout read back as ``Sw(offset + affine)``: which swizzle it is, over which plain strides.

The compiler probes the address at powers of two, guesses swizzle and strides from the bits that change, and
proves the guess; here the proof is the comparison at every point (layout/cute_layout.cc of the wheel).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Callable, NamedTuple

from tilesite.tma.plan.addresses import rows
from tilesite.tma.plan.algebra import Mode, Modes, coalesce, offset
from tilesite.tma.plan.expressions import XOR, Expression, evaluate, has_operator
from tilesite.tma.plan.layouts import Layout, address, axis

WIDEST = 3
"""Bits of the widest swizzle of a tensor map."""

_ALL_BITS = (1 << 64) - 1

Probe = Callable[[int, int], int]
"""The address at one coordinate of one axis, the others at 0."""


class Swizzle(NamedTuple):
    """``Sw<bits, base, shift>``: the bits at ``base + shift`` are xored onto those at ``base``."""

    bits: int
    base: int
    shift: int

    def applied(self, value: int) -> int:
        """The swizzled address; applying it twice gives the address back."""
        mask = ((1 << self.bits) - 1) << self.base
        return value ^ ((value >> self.shift) & mask)


NO_SWIZZLE = Swizzle(0, 4, 3)


class Recovered(NamedTuple):
    """A layout as a swizzle over plain strides; ``plain`` takes the column-major index of the shape."""

    swizzle: Swizzle
    offset: int
    plain: Modes


@lru_cache(maxsize=512)
def recover(layout: Layout, least_bits: int = 0) -> Recovered | None:
    """The swizzle and strides of a layout, None when it is no swizzle over plain strides.

    ``least_bits`` asks for a swizzle that is at least so wide, where the extra bits lie beyond the buffer.
    """
    if layout.beyond_prover:
        return None
    expression = address(layout)
    zero = {axis(k): 0 for k in range(len(layout.shape))}

    def probe(k: int, coordinate: int) -> int:
        return evaluate(expression, {**zero, axis(k): coordinate})

    swizzle = _detected([_columns(extent, k, probe) for k, extent in enumerate(layout.shape)], least_bits)
    if swizzle is None:
        return None
    start = swizzle.applied(probe(0, 0))

    def plain(k: int, coordinate: int) -> int:
        return swizzle.applied(probe(k, coordinate)) - start

    modes = [_modes(extent, k, plain) for k, extent in enumerate(layout.shape)]
    if any(mode.stride < 0 for axis_modes in modes for mode in axis_modes) and has_operator(expression, XOR):
        # A bit that "^" complements is an affine map too, but the compiler does not find that proof.
        return None
    if not _agrees(expression, layout, swizzle, start, modes):
        return None
    return Recovered(swizzle, start, coalesce([mode for axis_modes in modes for mode in axis_modes]))


def in_bytes(swizzle: Swizzle, bits: int) -> Swizzle:
    """The same swizzle over byte addresses, for elements of so many bits."""
    if swizzle.bits == 0:
        return NO_SWIZZLE
    base = swizzle.base + bits.bit_length() - 1 - 3
    if base < 0:
        return Swizzle(max(swizzle.bits + base, 0), 0, swizzle.shift)
    return swizzle._replace(base=base)


def fits_tensor_map(swizzle: Swizzle) -> bool:
    """Whether a tensor map has this swizzle of byte addresses: none, 32, 64 or 128 bytes."""
    return swizzle.bits == 0 or (swizzle.base == 4 and swizzle.shift == 3 and swizzle.bits <= WIDEST)


def _columns(extent: int, k: int, probe: Probe) -> list[tuple[int, bool]]:
    """What changes in the address with each power of two of one axis, and whether that one divides the extent."""
    start = probe(k, 0)
    powers = range((extent - 1).bit_length())
    return [((probe(k, 1 << p) ^ start) & _ALL_BITS, extent % (2 << p) == 0) for p in powers]


def _detected(columns: list[list[tuple[int, bool]]], least_bits: int) -> Swizzle | None:
    """The swizzle that the changed bits suggest: two bits change, the low one also changes alone elsewhere."""
    pairs = [pair for axis_columns in columns for pair in axis_columns]
    alone = {column for column, divides in pairs if divides and _ones(column) == 1}
    shifts: dict[int, int] = {}
    for column, _ in pairs:
        low = column & -column
        if _ones(column) != 2 or low not in alone:
            continue
        base = low.bit_length() - 1
        if base in shifts:
            return None
        shifts[base] = column.bit_length() - 1 - base
    if not shifts:
        return NO_SWIZZLE
    base = min(shifts)
    shift = shifts[base]
    bits = 1
    while shifts.get(base + bits) == shift:
        bits += 1
    bits = max(bits, least_bits)
    # The compiler's proof is in 32-bit integers, and gives up on what could overflow them.
    return None if shift < bits or base + shift + bits >= 31 else Swizzle(bits, base, shift)


def _modes(extent: int, k: int, plain: Probe) -> list[Mode]:
    """One axis in modes: a mode for each factor of two, then one for the odd rest."""
    if extent == 1:
        return [Mode(1, 0)]
    modes = []
    place = 1
    while place < extent:
        left = extent // place
        step = 2 if left % 2 == 0 else left
        modes.append(Mode(step, plain(k, place)))
        place *= step
    return modes


def _agrees(expression: Expression, layout: Layout, swizzle: Swizzle, start: int, modes: list[list[Mode]]) -> bool:
    """Whether every address is the swizzle of the sum of what its coordinates contribute."""
    tables = [[offset(x, axis_modes) for x in range(extent)] for extent, axis_modes in zip(layout.shape, modes)]
    last = tables[-1]
    mask = ((1 << swizzle.bits) - 1) << swizzle.base
    shift = swizzle.shift
    for point, row in rows(expression, layout.shape):
        base = start + sum(table[x] for table, x in zip(tables, point))
        plain = [base + step for step in last]
        if row != ([value ^ ((value >> shift) & mask) for value in plain] if mask else plain):
            return False
    return True


def _ones(value: int) -> int:
    return bin(value).count("1")
