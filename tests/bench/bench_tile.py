"""Speed and memory of the tile checker, as ratios measured in one run: python tests/bench/bench_tile.py.

Prints a line for each measure and exits 1 when one is past its bound. No test: a busy machine decides.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parents[2]
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


def least(run: Callable[[], object], times: int) -> float:
    """Seconds of processor time that the fastest of some runs took, in this process and those it started."""
    taken = []
    for _ in range(times):
        begun = processor_time()
        run()
        taken.append(processor_time() - begun)
    return min(taken)


def processor_time() -> float:
    """Seconds that this process and its finished children have used: other work of the machine is not counted."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


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


def start(argv: list[str]) -> float:
    """Seconds from the start of an interpreter to its end, byte code cached."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [sys.executable, *argv]
    return least(lambda: subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL), 30)


def measures() -> list[tuple[str, float, float]]:
    """Name, value, bound; a value past its bound is too slow or too large."""
    sys.path.insert(0, str(ROOT))
    from tilesite.tile import DEVICES, Problem, Space, TileConfig, check, sweep

    tiles = [TileConfig(*sizes) for sizes in Space().candidates()]
    problem, device = Problem(), DEVICES["h100"]
    checks = least(lambda: [check(tile, problem, device) for tile in tiles], 9) / len(tiles)
    bare, whole = least(bare_loop, 30), least(sweep, 30)
    large = subprocess.run([sys.executable, "-c", LARGE, str(ROOT)], capture_output=True, text=True, check=True)
    candidates, seconds, megabytes = large.stdout.split()
    nothing = start(["-c", "pass"])
    return [
        ("a sweep of 900, against the bare loop", whole / bare, 3),
        ("a full check with its findings, against 1/20,000 s", checks * 20_000, 1),
        (f"{candidates} candidates, top 8, in seconds", float(seconds), 10),
        ("the same in MB", float(megabytes), 200),
        (
            "--diagnose from start to answer, against python -c pass",
            start([str(SCRIPT), "--diagnose", *TILE]) / nothing,
            1.6,
        ),
    ]


def main() -> int:
    """Prints the measures; 1 when one is past its bound."""
    late = 0
    for name, value, bound in measures():
        late += value > bound
        print(f"{'too much' if value > bound else 'ok':8} {value:8.2f} of at most {bound:g}: {name}")  # noqa: T201
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
