"""A long sweep on a terminal: its progress, and an interrupt that keeps what was found so far."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

from tilesite.console import Streams
from tilesite.tile.watch import Watcher, watching

ROOT = Path(__file__).parent.parent.parent


def test_without_a_terminal_nothing_is_shown() -> None:
    streams = Streams(io.StringIO(), io.StringIO(), io.StringIO())
    with watching(streams) as watcher:
        assert watcher.go_on(1, 2)
    assert streams.stderr.getvalue() == ""


def test_an_interrupt_is_told_when_next_asked() -> None:
    watcher = Watcher(None)
    assert watcher.go_on(1, 2)
    watcher.interrupt(signal.SIGINT, None)
    assert not watcher.go_on(2, 2)


def test_a_program_inside_another_leaves_its_signals_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    with watching(Streams(io.StringIO(), io.StringIO(), io.StringIO())):
        assert signal.getsignal(signal.SIGINT) is before


if os.name != "nt":  # there are no pseudo-terminals there

    def test_progress_is_shown_and_an_interrupted_sweep_prints_its_best() -> None:
        import pty

        sizes = ",".join(map(str, range(1, 3163)))
        axes = ["--block-m", sizes, "--block-n", sizes, "--block-k", "1", "--stages", "1", "--threads", "1024"]
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tilesite.tile",
                *axes,
                "--instr",
                "simt",
                "--acc",
                "f16",
                "--pareto",
                "--topk",
                "3",
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
        )
        os.close(theirs)
        shown = os.read(ours, 200).decode()
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate()
        os.close(ours)
        assert "% (" in shown
        assert process.returncode == 130
        lines = printed.splitlines()
        assert lines[0].startswith("feasible configurations found: ")
        assert lines[-1].startswith("interrupted: ")
        assert lines[-1].endswith(" of 9998244 candidates were judged")
