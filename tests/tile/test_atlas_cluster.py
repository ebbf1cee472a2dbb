"""Atlases on a local Dask cluster: the same bytes, a killed worker, and schedulers that do not answer."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest
from atlases import command, problems, running, wait_for

from tilesite import __version__
from tilesite.errors import quoted
from tilesite.tile import atlas_cluster

SCRIPT = Path(__file__).with_name("local_cluster.py")


@contextmanager
def local_cluster(*words: str) -> Iterator[tuple[subprocess.Popen[str], str, list[int]]]:
    """A cluster of two worker processes: itself, the address of its scheduler, and the ids of its workers."""
    pipe = subprocess.PIPE
    argv = [sys.executable, str(SCRIPT), *words]
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
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


@pytest.fixture(name="impatient")
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas_cluster, "PATIENCE", 4)
    monkeypatch.setattr(atlas_cluster, "LOOKS", 0.2)
    monkeypatch.setattr(atlas_cluster, "ANSWERS", 3)
    monkeypatch.setattr(atlas_cluster, "SECONDS", 60)  # a busy machine may take its time to connect


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("lost", ["workers", "scheduler"])
def test_a_cluster_that_only_stands_there_is_told_and_gone_on_after(
    program: Callable, tmp_path: Path, lost: str
) -> None:
    file, out = problems(tmp_path, 3000), tmp_path / "atlas.jsonl"
    ended = Event()
    with local_cluster() as (cluster, address, _):

        def lose() -> None:
            while not ended.is_set() and (not out.exists() or out.read_bytes().count(b"\n") < 50):
                sleep(0.01)
            if lost == "scheduler":
                cluster.send_signal(signal.SIGSTOP)
            elif cluster.stdin:
                cluster.stdin.write("0\n")
                cluster.stdin.flush()

        loser = Thread(target=lose, daemon=True)
        loser.start()
        told = program(["atlas", str(file), "--out", str(out), "--dask", address])
        ended.set()
        loser.join()
        cluster.send_signal(signal.SIGCONT)
    got = "no workers at {}" if lost == "workers" else "no answer from {}"
    assert told.code == 2
    assert told.err == (
        "tile-decision atlas: error: --dask: expected a cluster that stays up; what was written is complete, and "
        f"--resume goes on after it, got {got.format(quoted(address))}. Example: the same command with --resume\n"
    )
    again = subprocess.run(command(file, "--out", out, "--resume", "--jobs", "2"), check=False, capture_output=True)
    assert again.returncode == 2
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout


@pytest.mark.usefixtures("impatient")
def test_a_cluster_that_gets_workers_again_is_gone_on_with(
    program: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atlas_cluster, "PATIENCE", 60)
    file, out = problems(tmp_path, 1500), tmp_path / "atlas.jsonl"
    with local_cluster() as (cluster, address, _):

        def lose() -> None:
            assert cluster.stdin
            for workers in ("0", "1"):
                while not out.exists() or out.read_bytes().count(b"\n") < 50:
                    sleep(0.01)
                cluster.stdin.write(f"{workers}\n")
                cluster.stdin.flush()
                sleep(2)

        Thread(target=lose, daemon=True).start()
        told = program(["atlas", str(file), "--out", str(out), "--dask", address])
    assert (told.code, told.err) == (2, "tile-decision atlas: 1500 records, 10 lines that cannot be read\n")
    assert out.read_bytes() == subprocess.run(command(file), capture_output=True, check=False).stdout


def test_a_cluster_without_workers_is_told_before_a_file_is_made(tmp_path: Path) -> None:
    file, out = problems(tmp_path, 1), tmp_path / "atlas.jsonl"
    with local_cluster("0") as (_, address, _):
        argv = command(file, "--out", out, "--dask", address)
        refused = subprocess.run(argv, capture_output=True, encoding="utf-8", check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "tile-decision atlas: error: --dask: expected a cluster that has a worker within 6 seconds, "
        f'got no workers at "{address}". Example: dask worker {address}\n'
    )
    assert not out.exists()


OTHER_WORKERS = {
    "another version": (
        'import tilesite\ntilesite.__version__ = "0.0.1"\n',
        "one that has 0.0.1",
    ),
    "none": (
        'import sys, types\nsys.modules["tilesite"] = types.ModuleType("tilesite")\n',
        "one without the module tilesite.tile",
    ),
}


@pytest.mark.parametrize(("preload", "got"), OTHER_WORKERS.values(), ids=OTHER_WORKERS)
def test_workers_with_another_tilesite_are_told_and_no_file_is_left(tmp_path: Path, preload: str, got: str) -> None:
    first = tmp_path / "first.py"
    first.write_text(preload, "utf-8")
    file, out = problems(tmp_path, 50), tmp_path / "atlas.jsonl"
    with local_cluster("1", str(first)) as (_, address, _):
        argv = command(file, "--out", out, "--dask", address)
        refused = subprocess.run(argv, capture_output=True, encoding="utf-8", check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"tile-decision atlas: error: --dask: expected workers that have tilesite {__version__}, got {got}. "
        f"Example: pip install tilesite=={__version__}\n"
    )
    assert not out.exists()


def serve(answer: Callable[[socket.socket], object]) -> Iterator[str]:
    """The address of a server that answers each who comes, and is no scheduler."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def answer_all() -> None:
            while True:
                connection, _ = server.accept()
                Thread(target=answer, args=(connection,), daemon=True).start()

        Thread(target=answer_all, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


@contextmanager
def something_else() -> Iterator[str]:
    """A server that speaks, but not of Dask."""
    yield from serve(lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10))


@contextmanager
def zeros() -> Iterator[str]:
    """A server that sends zeros."""
    yield from serve(lambda connection: connection.sendall(bytes(10_000)))


@contextmanager
def drips() -> Iterator[str]:
    """A server that sends a byte now and then."""

    def drip(connection: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection.sendall(b"\x01")
                sleep(0.3)

    yield from serve(drip)


@contextmanager
def handshake_alone() -> Iterator[str]:
    """A server that shakes hands as a scheduler does, and then says nothing."""
    with local_cluster() as (_, address, _), socket.create_connection(address_of(address)) as scheduler:
        greeting = scheduler.recv(100_000)

        def greet(connection: socket.socket) -> None:
            connection.sendall(greeting)
            while connection.recv(100_000):
                pass

        yield from serve(greet)


def address_of(address: str) -> tuple[str, int]:
    host, port = address.split("//")[1].split(":")
    return host, int(port)


@contextmanager
def a_worker() -> Iterator[str]:
    """The address of a worker."""
    with local_cluster("1") as (_, address, _):
        ask = "import sys; from distributed import Client; print(*Client(sys.argv[1]).nthreads())"
        yield subprocess.run(
            [sys.executable, "-c", ask, address], capture_output=True, text=True, check=True
        ).stdout.strip()


@contextmanager
def nobody() -> Iterator[str]:
    """An address at which nobody listens."""
    yield "tcp://127.0.0.1:1"


@contextmanager
def no_address() -> Iterator[str]:
    """What is no address at all."""
    yield "tcp://"


@contextmanager
def nothing() -> Iterator[str]:
    """No word at all."""
    yield ""


NO_SCHEDULERS = [nobody, something_else, zeros, drips, handshake_alone, a_worker, no_address, nothing]


@pytest.mark.parametrize("scheduler", NO_SCHEDULERS)
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
