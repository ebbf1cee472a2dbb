"""What is worth saying about a plan beside the plan: why no bulk copy, and what would fail at launch."""

from __future__ import annotations

from collections.abc import Iterator

from tilesite.findings import FAIL, INFO, WARN, Finding
from tilesite.tile.config import Job
from tilesite.tile.verdict import check_job
from tilesite.tma.encode import encode
from tilesite.tma.plan import texts
from tilesite.tma.plan.copies import (
    CP_ASYNC,
    ERROR,
    NORMAL,
    NOT_MODELLED,
    TMA_1D,
    TMA_TILED,
    BulkInstruction,
    Descriptor,
    Im2colBox,
    Plan,
)
from tilesite.tma.plan.dtypes import FP4_PACKED, FP4_UNPACKED
from tilesite.tma.plan.kernels import FROM_FRAGMENT
from tilesite.tma.plan.lowering import PLAIN_LOAD
from tilesite.tma.plan.request import Request
from tilesite.tma.plan.symbolic import constant_of

_LIBRARY = "library"
_EXPECTED = (PLAIN_LOAD, FROM_FRAGMENT)
"""Why a copy is ordinary by its author's own choice."""

NOTE_FACTS: dict[str, tuple[str, ...]] = {
    "last_dim_not_16B_multiple": ("plan-last-dim",),
    "innermost_stride_not_1": ("tilelang-inner-stride",),
    "global_stride_not_16B_multiple": ("plan-global-stride",),
    "global_stride_ge_2^40": ("plan-global-stride",),
    "target_has_no_bulk_copy": ("plan-target",),
    "dtype_pair": ("plan-dtype-pair",),
    "loop_without_iteration": ("plan-warp-specialised",),
    "stored_from_a_fragment": ("plan-auto-stores",),
    "target_is_not_hopper": ("plan-im2col-hopper",),
    "plain_load": ("plan-auto-stores",),
    "tma_disabled": ("plan-disable",),
    "not_specialised": ("plan-warp-specialised",),
    "annotated_layout": ("plan-swizzles",),
}
PATH_FACTS: dict[str, tuple[str, ...]] = {
    TMA_TILED: ("plan-swizzles", "plan-bijection", "plan-box-256", "plan-box-split", "plan-inner-stride"),
    TMA_1D: ("plan-1d",),
    CP_ASYNC: ("plan-warp-specialised",),
    NORMAL: ("plan-auto-stores",),
    ERROR: (),
    NOT_MODELLED: (),
}

IM2COL_FACTS = ("plan-im2col-hopper", "plan-im2col-pixels")
FP4_FACTS = ("plan-fp4-unpack", "plan-1d")


def findings_of(request: Request, plan: Plan) -> tuple[Finding, ...]:
    """The findings: COPY_ERROR fails; COPY_FALLBACK and the rest warn; the descriptor's own rules as they are."""
    return tuple(_findings(request, plan))


def tile_findings(job: Job) -> tuple[Finding, ...]:
    """TILE_INFEASIBLE: a warning for each failure that the tile checker finds; the copies are planned all the same."""
    found = check_job(job).findings
    return tuple(
        finding._replace(
            rule="TILE_INFEASIBLE",
            severity=WARN,
            message=texts.INFEASIBLE.with_values(rule=finding.rule, said=finding.message),
        )
        for finding in found
        if finding.severity == FAIL
    )


def cites_of(request: Request, plan: Plan, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """The facts that decided the plan, in the order they were used."""
    pipelined = ("plan-warp-specialised",) if request.num_stages else ()
    im2col = isinstance(plan.descriptor.box, Im2colBox) if plan.descriptor else False
    boxes = IM2COL_FACTS if im2col else ()
    keys = [*pipelined, *PATH_FACTS[plan.path], *boxes, *(key for finding in findings for key in finding.cites)]
    return tuple(dict.fromkeys(keys))


def said_note(note: str) -> object:
    """The sentence of a note, or the compiler's own words where the note is those."""
    return texts.NOTES.get(note, note)


def _findings(request: Request, plan: Plan) -> Iterator[Finding]:
    facts = NOTE_FACTS.get(plan.note or "", ())
    if plan.path == ERROR and plan.reject is not None:
        message = texts.ERROR.with_values(stage=plan.reject.stage, reason=plan.reject.reason)
        yield Finding("COPY_ERROR", FAIL, message, cites=facts, imposed_by=_LIBRARY)
    if plan.path == NOT_MODELLED:
        yield Finding("COPY_NOT_MODELLED", WARN, texts.UNKNOWN.with_values(what=plan.note), cites=facts)
    if plan.path in (NORMAL, CP_ASYNC, ERROR) and plan.note:
        severity = INFO if plan.path == ERROR or plan.note in _EXPECTED else WARN
        message = texts.NO_BULK.with_values(why=said_note(plan.note))
        yield Finding("COPY_FALLBACK", severity, message, cites=facts, imposed_by=_LIBRARY)
    if plan.path == TMA_1D:
        yield from _run_findings(request, plan)
    if plan.descriptor is not None:
        yield from _launch_findings(plan.descriptor)


def _run_findings(request: Request, plan: Plan) -> Iterator[Finding]:
    tensor, tile = request.copy.tensor.dtype, request.copy.tile.dtype
    if tensor.name == FP4_PACKED and tile.name == FP4_UNPACKED:
        yield Finding("FP4_NOT_UNPACKED", WARN, texts.NOT_UNPACKED.with_values(), cites=FP4_FACTS)
    for run in plan.instructions:
        if isinstance(run, BulkInstruction):
            slot = 1 if tensor.name == FP4_PACKED else tensor.bits // 8
            start = run.global_offset * slot
            if start % 16:
                message = texts.UNALIGNED_RUN.with_values(bytes=start)
                yield Finding("RUN_NOT_16", WARN, message, start, 16, "bytes", ("plan-1d",), _LIBRARY)


def _launch_findings(descriptor: Descriptor) -> Iterator[Finding]:
    """The rules of the encoding call, where all of its arguments are numbers."""
    sizes = [constant_of(size) for size in descriptor.shape]
    strides = [constant_of(stride) for stride in descriptor.strides_bytes]
    if None in sizes or None in strides or descriptor.dtype.map_name is None:
        return
    values: dict[str, object] = {
        "dtype": descriptor.dtype.map_enum,
        "global_dim": sizes,
        "global_strides_bytes": strides[1:],
        "element_strides": list(descriptor.element_strides),
        "swizzle": descriptor.swizzle,
        "l2_promotion": 2,
    }
    box = descriptor.box
    if isinstance(box, Im2colBox):
        values["api"] = "im2col"
        values["pixel_box_lower_corner"] = list(box.lower_corner[::-1])
        values["pixel_box_upper_corner"] = list(box.upper_corner[::-1])
        values["channels_per_pixel"] = box.channels_per_pixel
        values["pixels_per_column"] = box.pixels_per_column
    else:
        values["box_dim"] = list(box)
    yield from encode(values).findings
