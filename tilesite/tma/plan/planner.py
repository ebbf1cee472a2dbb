"""The plan of one request: the order in which TileLang decides, and where each decision is made."""

from __future__ import annotations

from tilesite.tma.plan.annotated import annotated_layout
from tilesite.tma.plan.copies import ERROR, NORMAL, NOT_MODELLED, Copy, Plan, legalized
from tilesite.tma.plan.dtypes import FP4_UNPACKED
from tilesite.tma.plan.gemm import operand_layouts
from tilesite.tma.plan.kernels import (
    NO_ITERATION,
    has_producer,
    operand_copy,
    plan_convolution,
    plan_operand,
    plan_without_loop,
)
from tilesite.tma.plan.loop_body import check_loop_body
from tilesite.tma.plan.lowering import Surroundings, lowered, lowered_in_loop
from tilesite.tma.plan.pipelined import is_producer, is_specialised
from tilesite.tma.plan.problems import as_gemm
from tilesite.tma.plan.refusal import COMPILER_CHECK, SELECT, NotModelled, Refused, check
from tilesite.tma.plan.request import Request
from tilesite.tma.plan.selection import REQUESTS, first_failing_test

DISABLE_TMA = "tl.disable_tma_lower"
DISABLE_SPECIALISATION = "tl.disable_warp_specialized"
DISABLE_WGMMA = "tl.disable_wgmma"
ENABLE_ASYNC = "tl.enable_async_copy"
_NO_UNPACKING = (
    "SIMT copy from packed global {} to unpacked shared float4_e2m1_unpacked is not supported; "
    "use T.tma_copy() for FP4 unpack loads (src={}, dst={})."
)
MODELLED_SETTINGS = (DISABLE_TMA, DISABLE_SPECIALISATION, DISABLE_WGMMA, ENABLE_ASYNC)


def plan_request(request: Request) -> Plan:
    """The plan of a request: what TileLang 0.1.15 does with the copy, refusals and unknowns included."""
    try:
        _check_modelled(request)
        plan = _PLANNERS[request.kind](request)
        _check_generated(request, plan)
    except Refused as refused:
        selecting = refused.refusal.stage == SELECT
        failed = first_failing_test(request.copy, check_last_dim=True) if selecting else None
        return Plan(ERROR, reject=refused.refusal, note=failed)
    except NotModelled as unknown:
        return Plan(NOT_MODELLED, note=str(unknown))
    return plan


def _check_modelled(request: Request) -> None:
    stray = [key for key in request.pass_config if key not in MODELLED_SETTINGS]
    if stray:
        raise NotModelled(f"pass setting {stray[0]}")
    if any(blocks > 1 for blocks in request.cluster):
        raise NotModelled("clusters")
    if request.request not in REQUESTS:
        raise NotModelled(f"request {request.request}")
    if request.kind == "copy" and request.threads != 128:
        raise NotModelled("kind copy with other than 128 threads")


def _check_generated(request: Request, plan: Plan) -> None:
    """What stops the kernel after its copies are planned."""
    tensor, tile = request.copy.tensor.dtype, request.copy.tile.dtype
    if plan.path == NORMAL and request.copy.load and tile.name == FP4_UNPACKED:
        raise Refused(COMPILER_CHECK, _NO_UNPACKING.format(tensor.name, *request.copy.names))
    for dtype in (tensor, tile):
        if dtype.no_code:
            raise Refused(COMPILER_CHECK, dtype.no_code)
    unbound = sorted(request.unbound)
    check(
        not unbound,
        "undefined.size() == 0 ({} vs. 0) : In PrimFunc main variables ({}{}) are used, "
        "but are not passed in as API arguments",
        len(unbound),
        ", ".join(unbound),
        "," if len(unbound) == 1 else "",
    )


def _plan_copy(request: Request) -> Plan:
    copy = _legalized(request)
    annotated = annotated_layout(request.layout, copy.tile)
    return lowered(copy, request.request, annotated, _surroundings(request, producers=False))


def _plan_pipelined(request: Request) -> Plan:
    copy = _legalized(request)
    annotated = annotated_layout(request.layout, copy.tile)
    around = _surroundings(request, is_producer(copy, annotated))
    float8 = copy.tile.dtype.name.startswith("float8")
    check_loop_body(copy.tile.shape, float8, request.threads, around.specialised)
    return lowered_in_loop(copy, annotated, annotated, around)


def _plan_gemm(request: Request) -> Plan:
    gemm, operand = request.gemm, request.operand
    if gemm is None or operand is None:
        raise NotModelled("kind gemm without a GEMM")
    arch = request.copy.arch
    copies = {name: operand_copy(gemm, name, arch) for name in ("A", "B", "C")}
    copies[operand] = request.copy
    if request.iterations == 0:
        return plan_without_loop(gemm, operand, copies, _surroundings(request, producers=False))
    around = _surroundings(request, has_producer(copies))
    layouts = operand_layouts(gemm, arch, request.threads, _setting(request, DISABLE_WGMMA))
    return plan_operand(gemm, operand, copies, layouts, around)


def _plan_im2col(request: Request) -> Plan:
    problem, copy = request.im2col, request.copy
    if problem is None:
        raise NotModelled("kind im2col without a convolution")
    gemm = as_gemm(problem, copy.tensor.dtype)
    if request.iterations == 0:
        return Plan(NORMAL, note=NO_ITERATION)
    layouts = operand_layouts(gemm, copy.arch, request.threads, _setting(request, DISABLE_WGMMA))
    return plan_convolution(copy, problem, gemm, layouts, _surroundings(request, producers=True))


def _surroundings(request: Request, producers: bool) -> Surroundings:
    disabled = _setting(request, DISABLE_SPECIALISATION)
    return Surroundings(
        blocks=request.blocks,
        loops=request.loops,
        tma_disabled=_setting(request, DISABLE_TMA),
        threads=request.threads,
        stages=request.num_stages,
        counted=request.iterations is not None,
        specialised=is_specialised(request.copy.arch, request.num_stages, disabled, producers),
    )


def _setting(request: Request, name: str) -> bool:
    return request.pass_config.get(name, False)


def _legalized(request: Request) -> Copy:
    return legalized(request.copy, {**request.blocks, **request.loops})


_PLANNERS = {"copy": _plan_copy, "pipelined": _plan_pipelined, "gemm": _plan_gemm, "im2col": _plan_im2col}
