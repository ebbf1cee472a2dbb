"""Problems for atlases, and the program that makes one as a process."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DTYPES = ("f16", "bf16", "e4m3", "s8", "f64")


def problems(folder: Path, count: int) -> Path:
    """A file of problems, every fifth of the first fifty broken in one way or another."""
    broken = ('{"m": "x"}', "nonsense", '{"m": 1, "m": 2}', '{"dtype": "f17"}', '{"mm": 4}', "[]", '{"device": "h10"}')
    lines = []
    for number in range(count):
        if number % 5 == 4 and number < 50:
            lines.append(broken[number // 5 % len(broken)])
        else:
            sizes = (128 << number % 7, 96 + 17 * number, 64 + number)
            lines.append('{{"m": {}, "n": {}, "k": {}, "dtype": "{}"}}'.format(*sizes, DTYPES[number % 5]))
    file = folder / "problems.jsonl"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def command(*words: str | Path) -> list[str]:
    """The program as a process of this interpreter."""
    return [sys.executable, "-m", "tilesite.tile", "atlas", *map(str, words)]


@contextmanager
def running(*words: str | Path, start_new_session: bool = False) -> Iterator[subprocess.Popen[str]]:
    """The program, running; stopped at the end if it still does."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command(*words), stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", start_new_session=start_new_session
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(file: Path, records: int, process: subprocess.Popen[str]) -> None:
    """Waits until a running program has written so many records; fails when it ends before."""
    while not file.exists() or file.read_bytes().count(b"\n") < records:
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes that a process has started: of Python's own helpers, those that do its work."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text("utf-8").rsplit(")", 1)[1].split()
            words = (status.parent / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid and b"spawn_main" in words:
            found.append(int(status.parent.name))
    return sorted(found)
