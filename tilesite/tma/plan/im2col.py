"""The copy of a convolution's input: an im2col descriptor over the tensor (N, H, W, C), planned as a matrix."""

from __future__ import annotations

from tilesite.tma.plan.copies import IM2COL_API, Copy, Descriptor, Im2colBox, Instruction
from tilesite.tma.plan.copyplan import BulkPlan, analyze, instructions
from tilesite.tma.plan.layouts import LARGEST_BOX, Layout
from tilesite.tma.plan.problems import Im2col
from tilesite.tma.plan.refusal import PLAN, Refused, check
from tilesite.tma.plan.symbolic import bytes_of, constant

LARGEST_COLUMN = 1024
"""Pixels of one column of a box."""


def analyze_im2col(copy: Copy, problem: Im2col, layout: Layout) -> BulkPlan:
    """The plan over output pixels and channels. Raises Refused: here the compiler never falls back."""
    try:
        plan = analyze(copy, layout, caps=(LARGEST_COLUMN, LARGEST_BOX))
    except Refused as refused:
        if refused.refusal.stage != PLAN:
            raise
        check(
            False,
            "(bulk_analysis.plan.has_value()) is false: im2col cannot lower the shared tile of {}: {}",
            copy.names[1],
            refused.refusal.reason,
        )
        raise
    check(
        problem.channels % problem.block_k == 0,
        "(analyzer->CanProveEqual(FloorMod(channels, box_channel), 0)) is false: "
        "Currently can only support divisible channel case",
    )
    return plan


def im2col_descriptor(copy: Copy, problem: Im2col, plan: BulkPlan) -> Descriptor:
    """The descriptor of the tensor; its corners and traversal strides come from the convolution."""
    dtype = copy.tensor.dtype
    check(dtype.map_name is not None, "(0) is false: {}", dtype.name)
    sizes = (problem.channels, problem.width, problem.height, problem.images)
    corner = (-problem.pad, -problem.pad)
    strides = [1]
    for size in sizes[:-1]:
        strides.append(strides[-1] * size)
    channels, pixels = (mode.extent for mode in plan.box.modes)
    return Descriptor(
        api=IM2COL_API,
        dtype=dtype,
        base=copy.names[0],
        shape=tuple(constant(size) for size in sizes),
        strides_bytes=tuple(bytes_of(constant(stride), dtype.payload_bits) for stride in strides),
        box=Im2colBox(corner, corner, channels, pixels),
        element_strides=(1, problem.stride, problem.stride, 1),
        swizzle=plan.box.swizzle,
    )


def im2col_instructions(copy: Copy, problem: Im2col, plan: BulkPlan) -> tuple[Instruction, ...]:
    """The instructions with coordinates (channel, w, h, n) and offsets (w, h) inside the kernel."""
    return tuple(Instruction(offset, _coordinates(problem, *position)) for offset, position in instructions(copy, plan))


def _coordinates(problem: Im2col, channel: int, pixel: int) -> tuple[int, ...]:
    width, height = problem.out_width, problem.out_height
    window = channel // problem.channels
    return (
        channel % problem.channels,
        problem.stride * (pixel % width) - problem.pad,
        problem.stride * (pixel // width % height) - problem.pad,
        pixel // (width * height),
        problem.dilation * (window % problem.kernel),
        problem.dilation * (window // problem.kernel),
    )
