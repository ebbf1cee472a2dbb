"""Problems that come from pipes, and terminals that watch."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from atlases import command, problems, running

PROBLEM = b'{"m": 64, "topk": 1}\n'


@pytest.mark.parametrize("given", ["-", "/dev/stdin"])
def test_problems_of_a_pipe_are_answered_under_a_terminal(given: str) -> None:
    ours, theirs = pty.openpty()
    made = subprocess.run(command(given), input=PROBLEM * 3, stdout=subprocess.PIPE, stderr=theirs, check=False)
    os.close(theirs)
    os.close(ours)
    assert (made.returncode, made.stdout.count(b"\n")) == (0, 3)


def test_lines_of_a_pipe_are_answered_as_they_come() -> None:
    with running("-") as process:
        assert process.stdin
        assert process.stdout
        for number in range(1, 4):
            process.stdin.write(PROBLEM.decode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait() == 0


def test_a_pipe_and_a_file_give_the_same_bytes(tmp_path: Path) -> None:
    file = problems(tmp_path, 100)
    of_file = subprocess.run(command(file), capture_output=True, check=False).stdout
    for jobs in ("1", "2"):
        made = subprocess.run(
            command("-", "--jobs", jobs), input=file.read_bytes(), stdout=subprocess.PIPE, check=False
        )
        assert made.stdout == of_file
