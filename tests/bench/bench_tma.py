"""Speed of the descriptor checks and of the plans: python tests/bench/bench_tma.py.

Prints a line for each measure, medians of several runs, and exits 1 when one misses its bound. No test: a busy
machine decides. Where the tilelang extra is installed, its own lowering of the same copies is measured too.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
ROWS = DATA / "tma_tilelang_0.1.15.jsonl"
CPUINFO = Path("/proc/cpuinfo")
RUNS = 5
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
print(len(rows) / (time.process_time() - begun))
"""

sys.path.insert(0, str(ROOT))

Measure = tuple[str, float, float]


def median(run: Callable[[], object], times: int = RUNS) -> float:
    """Seconds of processor time that a run takes."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        run()
        taken.append(time.process_time() - begun)
    return statistics.median(taken)


def inputs_of(path: Path) -> list[dict[str, Any]]:
    """The inputs of recorded lines."""
    return [json.loads(line)["input"] for line in path.read_text(encoding="utf-8").splitlines()]


def descriptor_checks() -> Measure:
    """The recorded edge cases, legal and broken, a hundred times in a run."""
    from tilesite.tma import encode

    configs = inputs_of(DATA / "tma" / "tricky_tma.jsonl")
    rounds = 100
    seconds = median(lambda: [encode(config) for _ in range(rounds) for config in configs])
    return "descriptor checks per second", rounds * len(configs) / seconds, 20_000


def plans_per_second(step: int) -> float:
    """For every ``step``-th recorded copy, in processes of their own: a layout is recovered once in each."""
    command = [sys.executable, "-c", PLANS, str(ROOT), str(ROWS), str(step)]
    return statistics.median(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(RUNS)
    )


def beside_tilelang() -> list[Measure] | str:
    """How many times faster a plan is than TileLang's lowering of the same copies, or why that is not known."""
    from tilesite.errors import InputError
    from tilesite.tma.plan.against_program import installed_compiler
    from tilesite.tma.plan.case import read_case

    try:
        lower = installed_compiler()
    except InputError as error:
        return f"against TileLang's own lowering: not installed ({error})"
    rows = inputs_of(ROWS)
    step = len(rows) // SIDE_BY_SIDE
    cases = [read_case(row) for row in rows[::step]]
    lower(cases[0], cases[0].request.request)  # what it sets up once is not measured
    theirs = len(cases) / median(lambda: [lower(case, case.request.request) for case in cases])
    return [(f"times faster than TileLang's lowering ({theirs:.1f} per second)", plans_per_second(step) / theirs, 15)]


def processor() -> str:
    """The processor's name where the system says it, else its architecture; and how many there are."""
    names = []
    if CPUINFO.exists():
        names = [
            line.split(":", 1)[1].strip() for line in CPUINFO.read_text("utf-8").splitlines() if "model name" in line
        ]
    return f"{os.cpu_count()} x {names[0] if names else platform.machine()}, {platform.system()}"


def main() -> int:
    """Prints the measures; 1 when one misses its bound."""
    print(f"{processor()}, Python {platform.python_version()}, one core, medians of {RUNS} runs")  # noqa: T201
    measures = [descriptor_checks(), ("plans per second, all recorded copies", plans_per_second(1), 100)]
    beside = beside_tilelang()
    if isinstance(beside, str):
        print(beside)  # noqa: T201
    else:
        measures += beside
    slow = 0
    for name, value, bound in measures:
        slow += value < bound
        print(f"{'too slow' if value < bound else 'ok':8} {value:12,.0f} of at least {bound:,}: {name}")  # noqa: T201
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
