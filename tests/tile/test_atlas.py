"""Atlases: what a record holds, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from atlases import command, problems
from interpreters import interpreters

from tilesite.batch import LONGEST_LINE
from tilesite.errors import quoted

ROOT = Path(__file__).resolve().parents[2]
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


UNREADABLE = {
    "nested too deeply": ("[" * 101 + "]" * 101, "nested more than 100 levels deep"),
    "nested deeper than Python goes": ('{"a":' * 5000, "nested more than 100 levels deep"),
    "a comma too many": ('{"m": 64, }', "no key in double quotes at character 11"),
    "a word": ("[yes]", "no value at character 2"),
}


@pytest.mark.parametrize(("line", "problem"), UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_line_that_is_no_json_is_told_in_the_same_words_everywhere(
    program: Callable, tmp_path: Path, line: str, problem: str, jobs: str
) -> None:
    made = program(["atlas", written(tmp_path, f"{line}\n"), "--jobs", jobs])
    told = f"line: expected a JSON object ({problem}), got {quoted(line)}. {RIGHT}"
    assert (made.code, [json.loads(made.out)]) == (2, [{"error": told, "line": 1}])


def test_a_line_too_long_is_told_whatever_it_begins_with(program: Callable, tmp_path: Path) -> None:
    file = written(tmp_path, " " * (LONGEST_LINE + 1) + '{"m": 64}\n{"m": 64, "topk": 1}\n')
    made = program(["atlas", file])
    first, second = map(json.loads, made.out.splitlines())
    told = f'line: expected a JSON object of at most 1048576 characters on one line, got "{" " * 59}…". {RIGHT}'
    assert (made.code, first, second["line"]) == (2, {"error": told, "line": 1}, 2)


AXES = {
    "block_m": [16, 32, 64, 128, 256],
    "block_n": [64],
    "block_k": [16, 32, 64, 128],
    "stages": [2, 3, 4],
    "threads": [128, 256, 512],
}


def test_a_record_holds_the_axes_of_its_space(program: Callable, tmp_path: Path) -> None:
    made = program(["atlas", written(tmp_path, '{"m": 64, "topk": 1}\n'), "--block-n", "64"])
    record = json.loads(made.out)
    assert {axis: record[axis] for axis in AXES} == AXES
    assert record["candidates"] == 180


def test_a_space_may_name_the_device_and_holds_no_switch(program: Callable, tmp_path: Path) -> None:
    file, space = written(tmp_path, "{}\n"), tmp_path / "space.json"
    space.write_text('{"device": "l4", "topk": 1}', "utf-8")
    assert json.loads(program(["atlas", file, "--space", str(space)]).out)["device"] == "l4"
    assert json.loads(program(["atlas", file, "--space", str(space), "--devices", "t4"]).out)["device"] == "t4"
    space.write_text('{"pareto": true}', "utf-8")
    refused = program(["atlas", file, "--space", str(space)])
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == f"tile-decision atlas: error: pareto: expected {A_PROBLEM}, got true. {RIGHT}\n"


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
    "two unknown devices": (
        ["-", "--devices", "h10,a10,a1"],
        (
            '--devices: expected a device that exists (did you mean h100?), got "h10". Example: --devices h100\n'
            "tile-decision atlas: error: "
            '--devices: expected a device that exists (did you mean a10?), got "a1". Example: --devices a10'
        ),
    ),
    "shared values that are none": (
        ["-", "--m", "x", "--topk", "0", "--block-m", "abc"],
        (
            '--block-m: expected whole numbers from 1 to 2^63-1, separated by commas, got "abc". '
            "Example: --block-m 16, 32, 64, 128, 256\n"
            "tile-decision atlas: error: "
            '--m: expected a whole number from 1 to 2^63-1, got "x". Example: --m 4096\n'
            "tile-decision atlas: error: "
            "--topk: expected a whole number from 1 to 100000, got 0. Example: --topk 8"
        ),
    ),
    "problems and space from one place": (
        ["-", "--space", "-"],
        f"arguments: expected one of PROBLEMS - and --space -, not both, got both. Example: {EXAMPLE}",
    ),
    "a space and an axis": (
        ["-", "--space", "axes.json", "--threads", "128"],
        f"arguments: expected one of --space and --threads, not both, got both. Example: {EXAMPLE}",
    ),
    "no name of a file": (
        ["-", "--out", ""],
        '--out: expected a file that can be written to, got "". Example: --out another.jsonl',
    ),
    "no address": (
        ["-", "--jobs", "2", "--dask", ""],
        f"arguments: expected one of --jobs and --dask, not both, got both. Example: {EXAMPLE}",
    ),
    "a place that is none": (
        ["-", "--out", "/nowhere/atlas.jsonl"],
        ("--out: expected a file that can be written to, got No such file or directory. Example: --out another.jsonl"),
    ),
}


@pytest.mark.parametrize(("argv", "message"), USAGE.values(), ids=USAGE)
def test_bad_usage(
    program: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = program(["atlas", *(argv if "--out" in argv or "--resume" in argv else [*argv, "--out", "o.jsonl"])])
    assert (refused.code, refused.out, refused.err) == (2, "", f"tile-decision atlas: error: {message}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", sorted(interpreters()))
def test_every_interpreter_writes_the_same_bytes(tmp_path: Path, version: str) -> None:
    file = problems(tmp_path, 40)
    with file.open("a", encoding="utf-8") as more:
        more.writelines(f"{line}\n" for line, _ in UNREADABLE.values())
    made = [
        subprocess.run([python, "-S", *command(file, "--jobs", jobs)[1:]], cwd=ROOT, capture_output=True, check=False)
        for python, jobs in ((interpreters()[version], "1"), (interpreters()[version], "2"), (sys.executable, "1"))
    ]
    assert [each.returncode for each in made] == [2, 2, 2]
    assert made[0].stdout == made[1].stdout == made[2].stdout
    assert made[0].stdout.count(b"\n") == 40 + len(UNREADABLE)
