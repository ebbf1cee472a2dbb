"""Loads in a pipelined loop: warp specialisation turns them into bulk copies, else they may become cp.async.

Sources: cuda/transform/producer_consumer_ws.cc, ws_analysis.cc and op/parallel.cc of the wheel.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilesite.tma.plan.addresses import rows
from tilesite.tma.plan.copies import Copy
from tilesite.tma.plan.expressions import XOR, has_operator
from tilesite.tma.plan.layouts import Layout, address
from tilesite.tma.plan.recovery import fits_tensor_map, in_bytes, recover
from tilesite.tma.plan.selection import FIRST_ARCH, first_failing_test
from tilesite.tma.plan.symbolic import ZERO, provably_multiple

FIRST_ASYNC_ARCH = 80
"""The first architecture with cp.async."""

_SMALLEST_ASYNC_BITS = 32


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


def becomes_cp_async(copy: Copy, num_stages: int, threads: int, layout: Layout | None) -> bool:
    """Whether a load that is no bulk copy is done with cp.async: 4, 8 or 16 bytes at a time."""
    if num_stages < 1 or copy.arch < FIRST_ASYNC_ARCH or copy.tensor.dtype != copy.tile.dtype:
        return False
    vector = _vector(copy, threads, layout)
    return vector * copy.tile.dtype.bits >= _SMALLEST_ASYNC_BITS


def _vector(copy: Copy, threads: int, layout: Layout | None) -> int:
    """Elements that a thread copies at once: at most 16 bytes, halved until both sides allow it."""
    extents = copy.tile.extent
    total = 1
    for extent in extents:
        total *= extent
    vector = 128 // copy.tile.dtype.bits
    while vector > 1 and not _allows(copy, vector, layout):
        vector //= 2
    return _least_padding(total, threads, vector)


def _least_padding(total: int, threads: int, widest: int) -> int:
    """The vector, at most ``widest``, with which whole rounds of all threads overshoot least; the widest of equals."""
    candidates = [widest >> step for step in range(widest.bit_length())]
    return min(candidates, key=lambda vector: -(-total // (threads * vector)) * vector)


def _allows(copy: Copy, vector: int, layout: Layout | None) -> bool:
    tensor = copy.tensor
    return (
        tensor.extent[-1] % vector == 0
        and all(provably_multiple(stride, vector) for stride in tensor.strides[:-1])
        and provably_multiple(tensor.low[-1], vector)
        and (layout is None or _keeps_vectors(layout, vector))
    )


def _keeps_vectors(layout: Layout, vector: int) -> bool:
    """Whether every aligned run of a vector along the last axis is one aligned run in memory."""
    if any(has_operator(output, XOR) for output in layout.outputs):
        return False
    return all(_aligned_runs(row, vector) for _, row in rows(address(layout), layout.shape))


def _aligned_runs(row: Sequence[int], vector: int) -> bool:
    return all(
        row[start] % vector == 0 and list(row[start : start + vector]) == list(range(row[start], row[start] + vector))
        for start in range(0, len(row), vector)
    )
