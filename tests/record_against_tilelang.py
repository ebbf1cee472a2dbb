"""Records how plans compare with the installed TileLang: tests/data/plan_against_tilelang_0.1.15.json.

python tests/record_against_tilelang.py [--count 60]

For each kind, so many recorded copies and so many variations of them are planned and lowered; the file gets the
counts, what differs, and for a few of them what TileLang printed. Needs `pip install -e '.[tilelang]'`, and minutes.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from tilesite.errors import InputError
from tilesite.tma.plan.against_program import VERSION, Lower, compared, installed_compiler
from tilesite.tma.plan.case import Case
from tilesite.tma.plan.generated import Generated
from tilesite.tma.plan.refusal import Refusal

DATA = Path(__file__).parent / "data"
FILE = DATA / f"plan_against_tilelang_{VERSION}.json"
ROWS = DATA / f"tma_tilelang_{VERSION}.jsonl"
KINDS = ("copy", "pipelined", "gemm", "im2col")
PATHS_KEPT = 2
"""Kernels kept for each kind and path."""

COPY_CHANGES: dict[str, tuple[Any, ...]] = {
    "arch": ("sm_90a", "sm_100a", "sm_80"),
    "dtype": ("float16", "bfloat16", "float32", "float8_e4m3fn", "int8", "float64"),
    "direction": ("load", "store"),
    "layout": ({"kind": "default"}, {"kind": "linear"}, {"kind": "full"}, {"kind": "half"}, {"kind": "swizzled"}),
    "requests": (["prefer_tma"], ["tma_copy"], ["auto"]),
}
LOOP_CHANGES = {
    **{key: COPY_CHANGES[key] for key in ("arch", "dtype", "layout")},
    "num_stages": (1, 2, 3, 4),
    "k_iters": (1, 4, 16),
    "threads": (128, 256),
}
GEMM_CHANGES: dict[str, tuple[Any, ...]] = {
    "bM": (64, 128, 192),
    "bN": (32, 64, 128, 256),
    "bK": (16, 32, 64, 128),
    "trans_A": (False, True),
    "trans_B": (False, True),
    "num_stages": (0, 1, 2, 3),
    "in_dtype": ("float16", "bfloat16", "float32"),
    "tma_epilogue": (False, True),
}
IM2COL_CHANGES: dict[str, tuple[Any, ...]] = {
    "N": (1, 2),
    "H": (8, 14, 17),
    "C": (32, 64, 96, 128),
    "kernel": (1, 3, 5),
    "stride": (1, 2),
    "dilation": (1, 2),
    "pad": (0, 1, 2),
    "bM": (32, 64, 128),
    "bK": (16, 32, 64),
}


class Recorder(NamedTuple):
    """A lowering that keeps what it saw."""

    lower: Lower
    seen: list[dict[str, Any]]

    def __call__(self, case: Case, wanted: str) -> Generated | Refusal:
        """Lowers the case and keeps the answer."""
        answer = self.lower(case, wanted)
        kept = answer._asdict()
        if isinstance(answer, Generated):
            kept["source"] = answer.source[answer.source.rindex('extern "C" __global__') :]
        self.seen.append({"wanted": wanted, **kept})
        return answer


def varied(values: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The input with some of its keys changed."""
    changed = deepcopy(values)
    kind = changed["kind"]
    table, target = {
        "copy": (COPY_CHANGES, changed),
        "pipelined": (LOOP_CHANGES, changed),
        "gemm": (GEMM_CHANGES, changed.get("gemm")),
        "im2col": (IM2COL_CHANGES, changed.get("im2col")),
    }[kind]
    for key in chance.sample(sorted(table), 3):
        target[key] = chance.choice(table[key])
    if kind in ("copy", "pipelined") and target.get("dtype") != values["dtype"]:
        target["shared_dtype"] = target["dtype"]
    # What follows from the GEMM or the convolution is left out: it would be that of the row before the change.
    kept = {"gemm": ("kind", "arch", "operand", "gemm", "threads"), "im2col": ("kind", "arch", "dtype", "im2col")}
    return {key: changed[key] for key in kept.get(kind, tuple(changed))}


def cases(count: int) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Kind, origin, id and input of every case."""
    rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    chance = random.Random(15)  # noqa: S311 - the same cases in every run
    for kind in KINDS:
        own = [row for row in rows if row["input"]["kind"] == kind]
        for row in chance.sample(own, min(count, len(own))):
            yield kind, "recorded", row["id"], row["input"]
        for number in range(count):
            row = chance.choice(own)
            yield kind, "varied", f"{row['id']}-varied-{number}", varied(row["input"], chance)


def record(count: int) -> dict[str, Any]:
    """The whole file."""
    lower = installed_compiler()
    counts: dict[tuple[str, str], dict[str, int]] = {}
    different, kernels = [], []
    kept: dict[tuple[str, object], int] = {}
    for kind, origin, name, values in cases(count):
        tally = counts.setdefault((kind, origin), {"lowered": 0, "equal": 0, "unreadable": 0, "not_modelled": 0})
        recorder = Recorder(lower, [])
        try:
            comparison = compared(values, recorder)
        except InputError:
            tally["unreadable"] += 1
            continue
        path = comparison.compiler["path"]
        tally["lowered"] += 1
        tally["equal"] += not comparison.differences
        tally["not_modelled"] += comparison.plan["path"] == "not modelled"
        if comparison.differences:
            found = [difference._asdict() for difference in comparison.differences]
            different.append({"id": name, "input": values, "differences": found})
        elif kept.setdefault((kind, path), 0) < PATHS_KEPT:
            kept[kind, path] += 1
            kernels.append({"id": name, "input": values, "path": path, "lowered": recorder.seen})
    rows = [{"kind": kind, "origin": origin, **tally} for (kind, origin), tally in counts.items()]
    return {"tilelang": VERSION, "counts": rows, "different": different, "kernels": kernels}


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60)
    answer = record(parser.parse_args().count)
    FILE.write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
