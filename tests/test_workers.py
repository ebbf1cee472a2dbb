"""Executors of this machine."""

from __future__ import annotations

import concurrent.futures.process
import multiprocessing.connection
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import BrokenExecutor

import pytest

from tilesite.workers import Processes, in_order, lost_workers


def test_windows_gets_no_more_processes_than_it_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    # These ask for the system when they are imported, and the pool again when it is made.
    assert multiprocessing.connection.Pipe
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(ValueError, match="61"):
        concurrent.futures.process.ProcessPoolExecutor(62)
    Processes(1024).shutdown()


def test_no_folder_for_temporary_files_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with pytest.raises(BrokenExecutor) as told:
        list(in_order(lambda: Processes(1), abs, [-1], 1))
    assert str(lost_workers(told.value, "--jobs 1")) == (
        "temporary files: expected a folder for temporary files that stays and has room, "
        "got No such file or directory. Example: --jobs 1"
    )


def test_work_is_done_in_order_and_its_errors_are_raised() -> None:
    assert list(in_order(lambda: Processes(2), abs, [-1, 2, -3], 2)) == [1, 2, 3]
    work: Callable[[str], int] = int
    with pytest.raises(ValueError, match="invalid literal"):
        list(in_order(lambda: Processes(1), work, ["x"], 1))
