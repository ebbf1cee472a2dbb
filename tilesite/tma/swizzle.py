"""Where a swizzle puts the elements of a box in shared memory: addresses and banks.

A box lies row by row, the fastest dimension innermost. A swizzle exchanges chunks within a line of 128 bytes: the
chunk's number is combined, by exclusive or, with low bits of the line's number. Fact: ptx-swizzle-patterns.
"""

from __future__ import annotations

from typing import NamedTuple

from tilesite.tma.enums import DataType

LINE = 128
"""Bytes of a line of shared memory: 32 banks of 4 bytes."""

BANKS = 32
SWIZZLE_CITES = ("ptx-swizzle-patterns", "tensor-map-swizzles")


class Pattern(NamedTuple):
    """A mode: ``chunk`` bytes move together, by the low ``bits`` bits of the line's number.

    ``flips`` says that in lines of odd number the halves of each 16 bytes change places too.
    """

    chunk: int
    bits: int
    flips: bool = False

    @property
    def repeat(self) -> int:
        """Bytes after which the pattern repeats; the alignment at which it begins."""
        return LINE << self.bits


# One for each CUtensorMapSwizzle, in its order.
PATTERNS = (
    Pattern(16, 0),
    Pattern(16, 1),
    Pattern(16, 2),
    Pattern(16, 3),
    Pattern(32, 2),
    # The documents say "every alternate line" and do not name the first; the first line is taken as it is.
    Pattern(32, 2, flips=True),
    Pattern(64, 1),
)


def swizzled(mode: int, offset: int) -> int:
    """The address of the byte that would be at ``offset`` without a swizzle; both count from an aligned base."""
    pattern = PATTERNS[mode]
    line = offset // LINE
    moved = offset ^ (line % (1 << pattern.bits)) * pattern.chunk
    return moved ^ 8 if pattern.flips and line % 2 else moved


def element_bits(dtype: DataType, index: int) -> int:
    """The bit of a row at which element ``index`` begins. Types with gaps fill 16 bytes with 16 values."""
    if dtype.gapped:
        group, rest = divmod(index, 16)
        return group * 128 + rest * dtype.bits
    return index * dtype.bits


class Tile(NamedTuple):
    """A box of ``rows`` rows of ``columns`` elements under a mode, from an aligned base."""

    mode: int
    dtype: DataType
    rows: int
    columns: int

    @property
    def row_bytes(self) -> int:
        """Bytes of one row in shared memory."""
        return element_bits(self.dtype, self.columns) // 8

    def address(self, row: int, column: int) -> int:
        """The byte address of an element, from the base; of the byte that holds it where elements share bytes."""
        return swizzled(self.mode, row * self.row_bytes + element_bits(self.dtype, column) // 8)

    def bank(self, row: int, column: int) -> int:
        """The bank of an element; of its first four bytes where it spans two banks."""
        return self.address(row, column) // 4 % BANKS
