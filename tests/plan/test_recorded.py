"""Every recorded copy: path, descriptor, instructions, stage and words of a refusal, as the compiler gave them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilesite.tma.plan import plan
from tilesite.tma.plan.as_json import expected_object


def test_plan_equals_what_was_recorded(row: dict[str, Any], comparable: Callable[[Any], Any]) -> None:
    assert comparable(expected_object(plan(row["input"]))) == comparable(row["expected"])


def test_why_a_bulk_copy_is_refused_is_what_was_derived(row: dict[str, Any]) -> None:
    reject = row["expected"]["reject"]
    derived = reject and reject["stage"] == "select" and reject["derived_check"]
    if derived and derived != "pass_config_disable_tma_lower":
        assert plan(row["input"]).note == derived


def test_operands_follow_from_their_gemm(row: dict[str, Any]) -> None:
    short = {key: row["input"][key] for key in ("kind", "arch", "operand", "gemm", "threads")}
    assert plan(short) == plan(row["input"])
