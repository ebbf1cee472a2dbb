"""One copy from its request to its plan: layout inference, lowering, and what stands in a pipelined loop."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.tma.plan.annotated import inferred_layout
from tilesite.tma.plan.async_copy import becomes_cp_async
from tilesite.tma.plan.bulk1d import bulk_1d
from tilesite.tma.plan.copies import CP_ASYNC, NORMAL, TMA_TILED, Copy, Plan
from tilesite.tma.plan.copyplan import analyze, instructions, tiled_descriptor
from tilesite.tma.plan.layouts import Layout, expanded, linear
from tilesite.tma.plan.pipelined import is_producer, versioned
from tilesite.tma.plan.refusal import COMPILER_CHECK, PLAN, Refused
from tilesite.tma.plan.selection import BULK, BULK_1D, SIMT, TMA_COPY, first_failing_test, select
from tilesite.tma.plan.symbolic import Ranges

LAST_UNCOUNTED = 2
"""Stages of a loop that is not specialised, up to which its number of iterations need be no constant."""

TMA_DISABLED = "tma_disabled"
PLAIN_LOAD = "plain_load"
NOT_SPECIALISED = "not_specialised"
ANNOTATED_LAYOUT = "annotated_layout"


class Surroundings(NamedTuple):
    """What the kernel around a copy decides: ranges of block and loop variables, settings, and the loop.

    ``stages`` are those of the pipelined loop, ``counted`` whether its iterations are a constant number, and
    ``specialised`` whether producer and consumer warps share it.
    """

    blocks: Ranges
    loops: Ranges
    tma_disabled: bool
    threads: int
    stages: int = 0
    counted: bool = True
    specialised: bool = False


def lowered(copy: Copy, wanted: str, layout: Layout | None, around: Surroundings) -> Plan:
    """The copy after layout inference, which does not know the loop variable's range, and lowering, which does.

    Raises Refused where the compiler stops.
    """
    inferred = select(copy, wanted, around.tma_disabled, layout, around.blocks)
    if inferred == BULK and layout is None:
        layout = inferred_layout(copy)
    kind = select(copy, wanted, around.tma_disabled, layout, {**around.blocks, **around.loops})
    if kind == SIMT:
        return Plan(NORMAL, note=_why_ordinary(copy, around))
    if kind == BULK_1D:
        return bulk_1d(copy)
    try:
        plan = analyze(copy, layout or linear(copy.tile.shape))
    except Refused as refused:
        if refused.refusal.stage != PLAN or wanted == TMA_COPY:
            raise
        return Plan(NORMAL, reject=refused.refusal, note=refused.refusal.reason)
    return Plan(TMA_TILED, tiled_descriptor(copy, plan), plan.boxes, instructions(copy, plan))


def lowered_in_loop(copy: Copy, layout: Layout | None, annotated: Layout | None, around: Surroundings) -> Plan:
    """A load in a pipelined loop. ``layout`` is that of its tile, ``annotated`` the same where the user gave it.

    Raises Refused where the compiler stops.
    """
    if not around.specialised and not around.counted and around.stages > LAST_UNCOUNTED:
        raise Refused(COMPILER_CHECK, "Downcast from tirx.Sub to ir.IntImm failed.")
    if around.specialised and is_producer(copy, annotated):
        several = versioned(copy, around.stages)
        return lowered(several, TMA_COPY, None if layout is None else with_versions(layout, several), around)
    ranges = {**around.blocks, **around.loops}
    simple = not around.specialised and becomes_cp_async(copy, around.stages, around.threads, layout, ranges)
    why = ANNOTATED_LAYOUT if not is_producer(copy, annotated) else NOT_SPECIALISED
    return Plan(CP_ASYNC if simple else NORMAL, note=first_failing_test(copy, check_last_dim=True) or why)


def _why_ordinary(copy: Copy, around: Surroundings) -> str:
    if around.tma_disabled and not copy.load:
        return TMA_DISABLED
    return first_failing_test(copy, check_last_dim=True) or PLAIN_LOAD


def with_versions(layout: Layout, copy: Copy) -> Layout:
    """The layout with the versions of a pipelined tile in front of it."""
    return expanded(layout, copy.tile.shape[: len(copy.tile.shape) - len(layout.shape)])
