"""The layouts that TileLang's named makers build, with the checks they make.

Shapes are (rows, columns) of the last two axes of a buffer, ``bits`` the element size. Sources:
layout/gemm_layouts.cc and tilelang/cuda/op/gemm of the wheel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable

from tilesite.tma.plan.expressions import PARITY_XOR, Binary, Expression
from tilesite.tma.plan.layouts import Layout, axis, expanded, linear, plus, quotient, rest, times, weighted
from tilesite.tma.plan.refusal import check

QUARTER, HALF, FULL = 2, 4, 8
"""16-byte vectors in the span of a 32, 64 and 128 byte swizzle."""

_I, _J = axis(0), axis(1)


def over_last_two(shape: Sequence[int], make: Callable[[int, int], Layout]) -> Layout:
    """The layout of a whole buffer from the layout of its last two axes."""
    check(
        len(shape) >= 2,
        "(buffer->shape.size() >= 2) is false: Swizzle layout expects rank >= 2 buffer, got rank={}",
        len(shape),
    )
    return expanded(make(shape[-2], shape[-1]), shape[:-2])


def bank(rows: int, columns: int, bits: int, span: int) -> Layout:
    """The bank swizzle over a span of 2, 4 or 8 vectors: blocks of columns, then rows, then the span."""
    vector = 128 // bits
    check(rows == 4 or rows % 8 == 0, "(stride == 4 || stride % 8 == 0) is false: stride={}", rows)
    check(
        columns % (vector * span) == 0,
        "(continuous % (vector_size * {}) == 0) is false: continuous={}, vector_size={}",
        span,
        columns,
        vector,
    )
    row = rest(_I, 8)
    place = _exclusive_or(rest(quotient(_J, vector), span), quotient(row, 8 // span) if span < 8 else row)
    inside = weighted([place, row, rest(_J, vector)], [vector, vector * span, 1])
    return Layout((rows, columns), (quotient(_J, vector * span), quotient(_I, 8), inside))


def double_k_inner(rows: int, columns: int) -> Layout:
    """64-bit elements, K innermost: Sw<2,0,4> over elements, which no tensor map has."""
    row, column = rest(_I, 4), rest(_J, 16)
    inside = plus(times(quotient(column, 4), 4), _exclusive_or(rest(column, 4), row))
    return _double(rows, columns, inside)


def double_k_outer(rows: int, columns: int) -> Layout:
    """64-bit elements, K outermost: Sw<2,2,2> over elements, which no tensor map has."""
    row, column = rest(_I, 4), rest(_J, 16)
    inside = plus(rest(column, 4), times(_exclusive_or(quotient(column, 4), row), 4))
    return _double(rows, columns, inside)


def padded(rows: int, columns: int, bits: int) -> Layout:
    """Row-major with 16 bytes between the rows when they are a multiple of 32 bytes."""
    pitch = columns + 128 // bits if bits * columns % 256 == 0 else columns
    return Layout((rows, columns), (weighted([_I, _J], [pitch, 1]),))


def operand(rows: int, columns: int, bits: int, k_inner: bool) -> Layout:
    """make_swizzled_layout with padding allowed: the layout of an operand of MMA."""
    if bits == 64:
        if columns % 16 == 0:
            return double_k_inner(rows, columns) if k_inner else double_k_outer(rows, columns)
        return padded(rows, columns, bits)
    if bits == 8 and not k_inner:
        return padded(rows, columns, bits)
    span = widest_span(columns, 128 // bits)
    return bank(rows, columns, bits, span) if span else padded(rows, columns, bits)


def hopper(rows: int, columns: int, bits: int, k_inner: bool, continuity: int | None = None) -> Layout:
    """make_swizzled_layout without padding, and the default layout of a bulk store."""
    vector = 128 // bits
    if bits == 64:
        if (columns if continuity is None else continuity) % 16 == 0:
            return double_k_inner(rows, columns) if k_inner else double_k_outer(rows, columns)
        return bank(rows, columns, bits, QUARTER) if rows % 8 == 0 else linear((rows, columns))
    span = widest_span(columns, vector)
    if rows % 8 == 0 and span:
        return bank(rows, columns, bits, span)
    check(
        columns % vector == 0,
        "(0) is false: Unsupported layout for Hopper with stride={}, continuous={}, element_size={}, k_inner={}",
        rows,
        columns,
        bits,
        int(k_inner),
    )
    return linear((rows, columns))


def widest_span(continuity: int, vector: int) -> int:
    """The widest span that divides the contiguous extent: FULL, HALF, QUARTER, or 0 for none."""
    return next((span for span in (FULL, HALF, QUARTER) if continuity % (span * vector) == 0), 0)


def volta(rows: int, columns: int, is_a: bool, k_inner: bool) -> Layout:
    """The layouts of Volta's tensor cores, whatever the element size."""
    if k_inner and rows % 32 == 0 and columns % 32 == 0:
        return _volta_crosswise(rows, columns)
    if columns % 64 == 0 and rows % 4 == 0:
        return _volta_congruous(rows, columns, is_a)
    return padded(rows, columns, 16)


def _volta_crosswise(rows: int, columns: int) -> Layout:
    vector = quotient(_J, 4)
    high = rest(
        weighted([quotient(rest(_I, 32), 16), quotient(rest(_I, 16), 8), quotient(rest(vector, 8), 4)], [1] * 3), 2
    )
    low = _exclusive_or(quotient(rest(_I, 8), 4), quotient(rest(vector, 4), 2))
    permuted = weighted([quotient(_I, 16), rest(_I, 4), high, low], [16, 4, 2, 1])
    return Layout((rows, columns), (weighted([rest(_J, 4), permuted, vector], [1, 4, rows * 4]),))


def _volta_congruous(rows: int, columns: int, is_a: bool) -> Layout:
    vector = quotient(_J, 8)
    residual = rest(vector, 8)
    row = quotient(residual, 2) if is_a else rest(residual, 4)
    block = rest(residual, 2) if is_a else quotient(residual, 4)
    column = weighted([_exclusive_or(rest(_I, 4), row), block, quotient(vector, 8), rest(_J, 8)], [8, 32, 64, 1])
    total = weighted([row, quotient(_I, 4), column], [columns, 4 * columns, 1])
    # Of these the compiler proves only operand A with one block of 64 columns to be a swizzle.
    return Layout((rows, columns), (total,), beyond_prover=not is_a or columns != 64)


def _double(rows: int, columns: int, inside: Expression) -> Layout:
    total = plus(inside, times(rest(_I, 4), 16))
    return Layout((rows, columns), (quotient(_J, 16), quotient(_I, 4), total))


def _exclusive_or(left: Expression, right: Expression) -> Expression:
    return Binary(PARITY_XOR, left, right)
