"""Index expressions as trees: integers, names and binary operators, and what intervals say about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Optional, Union

ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, XOR = "+", "-", "*", "//", "%", "^"
PARITY_XOR = "xor"
"""Exclusive or written by the compiler's own layouts as sums of bits modulo 2, which its prover sees through."""


class Binary(NamedTuple):
    """``left operator right``; divisors of ``//`` and ``%`` are positive integers."""

    operator: str
    left: Expression
    right: Expression


Expression = Union[int, str, Binary]
"""An integer, the name of a variable, or an operator and its operands. Equal trees are equal keys."""

Interval = tuple[Optional[int], Optional[int]]
"""The least and the greatest value, both inclusive; None where there is no bound."""

UNBOUNDED: Interval = (None, None)


def apply(operator: str, left: int, right: int) -> int:
    """The operator on two integers; ``//`` and ``%`` round to minus infinity, as TileLang's do."""
    if operator == ADD:
        return left + right
    if operator == SUBTRACT:
        return left - right
    if operator == MULTIPLY:
        return left * right
    if operator == DIVIDE:
        return left // right
    if operator == REMAINDER:
        return left % right
    return left ^ right


def evaluate(expression: Expression, values: Mapping[str, int]) -> int:
    """The value at one point. Raises KeyError on a name without a value."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str):
        return values[expression]
    return apply(expression.operator, evaluate(expression.left, values), evaluate(expression.right, values))


def renamed(expression: Expression, names: Mapping[str, str]) -> Expression:
    """The same tree with its variables called otherwise."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str):
        return names.get(expression, expression)
    return Binary(expression.operator, renamed(expression.left, names), renamed(expression.right, names))


def names_in(expression: Expression) -> frozenset[str]:
    """The variables of the expression."""
    if isinstance(expression, int):
        return frozenset()
    if isinstance(expression, str):
        return frozenset((expression,))
    return names_in(expression.left) | names_in(expression.right)


def has_operator(expression: Expression, operator: str) -> bool:
    """Whether the operator stands anywhere in the expression."""
    if not isinstance(expression, Binary):
        return False
    return (
        expression.operator == operator
        or has_operator(expression.left, operator)
        or has_operator(expression.right, operator)
    )


def bounds(expression: Expression, ranges: Mapping[str, Interval], xor_is_bounded: bool = True) -> Interval:
    """An interval that holds every value, found operator by operator; a name without a range has no bounds."""
    if isinstance(expression, int):
        return expression, expression
    if isinstance(expression, str):
        return ranges.get(expression, UNBOUNDED)
    left = bounds(expression.left, ranges, xor_is_bounded)
    right = bounds(expression.right, ranges, xor_is_bounded)
    if expression.operator == XOR and not xor_is_bounded:
        return UNBOUNDED
    return combined(expression.operator, left, right)


def combined(operator: str, left: Interval, right: Interval) -> Interval:
    """The interval of ``left operator right``."""
    if operator == ADD:
        return _sum(left, right)
    if operator == SUBTRACT:
        return _sum(left, _negated(right))
    if operator == MULTIPLY:
        return _product(left, right)
    if operator in (DIVIDE, REMAINDER):
        by = right[0]
        # The grammar has only positive constants as divisors.
        return _quotient(left, by or 1) if operator == DIVIDE else _remainder(left, by or 1)
    return _exclusive_or(left, right)


def _sum(left: Interval, right: Interval) -> Interval:
    low = None if left[0] is None or right[0] is None else left[0] + right[0]
    high = None if left[1] is None or right[1] is None else left[1] + right[1]
    return low, high


def _negated(value: Interval) -> Interval:
    low, high = value
    return (None if high is None else -high), (None if low is None else -low)


def _product(left: Interval, right: Interval) -> Interval:
    if left == (0, 0) or right == (0, 0):
        return 0, 0
    (a, b), (c, d) = left, right
    if a is not None and b is not None and c is not None and d is not None:
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    if a is not None and c is not None and a >= 0 and c >= 0:
        return a * c, None
    if a is not None and a == b:
        left, right = right, left
        (a, b), (c, d) = left, right
    if c is not None and c == d:
        scaled = (None if a is None else a * c), (None if b is None else b * c)
        return scaled if c > 0 else (scaled[1], scaled[0])
    return UNBOUNDED


def _quotient(value: Interval, by: int) -> Interval:
    low, high = value
    return (None if low is None else low // by), (None if high is None else high // by)


def _remainder(value: Interval, by: int) -> Interval:
    low, high = value
    if low is not None and high is not None and low // by == high // by:
        return low % by, high % by
    return 0, by - 1


def _exclusive_or(left: Interval, right: Interval) -> Interval:
    (a, b), (c, d) = left, right
    if a is None or b is None or c is None or d is None or a < 0 or c < 0:
        return UNBOUNDED
    return 0, (1 << max(b, d).bit_length()) - 1
