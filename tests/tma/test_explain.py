"""--explain: every rule has a reason, and two examples that do what they say."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from typing import Any

import pytest

from tilesite.tma import encode, rule_rows
from tilesite.tma.explanations import EXPLANATIONS
from tilesite.tma.rule_rows import Rule

RULES = {row.id for row in vars(rule_rows).values() if isinstance(row, Rule)}


def test_every_rule_is_explained() -> None:
    assert set(EXPLANATIONS) == RULES


@pytest.mark.parametrize("rule", EXPLANATIONS)
def test_the_examples_do_what_they_say(rule: str) -> None:
    told = EXPLANATIONS[rule]
    passing, failing = encode(told.passes), encode(told.fails)
    assert passing.findings == ()
    found = [finding for finding in failing.findings if finding.rule == rule]
    assert found
    worst = [row.severity for row in vars(rule_rows).values() if isinstance(row, Rule) and row.id == rule]
    assert failing.ok == ("fail" not in worst)


@pytest.mark.parametrize("rule", EXPLANATIONS)
def test_the_printed_commands_run(run: Callable[..., Any], rule: str) -> None:
    lines = run("--explain", rule).out.split("\n")
    commands = [line[10:] for line in lines if line[10:].startswith("tma-descriptor ")]
    passes, breaks = (run(*shlex.split(command)[1:], "--json") for command in commands)
    assert json.loads(passes.out)["findings"] == []
    assert rule in [finding["rule"] for finding in json.loads(breaks.out)["findings"]]


def test_text(run: Callable[..., Any]) -> None:
    assert run("--explain", "box-gt-256").out == (
        "BOX_GT_256: fail, imposed by: driver\n"
        "  rule    Every boxDim is non-zero and at most 256\n"
        "          TileLang caps a box dimension at 256 elements\n"
        "  reason  cuda.h gives the limit without a reason.\n"
        "  source  cuda.h:23300-23301 (CUDA runtime headers (cuda.h, cuda_occupancy.h) 13.0.96)\n"
        "          tilelang/src/cuda/op/tma_layout.h:42 (TileLang sources, as shipped in the wheel 0.1.15)\n"
        "  passes  tma-descriptor --dtype f16 --shape 4096,4096 --box 256,64\n"
        "  breaks  tma-descriptor --dtype f16 --shape 4096,4096 --box 512,64\n"
        "          boxDim[1] 512 is over the limit of 256\n"
        "  try     split the box: 2 boxes of [64, 256]\n"
    )


def test_json(run: Callable[..., Any]) -> None:
    answer = json.loads(run("--explain", "ADDR_NULL", "--json", "--lang", "zh").out)
    assert (answer["schema"], answer["rule"], answer["severities"]) == (1, "ADDR_NULL", ["fail"])
    assert answer["imposed_by"] == ["observed"]
    assert [source["key"] for source in answer["sources"]] == ["report-null-address", "cccl-null-address"]
    assert answer["messages"] == ["globalAddress 是空指针"]
