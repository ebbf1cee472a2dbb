"""A layout evaluated over its whole shape, a row of the last axis at a time, and what the values show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, Union

from tilesite.tma.plan.expressions import (
    ADD,
    DIVIDE,
    MULTIPLY,
    REMAINDER,
    SUBTRACT,
    XOR,
    Expression,
    Interval,
    apply,
    bounds,
    has_operator,
)
from tilesite.tma.plan.layouts import Layout, address, axis, plus, times

_Values = Union[int, list[int]]


class _Step(NamedTuple):
    """One operation of a straight-line program; operands are numbers of earlier steps."""

    operator: str
    left: int
    right: int


_AXIS = "axis"
_NUMBER = "number"


def rows(expression: Expression, shape: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The expression at every point: the coordinates of all axes but the last, and a value for each of that one.

    Equal sub-expressions are evaluated once, and those of the last axis alone once for all rows.
    """
    steps = _program(expression, len(shape))
    last = list(range(shape[-1]))
    settled: dict[int, _Values] = {}
    for number, step in enumerate(steps):
        if _needs_only_last(steps, number, len(shape) - 1):
            settled[number] = _value(step, settled, last)
    for point in product(*map(range, shape[:-1])):
        values = dict(settled)
        for number, step in enumerate(steps):
            if number not in settled:
                values[number] = point[step.left] if step.operator == _AXIS else _combined(step, values)
        row = values[len(steps) - 1]
        yield point, row if isinstance(row, list) else [row] * len(last)


def least(expression: Expression, shape: Sequence[int]) -> int:
    """The least value over the shape; bounds answer where they suffice."""
    low = bounds(expression, {axis(k): (0, extent - 1) for k, extent in enumerate(shape)})[0]
    if low is not None and low >= 0:
        return low
    return min(min(row) for _, row in rows(expression, shape))


def is_row_major(layout: Layout) -> bool:
    """Whether the compiler proves the layout to be row-major: it is, and no ``^`` is in it."""
    if any(has_operator(output, XOR) for output in layout.outputs):
        return False
    return _counts_up(layout)


@lru_cache(maxsize=512)
def first_collision(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The first two points, in row-major order, with the same physical coordinates; None when no two have."""
    # The extents of an address may be too narrow for outputs that go below 0, so these use their own bounds.
    ranges: dict[str, Interval] = {axis(k): (0, extent - 1) for k, extent in enumerate(layout.shape)}
    total: Expression = 0
    for output in layout.outputs:
        low, high = bounds(output, ranges)
        width = 2**40 if low is None or high is None else high - low + 1
        total = plus(times(total, width), output)
    seen: dict[int, tuple[int, ...]] = {}
    for point, row in rows(total, layout.shape):
        for last, value in enumerate(row):
            other = seen.setdefault(value, (*point, last))
            if other != (*point, last):
                return other, (*point, last)
    return None


@lru_cache(maxsize=512)
def _counts_up(layout: Layout) -> bool:
    width = layout.shape[-1]
    start = 0
    for _, row in rows(address(layout), layout.shape):
        if row != list(range(start, start + width)):
            return False
        start += width
    return True


def _program(expression: Expression, axes: int) -> list[_Step]:
    names = {axis(k): k for k in range(axes)}
    steps: dict[_Step, int] = {}

    def number(tree: Expression) -> int:
        if isinstance(tree, int):
            step = _Step(_NUMBER, tree, 0)
        elif isinstance(tree, str):
            step = _Step(_AXIS, names[tree], 0)
        else:
            step = _Step(tree.operator, number(tree.left), number(tree.right))
        return steps.setdefault(step, len(steps))

    number(expression)
    return list(steps)


def _needs_only_last(steps: Sequence[_Step], number: int, last: int) -> bool:
    step = steps[number]
    if step.operator == _NUMBER:
        return True
    if step.operator == _AXIS:
        return step.left == last
    return _needs_only_last(steps, step.left, last) and _needs_only_last(steps, step.right, last)


def _value(step: _Step, values: dict[int, _Values], last: list[int]) -> _Values:
    if step.operator == _NUMBER:
        return step.left
    return last if step.operator == _AXIS else _combined(step, values)


def _combined(step: _Step, values: dict[int, _Values]) -> _Values:
    if step.operator == _NUMBER:
        return step.left
    left, right = values[step.left], values[step.right]
    if isinstance(left, int) and isinstance(right, int):
        return apply(step.operator, left, right)
    return _on_lists(step.operator, left, right)


def _on_lists(operator: str, left: _Values, right: _Values) -> list[int]:
    if isinstance(left, int):
        left = [left] * len(right)  # type: ignore[arg-type]
    if isinstance(right, int):
        return _with_number(operator, left, right)
    if operator == ADD:
        return [a + b for a, b in zip(left, right)]
    return [apply(operator, a, b) for a, b in zip(left, right)]


def _with_number(operator: str, left: list[int], right: int) -> list[int]:
    if operator == ADD:
        return [a + right for a in left]
    if operator == SUBTRACT:
        return [a - right for a in left]
    if operator == MULTIPLY:
        return [a * right for a in left]
    if operator == DIVIDE:
        return [a // right for a in left]
    if operator == REMAINDER:
        return [a % right for a in left]
    return [a ^ right for a in left]
