"""Atlases that are stopped: full disks, killed processes, signals; and what is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from atlases import children, command, problems, running, wait_for


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


def test_a_run_that_is_told_to_end_says_so_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    file, out = problems(tmp_path, 1500), tmp_path / "atlas.jsonl"
    with running(file, "--out", out, "--jobs", "2") as process:
        wait_for(out, 50, process)
        assert list(temporary.glob("tilesite-*"))
        process.send_signal(signal.SIGTERM)
        told = process.communicate()[1]
    complete = out.read_bytes().count(b"\n")
    wanted = f"interrupted: {complete} records are complete; the same command with --resume goes on\n"
    assert (process.returncode, told) == (143, f"tile-decision atlas: {wanted}")
    assert list(temporary.glob("tilesite-*")) == []


@pytest.mark.parametrize("together", [True, False], ids=["terminal", "twice"])
@pytest.mark.parametrize("workers", [0, 1, 2])
def test_an_interrupt_while_processes_begin_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int, *, together: bool
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    file, out = problems(tmp_path, 1500), tmp_path / "atlas.jsonl"
    with running(file, "--out", out, "--jobs", "2", start_new_session=True) as process:
        while not out.exists() or len(children(process.pid)) < workers:
            assert process.poll() is None
        for _ in range(1 if together else 2):
            (os.killpg if together else os.kill)(process.pid, signal.SIGINT)
        told = process.communicate()[1]
    complete = out.read_bytes().count(b"\n") if out.exists() else 0
    wanted = f"interrupted: {complete} records are complete; the same command with --resume goes on\n"
    assert (process.returncode, told) == (130, f"tile-decision atlas: {wanted}")
    assert list(temporary.glob("tilesite-*")) == []


def test_temporary_files_that_vanish_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    file, out = problems(tmp_path, 1500), tmp_path / "atlas.jsonl"
    with running(file, "--out", out, "--jobs", "2") as process:
        wait_for(out, 50, process)
        (folder,) = temporary.glob("tilesite-*")
        folder.rename(tmp_path / "away")
        told = process.communicate()[1]
    assert (process.returncode, told) == (2, "tile-decision atlas: 1500 records, 10 lines that cannot be read\n")
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout


def test_a_run_that_does_not_begin_leaves_no_file(tmp_path: Path) -> None:
    out = tmp_path / "atlas.jsonl"
    refused = subprocess.run(command("/proc/self/mem", "--out", out), capture_output=True, text=True, check=False)
    told = "expected a file that can be read, or - for standard input, got Input/output error. Example: -"
    assert (refused.returncode, refused.stderr) == (2, f'tile-decision atlas: error: "/proc/self/mem": {told}\n')
    assert not out.exists()
