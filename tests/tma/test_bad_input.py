"""What cannot be read: one clear error, exit 2, never a traceback. Messages are tested whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tilesite.errors import InputError
from tilesite.tma import encode

GOOD = {"dtype": "f16", "shape": [64, 64], "box": [64, 64]}


def test_message(bad_input: dict[str, Any]) -> None:
    with pytest.raises(InputError) as raised:
        encode(bad_input["config"])
    assert str(raised.value) == bad_input["message"]


def test_errors_of_the_program(run: Callable[..., Any], bad_usage: dict[str, Any]) -> None:
    ran = run(*bad_usage["argv"])
    assert (ran.code, ran.out, ran.err) == (2, "", bad_usage["stderr"])


def test_every_fault_of_the_values_is_told() -> None:
    with pytest.raises(InputError) as raised:
        encode({"shape": "x", "box": [-1], "colour": 1})
    assert [fault.where for fault in raised.value.faults] == ["colour", "dtype", "shape", "box"]


def test_batch_goes_on_after_a_bad_line(run: Callable[..., Any]) -> None:
    tagged = {"id": 7, "input": {**GOOD, "box": [512, 64]}}
    lines = [json.dumps(GOOD), "{", json.dumps(tagged), "[]", "", '{"dtype": 1}']
    ran = run("--batch", "-", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert [answer.get("ok") for answer in answers] == [True, None, False, None, None]
    assert [answer.get("line") for answer in answers] == [None, 2, None, 4, 6]
    assert answers[2]["id"] == 7
