"""The copies of a whole kernel: a GEMM's operands and a convolution's. One that fails takes the others with it."""

from __future__ import annotations

from tilesite.tma.plan.copies import NORMAL, TMA_TILED, Copy, Plan, Tensor, Tile, legalized
from tilesite.tma.plan.gemm import Layouts, check_lowered
from tilesite.tma.plan.im2col import analyze_im2col, im2col_descriptor, im2col_instructions
from tilesite.tma.plan.lowering import Surroundings, lowered, lowered_in_loop, with_versions
from tilesite.tma.plan.pipelined import is_producer, versioned
from tilesite.tma.plan.problems import Gemm, Im2col, operand_side
from tilesite.tma.plan.selection import AUTO
from tilesite.tma.plan.symbolic import ZERO

NO_ITERATION = "loop_without_iteration"
FROM_FRAGMENT = "stored_from_a_fragment"
NOT_HOPPER = "target_is_not_hopper"


def operand_copy(gemm: Gemm, operand: str, arch: int) -> Copy:
    """The copy of operand "A", "B" or "C" as the sizes of the GEMM describe it."""
    side = operand_side(gemm, operand)
    dtype = gemm.out if operand == "C" else gemm.in_dtype
    tile = Tile(dtype, side.extent, (ZERO,) * len(side.extent), side.extent)
    return Copy(
        operand != "C", arch, Tensor(dtype, side.shape, None, side.low, side.extent), tile, (operand, f"{operand}_s")
    )


def has_producer(copies: dict[str, Copy]) -> bool:
    """Whether a load of the loop may be a bulk copy; the layouts of T.gemm are no annotations."""
    return any(is_producer(copies[name]) for name in ("A", "B"))


def plan_without_loop(gemm: Gemm, operand: str, copies: dict[str, Copy], around: Surroundings) -> Plan:
    """The plan of one operand where the loop has no iteration: it is removed, with its loads and its GEMM."""
    if operand == "C":
        return _stored(gemm, copies["C"], around)
    return Plan(NORMAL, note=NO_ITERATION)


def plan_operand(gemm: Gemm, operand: str, copies: dict[str, Copy], layouts: Layouts, around: Surroundings) -> Plan:
    """The plan of one operand. Raises Refused for the first copy of the kernel that the compiler refuses."""
    plans = {
        "A": lowered_in_loop(_settled(copies["A"], around), layouts.a, None, around),
        "B": lowered_in_loop(_settled(copies["B"], around), layouts.b, None, around),
    }
    check_lowered(gemm, layouts)
    plans["C"] = _stored(gemm, copies["C"], around)
    return plans[operand]


def plan_convolution(copy: Copy, problem: Im2col, gemm: Gemm, layouts: Layouts, around: Surroundings) -> Plan:
    """The plan of a convolution's input. Raises Refused where the compiler refuses the kernel."""
    if not 90 <= copy.arch < 100:
        check_lowered(gemm, layouts)
        return Plan(NORMAL, note=NOT_HOPPER)
    layout = layouts.a
    if around.specialised:
        copy = versioned(copy, around.stages)
        layout = with_versions(layout, copy)
    plan = analyze_im2col(copy, problem, layout)
    lowered_in_loop(operand_copy(gemm, "B", copy.arch), layouts.b, None, around)
    check_lowered(gemm, layouts)
    descriptor = im2col_descriptor(copy, problem, plan)
    return Plan(TMA_TILED, descriptor, plan.boxes, im2col_instructions(copy, problem, plan))


def _stored(gemm: Gemm, copy: Copy, around: Surroundings) -> Plan:
    """The store of C: through shared memory, or straight from the accumulators."""
    if not gemm.tma_epilogue:
        return Plan(NORMAL, note=FROM_FRAGMENT)
    # The compiler does not say why a store falls back, so neither does the answer's ``reject``.
    return lowered(_settled(copy, around), AUTO, None, around)._replace(reject=None)


def _settled(copy: Copy, around: Surroundings) -> Copy:
    return legalized(copy, {**around.blocks, **around.loops})
