"""A case lowered by the installed TileLang. The only module that imports it; it is imported when it is asked for.

Kernels are ordinary functions that TileLang reads; shapes, regions and layouts reach them as trees of this
project's grammar, turned into TileLang's expressions. No text of the input is run.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Callable

import tilelang
import tilelang.language as T
from tilelang import layout as layouts
from tilelang.transform import PassContext
from tvm.target import Target

from tilesite.tma.plan.case import Case
from tilesite.tma.plan.dtypes import FP4_PACKED, FP4_UNPACKED
from tilesite.tma.plan.generated import Generated, refusal_of
from tilesite.tma.plan.refusal import Refusal
from tilesite.tma.plan.request import LayoutRequest
from tilesite.tma.plan.selection import PREFER_TMA, TMA_COPY
from tilesite.tma.plan.substitution import Names, sizes_at, tree_at
from tilesite.tma.plan.symbolic import Polynomial, symbols_in

_REFUSALS = (RuntimeError, ValueError, TypeError, AttributeError, LookupError, ArithmeticError, AssertionError)
"""What the compiler raises: its checks arrive as any of Python's usual errors."""

_BANKS = {
    "full": layouts.make_full_bank_swizzled_layout,
    "half": layouts.make_half_bank_swizzled_layout,
    "quarter": layouts.make_quarter_bank_swizzled_layout,
    "linear": layouts.make_linear_layout,
}
_BLOCKS = ("bx", "by", "bz")


def lower(case: Case, wanted: str) -> Generated | Refusal:
    """What the compiler makes of the kernel that asks for the copy by ``wanted``: code, or its refusal."""
    logging.getLogger("tilelang").setLevel(logging.CRITICAL + 1)  # it logs each kernel that it refuses
    target = Target({"kind": "cuda", "arch": case.arch})
    try:
        with target, PassContext(opt_level=3, config=dict(case.request.pass_config)):
            lowered = tilelang.lower(_KERNELS[case.request.kind](case, wanted), target=target)
    except _REFUSALS as error:
        return refusal_of(str(error))
    return Generated(lowered.kernel_source, _maps(lowered.host_mod))


def _maps(module: Any) -> dict[str, tuple[object, ...]]:
    """The arguments of each tensor map that the host code encodes: integers, and text where they are symbolic."""
    found: dict[str, tuple[object, ...]] = {}
    for function in module.functions.values():
        if function.attrs and "tma_descriptor_args" in function.attrs:
            for name, arguments in function.attrs["tma_descriptor_args"].items():
                found[getattr(name, "name", str(name))] = tuple(_number_or_text(each) for each in arguments)
    return found


def _number_or_text(value: Any) -> int | str:
    try:
        return int(value)
    except (TypeError, ValueError):
        return str(value)


def _copy_kernel(case: Case, wanted: str) -> Any:
    request = case.request
    tensor, tile = request.copy.tensor, request.copy.tile
    symbols = _symbols(case)
    grid, threads, load = sizes_at(case.grid, symbols), request.threads, request.copy.load
    packed = tile.dtype.name in (FP4_PACKED, FP4_UNPACKED)  # there is no ordinary copy of these
    bulk = T.tma_copy if wanted == TMA_COPY else T.copy
    options = {"prefer_instruction": "tma"} if wanted == PREFER_TMA else {}
    signalled = wanted == TMA_COPY and load

    def inside(buffer: Any, names: Names) -> Any:
        # No variable of the kernel: TileLang would call the buffer by it.
        return buffer if case.whole else buffer[_region(tile.low, tile.extent, names)]

    def main(A: Any, B: Any) -> None:
        with T.Kernel(*grid, threads=threads) as blocks:
            names = {**symbols, **_blocks(blocks, len(grid))}
            S = T.alloc_shared(tile.shape, tile.dtype.name)
            _annotate(request.layout, S)
            barrier = {"barrier": T.alloc_barrier(1)[0]} if signalled else {}
            if load:
                bulk(A[_region(tensor.low, tensor.extent, names)], inside(S, names), **options, **barrier)
                if not packed:
                    T.copy(S, B, disable_tma=True)
            else:
                if not packed:
                    T.copy(B, S, disable_tma=True)
                bulk(inside(S, names), A[_region(tensor.low, tensor.extent, names)], **options)

    return _function(main, A=_tensor(case, symbols), B=T.Tensor(tile.shape, "int32" if packed else tile.dtype.name))


