"""A plan as the ``expected`` object of the recorded cases."""

from __future__ import annotations

from collections.abc import Sequence

from tilesite.tma.plan.copies import BulkInstruction, Descriptor, Im2colBox, Instruction, Plan
from tilesite.tma.plan.symbolic import Polynomial, constant_of, spelled

SWIZZLE_NAMES = ("NONE", "32B", "64B", "128B")
"""What TileLang calls the swizzles of a tensor map, each at its value."""

_L2_128B = 2


def expected_object(plan: Plan) -> dict[str, object]:
    """The keys path, descriptor, n_instructions, instructions_block0 and reject; absent ones are None."""
    reject = None
    if plan.reject is not None:
        reject = {"stage": plan.reject.stage, "reason": plan.reject.reason}
    return {
        "path": plan.path,
        "descriptor": None if plan.descriptor is None else _descriptor(plan.descriptor),
        "n_instructions": plan.instruction_count,
        "instructions_block0": [_instruction(each) for each in plan.instructions] or None,
        "reject": reject,
    }


def number_or_text(value: Polynomial) -> int | str:
    """An integer, or an expression as text where the value is symbolic."""
    number = constant_of(value)
    return spelled(value) if number is None else number


def _descriptor(descriptor: Descriptor) -> dict[str, object]:
    raw = [number_or_text(stride) for stride in descriptor.strides_bytes]
    return {
        "api": descriptor.api,
        "dtype_enum": descriptor.dtype.map_enum,
        "dtype_name": descriptor.dtype.map_name,
        "rank": len(descriptor.shape),
        "base": descriptor.base,
        "global_dim": [number_or_text(size) for size in descriptor.shape],
        "global_stride_bytes_raw": raw,
        "global_strides_bytes": raw[1:],
        **_box(descriptor.box),
        "element_strides": list(descriptor.element_strides),
        "interleave": 0,
        "swizzle": descriptor.swizzle,
        "l2_promotion": _L2_128B,
        "oob_fill": 0,
        "swizzle_name": SWIZZLE_NAMES[descriptor.swizzle],
    }


def _box(box: Sequence[int] | Im2colBox) -> dict[str, object]:
    if isinstance(box, Im2colBox):
        return {
            "pixel_box_lower_corner": list(box.lower_corner),
            "pixel_box_upper_corner": list(box.upper_corner),
            "pixels_per_column": box.pixels_per_column,
            "channels_per_pixel": box.channels_per_pixel,
        }
    return {"box_dim": list(box)}


def _instruction(instruction: Instruction | BulkInstruction) -> dict[str, object]:
    if isinstance(instruction, BulkInstruction):
        return {
            "smem_offset_elems": instruction.smem_offset,
            "global_offset_elems": instruction.global_offset,
            "bytes": instruction.bytes,
        }
    return {"smem_offset_elems": instruction.smem_offset, "coords": list(instruction.coords)}
