"""Loads in a pipelined loop: warp specialisation turns them into bulk copies, else they may become cp.async.

Sources: cuda/transform/producer_consumer_ws.cc, ws_analysis.cc and op/parallel.cc of the wheel.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilesite.tma.plan.addresses import rows
from tilesite.tma.plan.copies import Copy, Tensor, in_bounds
from tilesite.tma.plan.expressions import XOR, Binary, Expression
from tilesite.tma.plan.layouts import Layout, address
from tilesite.tma.plan.recovery import fits_tensor_map, in_bytes, recover
from tilesite.tma.plan.refusal import NotModelled
from tilesite.tma.plan.selection import FIRST_ARCH, first_failing_test
from tilesite.tma.plan.symbolic import ZERO, Polynomial, Ranges, constant_of, provably_multiple, substituted

FIRST_ASYNC_ARCH = 80
"""The first architecture with cp.async."""

_SMALLEST_ASYNC_BITS = 32

LOOP = "k"
"""The variable of the pipelined loop."""


def is_producer(copy: Copy, annotated: Layout | None = None) -> bool:
    """Whether a load may be a bulk copy of a producer warp; only annotated layouts are looked at."""
    if first_failing_test(copy, check_last_dim=True) is not None:
        return False
    if annotated is None:
        return True
    recovered = recover(annotated)
    return recovered is not None and fits_tensor_map(in_bytes(recovered.swizzle, copy.tile.dtype.bits))


def is_specialised(arch: int, num_stages: int, disabled: bool, any_producer: bool) -> bool:
    """Whether the loop is split between producer and consumer warps."""
    return arch >= FIRST_ARCH and not disabled and num_stages >= 1 and any_producer


def versioned(copy: Copy, num_stages: int) -> Copy:
    """The copy into one of several versions of its tile; the version is 0 where ``k`` is."""
    if num_stages <= 1:
        return copy
    tile = copy.tile
    return copy._replace(
        tile=tile._replace(shape=(num_stages, *tile.shape), low=(ZERO, *tile.low), extent=(1, *tile.extent))
    )


def becomes_cp_async(copy: Copy, num_stages: int, threads: int, layout: Layout | None, ranges: Ranges) -> bool:
    """Whether a load that is no bulk copy is done with cp.async: 4, 8 or 16 bytes at a time.

    The first iterations are peeled off the loop, so the variable ``k`` of theirs is 0; ``ranges`` are those of all
    variables. Raises NotModelled where the tile allows cp.async, and alignment or bounds are not known.
    """
    if num_stages < 1 or copy.arch < FIRST_ASYNC_ARCH or copy.tensor.dtype != copy.tile.dtype:
        return False
    tensor = copy.tensor
    most = _vector(copy, threads, layout)
    least = max(_SMALLEST_ASYNC_BITS // copy.tile.dtype.bits, 1)
    if most < least:
        return False
    if _aligned(tensor, tensor.low[-1], least):
        return True
    if not in_bounds(copy, ranges):
        raise NotModelled("cp.async of a region that is not aligned and may be out of bounds")
    if any(constant_of(stride) is None and not provably_multiple(stride, least) for stride in tensor.strides):
        raise NotModelled("cp.async over strides whose alignment is not known")
    return _aligned(tensor, substituted(tensor.low[-1], frozenset((LOOP,))), least)


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


def _aligned(tensor: Tensor, low: Polynomial, vector: int) -> bool:
    """Whether every vector of the tensor begins at a multiple of its size, as far as the compiler knows."""
    return all(provably_multiple(stride, vector) for stride in tensor.strides[:-1]) and provably_multiple(low, vector)


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
