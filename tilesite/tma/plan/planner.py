"""The plan of one request: the order in which TileLang decides, and where each decision is made."""

from __future__ import annotations

from tilesite.tma.plan.annotated import annotated_layout, inferred_layout
from tilesite.tma.plan.bulk1d import bulk_1d
from tilesite.tma.plan.copies import (
    CP_ASYNC,
    ERROR,
    NORMAL,
    NOT_MODELLED,
    TMA_TILED,
    Copy,
    Plan,
    Tensor,
    Tile,
    legalized,
)
from tilesite.tma.plan.copyplan import analyze, instructions, tiled_descriptor
from tilesite.tma.plan.dtypes import FP4_UNPACKED
from tilesite.tma.plan.gemm import Layouts, operand_layouts
from tilesite.tma.plan.im2col import analyze_im2col, im2col_descriptor, im2col_instructions
from tilesite.tma.plan.layouts import Layout, expanded, linear
from tilesite.tma.plan.pipelined import becomes_cp_async, is_producer, is_specialised, versioned
from tilesite.tma.plan.problems import Gemm, as_gemm, operand_side
from tilesite.tma.plan.refusal import COMPILER_CHECK, PLAN, NotModelled, Refused, check
from tilesite.tma.plan.request import Request
from tilesite.tma.plan.selection import AUTO, BULK, BULK_1D, REQUESTS, SIMT, TMA_COPY, first_failing_test, select

DISABLE_TMA = "tl.disable_tma_lower"
DISABLE_SPECIALISATION = "tl.disable_warp_specialized"
DISABLE_WGMMA = "tl.disable_wgmma"
ENABLE_ASYNC = "tl.enable_async_copy"
MODELLED_SETTINGS = (DISABLE_TMA, DISABLE_SPECIALISATION, DISABLE_WGMMA, ENABLE_ASYNC)


def plan_request(request: Request) -> Plan:
    """The plan of a request: what TileLang 0.1.15 does with the copy, refusals and unknowns included."""
    try:
        _check_modelled(request)
        plan = _PLANNERS[request.kind](request)
        if plan.path != ERROR:
            _check_generated(request)
    except Refused as refused:
        return Plan(ERROR, reject=refused.refusal)
    except NotModelled as unknown:
        return Plan(NOT_MODELLED, note=str(unknown))
    return plan


def _check_modelled(request: Request) -> None:
    stray = [key for key in request.pass_config if key not in MODELLED_SETTINGS]
    if stray:
        raise NotModelled(f"pass setting {stray[0]}")
    if request.request not in REQUESTS:
        raise NotModelled(f"request {request.request}")
    if request.kind == "copy" and request.threads != 128:
        raise NotModelled("kind copy with other than 128 threads")


def _check_generated(request: Request) -> None:
    """What stops the kernel after its copies are planned."""
    for side in (request.copy.tensor, request.copy.tile):
        if not side.dtype.generates:
            raise Refused(COMPILER_CHECK, f"no CUDA type for {side.dtype.name}")
    check(not request.unbound, "(undefined.size() == 0) is false: {} is not bound", ", ".join(sorted(request.unbound)))


def _plan_copy(request: Request) -> Plan:
    copy = _legalized(request)
    annotated = annotated_layout(request.layout, copy.tile)
    return _lowered(request, copy, request.request, annotated)


def _plan_pipelined(request: Request) -> Plan:
    copy = _legalized(request)
    annotated = annotated_layout(request.layout, copy.tile)
    _check_loop_body(copy, request.threads)
    return _in_loop(request, copy, annotated, annotated, is_producer(copy, annotated))


def _plan_gemm(request: Request) -> Plan:
    gemm = request.gemm
    if gemm is None:
        raise NotModelled("kind gemm without a gemm")
    copy = _legalized(request)
    producers = any(is_producer(_load(request, gemm, name)) for name in ("A", "B"))
    layouts = _gemm_layouts(request, gemm)
    if request.operand == "C":
        return _lowered(request, copy, AUTO, None) if gemm.tma_epilogue else Plan(NORMAL)
    layout = layouts.a if request.operand == "A" else layouts.b
    return _in_loop(request, copy, layout, None, producers)


