"""Polynomials against the expressions that they stand for, and the proofs against values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.tma.plan.expressions import Binary, Expression, bounds, evaluate
from tilesite.tma.plan.grammar import parse_expression
from tilesite.tma.plan.substitution import sizes_at, tree_at
from tilesite.tma.plan.symbolic import (
    Polynomial,
    at_zero,
    bytes_of,
    constant_of,
    interval,
    polynomial,
    provably_multiple,
    provably_negative,
    provably_no_multiple,
    provably_not_negative,
    spelled,
    substituted,
    symbols_in,
)

NAMES = ("a", "b", "c")
RANGES = {"a": (0, 5), "b": (0, 3), "c": (0, 9)}
POINTS = st.fixed_dictionaries({name: st.integers(0, high) for name, (_, high) in RANGES.items()})


@st.composite
def expressions(draw: Callable[..., Any], depth: int = 3) -> Expression:
    if depth == 0 or draw(st.booleans()):
        return draw(st.one_of(st.integers(-20, 20), st.sampled_from(NAMES)))
    operator = draw(st.sampled_from(["+", "-", "*", "//", "%"]))
    right = draw(st.integers(1, 9)) if operator in ("//", "%") else draw(expressions(depth=depth - 1))
    return Binary(operator, draw(expressions(depth=depth - 1)), right)


def read(text: str) -> Polynomial:
    return polynomial(parse_expression(text, "text"))


@given(expressions(), POINTS)
def test_a_polynomial_has_the_values_of_its_expression(tree: Expression, point: dict[str, int]) -> None:
    text = spelled(polynomial(tree))
    assert evaluate(parse_expression(text, "text"), point) == evaluate(tree, point)


@given(expressions())
def test_the_text_of_a_polynomial_reads_back(tree: Expression) -> None:
    assert read(spelled(polynomial(tree))) == polynomial(tree)


@given(expressions())
def test_at_zero_is_the_value_at_the_origin(tree: Expression) -> None:
    assert at_zero(polynomial(tree)) == evaluate(tree, dict.fromkeys(NAMES, 0))


@given(expressions(), POINTS)
def test_bounds_hold_every_value(tree: Expression, point: dict[str, int]) -> None:
    value = evaluate(tree, point)
    for low, high in (interval(polynomial(tree), RANGES), bounds(tree, RANGES)):
        assert low is None or low <= value
        assert high is None or value <= high


@given(expressions(), POINTS, st.integers(1, 32))
def test_proofs_are_sound(tree: Expression, point: dict[str, int], of: int) -> None:
    value = evaluate(tree, point)
    proven = polynomial(tree)
    assert not provably_no_multiple(proven, of) or value % of != 0
    assert not provably_multiple(proven, of) or value % of == 0
    assert not provably_not_negative(proven, RANGES) or value >= 0
    assert not provably_negative(proven, RANGES) or value < 0


@given(expressions())
def test_substitution_leaves_the_other_variables(tree: Expression) -> None:
    assert symbols_in(substituted(polynomial(tree), frozenset("a"))) <= {"b", "c"}


@pytest.mark.parametrize(
    ("text", "of", "no_multiple"),
    [("2*s0 + 1", 8, True), ("s0 + 1", 8, False), ("16*s0 + 8", 16, True), ("N*4 + 2", 8, True), ("N*4 + 4", 8, False)],
)
def test_what_is_provably_no_multiple(text: str, of: int, no_multiple: bool) -> None:
    assert provably_no_multiple(read(text), of) is no_multiple


@pytest.mark.parametrize(
    ("text", "bits", "expected"),
    [
        ("N", 16, "N * 2"),
        ("4096", 4, "2048"),
        ("s0", 4, "((s0 + 1) // (2))"),
        ("2*s0", 4, "s0"),
        ("2*s0 + 1", 4, "s0 + 1"),
        ("N*8 + 8", 32, "N * 32 + 32"),
    ],
)
def test_bytes_of_elements(text: str, bits: int, expected: str) -> None:
    assert spelled(bytes_of(read(text), bits)) == expected


def test_equal_polynomials_are_equal_values() -> None:
    assert read("(bx + 1)*64 - 64") == read("64*bx")
    assert constant_of(read("bx*8 % 8")) == 0
    assert read("(bx*64 + 7)//64") == read("bx")


@pytest.mark.parametrize("text", ["0", "7", "x", "-x*y + 3", "x*x*y*4 - 8", "(x + 5)//4 + x%3", "(x ^ (y*2)) * 3"])
def test_a_polynomial_at_values_is_its_expression_there(text: str) -> None:
    tree = parse_expression(text, "text")
    for values in ({"x": 3, "y": 5}, {"x": 0, "y": 1}, {"x": 17, "y": 2}):
        assert sizes_at([polynomial(tree)], values) == (evaluate(tree, values),)
        assert tree_at(tree, values) == evaluate(tree, values)
