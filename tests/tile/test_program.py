"""The program as a program: modes, exit codes, batches, spellings, a closed pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

from tilesite.console import Streams
from tilesite.tile.__main__ import main
from tilesite.tile.reports import diagnose, sweep_report

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs/examples/04-tile-size-decision"
FITS = ["--block-m", "128", "--block-n", "256", "--block-k", "64", "--stages", "3", "--threads", "256"]
OVER = ["--block-m", "256", "--block-n", "256", "--block-k", "64", "--stages", "4", "--threads", "256"]


def test_a_tile_that_fails_is_a_result(program: Callable) -> None:
    assert program(["--diagnose", *OVER]).code == 0
    assert program(["--diagnose", *OVER, "--strict"]).code == 1
    assert program(["--diagnose", *FITS, "--strict"]).code == 0


def test_the_json_of_a_tile(program: Callable) -> None:
    answer = program(["--diagnose", "--json", *OVER]).json
    assert answer["schema"] == 1
    assert answer["ok"] is False
    assert answer["config"] == {
        "block_m": 256,
        "block_n": 256,
        "block_k": 64,
        "stages": 4,
        "threads": 256,
        "instr": "wgmma",
        "m": 4096,
        "n": 4096,
        "k": 4096,
        "dtype": "f16",
        "acc": "f32",
        "device": "h100",
        "sm_count": None,
        "smem_kb": None,
        "static_shared_bytes": 0,
        "cluster_m": 1,
        "cluster_n": 1,
        "stage_rule": "stages",
    }
    assert answer["traffic_bytes"] == 1107296256
    assert answer["shared"] == {"per_stage_bytes": 65536, "total_bytes": 262144, "limit_bytes": 232448}
    assert answer["registers"] == {"accumulators_per_thread": 256, "per_thread": 256, "per_block": 65536}
    assert answer["occupancy"] == {
        "registers": 1,
        "shared": 0,
        "threads": 8,
        "blocks": 32,
        "blocks_per_sm": 0,
        "binding": ["shared"],
    }
    assert answer["waves"] == {
        "grid": 256,
        "slots": None,
        "count": None,
        "last_wave_blocks": None,
        "tail_fill": None,
    }
    fails = [finding for finding in answer["findings"] if finding["severity"] == "fail"]
    assert [finding["rule"] for finding in fails] == ["C1", "C2", "C1", "C2"]
    assert fails[0] == {
        "rule": "C1",
        "severity": "fail",
        "message": "shared 262144 B > 232448 B per block at stages=4",
        "actual": 262144,
        "limit": 232448,
        "unit": "bytes",
        "cites": ["shared-formula", "shared-reserved", "shared-per-sm-9.0", "shared-per-block-9.0"],
    }
    order = {"fail": 0, "warn": 1, "info": 2}
    severities = [order[finding["severity"]] for finding in answer["findings"]]
    assert severities == sorted(severities)


def test_the_json_of_a_sweep(program: Callable) -> None:
    answer = program(["--json", "--topk", "2"]).json
    assert answer["stopped"] == {"C1": 51, "C2": 36, "C3": 354, "C4": 0}
    assert (answer["candidates"], answer["feasible"], answer["minimum_traffic_ties"]) == (900, 459, 8)
    assert answer["best_tail_fill"] == 124 / 132
    assert [row["block_m"] for row in answer["rows"]] == [256, 256]
    assert answer["rows"][0]["waves"] == {
        "grid": 256,
        "slots": 132,
        "count": 2,
        "last_wave_blocks": 124,
        "tail_fill": 124 / 132,
    }


def test_rejected_candidates_are_listed_with_what_stopped_them(program: Callable) -> None:
    argv = ["--block-m", "16,64", "--block-n", "64", "--block-k", "64", "--stages", "2", "--threads", "96,128"]
    assert program([*argv, "--rejected"]).out == program(argv).out + (
        "rejected, each with the constraint that stopped it and the nearest change that fits:\n"
        "   16    64    64     2    96  C3 block_M 16 is not a multiple of 64 (wgmma m64nNk16); "
        "block_M 16 → 64, threads 96 → 128 fits\n"
        "   16    64    64     2   128  C3 block_M 16 is not a multiple of 64 (wgmma m64nNk16); block_M 16 → 64 fits\n"
        "   64    64    64     2    96  C3 threads 96 is not a multiple of 128, the warpgroup that issues wgmma; "
        "threads 96 → 128 fits\n"
    )
    listed = program([*argv, "--rejected", "--json"]).json["rejected"]
    assert [candidate["stopped_by"]["rule"] for candidate in listed] == ["C3", "C3", "C3"]


def test_a_sweep_without_anything_feasible_is_strict_about_it(program: Callable) -> None:
    assert program(["--block-m", "16", "--strict"]).code == 1
    assert program(["--block-m", "16"]).code == 0


def test_a_space_from_a_file(program: Callable) -> None:
    text = '{"block_m": [128, 64, 64], "block_n": 64, "block_k": [64], "stages": [2], "threads": [128]}'
    assert program(["--space", "-", "--json"], text).json["candidates"] == 2
    assert program(["--space", "-", "--json"], '{"device": "a100", "instr": "mma"}').json["device"]["name"] == "a100"


BATCH = """\
{"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}

{"id": "b", "input": {"block_m": 256, "block_n": 256, "block_k": 64, "stages": 4, "threads": 256}}
"""


def test_a_batch_answers_line_by_line(program: Callable) -> None:
    ran = program(["--batch", "-"], BATCH)
    first, second = map(json.loads, ran.out.splitlines())
    assert ran.code == 0
    assert (first["ok"], second["ok"], second["id"]) == (True, False, "b")
    assert first == json.loads(program(["--diagnose", "--json", *FITS]).out)
    assert program(["--batch", "-", "--strict"], BATCH).code == 1


def test_flags_beside_a_batch_hold_for_lines_that_do_not_say_otherwise(program: Callable) -> None:
    line = '{"block_m": 128, "block_n": 128, "block_k": 64, "stages": 2, "threads": 256, "instr": "mma"}'
    assert program(["--batch", "-", "--device", "a100"], line).json["device"]["name"] == "a100"
    assert program(["--batch", "-", "--instr", "simt"], line).json["config"]["instr"] == "mma"


def test_a_bad_line_is_answered_and_the_rest_goes_on(program: Callable) -> None:
    ran = program(["--batch", "-", "--strict"], "{\n" + BATCH + "[]\n")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert [answer.get("line") for answer in answers] == [1, None, None, 5]
    assert answers[3]["error"] == (
        "config: expected a mapping of keys to values, got a list. "
        "Example: block_m: 128, block_n: 256, block_k: 64, stages: 3, threads: 256"
    )


def test_chinese(program: Callable) -> None:
    ran = program(["--diagnose", "--lang", "zh", *OVER])
    assert ran.out.splitlines()[3:6] == [
        "FAIL C1 shared 262144 B > 每 block 232448 B，此时 stages=4",
        "FAIL C2 仅累加器就需要每线程 256 个寄存器（> 255）；预计溢出到 local memory",
        "FAIL C1/C2 没有 block 能驻留：blocks_per_SM = 0",
    ]


def test_the_devices_are_listed(program: Callable) -> None:
    lines = program(["--list-devices"]).out.splitlines()
    assert lines[0].split() == ["device", "cc", "SMs", "KB/SM", "KB/block", "thr/SM", "blk/SM", "instructions"]
    assert next(line for line in lines if line.startswith("h100 ")).split() == (
        ["h100", "9.0", "132", "228", "227", "2048", "32", "mma", "wgmma"]
    )
    listed = program(["--list-devices", "--json"]).json["devices"]
    assert len(listed) == len(lines) - 1


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_and_version_are_answers(program: Callable, flag: str) -> None:
    ran = program([flag])
    assert (ran.code, ran.err) == (0, "")
    assert ran.out


REPORTS = {
    "tile": ({"block_m": 128, "block_n": 256, "block_k": 0x40, "stages": 3, "threads": 256, "m": 1000}, "en"),
    "tile in Chinese": ({"block_m": 8, "block_n": 8, "block_k": 8, "stages": 1, "threads": 1, "instr": "simt"}, "zh"),
    "sweep": ({"instr": "mma", "topk": 3}, "en"),
    "front": ({"pareto": True, "topk": 3, "order": "fill"}, "en"),
    "rejected": ({"block_m": [16, 64], "block_n": 64, "block_k": 64, "rejected": True}, "zh"),
    "sweep of some axes": ({"block_m": [64, 128], "stages": 2, "device": "a100", "instr": "mma"}, "zh"),
}


@pytest.mark.parametrize(("values", "lang"), REPORTS.values(), ids=REPORTS)
def test_the_command_of_a_report_prints_its_text(program: Callable, values: dict, lang: str) -> None:
    report = diagnose(values, lang) if "threads" in values else sweep_report(values, lang)
    name, *argv = report.command
    assert name == "tile-decision"
    assert program(argv).out == report.text
    assert program([*argv, "--json"]).json == report.json


def spawned(argv: list[str], cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *argv], cwd=cwd, env={**os.environ, **environment}, capture_output=True, check=False
    )


def test_both_spellings_print_the_same(program: Callable) -> None:
    wanted = program(["--topk", "8"]).out
    module = spawned(["-m", "tilesite.tile", "--topk", "8"])
    script = spawned(["tile_decision.py", "--topk", "8"], EXAMPLE, PYTHONPATH="")
    assert (module.returncode, module.stdout.decode(), module.stderr) == (0, wanted.replace("\n", os.linesep), b"")
    assert (script.returncode, script.stdout, script.stderr) == (0, module.stdout, b"")


def test_output_is_utf8_whatever_the_locale(program: Callable) -> None:
    ran = spawned(["-m", "tilesite.tile", "--lang", "zh", "--diagnose", *OVER], PYTHONIOENCODING="ascii", LC_ALL="C")
    assert ran.returncode == 0
    assert ran.stdout.decode("utf-8").splitlines() == program(["--lang", "zh", "--diagnose", *OVER]).out.splitlines()


def test_a_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tilesite.tile", "--rejected"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stderr
    process.stdout.read(1)
    process.stdout.close()
    assert (process.stderr.read(), process.wait()) == (b"", 0)
    process.stderr.close()


def test_streams_are_those_given() -> None:
    import io

    out = io.StringIO()
    assert main(["--version"], Streams(io.StringIO(), out, io.StringIO())) == 0
    assert out.getvalue().startswith("tile-decision ")