def _pipelined_kernel(case: Case, wanted: str) -> Any:
    request = case.request
    tensor, tile = request.copy.tensor, request.copy.tile
    symbols = _symbols(case)
    grid, threads = sizes_at(case.grid, symbols), request.threads
    iterations, stages = request.iterations, request.num_stages
    options = {"prefer_instruction": "tma"} if wanted == PREFER_TMA else {}
    accum = "float32" if "float" in tensor.dtype.name else "int32"

    def region(variables: Names) -> tuple[slice, ...]:
        return _region(tensor.low, tensor.extent, {**symbols, **variables})

    def main(A: Any, B: Any) -> None:
        with T.Kernel(*grid, threads=threads) as blocks:
            S = T.alloc_shared(tile.shape, tile.dtype.name)
            F = T.alloc_fragment(tile.shape, accum)
            _annotate(request.layout, S)
            T.clear(F)
            for k in T.Pipelined(iterations, num_stages=stages):
                T.copy(A[region({**_blocks(blocks, len(grid)), "k": k})], S, **options)
                for place in T.Parallel(*tile.shape):
                    at = _several(place, len(tile.shape))
                    F[at] = F[at] + T.cast(S[at], accum)
            T.copy(F, B)

    return _function(main, A=_tensor(case, symbols), B=T.Tensor(tile.shape, accum))


