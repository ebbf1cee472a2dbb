"""Atlases on a local Dask cluster: the same bytes, a killed worker, and schedulers that do not answer."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from atlases import command, problems, running, wait_for

SCRIPT = Path(__file__).with_name("local_cluster.py")


@contextmanager
def local_cluster() -> Iterator[tuple[subprocess.Popen[str], str, list[int]]]:
    """A cluster of two worker processes: itself, the address of its scheduler, and the ids of its workers."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(SCRIPT)], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        address, *workers = process.stdout.readline().split()
        try:
            yield process, address, list(map(int, workers))
        finally:
            process.communicate("")


def test_a_cluster_writes_the_same_bytes_and_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    file = problems(tmp_path, 1500)
    wanted = subprocess.run(command(file), capture_output=True, check=False).stdout
    with local_cluster() as (_, address, workers):
        for number, victim in enumerate([None, workers[0]]):
            out = tmp_path / f"{number}.jsonl"
            with running(file, "--out", out, "--dask", address) as process:
                if victim:
                    wait_for(out, 50, process)
                    os.kill(victim, signal.SIGKILL)
                    assert process.poll() is None
                told = process.communicate()[1]
            assert (process.returncode, told) == (
                2,
                "tile-decision atlas: 1500 records, 10 lines that cannot be read\n",
            )
            assert out.read_bytes() == wanted


def test_a_cluster_that_goes_away_is_told_and_gone_on_after(tmp_path: Path) -> None:
    file, out = problems(tmp_path, 3000), tmp_path / "atlas.jsonl"
    with local_cluster() as (cluster, address, _), running(file, "--out", out, "--dask", address) as process:
        wait_for(out, 50, process)
        cluster.communicate("")
        told = process.communicate()[1]
    assert told == (
        "tile-decision atlas: error: --dask: expected a cluster that stays up; what was written is complete, and "
        f'--resume goes on after it, got no answer from "{address}". Example: the same command with --resume\n'
    )
    assert process.returncode == 2
    assert 50 <= out.read_bytes().count(b"\n") < 3000
    again = subprocess.run(command(file, "--out", out, "--resume", "--jobs", "2"), check=False, capture_output=True)
    assert again.returncode == 2
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout


@contextmanager
def something_else() -> Iterator[str]:
    """The address of a server that answers, and is no scheduler."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10)

        Thread(target=answer, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


@contextmanager
def nobody() -> Iterator[str]:
    """An address at which nobody listens."""
    yield "tcp://127.0.0.1:1"


@contextmanager
def no_address() -> Iterator[str]:
    """What is no address at all."""
    yield "tcp://"


@pytest.mark.parametrize("scheduler", [nobody, something_else, no_address])
def test_a_scheduler_that_does_not_answer_is_told_within_ten_seconds(tmp_path: Path, scheduler: object) -> None:
    assert callable(scheduler)
    file, out = problems(tmp_path, 1), tmp_path / "atlas.jsonl"
    with scheduler() as address:
        argv = command(file, "--out", out, "--dask", address)
        refused = subprocess.run(argv, capture_output=True, encoding="utf-8", check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "tile-decision atlas: error: --dask: expected a Dask scheduler that answers within 6 seconds, "
        f'got no answer from "{address}". Example: --dask tcp://127.0.0.1:8786\n'
    )
    assert not out.exists()
