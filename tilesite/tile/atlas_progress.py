"""How far a long run is: a bar on a terminal where tqdm is installed, one line where it is not, else nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable

from tilesite.console import Streams
from tilesite.tile.watch import Watcher

Show = Callable[[int], object]


@contextmanager
def progress(streams: Streams, total: int | None) -> Iterator[Show]:
    """What is told how many of ``total`` are done; nothing is shown unless standard error is a terminal."""
    if not streams.stderr.isatty():
        yield _nothing
        return
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        watcher = Watcher(streams.stderr if total else None)
        try:
            yield lambda done: watcher.go_on(done, total or 0)
        finally:
            watcher.clear()
        return
    with tqdm(total=total, file=streams.stderr, unit="line", dynamic_ncols=True) as bar:
        yield lambda done: bar.update(done - bar.n)


def _nothing(done: int) -> None:
    del done
