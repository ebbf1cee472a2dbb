"""The input of a plan, read strictly into one frozen value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tilesite.tma.plan import texts
from tilesite.tma.plan.copies import Copy, Tensor, Tile
from tilesite.tma.plan.dtypes import DTYPES, DType
from tilesite.tma.plan.expressions import names_in
from tilesite.tma.plan.grammar import LayoutFunction
from tilesite.tma.plan.keys import COPY_KEYS, LAYOUT_KEYS
from tilesite.tma.plan.problems import Gemm, Im2col, Side, gemm_grid, operand_side
from tilesite.tma.plan.read_problems import check_tile, read_gemm, read_im2col
from tilesite.tma.plan.reading import Values, fault, read_table
from tilesite.tma.plan.symbolic import (
    ZERO,
    Ranges,
    constant,
    constant_of,
    floor_divide,
    symbols_in,
)

EXAMPLE = (
    '{"global_shape": [512, 1024], "region_min": ["bx*64", 0], "region_extent": [64, 64], "shared_shape": [64, 64]}'
)

_BLOCKS = ("bx", "by", "bz")
_LOOP = "k"
_ARCH = re.compile(r"sm_([0-9]{2,3})[af]?")
_UNKNOWN_COUNT = (0, None)


class LayoutRequest(NamedTuple):
    """The layout that the input annotates; ``kind`` is "default" when it annotates none."""

    kind: str
    function: LayoutFunction | None
    k_major: bool
    allow_pad: bool
    continuity: int | None
    is_a: bool
    k_inner: bool


class Request(NamedTuple):
    """One copy to plan.

    ``iterations`` are those of the pipelined loop, None where they are not known; ``blocks`` and ``loops`` the
    ranges of block and loop variables; ``unbound`` the symbols that no argument of the kernel gives a value.
    """

    kind: str
    copy: Copy
    layout: LayoutRequest
    request: str
    threads: int
    cluster: tuple[int, ...]
    pass_config: Mapping[str, bool]
    num_stages: int
    iterations: int | None
    blocks: Ranges
    loops: Ranges
    unbound: frozenset[str]
    operand: str | None
    gemm: Gemm | None
    im2col: Im2col | None


def read_request(values: object) -> Request:
    """The request that the ``input`` object describes. Raises InputError with every fault of one table."""
    read = read_table(COPY_KEYS, values, "input", EXAMPLE)
    kind = read.name("kind")
    gemm = read_gemm(read) if kind == "gemm" else None
    im2col = read_im2col(read) if kind == "im2col" else None
    operand = (read.maybe_name("operand") or read.missing("operand")) if gemm else None
    side = operand_side(gemm, operand) if gemm and operand else None
    copy = _im2col_copy(read, im2col) if im2col else _copy(read, side, gemm)
    blocks = _block_ranges(read, gemm)
    loops = {} if kind == "copy" else {_LOOP: _counted(_iterations(read, gemm, im2col))}
    _check_declared(copy, gemm, blocks, loops)
    requests = read.names("requests") or (("prefer_tma",) if kind == "copy" else ("auto",))
    return Request(
        kind=kind,
        copy=copy,
        layout=_layout(read, copy.tile),
        request=requests[0],
        threads=read.integer("threads"),
        cluster=read.integers("cluster") or (1,),
        pass_config=_pass_config(read),
        num_stages=gemm.num_stages if gemm else im2col.num_stages if im2col else read.maybe_integer("num_stages") or 0,
        iterations=_iterations(read, gemm, im2col),
        blocks=blocks,
        loops=loops,
        unbound=_unbound(copy.tensor),
        operand=operand,
        gemm=gemm,
        im2col=im2col,
    )


def _copy(read: Values, side: Side | None, gemm: Gemm | None) -> Copy:
    derived = read.maybe_name("operand") if gemm else None
    dtype = _dtype(read, gemm, derived)
    tile = _tile(read, dtype, side)
    shape = read.polynomials("global_shape") or (side.shape if side else read.missing("global_shape"))
    rank = len(shape)
    extent = read.integers("region_extent") or (side.extent if side else None)
    if extent is None:
        extent = tile.extent if len(tile.extent) == rank else read.missing("region_extent")
    low = read.polynomials("region_min") or (side.low if side else (ZERO,) * rank)
    strides = read.polynomials("global_strides")
    read.check_length("region_extent", extent, rank, "global_shape")
    read.check_length("region_min", low, rank, "global_shape")
    if strides is not None:
        read.check_length("global_strides", strides, rank, "global_shape")
    load = (read.maybe_name("direction") or ("store" if derived == "C" else "load")) == "load"
    whole = read.integers("shared_extent") is None and read.polynomials("shared_min") is None
    if whole:
        tile = _aligned(tile, extent)
    names = (derived, f"{derived}_s") if derived else ("A", "S")
    return Copy(load, _arch(read), Tensor(dtype, shape, strides, low, extent), tile, names)


def _tile(read: Values, dtype: DType, side: Side | None) -> Tile:
    shape = read.integers("shared_shape") or (side.extent if side else read.missing("shared_shape"))
    extent = read.integers("shared_extent") or shape
    low = read.polynomials("shared_min") or (ZERO,) * len(shape)
    read.check_length("shared_extent", extent, len(shape), "shared_shape")
    read.check_length("shared_min", low, len(shape), "shared_shape")
    check_tile("shared_shape", (*shape, _versions(read, side)), "[64, 64]")
    name = read.maybe_name("shared_dtype")
    return Tile(DTYPES[name] if name else dtype, shape, low, extent)


def _versions(read: Values, side: Side | None) -> int:
    # Those of a GEMM are counted where its blocks are.
    return 1 if side else max(read.maybe_integer("num_stages") or 1, 1)


def _im2col_copy(read: Values, im2col: Im2col) -> Copy:
    """The copy of the virtual matrix of output pixels by channels; its region is counted in blocks."""
    dtype = DTYPES[read.maybe_name("dtype") or "float16"]
    pixels = im2col.images * im2col.out_height * im2col.out_width
    block = (im2col.block_m, im2col.block_k)
    tensor = Tensor(dtype, (constant(pixels), constant(im2col.channels)), None, (ZERO, ZERO), block)
    return Copy(True, _arch(read), tensor, Tile(dtype, block, (ZERO, ZERO), block), ("X", "A_s"))


def _dtype(read: Values, gemm: Gemm | None, operand: str | None) -> DType:
    name = read.maybe_name("dtype")
    if name:
        return DTYPES[name]
    if gemm:
        return gemm.out if operand == "C" else gemm.in_dtype
    return DTYPES["float16"]


def _aligned(tile: Tile, extent: tuple[int, ...]) -> Tile:
    """A whole buffer against a region with another number of extents above 1: aligned at the tail, and raised."""
    if sum(count != 1 for count in tile.extent) == sum(count != 1 for count in extent):
        return tile
    raised = list(tile.extent)
    for place in range(1, min(len(raised), len(extent)) + 1):
        raised[-place] = max(raised[-place], extent[-place])
    return tile._replace(extent=tuple(raised))


def _arch(read: Values) -> int:
    match = _ARCH.fullmatch(read.name("arch"))
    if match is None:
        raise fault("arch", texts.AN_ARCH.with_values(), read.name("arch"), "sm_90a")
    return int(match.group(1))


def _block_ranges(read: Values, gemm: Gemm | None) -> Ranges:
    if read.name("kind") == "im2col":
        return dict.fromkeys(_BLOCKS, _UNKNOWN_COUNT)
    grid = read.polynomials("grid") or (gemm_grid(gemm) if gemm else (constant(1),))
    return {name: _counted(constant_of(count)) for name, count in zip(_BLOCKS, grid)}


def _iterations(read: Values, gemm: Gemm | None, im2col: Im2col | None) -> int | None:
    if gemm:
        return constant_of(floor_divide(gemm.k, gemm.block_k))
    if im2col:
        return im2col.kernel * im2col.kernel * im2col.channels // im2col.block_k
    return read.maybe_integer("k_iters")


def _counted(count: int | None) -> tuple[int, int | None]:
    return _UNKNOWN_COUNT if count is None else (0, max(count - 1, 0))


def _check_declared(copy: Copy, gemm: Gemm | None, blocks: Ranges, loops: Ranges) -> None:
    tensor = copy.tensor
    sizes = (*tensor.shape, *tensor.strides, *((gemm.m, gemm.n, gemm.k) if gemm else ()))
    known = {*blocks, *loops}.union(*(symbols_in(size) for size in sizes))
    for key, values in (("region_min", tensor.low), ("shared_min", copy.tile.low)):
        for value in values:
            stray = sorted(symbols_in(value) - known)
            if stray:
                expected = texts.DECLARED.with_values(names=", ".join((*blocks, *loops)))
                raise fault(key, expected, stray[0], '["bx*64", 0]')


def _unbound(tensor: Tensor) -> frozenset[str]:
    """Symbols that stand only inside stride expressions: no argument of the kernel gives them a value."""
    strides = tensor.given_strides or ()
    bound = frozenset[str]().union(*(symbols_in(size) for size in tensor.shape))
    for stride in strides:
        if len(stride.terms) == 1 and stride.terms[0][1] == 1 and len(stride.terms[0][0]) == 1:
            bound |= symbols_in(stride)
    return frozenset[str]().union(*(symbols_in(stride) for stride in strides)) - bound


def _layout(read: Values, tile: Tile) -> LayoutRequest:
    values = read_table(LAYOUT_KEYS, read.mapping("layout") or {}, "layout", '{"kind": "full"}')
    function = values.function("fn")
    kind = values.name("kind")
    if kind == "custom":
        function = function or values.missing("fn")
        _check_function(function, len(tile.shape))
    return LayoutRequest(
        kind,
        function,
        values.flag("k_major"),
        values.flag("allow_pad"),
        values.maybe_integer("continuity"),
        values.flag("is_a"),
        values.flag("k_inner"),
    )


def _check_function(function: LayoutFunction, rank: int) -> None:
    example = "lambda i, j: i*64 + j"
    if len(function.parameters) != rank:
        raise fault("layout.fn", texts.PARAMETERS.with_values(count=rank), len(function.parameters), example)
    stray = sorted(frozenset[str]().union(*map(names_in, function.outputs)) - set(function.parameters))
    if stray:
        expected = texts.ONLY_AXES.with_values(names=", ".join(function.parameters))
        raise fault("layout.fn", expected, stray[0], example)


def _pass_config(read: Values) -> Mapping[str, bool]:
    settings = read.mapping("pass_config") or {}
    for key, value in settings.items():
        if not isinstance(value, bool):
            raise fault(f"pass_config.{key}", texts.TRUE_FALSE.with_values(), value, "true")
    return {str(key): bool(value) for key, value in settings.items()}
