"""Interrupts and requests to end: each is met once, and never while something is half made."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager

from tilesite.records import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a process that was asked to end, as shells count it."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_HAS_MASKS = hasattr(signal, "pthread_sigmask")


@contextmanager
def orderly() -> Iterator[None]:
    """Meanwhile the first interrupt raises KeyboardInterrupt, the first SIGTERM SystemExit; later ones do nothing.

    So whatever is cleaned up on the way out is cleaned up whole. Signals that the caller ignores stay ignored, and
    outside the main thread, where none arrive, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        del frame
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(TERMINATED)

    before = {each: signal.getsignal(each) for each in _SIGNALS}
    for each, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(each, end)
    try:
        yield
    finally:
        for each, handler in before.items():
            if signal.getsignal(each) is end:
                signal.signal(each, handler)


@contextmanager
def held() -> Iterator[None]:
    """Meanwhile signals wait: they are met when the block is left. Processes started in it begin with them blocked."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {each: signal.getsignal(each) for each in _SIGNALS}
    masked = None
    try:
        # Blocked signals would still reach this thread by way of the other threads.
        for each, handler in before.items():
            if callable(handler):
                signal.signal(each, lambda number, _: came.append(number))
        if _HAS_MASKS:
            masked = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        yield
    finally:
        if masked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        for each, handler in before.items():
            if callable(handler):
                signal.signal(each, handler)
        if came:
            signal.raise_signal(came[0])


def met_at_once() -> None:
    """In a process that was started while signals were held: each ends it without a word, unless it is ignored."""
    for each in _SIGNALS:
        if signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, signal.SIG_DFL)
    if _HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
