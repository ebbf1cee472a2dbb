"""Atlases: what a record holds, what is refused, and a run that goes on after another was stopped."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from atlases import children, command, problems, running, wait_for

EXAMPLE = "tile-decision atlas problems.jsonl --devices h100,a100 --out atlas.jsonl"
RIGHT = 'Example: {"m": 4096, "n": 4096, "k": 4096, "dtype": "f16"}'
A_PROBLEM = "a JSON object of the keys of a sweep, without pareto and rejected"
DEVICES = ("--devices", "h100,a100,9.0")


def written(folder: Path, lines: str) -> str:
    file = folder / "problems.jsonl"
    file.write_text(lines, "utf-8")
    return str(file)


def test_a_record_holds_what_a_sweep_says(program: Callable, tmp_path: Path) -> None:
    file = written(tmp_path, '{"id": 7, "input": {"m": 512, "n": 768, "k": 1024, "dtype": "bf16", "topk": 3}}\n')
    made = program(["atlas", file, "--devices", "h100,a100"])
    assert (made.code, made.err) == (0, "")
    for record, device, instr in zip(map(json.loads, made.out.splitlines()), ("h100", "a100"), ("wgmma", "mma")):
        sizes = ["--m", "512", "--n", "768", "--k", "1024", "--dtype", "bf16", "--topk", "3"]
        swept = json.loads(program(["--json", "--device", device, "--instr", instr, *sizes]).out)
        assert (record["schema"], record["line"], record["id"], record["device"], record["instr"]) == (
            1,
            1,
            7,
            device,
            instr,
        )
        for key in ("candidates", "feasible", "stopped", "minimum_traffic_ties", "best_tail_fill", "rows"):
            assert record[key] == swept[key], key
        assert len(record["rows"]) == 3


NATIVE = {
    "h100 f16": ("h100", "f16", "wgmma"),
    "h100 f64": ("h100", "f64", "mma"),
    "b200 f16": ("b200", "f16", "tcgen05"),
    "b300 s8": ("b300", "s8", "mma"),
    "v100 bf16": ("v100", "bf16", "simt"),
}


@pytest.mark.parametrize(("device", "dtype", "instr"), NATIVE.values(), ids=NATIVE)
def test_the_instruction_is_the_device_s_own(
    program: Callable, tmp_path: Path, device: str, dtype: str, instr: str
) -> None:
    made = program(["atlas", written(tmp_path, f'{{"dtype": "{dtype}"}}\n'), "--devices", device])
    assert json.loads(made.out)["instr"] == instr
    given = program(
        ["atlas", written(tmp_path, f'{{"dtype": "{dtype}"}}\n'), "--device" + "s", device, "--instr", "simt"]
    )
    assert json.loads(given.out)["instr"] == "simt"


def test_a_line_that_names_a_device_is_about_that_one(program: Callable, tmp_path: Path) -> None:
    file = written(tmp_path, '{"device": "l4"}\n\n{"m": 64}\n')
    records = [json.loads(line) for line in program(["atlas", file, "--devices", "t4,a10"]).out.splitlines()]
    assert [(record["line"], record["device"]) for record in records] == [(1, "l4"), (3, "t4"), (3, "a10")]


def test_broken_lines_are_told_and_the_others_go_on(program: Callable, tmp_path: Path) -> None:
    made = program(["atlas", str(problems(tmp_path, 40)), *DEVICES])
    assert made.code == 2
    records = [json.loads(line) for line in made.out.splitlines()]
    refused = {record["line"]: record["error"] for record in records if "error" in record}
    assert refused == {
        5: 'm: expected a whole number from 1 to 2^63-1, got "x". Example: m: 4096',
        10: f'line: expected a JSON object (no value at character 1), got "nonsense". {RIGHT}',
        15: f'line: expected a JSON object (the key "m" stands twice), got "{{"m": 1, "m": 2}}". {RIGHT}',
        20: refused[20],
        25: refused[25],
        30: f"problem: expected {A_PROBLEM}, got a list. {RIGHT}",
        35: 'device: expected a device that exists (did you mean h100?), got "h10". Example: device: h100',
        40: 'm: expected a whole number from 1 to 2^63-1, got "x". Example: m: 4096',
    }
    assert refused[20].startswith("dtype: expected one of ")
    assert refused[25].startswith("mm: expected a key that exists")
    assert len(records) == 3 * (40 - len(refused)) + len(refused)


def test_a_problem_without_a_candidate_is_a_failure_when_that_is_asked(program: Callable, tmp_path: Path) -> None:
    file = written(tmp_path, '{"instr": "wgmma", "device": "a100"}\n')
    assert program(["atlas", file]).code == 0
    assert program(["atlas", file, "--strict"]).code == 1


USAGE = {
    "no file": ([], f"PROBLEMS: expected one file of problems, got 0 files. Example: {EXAMPLE}"),
    "two files": (["a", "b"], f"PROBLEMS: expected one file of problems, got 2 files. Example: {EXAMPLE}"),
    "no such file": (
        ["none.jsonl"],
        (
            '"none.jsonl": expected a file that can be read, or - for standard input, got No such file or directory. '
            "Example: -"
        ),
    ),
    "resume without out": (
        ["-", "--resume"],
        (
            "--resume: expected --out FILE with it, since standard output cannot be resumed, got no --out. "
            f"Example: {EXAMPLE} --resume"
        ),
    ),
    "no jobs": (["-", "--jobs", "0"], '--jobs: expected a whole number from 1 to 1024, got "0". Example: --jobs 2'),
    "jobs and dask": (
        ["-", "--jobs", "2", "--dask", "tcp://127.0.0.1:8786"],
        f"arguments: expected one of --jobs and --dask, not both, got both. Example: {EXAMPLE}",
    ),
    "an unknown device": (
        ["-", "--devices", "h100,h10"],
        '--devices: expected a device that exists (did you mean h100?), got "h10". Example: --devices h100',
    ),
    "a place that is none": (
        ["-", "--out", "/nowhere/atlas.jsonl"],
        ("--out: expected a file that can be written to, got No such file or directory. Example: --out another.jsonl"),
    ),
}


@pytest.mark.parametrize(("argv", "message"), USAGE.values(), ids=USAGE)
def test_bad_usage(program: Callable, argv: list[str], message: str) -> None:
    refused = program(["atlas", *argv])
    assert (refused.code, refused.out, refused.err) == (2, "", f"tile-decision atlas: error: {message}\n")


def test_an_existing_file_is_left_alone(program: Callable, tmp_path: Path) -> None:
    out = tmp_path / "atlas.jsonl"
    out.write_text("mine\n", "utf-8")
    file = written(tmp_path, "{}\n")
    for flags, got in (
        ([], "a file that does not exist yet, or --resume, got an existing file"),
        (
            ["--resume"],
            "the records of this very run: the same problems, devices, flags and tilesite, got another record 1",
        ),
    ):
        refused = program(["atlas", file, "--out", str(out), *flags])
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.endswith(f": expected {got}. Example: --out another.jsonl\n")
        assert out.read_text("utf-8") == "mine\n"


def test_every_cut_is_gone_on_with(program: Callable, tmp_path: Path) -> None:
    file = str(problems(tmp_path, 12))
    whole = program(["atlas", file, *DEVICES]).out.encode()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    out = tmp_path / "atlas.jsonl"
    for cut in sorted({0, 1, *ends, *(end - 1 for end in ends), *(end + 40 for end in ends[:-1])}):
        out.write_bytes(whole[:cut])
        resumed = program(["atlas", file, *DEVICES, "--out", str(out), "--resume"])
        assert resumed.code == 2  # the broken lines are counted, whoever answered them
        assert resumed.err == f"tile-decision atlas: {len(ends)} records, 2 lines that cannot be read\n"
        assert out.read_bytes() == whole, cut


OTHERS = {
    "another flag": (["--topk", "7"], None, 1),
    "another order": (["--order", "fill"], None, 1),
    "another problem": ([], ('"m": 128', '"m": 129'), 1),
    "fewer problems": ([], None, None),
}


@pytest.mark.parametrize(("flags", "change", "number"), OTHERS.values(), ids=OTHERS)
def test_records_of_another_run_are_left_alone(
    program: Callable, tmp_path: Path, flags: list[str], change: tuple[str, str] | None, number: int | None
) -> None:
    file = problems(tmp_path, 10)
    out = tmp_path / "atlas.jsonl"
    program(["atlas", str(file), *DEVICES, "--out", str(out)])
    before = out.read_bytes()
    text = file.read_text("utf-8")
    if change:
        file.write_text(text.replace(*change), "utf-8")
    if number is None:
        file.write_text("".join(text.splitlines(keepends=True)[:-2]), "utf-8")
    refused = program(["atlas", str(file), *DEVICES, "--out", str(out), "--resume", *flags])
    got = f"another record {number}" if number else "more than its 22 records"
    assert refused.code == 2
    assert refused.err.endswith(f"devices, flags and tilesite, got {got}. Example: --out another.jsonl\n")
    assert out.read_bytes() == before


def test_a_full_disk_is_told_and_gone_on_after(tmp_path: Path) -> None:
    file, out = problems(tmp_path, 60), tmp_path / "atlas.jsonl"
    argv = command(file, "--out", out)
    full = subprocess.run(
        ["bash", "-c", 'ulimit -f 100 && exec "$@"', "bash", *argv], capture_output=True, encoding="utf-8", check=False
    )
    told = "tile-decision atlas: error: --out: expected room to write to, got File too large. "
    assert (full.returncode, full.stderr) == (2, told + "Example: the same command with --resume\n")
    assert out.stat().st_size == 100 * 1024
    assert subprocess.run([*argv, "--resume"], check=False, capture_output=True).returncode == 2
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_stopped_run_is_gone_on_after(tmp_path: Path, jobs: str, number: int) -> None:
    file, out = problems(tmp_path, 1500), tmp_path / "atlas.jsonl"
    with running(file, "--out", out, "--jobs", jobs) as process:
        wait_for(out, 50, process)
        process.send_signal(number)
        told = process.communicate()[1]
    complete = out.read_bytes().count(b"\n")
    assert 50 <= complete < 1500
    if number == signal.SIGINT:
        assert process.returncode == 130
        wanted = f"interrupted: {complete} records are complete; the same command with --resume goes on\n"
        assert told == f"tile-decision atlas: {wanted}"
    again = subprocess.run(command(file, "--out", out, "--resume", "--jobs", "2"), check=False, capture_output=True)
    assert again.returncode == 2
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    file, out = problems(tmp_path, 1500), tmp_path / "atlas.jsonl"
    with running(file, "--out", out, "--jobs", "2") as process:
        wait_for(out, 50, process)
        victims = children(process.pid)
        assert len(victims) == 2
        subprocess.run(["kill", "-9", str(victims[0])], check=True)
        assert process.poll() is None
        told = process.communicate()[1]
    assert (process.returncode, told) == (2, "tile-decision atlas: 1500 records, 10 lines that cannot be read\n")
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout
