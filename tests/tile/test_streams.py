"""Streams that are closed or full, sweeps that cannot succeed, and numbers that rest on no source."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from tilesite.tile.reports import sweep_report

PROGRAM = [sys.executable, "-m", "tilesite.tile"]


def shell(command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    line = f"{' '.join(PROGRAM)} {command}"
    return subprocess.run(["sh", "-c", line], input=stdin, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("command", ["--topk 900 >&-", "--batch - <&-", "--topk 1 2>&-"])
def test_a_closed_stream_is_no_error(command: str) -> None:
    ran = shell(command)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_full_disk_is_told() -> None:
    ran = shell("--topk 900 >/dev/full")
    expected = (
        "error: output: expected room to write to, got No space left on device. Example: a disk with free space\n"
    )
    assert (ran.returncode, ran.stderr) == (2, expected)


def test_a_byte_order_mark_on_standard_input_is_no_error() -> None:
    tile = '\ufeff{"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}\n'
    assert shell("--batch -", tile).returncode == 0


def test_a_number_past_all_floats_is_no_json(program: Callable) -> None:
    ran = program(["--batch", "-"], '{"id": 1e400, "input": {}}\n')
    assert (ran.code, "Infinity" in ran.out) == (2, False)
    assert "1e400 is too large for a number" in ran.out


def test_a_sweep_without_a_feasible_candidate_fails(program: Callable) -> None:
    ran = program(["--topk", "3", "--device", "a100", "--strict"])
    assert ran.code == 1
    expected = "FAIL C3 no candidate is feasible; the first one: a100 (8.0) has no wgmma; devices that have it: "
    assert ran.out.splitlines()[-1].startswith(expected)
    report = sweep_report({"device": "a100"})
    assert (report.ok, [finding.rule for finding in report.findings]) == (False, ["C3"])


def test_what_was_given_cites_no_source() -> None:
    given = sweep_report({"sm_count": 108, "smem_kb": 164}).cites
    assert not [cite for cite in given if cite.startswith(("sm-count-", "shared-per-"))]
    assert [cite for cite in sweep_report({}).cites if cite.startswith(("sm-count-", "shared-per-"))]
