"""What a plan is made of: the copy as the compiler sees it, and the answer."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.tma.plan.algebra import row_major
from tilesite.tma.plan.dtypes import FP4_PACKED, DType
from tilesite.tma.plan.refusal import Refusal
from tilesite.tma.plan.symbolic import (
    Polynomial,
    Ranges,
    add,
    constant,
    multiply,
    provably_negative,
    provably_not_negative,
    scaled,
    substituted,
    symbols_in,
)

TMA_TILED = "tma_tiled"
TMA_1D = "tma_1d"
CP_ASYNC = "cp_async"
NORMAL = "normal"
ERROR = "error"
NOT_MODELLED = "not modelled"

TILED_API = "cuTensorMapEncodeTiled"
IM2COL_API = "cuTensorMapEncodeIm2col"


class Tensor(NamedTuple):
    """The global side: shape and strides in elements, slowest first, and the region of the copy."""

    dtype: DType
    shape: tuple[Polynomial, ...]
    given_strides: tuple[Polynomial, ...] | None
    low: tuple[Polynomial, ...]
    extent: tuple[int, ...]

    @property
    def strides(self) -> tuple[Polynomial, ...]:
        """The strides as given, or packed."""
        if self.given_strides is not None:
            return self.given_strides
        return packed(self.shape)


class Tile(NamedTuple):
    """The shared side: the buffer's shape, slowest first, and the region of the copy."""

    dtype: DType
    shape: tuple[int, ...]
    low: tuple[Polynomial, ...]
    extent: tuple[int, ...]


class Copy(NamedTuple):
    """One copy between a tensor in global memory and a tile in shared memory.

    ``names`` are those of the tensor and of the tile in the compiler's messages.
    """

    load: bool
    arch: int
    tensor: Tensor
    tile: Tile
    names: tuple[str, str] = ("A", "S")


class Instruction(NamedTuple):
    """One bulk tensor copy: where its box starts in the tile (elements, or bytes of packed FP4), and where outside."""

    smem_offset: int
    coords: tuple[int, ...]


class BulkInstruction(NamedTuple):
    """One bulk copy without a descriptor: offsets into tile and tensor as for Instruction, and bytes moved."""

    smem_offset: int
    global_offset: int
    bytes: int


class Im2colBox(NamedTuple):
    """What a descriptor for im2col has in place of a box."""

    lower_corner: tuple[int, ...]
    upper_corner: tuple[int, ...]
    channels_per_pixel: int
    pixels_per_column: int


class Descriptor(NamedTuple):
    """The arguments of the encoding call that depend on the copy, the fastest dimension first.

    ``strides_bytes`` has an entry for every dimension, as TileLang passes them on: the driver gets all but the
    first. ``box`` is a tuple for a tiled map.
    """

    api: str
    dtype: DType
    base: str
    shape: tuple[Polynomial, ...]
    strides_bytes: tuple[Polynomial, ...]
    box: tuple[int, ...] | Im2colBox
    element_strides: tuple[int, ...]
    swizzle: int


class Plan(NamedTuple):
    """The answer: the path, and what goes with it.

    ``instruction_count`` is that of a whole tile, of which ``instructions`` lists all, or the first and last
    32. ``note`` says, in the compiler's words or the name of its test, why a faster path was not taken.
    """

    path: str
    descriptor: Descriptor | None = None
    instruction_count: int | None = None
    instructions: tuple[Instruction | BulkInstruction, ...] = ()
    reject: Refusal | None = None
    note: str | None = None


def packed(shape: tuple[Polynomial, ...]) -> tuple[Polynomial, ...]:
    """Row-major strides in elements."""
    strides = [constant(1)]
    for extent in shape[:0:-1]:
        strides.insert(0, multiply(strides[0], extent))
    return tuple(strides)


def in_bounds(copy: Copy, ranges: Ranges) -> bool:
    """Whether both regions provably lie inside their arrays. A symbol of the tensor's shape is no less than 0."""
    tile = copy.tile
    symbols = frozenset[str]().union(*(symbols_in(size) for size in copy.tensor.shape))
    ranges = {**dict.fromkeys(symbols, (0, None)), **ranges}
    sides = (
        (copy.tensor.shape, copy.tensor.low, copy.tensor.extent),
        (tuple(constant(extent) for extent in tile.shape), tile.low, tile.extent),
    )
    return all(
        provably_not_negative(low, ranges)
        and provably_not_negative(add(size, scaled(low, -1), constant(-extent)), ranges)
        for shape, lows, extents in sides
        for size, low, extent in zip(shape, lows, extents)
    )


def legalized(copy: Copy, ranges: Ranges) -> Copy:
    """The copy after the frontend.

    A variable that can only be 0 is replaced by it; a minimum that is negative for certain then counts from the
    end of its dimension.
    """
    tensor, tile = copy.tensor, copy.tile
    low = tuple(_legalized(value, size, ranges) for value, size in zip(tensor.low, tensor.shape))
    tile_low = tuple(_legalized(value, constant(size), ranges) for value, size in zip(tile.low, tile.shape))
    return copy._replace(tensor=tensor._replace(low=low), tile=tile._replace(low=tile_low))


def linear_offset(tile: Tile) -> Polynomial:
    """The row-major element offset of the region in the tile."""
    return add(*(scaled(low, stride) for low, stride in zip(tile.low, row_major(tile.shape))))


def printed_offset(elements: int, dtype: DType) -> int:
    """An element offset as the generated code has it: packed FP4 is addressed in bytes."""
    return elements // 2 if dtype.name == FP4_PACKED else elements


def _legalized(low: Polynomial, size: Polynomial, ranges: Ranges) -> Polynomial:
    low = substituted(low, frozenset(name for name, bounds in ranges.items() if bounds == (0, 0)))
    return add(size, low) if provably_negative(low, ranges) else low
