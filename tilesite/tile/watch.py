"""Watching a long sweep: its progress on a terminal, and an interrupt that keeps what was found so far."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import contextmanager

from tilesite.console import Streams
from tilesite.records import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType
    from typing import TextIO

_FIRST = 1.0
_EVERY = 0.2


@contextmanager
def watching(streams: Streams) -> Iterator[Watcher]:
    """A watcher for a sweep that runs meanwhile.

    Only the process's own streams are watched: a program that runs inside another leaves its signals alone.
    """
    own = streams.stdout is sys.stdout and threading.current_thread() is threading.main_thread()
    watcher = Watcher(streams.stderr if own and streams.stderr.isatty() else None)
    before = signal.signal(signal.SIGINT, watcher.interrupt) if own else None
    try:
        yield watcher
    finally:
        if own:
            signal.signal(signal.SIGINT, before)
        watcher.clear()


class Watcher:
    """Shows on ``terminal``, where there is one, how far a sweep is; tells it to stop once it was interrupted."""

    def __init__(self, terminal: TextIO | None) -> None:
        self._terminal = terminal
        self._next = time.monotonic() + _FIRST
        self._interrupted = False

    def go_on(self, judged: int, candidates: int) -> bool:
        """Called by the sweep now and then; False once it was interrupted."""
        if self._terminal and time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            self._terminal.write(f"\r{100 * judged // candidates}% ({judged} / {candidates})")
            self._terminal.flush()
        return not self._interrupted

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signal: the sweep is told when it next asks."""
        del number, frame
        self._interrupted = True

    def clear(self) -> None:
        """Removes the line of progress."""
        if self._terminal:
            self._terminal.write("\r\x1b[K")
