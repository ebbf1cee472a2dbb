"""What the plan's tests share: the recorded rows, symbolic values as polynomials, and the programs in-process."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from tilesite.console import Streams, guarded
from tilesite.tma.plan.command import GEMM_PROG, PLAN_PROG, run_gemm, run_plan
from tilesite.tma.plan.grammar import parse_expression
from tilesite.tma.plan.symbolic import Polynomial, constant, polynomial

# No time is asserted: other work may share the machine.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

ROWS = Path(__file__).parents[1] / "data" / "tma_tilelang_0.1.15.jsonl"
ROW_COUNT = 970
LISTS = ("global_dim", "global_stride_bytes_raw", "global_strides_bytes")


class Ran(NamedTuple):
    """What a run of a program gave."""

    code: int
    out: str
    err: str


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each recorded copy; a file without its rows is an error."""
    if "row" in metafunc.fixturenames:
        rows = list(lines_of(ROWS))
        assert len(rows) == ROW_COUNT
        if metafunc.function.__name__ == "test_operands_follow_from_their_gemm":
            rows = [row for row in rows if row["input"]["kind"] == "gemm"]
            assert len(rows) == 86
        metafunc.parametrize("row", rows, ids=[row["id"] for row in rows])
    if "bad_input" in metafunc.fixturenames:
        rows = list(lines_of(ROWS.with_name("plan_bad_input.jsonl")))
        assert len(rows) >= 40
        metafunc.parametrize("bad_input", rows, ids=[row["id"] for row in rows])


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line:
            yield json.loads(line)


def value(given: int | str) -> Polynomial:
    """A recorded or planned number as a polynomial; TileLang writes casts around the factors."""
    if isinstance(given, int):
        return constant(given)
    plain = re.sub(r'T\.Cast\("int64", (.+?)\)(?= \*|$)', r"(\1)", given)
    return polynomial(parse_expression(re.sub(r"T\.int64\((\d+)\)", r"\1", plain), "recorded"))


def comparable_keys(expected: dict[str, Any]) -> dict[str, Any]:
    """The keys that a plan answers, symbolic values as polynomials."""
    descriptor = expected.get("descriptor")
    if descriptor is not None:
        descriptor = {
            key: [value(item) for item in entry] if key in LISTS else entry for key, entry in descriptor.items()
        }
    reject = expected["reject"]
    return {
        "path": expected["path"],
        "descriptor": descriptor,
        "n_instructions": expected.get("n_instructions"),
        "instructions_block0": expected.get("instructions_block0"),
        "reject": reject and (reject["stage"], reject["reason"]),
    }


@pytest.fixture
def comparable() -> Callable[[dict[str, Any]], dict[str, Any]]:
    return comparable_keys


@pytest.fixture
def plan_program() -> Callable[..., Ran]:
    return lambda *argv, stdin="": _ran(guarded(PLAN_PROG, run_plan), argv, stdin)


@pytest.fixture
def gemm_program() -> Callable[..., Ran]:
    return lambda *argv, stdin="": _ran(guarded(GEMM_PROG, run_gemm), argv, stdin)


def _ran(main: Callable[..., int], argv: tuple[str, ...], stdin: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    code = main(argv, Streams(io.StringIO(stdin), out, err))
    return Ran(code, out.getvalue(), err.getvalue())