def _gemm_kernel(case: Case, _wanted: str) -> Any:
    request, gemm = case.request, case.request.gemm
    if gemm is None:
        return None
    symbols = _symbols(case)
    m, n, inner = sizes_at((gemm.m, gemm.n, gemm.k), symbols)
    rows, columns, step, threads = gemm.block_m, gemm.block_n, gemm.block_k, request.threads
    stages, accum, dtype, out = gemm.num_stages, gemm.accum.name, gemm.in_dtype.name, gemm.out.name
    policy = getattr(T.GemmWarpPolicy, gemm.policy)

    def ordered(turned: bool, first: Any, second: Any) -> tuple[Any, Any]:
        return (second, first) if turned else (first, second)

    def main(A: Any, B: Any, C: Any) -> None:
        with T.Kernel(T.ceildiv(n, columns), T.ceildiv(m, rows), threads=threads) as (bx, by):
            A_s = T.alloc_shared(ordered(gemm.trans_a, rows, step), dtype)
            B_s = T.alloc_shared(ordered(gemm.trans_b, step, columns), dtype)
            C_l = T.alloc_fragment((rows, columns), accum)
            C_s = T.alloc_shared((rows, columns), out) if gemm.tma_epilogue else None
            T.clear(C_l)
            for k in T.Pipelined(inner // step, num_stages=stages):
                T.copy(A[ordered(gemm.trans_a, _span(by, rows), _span(k, step))], A_s)
                T.copy(B[ordered(gemm.trans_b, _span(k, step), _span(bx, columns))], B_s)
                T.gemm(A_s, B_s, C_l, transpose_A=gemm.trans_a, transpose_B=gemm.trans_b, policy=policy)
            if gemm.tma_epilogue:
                T.copy(C_l, C_s)
                T.copy(C_s, C[_span(by, rows), _span(bx, columns)])
            else:
                T.copy(C_l, C[_span(by, rows), _span(bx, columns)])

    return _function(
        main,
        A=T.Tensor(ordered(gemm.trans_a, m, inner), dtype),
        B=T.Tensor(ordered(gemm.trans_b, inner, n), dtype),
        C=T.Tensor((m, n), out),
    )


def _im2col_kernel(case: Case, _wanted: str) -> Any:
    request, problem = case.request, case.request.im2col
    if problem is None:
        return None
    dtype, threads = request.copy.tensor.dtype.name, request.threads
    pixels = problem.images * problem.out_height * problem.out_width
    inner, filters = problem.kernel * problem.kernel * problem.channels, problem.filters
    rows, columns, step, stages = problem.block_m, problem.block_n, problem.block_k, problem.num_stages
    window = (problem.kernel, problem.stride, problem.dilation, problem.pad)

    def main(X: Any, W: Any, O: Any) -> None:
        with T.Kernel(T.ceildiv(filters, columns), T.ceildiv(pixels, rows), threads=threads) as (bx, by):
            A_s = T.alloc_shared((rows, step), dtype)
            B_s = T.alloc_shared((step, columns), dtype)
            C_l = T.alloc_fragment((rows, columns), "float32")
            T.clear(C_l)
            for k in T.Pipelined(inner // step, num_stages=stages):
                T.im2col(X, A_s, by, k, *window)
                T.copy(W[_span(k, step), _span(bx, columns)], B_s)
                T.gemm(A_s, B_s, C_l)
            T.copy(C_l, O[_span(by, rows), _span(bx, columns)])

    return _function(
        main,
        X=T.Tensor((problem.images, problem.height, problem.width, problem.channels), dtype),
        W=T.Tensor((inner, filters), dtype),
        O=T.Tensor((pixels, filters), "float32"),
    )


_KERNELS: dict[str, Callable[[Case, str], Any]] = {
    "copy": _copy_kernel,
    "pipelined": _pipelined_kernel,
    "gemm": _gemm_kernel,
    "im2col": _im2col_kernel,
}


def _function(main: Callable[..., None], **parameters: Any) -> Any:
    """The function as TileLang's, with types that are known only now."""
    main.__annotations__ = parameters
    return T.prim_func(main)


def _symbols(case: Case) -> Names:
    tensor, gemm = case.request.copy.tensor, case.request.gemm
    sizes = [*tensor.shape, *tensor.strides, *case.grid, *((gemm.m, gemm.n, gemm.k) if gemm else ())]
    return {name: T.dynamic(name) for name in sorted(frozenset[str]().union(*map(symbols_in, sizes)))}


def _tensor(case: Case, symbols: Names) -> Any:
    tensor = case.request.copy.tensor
    shape = sizes_at(tensor.shape, symbols)
    if tensor.given_strides is None:
        return T.Tensor(shape, tensor.dtype.name)
    return T.StridedTensor(shape, sizes_at(tensor.given_strides, symbols), tensor.dtype.name)


def _annotate(wanted: LayoutRequest, buffer: Any) -> None:
    if wanted.kind != "default":
        T.annotate_layout({buffer: _layout(wanted, buffer)})


def _layout(wanted: LayoutRequest, buffer: Any) -> Any:
    function = wanted.function
    if wanted.kind == "custom" and function is not None:

        def forward(*axes: Any) -> list[Any]:
            values = dict(zip(function.parameters, axes))
            return [tree_at(output, values) for output in function.outputs]

        return layouts.Layout(buffer.shape, forward)
    if wanted.kind == "swizzled":
        return layouts.make_swizzled_layout(buffer, k_major=wanted.k_major, allow_pad=wanted.allow_pad)
    if wanted.kind == "wgmma":
        return layouts.make_wgmma_swizzled_layout(buffer, continuity=wanted.continuity, k_major=wanted.k_major)
    if wanted.kind == "volta":
        return layouts.make_volta_swizzled_layout(buffer, is_a=wanted.is_a, k_inner=wanted.k_inner)
    return _BANKS[wanted.kind](buffer)


def _blocks(blocks: Any, count: int) -> Names:
    """The block variables by name."""
    return dict(zip(_BLOCKS, _several(blocks, count)))


def _several(variables: Any, count: int) -> tuple[Any, ...]:
    """The variables of a loop or a grid: a single one comes alone."""
    return (variables,) if count == 1 else tuple(variables)


def _span(index: Any, extent: int) -> slice:
    return slice(index * extent, index * extent + extent)


def _region(low: Sequence[Polynomial], extent: Sequence[int], names: Names) -> tuple[slice, ...]:
    starts = sizes_at(low, names)
    return tuple(slice(start, start + count) for start, count in zip(starts, extent))
