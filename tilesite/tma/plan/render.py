"""A plan as text, in the style of the descriptor listing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilesite.findings import Finding
from tilesite.language import Message
from tilesite.tma.plan import texts
from tilesite.tma.plan.as_json import SWIZZLE_NAMES, number_or_text
from tilesite.tma.plan.copies import BulkInstruction, Descriptor, Im2colBox, Instruction, Plan
from tilesite.tma.plan.request import Request
from tilesite.tma.plan.symbolic import Polynomial, add, constant

_INDENT = " " * 7
SHOWN = 8
"""Instructions that the text lists; more are counted."""


def plan_text(request: Request, plan: Plan, findings: Iterable[Finding], lang: str, label: str = "") -> str:
    """The text of one plan: path and copy, the descriptor, the instructions, one line for each finding."""
    lines = [f"[{plan.path}] {label}{_copy(request, lang)}"]
    if plan.descriptor is not None:
        lines += [_INDENT + line for line in _descriptor(plan.descriptor, lang)]
    if plan.instruction_count is not None:
        lines += [_INDENT + line for line in _instructions(plan, lang)]
    lines += [_INDENT + finding_line(each, lang) for each in findings]
    return "\n".join(lines) + "\n"


def finding_line(finding: Finding, lang: str) -> str:
    """Severity, rule and message of a finding."""
    return f"{finding.severity.upper()} {finding.rule}: {finding.message.say(lang)}"


def _copy(request: Request, lang: str) -> str:
    tensor, tile = request.copy.tensor, request.copy.tile
    region = ", ".join(f"{low}:{add(low, constant(extent))}" for low, extent in zip(tensor.low, tensor.extent))
    direction = texts.LOAD if request.copy.load else texts.STORE
    return texts.COPY_LINE.with_values(
        direction=direction,
        dtype=tensor.dtype.name,
        tensor=_listed(tensor.shape),
        region=f"[{region}]",
        tile=_listed(tile.shape),
    ).say(lang)


def _descriptor(descriptor: Descriptor, lang: str) -> Iterator[str]:
    comment = texts.STRIDE_COMMENT.with_values().say(lang)
    yield f"{descriptor.api}  {descriptor.dtype.map_name}  {descriptor.base}"
    yield f"globalDim      = {_listed(descriptor.shape)}"
    yield f"globalStride   = {_listed(descriptor.strides_bytes[1:])}   {comment}"
    if isinstance(descriptor.box, Im2colBox):
        yield f"lowerCorner    = {_listed(descriptor.box.lower_corner)}"
        yield f"upperCorner    = {_listed(descriptor.box.upper_corner)}"
        yield f"channels       = {descriptor.box.channels_per_pixel}"
        yield f"pixels         = {descriptor.box.pixels_per_column}"
    else:
        yield f"boxDim         = {_listed(descriptor.box)}"
    yield f"elementStrides = {_listed(descriptor.element_strides)}"
    yield f"swizzle        = {SWIZZLE_NAMES[descriptor.swizzle]}"


def _instructions(plan: Plan, lang: str) -> Iterator[str]:
    yield texts.INSTRUCTIONS.with_values(count=plan.instruction_count).say(lang)
    yield from ("  " + _instruction(each).say(lang) for each in plan.instructions[:SHOWN])
    left = (plan.instruction_count or 0) - len(plan.instructions[:SHOWN])
    if left:
        yield "  " + texts.ELIDED.with_values(count=left).say(lang)


def _instruction(each: Instruction | BulkInstruction) -> Message:
    if isinstance(each, BulkInstruction):
        return texts.RUN.with_values(offset=each.smem_offset, start=each.global_offset, bytes=each.bytes)
    return texts.INSTRUCTION.with_values(offset=each.smem_offset, coords=_listed(each.coords))


def _listed(values: Sequence[int | Polynomial]) -> str:
    shown = (str(number_or_text(value)) if isinstance(value, Polynomial) else str(value) for value in values)
    return f"[{', '.join(shown)}]"
