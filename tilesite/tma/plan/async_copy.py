"""Loads in a pipelined loop that are no bulk copies: with cp.async, 4, 8 or 16 bytes at a time, or element by element.

Sources: cuda/transform/ptx_async_copy_injector.cc, transform/loop_vectorize.cc and op/parallel.cc of the wheel.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilesite.tma.plan.addresses import rows
from tilesite.tma.plan.copies import Copy, Tensor
from tilesite.tma.plan.expressions import XOR, Binary, Expression
from tilesite.tma.plan.layouts import Layout, address
from tilesite.tma.plan.refusal import NotModelled, check
from tilesite.tma.plan.symbolic import (
    Ranges,
    add,
    constant,
    constant_of,
    multiply,
    provably_multiple,
    provably_not_negative,
    scaled,
    substituted,
)

FIRST_ASYNC_ARCH = 80
"""The first architecture with cp.async."""

LOOP = "k"
"""The variable of the pipelined loop."""

_SMALLEST_BITS = 32


def becomes_cp_async(copy: Copy, num_stages: int, threads: int, layout: Layout | None, ranges: Ranges) -> bool:
    """Whether a load that is no bulk copy is done with cp.async.

    The first iteration is peeled off the loop, so its ``k`` is 0, and what holds there decides; ``ranges`` are
    those of all variables. Raises Refused where the guards of later iterations are false for certain, and
    NotModelled where the compiler was seen to do one thing or another.
    """
    if num_stages < 1 or copy.arch < FIRST_ASYNC_ARCH or copy.tensor.dtype != copy.tile.dtype:
        return False
    tensor = copy.tensor
    least = max(_SMALLEST_BITS // copy.tile.dtype.bits, 1)
    if _vector(copy, threads, layout) < least:
        return False
    first = tensor._replace(low=tuple(substituted(low, frozenset((LOOP,))) for low in tensor.low))
    if _aligned(first, least):
        return _guarded_whole(first, least, ranges)
    if _aligned(first._replace(extent=(1,) * (len(first.extent) - 2) + first.extent[-2:]), least):
        raise NotModelled("cp.async over outer strides that are not aligned")
    check(
        not _leaves(tensor, ranges),
        "(IsValidCPAsyncTransferBytes(total_bytes)) is false: T.ptx_cp_async requires a final PTX byte width "
        "in {{4, 8, 16}}, but got {}",
        copy.tile.dtype.bits // 8,
    )
    return False


def _aligned(tensor: Tensor, vector: int) -> bool:
    """Whether every vector of the region begins at a multiple of its size, as far as the compiler knows."""
    start = add(*(multiply(low, stride) for low, stride in zip(tensor.low, tensor.strides)))
    pitches = [stride for stride, extent in zip(tensor.strides[:-1], tensor.extent) if extent > 1]
    return all(provably_multiple(value, vector) for value in (start, *pitches))


def _guarded_whole(tensor: Tensor, vector: int, ranges: Ranges) -> bool:
    """Whether a vector is inside the last dimension, or outside, as a whole; then its guard is one for all elements."""
    size, low, extent = tensor.shape[-1], tensor.low[-1], tensor.extent[-1]
    inside = provably_not_negative(low, ranges) and provably_not_negative(
        add(size, scaled(low, -1), constant(-extent)), ranges
    )
    return inside or (provably_multiple(size, vector) and provably_multiple(low, vector))


def _leaves(tensor: Tensor, ranges: Ranges) -> bool:
    """Whether the iterations after the first are outside the tensor for certain."""
    last = ranges.get(LOOP, (0, 0))[1]
    later = {**ranges, LOOP: (1, last)}
    return last != 0 and any(
        provably_not_negative(add(low, scaled(size, -1)), later) for low, size in zip(tensor.low, tensor.shape)
    )


def _vector(copy: Copy, threads: int, layout: Layout | None) -> int:
    """Elements that a thread stores at once: at most 16 bytes, halved until the tile allows it."""
    extents = copy.tile.extent
    total = 1
    for extent in extents:
        total *= extent
    if extents[-1] == 1 and total > 1:
        raise NotModelled("cp.async of a tile whose last axis has one element")
    vector = 128 // copy.tile.dtype.bits if _runs_along_last(copy.tensor) else 1
    while extents[-1] % vector or (layout is not None and not _keeps_vectors(layout, vector)):
        vector //= 2
    return _least_padding(total, threads, vector)


def _runs_along_last(tensor: Tensor) -> bool:
    """Whether neighbours along the region's last dimension of more than one element are neighbours in memory."""
    last = max((axis for axis, extent in enumerate(tensor.extent) if extent > 1), default=len(tensor.extent) - 1)
    return constant_of(tensor.strides[last]) == 1


def _least_padding(total: int, threads: int, widest: int) -> int:
    """The vector, at most ``widest``, with which whole rounds of all threads overshoot least; the widest of equals."""
    candidates = [widest >> step for step in range(widest.bit_length())]
    return min(candidates, key=lambda vector: -(-total // (threads * vector)) * vector)


def _keeps_vectors(layout: Layout, vector: int) -> bool:
    """Whether every aligned run of a vector along the last axis is one aligned run in memory.

    The compiler sees it through an exclusive or only where that one does not change inside a run.
    """
    for operand in _xor_operands(layout):
        for _, row in rows(operand, layout.shape):
            if any(row[k] != row[k - k % vector] for k in range(len(row))):
                return False
    return all(_aligned_runs(row, vector) for _, row in rows(address(layout), layout.shape))


def _aligned_runs(row: Sequence[int], vector: int) -> bool:
    return all(
        row[start] % vector == 0 and list(row[start : start + vector]) == list(range(row[start], row[start] + vector))
        for start in range(0, len(row), vector)
    )


def _xor_operands(layout: Layout) -> list[Expression]:
    """Both sides of every ``^`` in the outputs of a layout."""
    found: list[Expression] = []
    waiting: list[Expression] = list(layout.outputs)
    while waiting:
        tree = waiting.pop()
        if isinstance(tree, Binary):
            waiting += (tree.left, tree.right)
            if tree.operator == XOR:
                found += (tree.left, tree.right)
    return found
