"""Polynomials and expressions at values of any kind with the operators: integers, or those of a compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add, mul
from typing import Any

from tilesite.tma.plan.expressions import Expression, apply
from tilesite.tma.plan.symbolic import Atom, Polynomial

Names = Mapping[str, Any]
"""The value of each variable."""


def sizes_at(values: Sequence[Polynomial], names: Names) -> tuple[Any, ...]:
    """Each polynomial at the values of its variables; one without a value counts as 0."""
    return tuple(_sum(value, names) for value in values)


def tree_at(expression: Expression, names: Names) -> Any:  # noqa: ANN401 - whatever the values are
    """The expression at the values of its variables. Raises KeyError on a name without a value."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str):
        return names[expression]
    return apply(expression.operator, tree_at(expression.left, names), tree_at(expression.right, names))


def _sum(value: Polynomial, names: Names) -> Any:  # noqa: ANN401
    terms = [_product(atoms, count, names) for atoms, count in value.terms]
    return reduce(add, terms) if terms else 0


def _product(atoms: Sequence[Atom], count: int, names: Names) -> Any:  # noqa: ANN401
    # Without a factor of 1, which a compiler's expression would keep.
    factors = [_factor(atom, names) for atom in atoms]
    if count != 1 or not factors:
        factors.append(count)
    return reduce(mul, factors)


def _factor(atom: Atom, names: Names) -> Any:  # noqa: ANN401
    if isinstance(atom, str):
        return names.get(atom, 0)
    return apply(atom.operator, _sum(atom.left, names), _sum(atom.right, names))
