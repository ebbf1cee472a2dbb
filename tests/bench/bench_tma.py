"""Speed of the descriptor checks and of the plans, beside TileLang's own lowering where it is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from measure import ROOT, RUNS, Measure, Series, of_runs, processor_seconds, ratios, rounds

from tilesite.errors import InputError
from tilesite.tma import encode
from tilesite.tma.plan.against_program import installed_compiler
from tilesite.tma.plan.case import read_case

DATA = ROOT / "tests" / "data"
ROWS = DATA / "tma_tilelang_0.1.15.jsonl"
SIDE_BY_SIDE = 12
"""Copies that TileLang lowers: it takes a good part of a second for each."""

PLANS = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
from tilesite.tma.plan import plan
rows = [json.loads(line)["input"] for line in open(sys.argv[2], encoding="utf-8")][:: int(sys.argv[3])]
begun = time.process_time()
for row in rows:
    plan(row)
print((time.process_time() - begun) / len(rows))
"""
_ROUNDS = 100


def inputs_of(path: Path) -> list[dict[str, Any]]:
    """The inputs of recorded lines."""
    return [json.loads(line)["input"] for line in path.read_text(encoding="utf-8").splitlines()]


def seconds_of_a_plan(step: int) -> float:
    """Of every ``step``-th recorded copy, in a process of its own: a layout is recovered once in each."""
    command = [sys.executable, "-c", PLANS, str(ROOT), str(ROWS), str(step)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def beside_tilelang() -> list[Measure]:
    """How many times faster a plan is than TileLang's lowering of the same copies; nothing where it is not there."""
    try:
        lower = installed_compiler()
    except InputError as error:
        sys.stderr.write(f"against TileLang's own lowering: not measured ({error})\n")
        return []
    rows = inputs_of(ROWS)
    step = len(rows) // SIDE_BY_SIDE
    cases = [read_case(row) for row in rows[::step]]
    lower(cases[0], cases[0].request.request)  # what it sets up once is not measured

    def theirs() -> float:
        return processor_seconds(lambda: [lower(case, case.request.request) for case in cases]) / len(cases)

    found = rounds({"ours": lambda: seconds_of_a_plan(step), "theirs": theirs})
    return [
        of_runs(
            "tma.tilelang",
            "times faster than TileLang's own lowering of the same copies",
            "相对 TileLang 自身对同样拷贝做 lowering 的加速倍数",
            ratios(found, "theirs", "ours"),
            "x",
            15,
            at_least=True,
        )
    ]


def measures() -> tuple[list[Measure], list[Series]]:
    """The measures of descriptors and plans."""
    configs = inputs_of(DATA / "tma" / "tricky_tma.jsonl")
    checks = [
        _ROUNDS * len(configs) / processor_seconds(lambda: [encode(one) for _ in range(_ROUNDS) for one in configs])
        for _ in range(RUNS)
    ]
    plans = [1 / seconds_of_a_plan(1) for _ in range(RUNS)]
    return [
        of_runs(
            "tma.checks",
            "descriptor checks, one core",
            "描述符检查，单核",
            checks,
            "/s",
            20_000,
            at_least=True,
        ),
        of_runs(
            "tma.plans",
            "plans of all recorded copies, one core",
            "全部已记录拷贝的 plan，单核",
            plans,
            "/s",
            100,
            at_least=True,
        ),
        *beside_tilelang(),
    ], []
