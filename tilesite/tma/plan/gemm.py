"""What T.gemm decides about its operands: the instruction, how warps share the block, and the layouts.

Sources: cuda/op/gemm.cc and tilelang/cuda/op/gemm of the wheel.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import NamedTuple

from tilesite.tma.plan.families import bank, operand, widest_span
from tilesite.tma.plan.layouts import Layout, linear
from tilesite.tma.plan.problems import Gemm
from tilesite.tma.plan.refusal import COMPILER_CHECK, NotModelled, Refused, check

WGMMA = "wgmma"
MMA = "mma"

_WARP = 32
_WARP_ROWS = 16
_WARP_COLUMNS = 8
_GROUP = 4
_INSTRUCTION_ROWS = 64
_LARGEST_COLUMNS = 256
_NOT_CANONICAL = "Not a canonical GMMA_MN layout: stride<1,0>={} != W=1"
_NOT_ROW_MAJOR = (
    "WGMMA operand layout contiguity (k_major=True) disagrees with the row-major expectation (k_major=False for "
    "transposed=True); only row-major operand layouts are supported."
)
_MMA_DEPTHS = (4, 8, 16, 32, 64)


class Layouts(NamedTuple):
    """The layouts that the GEMM gives its operands in shared memory."""

    a: Layout
    b: Layout
    wgmma: bool


def operand_layouts(gemm: Gemm, arch: int, threads: int, wgmma_disabled: bool) -> Layouts:
    """The layouts of A and B.

    Raises Refused where the compiler refuses the GEMM, and with it every copy of the kernel.
    """
    if gemm.policy != "Square":
        raise NotModelled(f"GEMM policy {gemm.policy}")
    if gemm.instr in ("simt", "tcgen05"):
        raise NotModelled(f"GEMM instruction {gemm.instr}")
    if arch < 80:
        raise NotModelled(f"T.gemm on sm_{arch}")
    warps = threads // _WARP
    wgmma = not wgmma_disabled and gemm.instr == "auto" and _takes_wgmma(gemm, arch, warps)
    _, columns = _partition(gemm, warps, wgmma)
    a_shape = (gemm.block_k, gemm.block_m) if gemm.trans_a else (gemm.block_m, gemm.block_k)
    b_shape = (gemm.block_n, gemm.block_k) if gemm.trans_b else (gemm.block_k, gemm.block_n)
    bits = gemm.in_dtype.bits
    if not wgmma:
        depth = _mma_depth(gemm)
        if depth not in _MMA_DEPTHS:
            raise Refused(COMPILER_CHECK, f"Unsupported k_dim {depth}")
        return Layouts(operand(*a_shape, bits, k_inner=True), operand(*b_shape, bits, k_inner=True), wgmma)
    a_run = _INSTRUCTION_ROWS if gemm.trans_a else gemm.block_k
    b_run = gemm.block_k if gemm.trans_b else _instruction_columns(gemm.block_n // columns)
    return Layouts(_wgmma_layout(a_shape, a_run, bits), _wgmma_layout(b_shape, b_run, bits), wgmma)


def check_lowered(gemm: Gemm, layouts: Layouts) -> None:
    """What the GEMM itself requires, after the loads before it were lowered. Raises Refused."""
    if not layouts.wgmma:
        depth = _mma_depth(gemm)
        if gemm.block_k % depth != 0:
            reason = f"block_K ({gemm.block_k}) must be a multiple of micro_size_k ({depth})"
            raise Refused(COMPILER_CHECK, reason)
        return
    vector = 128 // gemm.in_dtype.bits
    for layout, k_major in ((layouts.a, not gemm.trans_a), (layouts.b, gemm.trans_b)):
        if not k_major and len(layout.outputs) == 1:
            rows = layout.shape[-1] // vector
            raise Refused(COMPILER_CHECK, _NOT_CANONICAL.format(rows) if rows > 1 else _NOT_ROW_MAJOR)


def _takes_wgmma(gemm: Gemm, arch: int, warps: int) -> bool:
    """Whether the GEMM runs on Hopper's warpgroup instruction."""
    if not 90 <= arch < 100 or gemm.block_m < _INSTRUCTION_ROWS or warps % _GROUP != 0:
        return False
    name, accum = gemm.in_dtype.name, gemm.accum.name
    k_major = not gemm.trans_a and gemm.trans_b
    if (name == "float16" and accum in ("float16", "float32")) or (name == "bfloat16" and accum == "float32"):
        return gemm.block_k % 16 == 0
    if (name.startswith("float8") and accum in ("float16", "float32")) or (
        name in ("int8", "uint8") and accum == "int32"
    ):
        return k_major and gemm.block_k % 32 == 0
    return False


def _partition(gemm: Gemm, warps: int, wgmma: bool) -> tuple[int, int]:
    """Warps along M and N, the split nearest to the block's own proportions."""
    m, n = gemm.block_m, gemm.block_n
    if wgmma:
        check(warps % _GROUP == 0, "num_warps % 4 == 0 Warp-Group MMA requires 128*k threads.")
    check(m % _WARP_ROWS == 0, "(M % kMPerWarp == 0) is false: M must be divisible by {}, but got {}", _WARP_ROWS, m)
    check(
        n % _WARP_COLUMNS == 0,
        "(N % {} == 0) is false: N must be divisible by {}, but got {}",
        "kNPerWarp" if wgmma else "k_n_per_warp",
        _WARP_COLUMNS,
        n,
    )
    found = [
        (abs(Fraction(m * columns * _WARP_COLUMNS, n * rows * _WARP_ROWS) - Fraction(m, n)), rows, columns)
        for rows, columns in ((rows, warps // rows) for rows in range(1, warps + 1) if warps % rows == 0)
        if m % (rows * _WARP_ROWS) == 0 and n % (columns * _WARP_COLUMNS) == 0 and (rows % _GROUP == 0 or not wgmma)
    ]
    if not found:
        raise Refused(COMPILER_CHECK, _no_partition(m, n, warps, wgmma))
    _, rows, columns = min(found)
    return rows, columns


def _no_partition(m: int, n: int, warps: int, wgmma: bool) -> str:
    group = " (Warp-Group MMA)" if wgmma else ""
    grouped = ", with m_warp a multiple of 4" if wgmma else ""
    return (
        f"No valid warp partition for T.gemm{group}: M={m}, N={n} cannot be evenly covered by {warps} warps "
        f"(policy=Square). Each warp must own a multiple of {_WARP_ROWS} rows and {_WARP_COLUMNS} columns{grouped}; "
        "adjust `threads` or the block tile shape."
    )


def _mma_depth(gemm: Gemm) -> int:
    return min(256 // gemm.in_dtype.bits, gemm.block_k)


def _instruction_columns(columns: int) -> int:
    """The widest WGMMA that divides a warp's columns: a multiple of 16 when there is one."""
    common = gcd(columns, _LARGEST_COLUMNS)
    if columns % 16 != 0:
        return common
    return next((n for n in range(_LARGEST_COLUMNS, common, -16) if columns % n == 0), common)


def _wgmma_layout(shape: tuple[int, int], continuity: int, bits: int) -> Layout:
    span = widest_span(continuity, 128 // bits)
    return bank(*shape, bits, span) if span else linear(shape)
