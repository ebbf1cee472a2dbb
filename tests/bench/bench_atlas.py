"""Throughput of atlases: on one core, with the number of problems, with the number of workers, on a local cluster."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from measure import ROOT, RUNS, Measure, Series, of_runs, processor_seconds, rounds, wall_seconds

from tilesite.tile.atlas import Line, Piece, Shared, answer_piece

DEVICES = ("h100", "a100")
PROBLEMS = (400, 1_600, 6_400)
CLUSTER = ROOT / "tests" / "tile" / "local_cluster.py"
KEPT = (1, 8)
"""Rows that a record keeps."""

_PIECE = 100


def line(number: int) -> str:
    """A problem, another one for each number."""
    return f'{{"m": {128 << number % 7}, "n": {96 + 17 * number}, "k": {64 + number}, "dtype": "f16"}}'


def piece(topk: int) -> Piece:
    """Problems whose answers keep so many rows."""
    shared = Shared((("topk", topk),), DEVICES, "en")
    return Piece(shared, tuple(Line(number, line(number)) for number in range(1, _PIECE + 1)))


def atlas(folder: Path, count: int, *flags: str) -> float:
    """Seconds on the clock that the program takes for so many problems."""
    problems = folder / f"{count}.jsonl"
    problems.write_text("".join(f"{line(number)}\n" for number in range(count)), "utf-8")
    argv = [sys.executable, "-m", "tilesite.tile", "atlas", str(problems), "--devices", ",".join(DEVICES), *flags]
    return wall_seconds(lambda: subprocess.run(argv, check=True, stdout=subprocess.DEVNULL))


def on_a_cluster(folder: Path) -> list[float]:
    """Seconds for the largest file of problems on a local cluster of two workers."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(CLUSTER)], stdin=pipe, stdout=pipe, text=True) as cluster:
        assert cluster.stdout
        address = cluster.stdout.readline().split()[0]
        taken = [atlas(folder, PROBLEMS[-1], "--dask", address) for _ in range(RUNS)]
        cluster.communicate("")
    return taken


def workers() -> tuple[int, ...]:
    """1, 2, 4, … up to the cores of the machine."""
    cores = os.cpu_count() or 1
    return tuple(sorted({1 << power for power in range(cores.bit_length())} | {cores}))


def measures() -> tuple[list[Measure], list[Series]]:
    """The measures of atlases."""
    records = _PIECE * len(DEVICES)
    alone = rounds(
        {str(topk): lambda topk=topk: processor_seconds(lambda: answer_piece(piece(topk))) for topk in (1, 8)}
    )
    sizes = {
        topk: sum(len(record) + 1 for answer in answer_piece(piece(topk)).answers for record in answer.records)
        / records
        for topk in (1, 8)
    }
    jobs = workers()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        by_problems = rounds({str(count): lambda count=count: atlas(folder, count) for count in PROBLEMS})
        by_jobs = rounds(
            {str(count): lambda count=count: atlas(folder, PROBLEMS[-1], "--jobs", str(count)) for count in jobs}
        )
        cluster = on_a_cluster(folder)
    whole = PROBLEMS[-1] * len(DEVICES)
    found = [
        of_runs(
            "atlas.core8",
            "atlas records with the best 8 of 900 candidates, one core",
            "atlas 记录，900 个候选取前 8，单核",
            [records / seconds for seconds in alone["8"]],
            "/s",
            at_least=True,
        ),
        of_runs(
            "atlas.core1",
            "atlas records with the best candidate alone, one core",
            "atlas 记录，只取最佳候选，单核",
            [records / seconds for seconds in alone["1"]],
            "/s",
            at_least=True,
        ),
        Measure("atlas.size8", "size of a record with 8 rows", "含 8 行的一条记录的大小", sizes[8], "B"),
        Measure("atlas.size1", "size of a record with 1 row", "含 1 行的一条记录的大小", sizes[1], "B"),
        of_runs(
            "atlas.jobs",
            f"speed of {jobs[-1]} processes, against one",
            f"{jobs[-1]} 个进程的速度，对比单进程",
            [one / many for one, many in zip(by_jobs["1"], by_jobs[str(jobs[-1])], strict=True)],
            "x",
            at_least=True,
        ),
        of_runs(
            "atlas.dask",
            "records on a local Dask cluster of two workers, whole process",
            "两个 worker 的本地 Dask 集群，整个进程",
            [whole / seconds for seconds in cluster],
            "/s",
            at_least=True,
        ),
    ]
    return found, [
        Series("atlas.problems", tuple((count * len(DEVICES), median(by_problems[str(count)])) for count in PROBLEMS)),
        Series("atlas.jobs", tuple((count, whole / median(by_jobs[str(count)])) for count in jobs)),
    ]
