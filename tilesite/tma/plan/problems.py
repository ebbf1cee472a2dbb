"""The kernels around a copy: a GEMM and a convolution, and the copies that their operands need."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.tma.plan.dtypes import DTYPES, DType
from tilesite.tma.plan.symbolic import Polynomial, add, constant, floor_divide, scaled, symbol


class Gemm(NamedTuple):
    """``C[m, n] = A * B`` by blocks: sizes in elements, how A and B are stored, and how the loop is built."""

    m: Polynomial
    n: Polynomial
    k: Polynomial
    block_m: int
    block_n: int
    block_k: int
    trans_a: bool
    trans_b: bool
    num_stages: int
    in_dtype: DType
    accum: DType
    out: DType
    tma_epilogue: bool
    policy: str = "Square"
    instr: str = "auto"


class Im2col(NamedTuple):
    """A convolution of ``images`` images of ``height`` x ``width`` x ``channels`` as a GEMM by blocks."""

    images: int
    height: int
    width: int
    channels: int
    filters: int
    kernel: int
    stride: int
    dilation: int
    pad: int
    block_m: int
    block_n: int
    block_k: int
    num_stages: int

    @property
    def out_height(self) -> int:
        """Rows of the output image."""
        return (self.height + 2 * self.pad - (self.kernel - 1) * self.dilation - 1) // self.stride + 1

    @property
    def out_width(self) -> int:
        """Columns of the output image."""
        return (self.width + 2 * self.pad - (self.kernel - 1) * self.dilation - 1) // self.stride + 1


def as_gemm(problem: Im2col, dtype: DType) -> Gemm:
    """The GEMM of a convolution: output pixels by unrolled channels, times unrolled channels by filters."""
    pixels = problem.images * problem.out_height * problem.out_width
    return Gemm(
        m=constant(pixels),
        n=constant(problem.filters),
        k=constant(problem.kernel * problem.kernel * problem.channels),
        block_m=problem.block_m,
        block_n=problem.block_n,
        block_k=problem.block_k,
        trans_a=False,
        trans_b=False,
        num_stages=problem.num_stages,
        in_dtype=dtype,
        accum=DTYPES["float32"],
        out=dtype,
        tma_epilogue=False,
    )


class Side(NamedTuple):
    """The tensor of one operand and the region that a block copies, in the tensor's own order of axes."""

    shape: tuple[Polynomial, ...]
    low: tuple[Polynomial, ...]
    extent: tuple[int, ...]


def operand_side(gemm: Gemm, operand: str) -> Side:
    """The copy of operand "A", "B" or "C": rows of C go by ``by``, its columns by ``bx``, the loop by ``k``."""
    rows = (gemm.m, "by", gemm.block_m)
    columns = (gemm.n, "bx", gemm.block_n)
    inner = (gemm.k, "k", gemm.block_k)
    axes = {
        "A": (inner, rows) if gemm.trans_a else (rows, inner),
        "B": (columns, inner) if gemm.trans_b else (inner, columns),
        "C": (rows, columns),
    }[operand]
    return Side(
        tuple(size for size, _, _ in axes),
        tuple(scaled(symbol(name), block) for _, name, block in axes),
        tuple(block for _, _, block in axes),
    )


def gemm_grid(gemm: Gemm) -> tuple[Polynomial, Polynomial]:
    """The blocks along ``bx`` and ``by``."""
    return _blocks(gemm.n, gemm.block_n), _blocks(gemm.m, gemm.block_m)


def _blocks(size: Polynomial, block: int) -> Polynomial:
    return floor_divide(add(size, constant(block - 1)), block)
