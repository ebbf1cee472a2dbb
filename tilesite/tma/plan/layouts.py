"""Shared-memory layouts as functions: logical coordinates in, physical coordinates out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilesite.tma.plan.algebra import row_major
from tilesite.tma.plan.expressions import (
    ADD,
    DIVIDE,
    MULTIPLY,
    REMAINDER,
    Binary,
    Expression,
    Interval,
    bounds,
    renamed,
)
from tilesite.tma.plan.grammar import LayoutFunction

LARGEST_BOX = 256
"""Elements of one box dimension of a tensor map."""


class Layout(NamedTuple):
    """A layout over a buffer of this shape.

    ``outputs`` are the physical coordinates, slowest first, over the axes ``x0``, ``x1``, … of the shape.
    ``beyond_prover`` marks a layout that is a swizzle, though the compiler does not find the proof.
    """

    shape: tuple[int, ...]
    outputs: tuple[Expression, ...]
    beyond_prover: bool = False


def axis(number: int) -> str:
    """The variable of one axis."""
    return f"x{number}"


def plus(left: Expression, right: Expression) -> Expression:
    """``left + right``, without a zero."""
    if left == 0:
        return right
    return left if right == 0 else Binary(ADD, left, right)


def times(left: Expression, factor: int) -> Expression:
    """``left * factor``, without a one."""
    return left if factor == 1 else Binary(MULTIPLY, left, factor)


def quotient(left: Expression, by: int) -> Expression:
    """``left // by``."""
    return Binary(DIVIDE, left, by)


def rest(left: Expression, by: int) -> Expression:
    """``left % by``."""
    return Binary(REMAINDER, left, by)


def weighted(terms: Sequence[Expression], weights: Sequence[int]) -> Expression:
    """The sum of the terms times their weights."""
    total: Expression = 0
    for term, weight in zip(terms, weights):
        total = plus(total, times(term, weight))
    return total


def linear(shape: Sequence[int]) -> Layout:
    """Row-major order."""
    return Layout(tuple(shape), (weighted([axis(k) for k in range(len(shape))], row_major(shape)),))


def custom(function: LayoutFunction, shape: Sequence[int]) -> Layout:
    """The layout that a user's function gives; it has as many parameters as the shape has axes."""
    names = {name: axis(k) for k, name in enumerate(function.parameters)}
    return Layout(tuple(shape), tuple(renamed(output, names) for output in function.outputs))


def expanded(layout: Layout, leading: Sequence[int]) -> Layout:
    """The layout of a buffer with more axes in front: each is a physical coordinate of its own."""
    count = len(leading)
    names = {axis(k): axis(k + count) for k in range(len(layout.shape))}
    front = tuple(axis(k) for k in range(count))
    outputs = front + tuple(renamed(output, names) for output in layout.outputs)
    return layout._replace(shape=tuple(leading) + layout.shape, outputs=outputs)


def tma_linear(shape: Sequence[int], region: Sequence[int]) -> Layout:
    """The compiler's order for bulk copies: fixed axes, then whole boxes, then the inside of a box.

    An axis of which the region takes one element is fixed; one longer than a box and a multiple of it is cut.
    """
    fixed: list[Expression] = []
    outer: list[Expression] = []
    inner: list[Expression] = []
    for k, (extent, taken) in enumerate(zip(shape, region)):
        if taken == 1:
            fixed.append(axis(k))
        elif extent > LARGEST_BOX and extent % LARGEST_BOX == 0:
            outer.append(quotient(axis(k), LARGEST_BOX))
            inner.append(rest(axis(k), LARGEST_BOX))
        else:
            inner.append(axis(k))
    return Layout(tuple(shape), (*fixed, *outer, *inner))


def address(layout: Layout) -> Expression:
    """The linear physical address: the outputs in row-major order of their extents."""
    total: Expression = 0
    for output, extent in zip(layout.outputs, extents(layout)):
        total = plus(times(total, extent), output) if total != 0 else output
    return total


def extents(layout: Layout) -> tuple[int, ...]:
    """The physical shape as the compiler finds it: interval bounds, which may be wider than the values."""
    ranges: dict[str, Interval] = {axis(k): (0, extent - 1) for k, extent in enumerate(layout.shape)}
    return tuple(_extent(output, k, layout.shape, ranges) for k, output in enumerate(layout.outputs))


def _extent(output: Expression, place: int, shape: Sequence[int], ranges: dict[str, Interval]) -> int:
    # The interval analysis knows no exclusive or; where it finds nothing, constant bounds are asked.
    high = bounds(output, ranges, xor_is_bounded=False)[1]
    if high is not None:
        return high + 1
    low, high = bounds(output, ranges)
    if low is not None and high is not None and low >= 0:
        return high - low + 1
    return shape[place] if place < len(shape) else 1
