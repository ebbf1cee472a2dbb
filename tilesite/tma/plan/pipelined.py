"""Loads in a pipelined loop: warp specialisation turns them into bulk copies, else they may become cp.async.

Sources: cuda/transform/producer_consumer_ws.cc, ws_analysis.cc and op/parallel.cc of the wheel.
"""

from __future__ import annotations

from tilesite.tma.plan.copies import Copy
from tilesite.tma.plan.layouts import Layout
from tilesite.tma.plan.recovery import fits_tensor_map, in_bytes, recover
from tilesite.tma.plan.selection import FIRST_ARCH, first_failing_test
from tilesite.tma.plan.symbolic import ZERO


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
