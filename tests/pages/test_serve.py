"""``mkdocs serve``: a changed page is built anew, a changed tilesite is said loudly, and nothing loops."""

from __future__ import annotations

import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sites import GOOD, REPOSITORY, write_site

WAIT = 60


class Lines:
    """The lines that a process prints, as they come."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._lines: queue.Queue[str] = queue.Queue()
        self.seen: list[str] = []
        threading.Thread(target=self._read, args=(process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._lines.put(line)

    def until(self, text: str) -> None:
        while not self.seen or text not in self.seen[-1]:
            self.seen.append(self._lines.get(timeout=WAIT))

    def more(self, seconds: float) -> list[str]:
        found = []
        while True:
            try:
                found.append(self._lines.get(timeout=seconds))
            except queue.Empty:  # noqa: PERF203 - a queue has no other end
                return found


@contextmanager
def serving(root: Path, package: Path) -> Iterator[Lines]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONUNBUFFERED": "1"}
    argv = [sys.executable, "-m", "mkdocs", "serve", "--no-strict", "--livereload", "--dev-addr", address]
    process = subprocess.Popen(
        argv, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    try:
        yield Lines(process)
    finally:
        process.terminate()
        process.wait(WAIT)
        assert process.stdout is not None
        process.stdout.close()


def test_changes_are_noticed_and_nothing_loops(tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(REPOSITORY / "tilesite", package / "tilesite", ignore=shutil.ignore_patterns("__pycache__"))
    root = tmp_path / "site"
    root.mkdir()
    write_site(root, {"index.md": GOOD.format(id="a")})
    page = root / "docs" / "index.md"
    with serving(root, package) as lines:
        lines.until("Serving on")
        assert not any("rebuild" in line.lower() or "Building" in line for line in lines.more(2))
        page.write_text(GOOD.format(id="a").replace("stages: 3", "stages: x"), "utf-8")
        lines.until("docs/index.md:5:9: stages: expected a whole number")
        lines.until("Reloading browsers")
        rows = package / "tilesite" / "facts" / "rows_tile.py"
        rows.write_text(rows.read_text("utf-8") + "\n", "utf-8")
        lines.until("tilesite itself has changed since this process began: stop it, and start it again")
        assert not any("Traceback" in line for line in lines.seen)
