"""Speed and memory of the tile checker, beside the bare arithmetic and beside an interpreter that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product

from measure import ROOT, RUNS, Measure, Series, of_runs, processor_seconds, ratios, rounds

from tilesite.tile import DEVICES, Problem, Space, TileConfig, check, sweep

SCRIPT = ROOT / "docs/examples/04-tile-size-decision/tile_decision.py"
TILE = ["--block-m", "128", "--block-n", "256", "--block-k", "64", "--stages", "3", "--threads", "256"]
LARGE = """
import resource, sys, time
sys.path.insert(0, sys.argv[1])
from tilesite.tile import Space, sweep
space = Space(*(tuple(range(*axis)) for axis in ((8, 520, 8), (8, 520, 8), (16, 176, 16), (1, 11), (32, 800, 32))))
begun = time.process_time()
found = sweep(space, instr="mma", topk=8)
print(found.candidates, time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
_SWEEPS = 20
_STARTS = 20


def bare_loop() -> list[tuple[object, ...]]:
    """The arithmetic of the default sweep written inline, with plain division for the occupancy."""
    m = n = k = 4096
    rows = []
    axes = ((16, 32, 64, 128, 256), (16, 32, 64, 128, 256), (16, 32, 64, 128), (2, 3, 4), (128, 256, 512))
    for block_m, block_n, block_k, stages, threads in product(*axes):
        shared = stages * (block_m * block_k + block_k * block_n) * 2
        if shared > 232448:
            continue
        registers = -(-(block_m * block_n // threads) * 32 // 256) * 8
        if registers > 255 or block_m % 64 or block_n % 8 or block_k % 16 or threads % 128:
            continue
        blocks = min(65536 // (registers * threads), 233472 // (shared + 1024), 2048 // threads, 32)
        if not blocks:
            continue
        grid, slots = -(-m // block_m) * -(-n // block_n), 132 * blocks
        waves = -(-grid // slots)
        traffic = 2 * m * n * k * (1 / block_n + 1 / block_m) + 2 * m * n
        fill = (grid - (waves - 1) * slots) / slots
        rows.append((traffic, block_m, block_n, block_k, stages, threads, shared, registers, blocks, waves, fill))
    rows.sort(key=lambda row: row[0])
    return rows[:8]


def start(argv: list[str]) -> None:
    """An interpreter from its start to its end, byte code cached."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    for _ in range(_STARTS):
        subprocess.run([sys.executable, *argv], env=environment, check=True, stdout=subprocess.DEVNULL)


def measures() -> tuple[list[Measure], list[Series]]:
    """The measures of the tile checker."""
    tiles = [TileConfig(*sizes) for sizes in Space().candidates()]
    problem, device = Problem(), DEVICES["h100"]
    found = rounds(
        {
            "bare": lambda: processor_seconds(lambda: [bare_loop() for _ in range(_SWEEPS)]),
            "sweep": lambda: processor_seconds(lambda: [sweep() for _ in range(_SWEEPS)]),
            "checks": lambda: processor_seconds(lambda: [check(tile, problem, device) for tile in tiles]),
            "nothing": lambda: processor_seconds(lambda: start(["-c", "pass"])),
            "diagnose": lambda: processor_seconds(lambda: start([str(SCRIPT), "--diagnose", *TILE])),
        },
        2 * RUNS - 1,
    )
    command = [sys.executable, "-c", LARGE, str(ROOT)]
    answers = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(RUNS)]
    candidates = int(answers[0][0])
    return [
        of_runs(
            "tile.sweep",
            "a sweep of 900 candidates, against the bare arithmetic loop",
            "扫描 900 个候选，对比内联的纯算术循环",
            ratios(found, "sweep", "bare"),
            "x",
            3,
        ),
        of_runs(
            "tile.checks",
            "full checks with findings, one core",
            "带结论的完整检查，单核",
            [len(tiles) / seconds for seconds in found["checks"]],
            "/s",
            20_000,
            at_least=True,
        ),
        of_runs(
            "tile.large",
            f"{candidates:,} candidates, top 8",
            f"{candidates:,} 个候选，取前 8",
            [float(answer[1]) for answer in answers],
            "s",
            10,
        ),
        of_runs("tile.memory", "the same, memory", "同上，内存", [float(answer[2]) for answer in answers], "MB", 200),
        of_runs(
            "tile.start",
            "--diagnose from start to answer, against python -c pass",
            "--diagnose 从启动到答案，对比 python -c pass",
            ratios(found, "diagnose", "nothing"),
            "x",
            1.6,
        ),
    ], []
