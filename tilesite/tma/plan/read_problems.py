"""The kernels around a copy, read from the mappings ``gemm`` and ``im2col`` of an input."""

from __future__ import annotations

from collections.abc import Iterable

from tilesite.tma.plan import texts
from tilesite.tma.plan.dtypes import DTYPES
from tilesite.tma.plan.keys import GEMM_KEYS, IM2COL_KEYS
from tilesite.tma.plan.problems import Gemm, Im2col
from tilesite.tma.plan.reading import Values, fault, read_table

LARGEST_TILE = 2**20
"""Elements of a shared buffer with all its versions; what is checked at every point is bounded by it."""


def read_gemm(read: Values) -> Gemm:
    """The GEMM of an input. Raises InputError with every fault of its mapping."""
    values = read_table(GEMM_KEYS, read.mapping("gemm") or read.missing("gemm"), "gemm", read.fields["gemm"].example)
    in_dtype = DTYPES[values.name("in_dtype")]
    out = values.maybe_name("out")
    gemm = Gemm(
        m=values.polynomial("M"),
        n=values.polynomial("N"),
        k=values.polynomial("K"),
        block_m=values.integer("bM"),
        block_n=values.integer("bN"),
        block_k=values.integer("bK"),
        trans_a=values.flag("trans_A"),
        trans_b=values.flag("trans_B"),
        num_stages=values.integer("num_stages"),
        in_dtype=in_dtype,
        accum=DTYPES[values.name("accum")],
        out=DTYPES[out] if out else in_dtype,
        tma_epilogue=values.flag("tma_epilogue"),
        policy=values.name("policy"),
        instr=values.name("instr"),
    )
    _check_blocks("gemm", gemm.block_m, gemm.block_n, gemm.block_k, gemm.num_stages)
    return gemm


def read_im2col(read: Values) -> Im2col:
    """The convolution of an input. Raises InputError with every fault of its mapping."""
    mapping = read.mapping("im2col") or read.missing("im2col")
    values = read_table(IM2COL_KEYS, mapping, "im2col", read.fields["im2col"].example)
    keys = ("N", "H", "W", "C", "F", "kernel", "stride", "dilation", "pad", "bM", "bN", "bK", "num_stages")
    problem = Im2col(*(values.integer(key) for key in keys))
    if problem.out_height < 1 or problem.out_width < 1:
        raise fault("im2col.kernel", texts.FITTING_KERNEL.with_values(), problem.kernel, "3")
    _check_blocks("im2col", problem.block_m, problem.block_n, problem.block_k, problem.num_stages)
    return problem


def check_tile(key: str, sizes: Iterable[int], example: str) -> None:
    """Raises InputError for a tile of more than LARGEST_TILE elements."""
    size = 1
    for count in sizes:
        size *= count
    if size > LARGEST_TILE:
        raise fault(key, texts.SMALL_TILE.with_values(bound=LARGEST_TILE), size, example)


def _check_blocks(where: str, block_m: int, block_n: int, block_k: int, stages: int) -> None:
    versions = max(stages, 1)
    check_tile(f"{where}.bM", (block_m, block_k, versions), "128")
    check_tile(f"{where}.bN", (block_n, block_k, versions), "128")
    check_tile(f"{where}.bN", (block_m, block_n), "128")
