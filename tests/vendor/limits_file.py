"""tests/data/ptxas_limits.json: limits that ptxas states, and when it spills a bare wgmma loop."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from vendor.limits import Limits, limits, tensor_memory_columns
from vendor.loop import LAUNCHES, Launch, most_accumulators
from vendor.ptxas import ARCHITECTURES
from vendor.sweep import AT_ONCE

FILE = Path(__file__).resolve().parent.parent / "data" / "ptxas_limits.json"
ABOUT = "Limits as ptxas states them, and when it spills; tests/vendor/README.md explains the fields."


class Record(NamedTuple):
    """Everything in the file."""

    assemblers: dict[str, str]
    targets: dict[str, Limits]
    tensor_memory_columns: dict[str, list[int]]
    wgmma_loop: dict[Launch, int]


def measure_targets() -> tuple[dict[str, Limits], dict[str, list[int]]]:
    """The limits of every target, and its tensor memory where it has any."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = dict(zip(ARCHITECTURES, pool.map(limits, ARCHITECTURES)))
        columns = dict(zip(ARCHITECTURES, pool.map(tensor_memory_columns, ARCHITECTURES)))
    return found, {target: counts for target, counts in columns.items() if counts}


def measure() -> Record:
    """Everything anew; takes minutes, as every number of accumulators is tried until one is spilled."""
    targets, columns = measure_targets()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        most = dict(zip(LAUNCHES, pool.map(most_accumulators, LAUNCHES)))
    return Record({target: tool.version() for target, tool in ARCHITECTURES.items()}, targets, columns, most)


def write(record: Record, path: Path = FILE) -> None:
    """The file, one target and one launch a line."""
    rows = [f"  {json.dumps({'target': target, **one._asdict()})}" for target, one in record.targets.items()]
    loops = [f"  {json.dumps({**launch._asdict(), 'most': most})}" for launch, most in record.wgmma_loop.items()]
    lines = [
        "{",
        f' "about": {json.dumps(ABOUT)},',
        f' "assemblers": {json.dumps(record.assemblers)},',
        ' "targets": [',
        ",\n".join(rows),
        " ],",
        f' "tensor_memory_columns": {json.dumps(record.tensor_memory_columns)},',
        ' "wgmma_loop": [',
        ",\n".join(loops),
        " ]",
        "}",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path: Path = FILE) -> Record:
    """The file, taken apart again."""
    document = json.loads(path.read_text(encoding="utf-8"))
    targets = {row.pop("target"): Limits(**row) for row in document["targets"]}
    loops = {Launch(row["threads"], row["setmaxnreg"]): row["most"] for row in document["wgmma_loop"]}
    return Record(document["assemblers"], targets, document["tensor_memory_columns"], loops)