def _plan_im2col(request: Request) -> Plan:
    problem = request.im2col
    if problem is None:
        raise NotModelled("kind im2col without an im2col")
    copy = request.copy
    hopper = 90 <= copy.arch < 100
    layouts = _gemm_layouts(request, as_gemm(problem, copy.tensor.dtype))
    if not hopper:
        return Plan(NORMAL)
    layout = layouts.a
    if _specialised(request, hopper):
        copy = versioned(copy, request.num_stages)
        layout = _versioned_layout(layout, copy)
    plan = analyze_im2col(copy, problem, layout)
    descriptor = im2col_descriptor(copy, problem, plan)
    return Plan(TMA_TILED, descriptor, plan.count, im2col_instructions(copy, problem, plan))


def _in_loop(request: Request, copy: Copy, layout: Layout | None, annotated: Layout | None, producers: bool) -> Plan:
    """A load in a pipelined loop, whose tile has this layout, perhaps annotated."""
    if not _specialised(request, producers):
        if becomes_cp_async(copy, request.num_stages, request.threads, layout):
            return Plan(CP_ASYNC, note=first_failing_test(copy, check_last_dim=True))
        return Plan(NORMAL, note=first_failing_test(copy, check_last_dim=True))
    if not is_producer(copy, annotated):
        return Plan(NORMAL, note=first_failing_test(copy, check_last_dim=True))
    several = versioned(copy, request.num_stages)
    return _lowered(request, several, TMA_COPY, None if layout is None else _versioned_layout(layout, several))


def _lowered(request: Request, copy: Copy, wanted: str, layout: Layout | None) -> Plan:
    """The copy after layout inference, which does not know the loop variable's range, and lowering, which does."""
    tma_disabled = request.pass_config.get(DISABLE_TMA, False)
    inferred = select(copy, wanted, tma_disabled, layout, request.blocks)
    if inferred == BULK and layout is None:
        layout = inferred_layout(copy)
    kind = select(copy, wanted, tma_disabled, layout, {**request.blocks, **request.loops})
    if kind == SIMT:
        return Plan(NORMAL)
    if kind == BULK_1D:
        return bulk_1d(copy)
    try:
        plan = analyze(copy, layout or linear(copy.tile.shape))
    except Refused as refused:
        return _fallen_back(request, copy, wanted, refused)
    return Plan(TMA_TILED, tiled_descriptor(copy, plan), plan.count, instructions(copy, plan))


def _fallen_back(request: Request, copy: Copy, wanted: str, refused: Refused) -> Plan:
    """A copy that cannot be planned: an ordinary copy, unless it was asked for as a bulk copy or unpacks FP4."""
    refusal = refused.refusal
    if refusal.stage != PLAN:
        raise refused
    if wanted == TMA_COPY:
        return Plan(ERROR, reject=refusal)
    if copy.tile.dtype.name == FP4_UNPACKED:
        raise Refused(COMPILER_CHECK, "SIMT copy from packed global FP4 to unpacked shared memory is not supported")
    return Plan(NORMAL, reject=refusal if request.kind == "copy" else None, note=refusal.reason)


def _legalized(request: Request) -> Copy:
    return legalized(request.copy, {**request.blocks, **request.loops})


def _specialised(request: Request, producers: bool) -> bool:
    disabled = request.pass_config.get(DISABLE_SPECIALISATION, False)
    return is_specialised(request.copy.arch, request.num_stages, disabled, producers)


def _gemm_layouts(request: Request, gemm: Gemm) -> Layouts:
    no_wgmma = request.pass_config.get(DISABLE_WGMMA, False)
    return operand_layouts(gemm, request.copy.arch, request.threads, no_wgmma)


def _versioned_layout(layout: Layout, copy: Copy) -> Layout:
    """The layout with the versions of a pipelined tile in front of it."""
    return expanded(layout, copy.tile.shape[: len(copy.tile.shape) - len(layout.shape)])


def _load(request: Request, gemm: Gemm, name: str) -> Copy:
    """The load of one operand as the GEMM's sizes describe it; the request's own where it is that operand."""
    if request.operand == name:
        return request.copy
    side = operand_side(gemm, name)
    tensor = Tensor(gemm.in_dtype, side.shape, None, side.low, side.extent)
    return Copy(True, request.copy.arch, tensor, Tile(gemm.in_dtype, side.extent, (), side.extent))


def _check_loop_body(copy: Copy, threads: int) -> None:
    """The loop that uses the tile must divide it among the threads."""
    total = 1
    for extent in copy.tile.shape:
        total *= extent
    if total > threads and total % threads != 0:
        raise Refused(COMPILER_CHECK, "no available layout found")


_PLANNERS = {"copy": _plan_copy, "pipelined": _plan_pipelined, "gemm": _plan_gemm, "im2col": _plan_im2col}
