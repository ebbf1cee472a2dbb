"""Descriptor checks per second on one core: python3 tests/bench_tma.py."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from tilesite.tma import encode  # noqa: E402 - the checkout is on the path only now

ROUNDS, REPEATS = 500, 5


def main() -> None:
    """Encodes the recorded edge cases, legal and broken, again and again; the best of a few rounds counts."""
    lines = (HERE / "data" / "tma" / "tricky_tma.jsonl").read_text(encoding="utf-8").splitlines()
    configs = [json.loads(line)["input"] for line in lines]
    best = min(seconds(configs) for _ in range(REPEATS))
    sys.stdout.write(f"descriptor checks per second: {ROUNDS * len(configs) / best:,.0f} (wanted: 20,000)\n")


def seconds(configs: list[dict[str, object]]) -> float:
    """The time of one round."""
    begun = time.perf_counter()
    for _ in range(ROUNDS):
        for config in configs:
            encode(config)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
