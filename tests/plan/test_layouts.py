"""Layouts and their recovery: the makers against the formulas of their sources, and what a recovery promises."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tilesite.tma.plan.addresses import first_collision, is_row_major, rows
from tilesite.tma.plan.algebra import Mode, column_major, offset
from tilesite.tma.plan.expressions import evaluate
from tilesite.tma.plan.families import (
    FULL,
    HALF,
    QUARTER,
    bank,
    double_k_inner,
    double_k_outer,
    hopper,
    operand,
    padded,
    volta,
)
from tilesite.tma.plan.grammar import parse_function
from tilesite.tma.plan.layouts import Layout, address, axis, custom, expanded, extents, linear, tma_linear
from tilesite.tma.plan.recovery import Swizzle, fits_tensor_map, in_bytes, recover
from tilesite.tma.plan.refusal import Refused

MADE = [
    linear((64, 64)),
    tma_linear((2, 512, 8), (1, 512, 8)),
    *(
        bank(rows, columns, bits, span)
        for span in (QUARTER, HALF, FULL)
        for rows in (4, 24)
        for columns, bits in ((128, 16), (64, 32), (256, 8))
    ),
    double_k_inner(8, 32),
    double_k_outer(8, 32),
    padded(24, 64, 16),
    volta(64, 64, is_a=True, k_inner=True),
    volta(64, 128, is_a=True, k_inner=False),
    volta(64, 128, is_a=False, k_inner=False),
    volta(64, 40, is_a=False, k_inner=True),
    hopper(64, 96, 16, k_inner=True),
    operand(64, 24, 8, k_inner=False),
    expanded(bank(8, 64, 16, FULL), (3,)),
]


def points(layout: Layout) -> list[tuple[int, ...]]:
    return list(product(*map(range, layout.shape)))


def at(layout: Layout, point: tuple[int, ...]) -> int:
    return evaluate(address(layout), {axis(k): x for k, x in enumerate(point)})


@pytest.mark.parametrize("layout", MADE)
def test_rows_are_the_values_at_their_points(layout: Layout) -> None:
    found = {
        (*point, last): value for point, row in rows(address(layout), layout.shape) for last, value in enumerate(row)
    }
    assert found == {point: at(layout, point) for point in points(layout)}


@pytest.mark.parametrize("layout", MADE)
def test_no_made_layout_puts_two_elements_in_one_place(layout: Layout) -> None:
    assert first_collision(layout) is None


@pytest.mark.parametrize("layout", MADE)
def test_a_recovered_layout_is_the_layout(layout: Layout) -> None:
    recovered = recover(layout)
    if recovered is None:
        assert layout.beyond_prover or layout in (volta(64, 64, is_a=True, k_inner=True), padded(24, 64, 16))
        return
    strides = column_major(layout.shape)
    for point in points(layout):
        index = sum(x * stride for x, stride in zip(point, strides))
        assert recovered.swizzle.applied(recovered.offset + offset(index, recovered.plain)) == at(layout, point)


@pytest.mark.parametrize("span", [QUARTER, HALF, FULL])
@pytest.mark.parametrize("bits", [4, 8, 16, 32, 64])
def test_bank_layouts_are_the_swizzles_of_a_tensor_map(span: int, bits: int) -> None:
    recovered = recover(bank(32, 3 * span * 128 // bits, bits, span))
    assert recovered is not None
    swizzle = in_bytes(recovered.swizzle, bits)
    assert swizzle == Swizzle(span.bit_length() - 1, 4, 3)
    assert fits_tensor_map(swizzle)


def test_the_address_of_a_bank_layout() -> None:
    # 128 bytes of f16: eight vectors of eight, xored with the row.
    layout = bank(16, 128, 16, FULL)
    for i, j in points(layout):
        expected = ((j // 64) * 2 + i // 8) * 512 + (((j // 8 % 8) ^ (i % 8)) + 8 * (i % 8)) * 8 + j % 8
        assert at(layout, (i, j)) == expected


def test_few_rows_show_a_narrower_swizzle_that_can_be_widened() -> None:
    layout = bank(4, 64, 16, FULL)
    assert recover(layout).swizzle == Swizzle(2, 3, 3)
    assert recover(layout, least_bits=3).swizzle == Swizzle(3, 3, 3)
    assert recover(layout, least_bits=4) is None
    assert recover(bank(8, 64, 16, HALF), least_bits=3) is None


def function(text: str, *shape: int) -> Layout:
    return custom(parse_function(text, "fn"), shape)


@pytest.mark.parametrize(
    ("text", "swizzle"),
    [
        ("lambda i, j: i*64 + j", (0, 4, 3)),
        ("lambda i, j: i*64 + (j ^ ((i%8)*8))", (3, 3, 3)),
        ("lambda i, j: i*64 + (j ^ ((i%8)*4))", (3, 2, 4)),
        ("lambda i, j: j*64 + i", (0, 4, 3)),
        ("lambda i, j: i*64 + j + 64", (0, 4, 3)),
        ("lambda i, j: i*128 + j", (0, 4, 3)),
        # A pitch of two bits looks like a swizzle, and is none.
        ("lambda i, j: i*72 + j", None),
        # A complemented bit is a negative stride, which the compiler proves without "^" only.
        ("lambda i, j: i*64 + 63 - j", (0, 4, 3)),
        ("lambda i, j: i*64 + (j ^ 1)", None),
        ("lambda i, j: i*64 + (j ^ ((i%8)*8) ^ 8)", None),
    ],
)
def test_what_is_recovered_from_a_function(text: str, swizzle: tuple[int, int, int] | None) -> None:
    recovered = recover(function(text, 64, 64))
    assert (recovered and recovered.swizzle) == swizzle


def test_the_offset_of_a_layout_is_kept_beside_its_strides() -> None:
    recovered = recover(function("lambda i, j: i*64 + j + 64", 64, 64))
    assert (recovered.offset, recovered.plain) == (64, (Mode(64, 64), Mode(64, 1)))


@pytest.mark.parametrize(
    ("text", "shape", "expected"),
    [
        ("lambda i, j: [j//32, i, j%32]", (64, 64), (2, 64, 32)),
        # A remainder inside one period stays what it is.
        ("lambda i, j: [i, j%32]", (8, 24), (8, 24)),
        # Exclusive or fills the bits of the wider side.
        ("lambda i, j: [j//32, i, (j%32)^((i%4)*2)]", (8, 24), (1, 8, 32)),
        ("lambda i, j: [i, (j^i) + 3]", (4, 8), (4, 8)),
        ("lambda i, j: [i, 7 - j]", (4, 8), (4, 8)),
        ("lambda i, j: [i, j - 2]", (4, 8), (4, 6)),
    ],
)
def test_the_physical_shape_is_found_by_intervals(text: str, shape: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert extents(function(text, *shape)) == expected


def test_row_major_is_proven_unless_an_exclusive_or_is_in_the_way() -> None:
    assert is_row_major(linear((8, 16)))
    assert is_row_major(function("lambda i, j: [i//2, i%2, j]", 8, 16))
    assert not is_row_major(function("lambda i, j: i*16 + (j^0)", 8, 16))
    assert not is_row_major(function("lambda i, j: j*8 + i", 8, 16))
    # The compiler's own layouts write exclusive or as sums, which its prover sees through.
    assert is_row_major(bank(4, 16, 16, QUARTER))


def test_the_first_collision_is_the_first_in_row_major_order() -> None:
    assert first_collision(function("lambda i, j: i*12 + (j^((i%4)*8))", 48, 12)) == ((2, 8), (4, 0))
    assert first_collision(function("lambda i, j: [i, j-8]", 48, 12)) is None


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: bank(12, 64, 16, FULL), "(stride == 4 || stride % 8 == 0) is false: stride=12"),
        (lambda: bank(8, 48, 16, FULL), "(continuous % (vector_size * 8) == 0) is false: continuous=48, vector_size=8"),
        (
            lambda: hopper(8, 12, 16, k_inner=True),
            "(0) is false: Unsupported layout for Hopper with stride=8, continuous=12, element_size=16, k_inner=1",
        ),
    ],
)
def test_what_the_makers_refuse(make: Callable[[], Layout], reason: str) -> None:
    with pytest.raises(Refused) as raised:
        make()
    assert raised.value.refusal == ("compiler_check", f"Check failed: {reason}")
