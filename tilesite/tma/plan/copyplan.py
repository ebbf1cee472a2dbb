"""AnalyzeTMABulkCopy: from a tile and its layout to a box, a descriptor and a list of instructions.

Recover the layout as a swizzle over plain strides, invert it, compose it with the tensor's axes, coalesce, cut
the box, and leave the rest to further instructions (cuda/op/copy.cc of the wheel).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilesite.tma.plan.algebra import (
    UNIT,
    Mode,
    Modes,
    coalesce,
    column_major,
    compose,
    coordinates,
    offset,
    right_inverse,
    size,
)
from tilesite.tma.plan.box import Box, cut
from tilesite.tma.plan.copies import TILED_API, Copy, Descriptor, Instruction, Tensor, Tile, printed_offset
from tilesite.tma.plan.layouts import LARGEST_BOX, Layout
from tilesite.tma.plan.recovery import Recovered, fits_tensor_map, in_bytes, recover
from tilesite.tma.plan.refusal import PLAN, Refused, check
from tilesite.tma.plan.symbolic import add, at_zero, bytes_of, constant_of, scaled

LISTED = 64
"""Instructions that are all listed; of more, the first and the last half of so many."""

LARGEST_RANK = 5


class BulkPlan(NamedTuple):
    """A planned copy: how boxes lie in shared memory and in the tensor.

    ``order`` are the tensor's axes in the order of the tensor map, ``boxes`` how many there are,
    ``rest`` the layout of the box number
    in the space of the tensor's axes, ``start`` the offset of the first box in the tile.
    """

    box: Box
    order: tuple[int, ...]
    boxes: int
    rest: Modes
    start: int


def analyze(copy: Copy, layout: Layout, caps: Sequence[int] | None = None) -> BulkPlan:
    """The plan of one copy. Raises Refused where the compiler falls back or stops.

    ``caps`` are the largest box extents per axis of the tensor, 256 each when absent.
    """
    tensor, tile = copy.tensor, copy.tile
    rank = len(tensor.shape)
    caps = [LARGEST_BOX] * rank if caps is None else caps
    pairs = _paired(tensor, tile)
    recovered = _encodable(layout, tile)
    strides = column_major(tile.shape)
    in_tile = compose(recovered.plain, [Mode(extent, strides[k]) for extent, k, _ in pairs] or UNIT)
    inverse = right_inverse(in_tile)
    total = size(in_tile)
    check(
        size(inverse) == total,
        "inv_size == tile_size ({0} vs. {1}) : plain SMEM layout is not a bijection (gapped or non-injective): "
        "RightInverse covers {0} of {1} elements; try to use annotate_layout to make your SMEM tile contiguous",
        size(inverse),
        total,
    )
    in_tensor = [Mode(extent, 1, axis) for extent, _, axis in pairs] or UNIT
    physical = coalesce(compose(in_tensor, inverse), max(LARGEST_BOX, *caps))
    box = cut(physical, layout, recovered, tile.dtype, caps)
    order = _map_order(box, rank)
    count = total // box.size
    _check_steps(count, box, tile)
    rest = compose(physical, coalesce([Mode(count, box.size)]))
    _check_strides(order, tensor)
    return BulkPlan(box, order, count, rest, _start(recovered, tile))


def tiled_descriptor(copy: Copy, plan: BulkPlan) -> Descriptor:
    """The descriptor of a planned copy. Raises Refused where the type has no tensor map."""
    tensor = copy.tensor
    check(tensor.dtype.map_name is not None, "(0) is false: {}", tensor.dtype.name)
    bits = tensor.dtype.payload_bits
    extents = {axis: mode.extent for axis, mode in zip(plan.order, plan.box.modes)}
    return Descriptor(
        api=TILED_API,
        # A load that unpacks FP4 takes the type of the slots in shared memory.
        dtype=copy.tile.dtype if copy.tile.dtype.bits != bits else tensor.dtype,
        base=copy.names[0],
        shape=tuple(tensor.shape[axis] for axis in plan.order),
        strides_bytes=tuple(bytes_of(tensor.strides[axis], bits) for axis in plan.order),
        box=tuple(extents.get(axis, 1) for axis in plan.order),
        element_strides=(1,) * len(plan.order),
        swizzle=plan.box.swizzle,
    )


def listed(count: int) -> Iterator[int]:
    """The numbers of the instructions that are listed."""
    if count <= LISTED:
        return iter(range(count))
    half = LISTED // 2
    return iter([*range(half), *range(count - half, count)])


def instructions(copy: Copy, plan: BulkPlan) -> tuple[Instruction, ...]:
    """The instructions that are listed, with every variable at 0."""
    low = [at_zero(value) for value in copy.tensor.low]
    return tuple(
        Instruction(
            printed_offset(plan.start + number * plan.box.size, copy.tile.dtype),
            tuple(low[axis] + step for axis, step in _steps(plan, number)),
        )
        for number in listed(plan.boxes)
    )


def _steps(plan: BulkPlan, number: int) -> Iterator[tuple[int, int]]:
    moved = coordinates(number, plan.rest, len(plan.order))
    return ((axis, moved[axis]) for axis in plan.order)


def _paired(tensor: Tensor, tile: Tile) -> list[tuple[int, int, int]]:
    """The dimensions of more than one element of both sides, in order: extent, axis of the tile, axis of the tensor."""
    ours = [(extent, k) for k, extent in enumerate(tile.extent) if extent > 1]
    theirs = [(extent, k) for k, extent in enumerate(tensor.extent) if extent > 1]
    for (extent, k), (other, axis) in zip(ours, theirs):
        check(
            extent == other,
            "s_extent == g_extent ({0} vs. {1}) : Shared tile and global tile shape mismatch: "
            "tile_shape_shared[{2}] = {0} != {1} = tile_shape_global[{3}]",
            extent,
            other,
            k,
            axis,
        )
    for left_over in (*ours[len(theirs) :], *theirs[len(ours) :]):
        check(
            False,
            "{} ({} vs. 1) : Shared tile and global tile shape mismatch: {} vs {}",
            "shared_range_extents[shared_cur] == 1"
            if len(ours) > len(theirs)
            else "global_range_extents[global_cur] == 1",
            left_over[0],
            list(tile.extent),
            list(tensor.extent),
        )
    return [(extent, k, axis) for (extent, k), (_, axis) in zip(ours, theirs)]


def _encodable(layout: Layout, tile: Tile) -> Recovered:
    recovered = recover(layout)
    unencodable = "shared layout cannot be encoded for TMA: "
    if recovered is None:
        raise Refused(PLAN, unencodable + "layout is not a recoverable XOR swizzle over an affine layout")
    factor = max(1, 8 // tile.dtype.bits)
    check(
        recovered.offset % factor == 0,
        "(n->offset % factor == 0) is false: Recast cannot scale offset {} up by {}",
        recovered.offset,
        factor,
    )
    swizzle = in_bytes(recovered.swizzle, tile.dtype.bits)
    if not fits_tensor_map(swizzle):
        name = "Sw<{},{},{}>".format(*swizzle)
        raise Refused(PLAN, f"{unencodable}byte-address swizzle {name} is not representable by a TensorMap descriptor")
    return recovered


def _map_order(box: Box, rank: int) -> tuple[int, ...]:
    """The tensor's axes in the order of the tensor map: those of the box first, then the others from last to first."""
    boxed = [mode.axis for mode in box.modes if mode.axis is not None]
    check(1 <= rank <= LARGEST_RANK, "(desc.rank >= 1 && desc.rank <= 5) is false: {}", rank)
    return (*boxed, *(axis for axis in reversed(range(rank)) if axis not in boxed))


def _check_steps(count: int, box: Box, tile: Tile) -> None:
    size_bytes = (box.size * tile.dtype.bits + 7) // 8
    if count > 1 and size_bytes % 128 != 0:
        raise Refused(
            PLAN,
            f"TMA rest instructions step the shared tile by {size_bytes} bytes, which is not a whole 128-byte multiple",
        )


def _check_strides(order: Sequence[int], tensor: Tensor) -> None:
    innermost = tensor.strides[order[0]]
    if constant_of(innermost) != 1:
        raise Refused(PLAN, f"TMA innermost global stride {innermost} != 1 element (transposed/non-contiguous box)")
    for axis in order[1:]:
        stride = constant_of(bytes_of(tensor.strides[axis], tensor.dtype.payload_bits))
        if stride is not None and (stride % 16 != 0 or stride >= 2**40):
            raise Refused(PLAN, f"TMA global stride {stride} must be a 16-byte multiple below 2^40")


def _start(recovered: Recovered, tile: Tile) -> int:
    """The plain offset of the region in the tile; the layout's own offset is not counted, as in the compiler."""
    index = add(*(scaled(low, stride) for low, stride in zip(tile.low, column_major(tile.shape))))
    return offset(at_zero(index), recovered.plain)
