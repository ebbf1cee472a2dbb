"""What cannot be read as an input, with the whole error; and what the input may leave out."""

from __future__ import annotations

from typing import Any

import pytest

from tilesite.errors import InputError
from tilesite.tma.plan import plan
from tilesite.tma.plan.request import read_request

RIGHT = {"global_shape": [512, 1024], "region_min": ["bx*64", 0], "region_extent": [64, 64], "shared_shape": [64, 64]}


def test_what_cannot_be_read(bad_input: dict[str, Any]) -> None:
    with pytest.raises(InputError) as raised:
        plan({**RIGHT, **bad_input["change"]})
    assert str(raised.value) == bad_input["error"]


def test_all_faults_of_an_input_are_told() -> None:
    with pytest.raises(InputError) as raised:
        plan({"global_shape": [0], "region_extent": 3, "dtyp": "f16"})
    assert [fault.where for fault in raised.value.faults] == ["dtyp", "global_shape", "region_extent"]


@pytest.mark.parametrize("values", [None, 3, "text", [], [{}]])
def test_an_input_is_a_mapping(values: object) -> None:
    with pytest.raises(InputError, match="input: expected a mapping of keys to values"):
        plan(values)


def test_what_an_input_may_leave_out() -> None:
    full = {
        **RIGHT,
        "region_min": [0, 0],
        "kind": "copy",
        "direction": "load",
        "arch": "sm_90a",
        "dtype": "float16",
        "shared_dtype": "float16",
        "global_strides": None,
        "shared_min": None,
        "shared_extent": None,
        "layout": {"kind": "default"},
        "grid": [1],
        "threads": 128,
        "requests": ["prefer_tma"],
        "pass_config": {},
    }
    assert read_request(full) == read_request({"global_shape": [512, 1024], "shared_shape": [64, 64]})


def test_symbols_of_shapes_and_strides_are_declared() -> None:
    values = {**RIGHT, "global_shape": ["M", "N*8"], "global_strides": ["s0", 1], "region_min": ["M - 64", "s0"]}
    assert plan(values).path == "tma_tiled"
