"""Laws of the algebra of layouts, on random layouts; a layout as a function is taken apart digit by digit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tilesite.tma.plan.algebra import (
    UNIT,
    Mode,
    coalesce,
    column_major,
    compose,
    coordinates,
    offset,
    right_inverse,
    row_major,
    size,
)
from tilesite.tma.plan.refusal import Refused

EXTENTS = st.sampled_from([1, 1, 2, 2, 3, 4, 6, 8])
POWERS = st.sampled_from([1, 2, 2, 4, 8])
PLAIN = st.lists(st.builds(Mode, EXTENTS, st.integers(0, 64)), min_size=1, max_size=5)


@st.composite
def nested(draw: Callable[..., Any], each: st.SearchStrategy[int] = EXTENTS) -> list[Mode]:
    """Modes that fill a run without gaps, in any order."""
    extents = draw(st.lists(each, min_size=1, max_size=4))
    modes = [Mode(extent, stride) for extent, stride in zip(extents, column_major(extents))]
    return list(draw(st.permutations(modes)))


@given(PLAIN)
def test_coalescing_keeps_the_function(modes: list[Mode]) -> None:
    merged = coalesce(modes)
    assert size(merged) == size(modes)
    assert [offset(i, merged) for i in range(size(modes))] == [offset(i, modes) for i in range(size(modes))]


@given(PLAIN)
def test_coalescing_twice_is_coalescing(modes: list[Mode]) -> None:
    assert coalesce(coalesce(modes)) == coalesce(modes)


@given(nested(), st.integers(1, 16))
def test_no_merged_mode_exceeds_the_cap(modes: list[Mode], cap: int) -> None:
    longest = max(mode.extent for mode in modes)
    assert all(mode.extent <= max(cap, longest) for mode in coalesce(modes, cap))


@given(nested(POWERS), nested(POWERS))
def test_composition_is_one_function_after_the_other(left: list[Mode], right: list[Mode]) -> None:
    # Beyond the left layout, or where digits carry or extents do not divide, composition promises nothing.
    assume(size(right) <= size(left))
    inside = [offset(i, right) for i in range(size(right))]
    composed = compose(left, right)
    assert size(composed) == size(right)
    assert [offset(i, composed) for i in range(size(right))] == [offset(j, left) for j in inside]


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ([Mode(3, 1), Mode(4, 4)], [Mode(2, 4)], "rest_stride=4, curr_shape=3"),
        ([Mode(4, 1), Mode(4, 8)], [Mode(6, 1)], "rest_shape=6, new_shape=4"),
    ],
)
def test_composition_refuses_what_does_not_divide(left: list[Mode], right: list[Mode], reason: str) -> None:
    with pytest.raises(Refused) as raised:
        compose(left, right)
    assert raised.value.refusal.reason.endswith(reason)


@given(nested())
def test_right_inverse_undoes_a_layout_without_gaps(modes: list[Mode]) -> None:
    inverse = right_inverse(modes)
    assert size(inverse) == size(modes)
    assert [offset(offset(i, inverse), modes) for i in range(size(modes))] == list(range(size(modes)))


@given(PLAIN)
def test_right_inverse_is_right_as_far_as_it_goes(modes: list[Mode]) -> None:
    inverse = right_inverse(modes)
    assert [offset(offset(i, inverse), modes) for i in range(size(inverse))] == list(range(size(inverse)))


def test_right_inverse_refuses_a_negative_stride() -> None:
    with pytest.raises(Refused) as raised:
        right_inverse([Mode(64, -1), Mode(64, 64)])
    assert raised.value.refusal == (
        "compiler_check",
        "Check failed: (st >= 0) is false: RightInverse requires non-negative strides, got -1",
    )


@pytest.mark.parametrize(
    ("modes", "cap", "expected"),
    [
        ([Mode(1, 5)], None, UNIT),
        ([Mode(4, 1), Mode(8, 4)], None, (Mode(32, 1),)),
        ([Mode(4, 1), Mode(8, 8)], None, (Mode(4, 1), Mode(8, 8))),
        # From the slowest mode down: the slow ones are filled first.
        ([Mode(2, 1), Mode(64, 2), Mode(128, 128)], 256, (Mode(128, 1), Mode(128, 128))),
        ([Mode(8, 1), Mode(64, 8), Mode(4, 512)], 256, (Mode(8, 1), Mode(256, 8))),
        ([Mode(4, 1, 0), Mode(8, 4, 1)], None, (Mode(4, 1, 0), Mode(8, 4, 1))),
    ],
)
def test_coalescing_in_tables(modes: list[Mode], cap: int | None, expected: tuple[Mode, ...]) -> None:
    assert coalesce(modes, cap) == expected


def test_axes_are_kept_apart() -> None:
    assert coordinates(11, [Mode(4, 1, 1), Mode(8, 1, 0)], 2) == [2, 3]


@given(st.lists(EXTENTS, min_size=1, max_size=4))
def test_row_major_is_column_major_of_the_reversed_shape(shape: list[int]) -> None:
    assert row_major(shape) == column_major(shape[::-1])[::-1]
    assert row_major(shape)[-1] == 1
