"""Swizzled addresses: against the tables of the PTX ISA, against TileLang's bank layouts, and by their laws."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.tma.enums import DTYPES, SWIZZLE, SWIZZLE_SPANS
from tilesite.tma.plan import plan
from tilesite.tma.plan.expressions import evaluate
from tilesite.tma.plan.families import FULL, HALF, QUARTER, bank
from tilesite.tma.plan.layouts import address, axis
from tilesite.tma.swizzle import BANKS, PATTERNS, Tile, swizzled

MODES = range(7)
BY_NAME = {dtype.short: dtype for dtype in DTYPES}

# PTX ISA 9.0, section 5.5.7: which 16-byte chunk of a 128-byte line stands where, line by line until it repeats.
PTX_TABLES = {
    "NONE": ["01234567"],
    "32B": ["01234567", "10325476"],
    "64B": ["01234567", "10325476", "23016745", "32107654"],
    "128B": [
        *("01234567", "10325476", "23016745", "32107654"),
        *("45670123", "54761032", "67452301", "76543210"),
    ],
    "128B_ATOM_32B": ["01234567", "23016745", "45670123", "67452301"],
    "128B_ATOM_32B_FLIP_8B": ["01234567", "23016745", "45670123", "67452301"],
    "128B_ATOM_64B": ["01234567", "45670123"],
}


@pytest.mark.parametrize("mode", MODES, ids=SWIZZLE.names)
def test_the_tables_of_the_ptx_isa(mode: int) -> None:
    table = PTX_TABLES[SWIZZLE.names[mode]]
    assert PATTERNS[mode].repeat == len(table) * 128
    for line in range(2 * len(table)):
        for place, chunk in enumerate(table[line % len(table)]):
            assert swizzled(mode, line * 128 + int(chunk) * 16) // 16 == line * 8 + place


def test_the_flip_exchanges_halves_of_16_bytes_in_odd_lines() -> None:
    plain, flipped = SWIZZLE.names.index("128B_ATOM_32B"), SWIZZLE.names.index("128B_ATOM_32B_FLIP_8B")
    for offset in range(1024):
        assert swizzled(flipped, offset) == swizzled(plain, offset) ^ (8 if offset // 128 % 2 else 0)


@pytest.mark.parametrize("mode", MODES, ids=SWIZZLE.names)
def test_bytes_change_places_within_their_line(mode: int) -> None:
    size = 4 * PATTERNS[mode].repeat
    moved = [swizzled(mode, offset) for offset in range(size)]
    assert sorted(moved) == list(range(size))
    assert all(offset // 128 == there // 128 for offset, there in enumerate(moved))
    assert all(swizzled(mode, there) == offset for offset, there in enumerate(moved))


@pytest.mark.parametrize(("mode", "width", "factor"), [(1, 2, 4), (2, 4, 2), (3, 8, 1)])
@pytest.mark.parametrize("name", ["u8", "f16", "f32", "f64"])
def test_tilelangs_bank_layouts(mode: int, width: int, factor: int, name: str) -> None:
    """make_quarter-, half- and full_bank_swizzled_layout: chunk c of row i stands at c xor (i % 8) // factor."""
    dtype = BY_NAME[name]
    vector = 128 // dtype.bits
    tile = Tile(mode, dtype, 32, vector * width)
    for i in range(tile.rows):
        for j in range(tile.columns):
            chunk = (j // vector) ^ (i % 8 // factor)
            index = (i // 8) * 8 * width * vector + vector * (chunk + width * (i % 8)) + j % vector
            assert tile.address(i, j) == index * dtype.bits // 8


def test_a_column_of_16_bytes_meets_every_bank_once_in_8_rows() -> None:
    tile = Tile(3, BY_NAME["f16"], 8, 64)
    for first in range(0, 64, 8):
        assert len({tile.bank(row, first) for row in range(8)}) == 8


@given(st.sampled_from(MODES), st.sampled_from(DTYPES), st.integers(1, 16), st.integers(0, 3))
def test_elements_do_not_meet(mode: int, dtype: Any, rows: int, narrower: int) -> None:  # noqa: ANN401 - a DataType
    span = (SWIZZLE_SPANS[mode] or 128) >> narrower
    columns = span if dtype.gapped else span * 8 // dtype.bits
    tile = Tile(mode, dtype, rows, columns)
    places = {tile.address(row, column) for row in range(rows) for column in range(columns)}
    if dtype.bits >= 8:
        assert len(places) == rows * columns
    assert all(0 <= place < -(-rows * tile.row_bytes // 128) * 128 for place in places)
    assert all(tile.bank(row, 0) in range(BANKS) for row in range(rows))


def test_text(run: Callable[..., Any]) -> None:
    ran = run("swizzle", "--mode", "32B", "--dtype", "f16", "--rows", "5")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "swizzle 32B, f16, rows of 16 elements (32 bytes): chunks of 16 bytes move, "
        "the pattern repeats every 256 bytes\n"
        "address:bank of the element (i, j) that begins each 16 bytes\n"
        "  i\\j          0         8\n"
        "    0        0:0      16:4\n"
        "    1       32:8     48:12\n"
        "    2      64:16     80:20\n"
        "    3      96:24    112:28\n"
        "    4      144:4     128:0\n"
    )


def test_one_element(run: Callable[..., Any]) -> None:
    out = run("swizzle", "--row", "3", "--column", "17", "--lang", "zh").out
    assert out.split("\n")[1] == "元素 (3, 17)：地址 402，bank 4"
    answer = json.loads(run("swizzle", "--row", "3", "--column", "17", "--json").out)
    assert (answer["element"], answer["addresses"], answer["banks"]) == ([3, 17], [[402]], [[4]])


def test_json(run: Callable[..., Any]) -> None:
    answer = json.loads(run("swizzle", "--mode", "128B", "--dtype", "f32", "--json").out)
    tile = Tile(3, BY_NAME["f32"], 8, 32)
    assert answer["schema"] == 1
    assert (answer["mode_name"], answer["row_bytes"], answer["repeat_bytes"]) == ("128B", 128, 1024)
    assert answer["addresses"] == [[tile.address(row, column) for column in range(32)] for row in range(8)]
    assert answer["banks"] == [[tile.bank(row, column) for column in range(32)] for row in range(8)]


@pytest.mark.parametrize(("mode", "span"), [(1, QUARTER), (2, HALF), (3, FULL)])
@pytest.mark.parametrize("name", ["u8", "f16", "f32", "f64"])
def test_addresses_are_those_of_the_plans_layouts(mode: int, span: int, name: str) -> None:
    dtype = BY_NAME[name]
    rows, columns = 16, SWIZZLE_SPANS[mode] * 8 // dtype.bits
    layout = bank(rows, columns, dtype.bits, span)
    tile = Tile(mode, dtype, rows, columns)
    for row in range(rows):
        for column in range(columns):
            place = evaluate(address(layout), {axis(0): row, axis(1): column})
            assert tile.address(row, column) == place * dtype.bits // 8


@pytest.mark.parametrize(("layout", "mode"), [("linear", 0), ("quarter", 1), ("half", 2), ("full", 3)])
def test_the_plan_recovers_the_mode_whose_addresses_the_layout_has(layout: str, mode: int) -> None:
    columns = (SWIZZLE_SPANS[mode] or 128) // 2
    shapes = {"global_shape": [64, 4 * columns], "region_extent": [64, columns], "shared_shape": [64, columns]}
    planned = plan({**shapes, "layout": {"kind": layout}})
    assert planned.descriptor is not None
    assert planned.descriptor.swizzle == mode
