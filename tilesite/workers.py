"""Pieces of work done in order on any ``concurrent.futures.Executor``: this process, processes, or a cluster."""

from __future__ import annotations

import os
import pickle
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp, mkstemp
from threading import Thread
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from tilesite.errors import Fault, InputError, shown
from tilesite.fields import parse_integer
from tilesite.language import Message, Text
from tilesite.signals import held, met_at_once

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Piece = TypeVar("Piece")
Done = TypeVar("Done")

MOST_BREAKS = 3
"""How often in a row a pool may lose a worker over the same piece before the run ends."""


MOST_JOBS = 1024
_MOST_ON_WINDOWS = 61
"""A process there waits for no more others than these at once."""

_A_JOBS = Text("a whole number from 1 to {most}", "1 到 {most} 的整数")
_LIVING = Text("processes that live through a piece of work", "能完成一份工作的进程")
_DEATHS = Text("{count} deaths over the same piece", "在同一份工作上死亡 {count} 次")
_TEMPORARY = Text("a folder for temporary files that stays and has room", "不会消失且有剩余空间的临时文件夹")


class HandOverError(BrokenExecutor):
    """What a piece came to could not be handed over: the folder of temporary files is gone, or full."""


class Here(Executor):
    """Does each piece at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - an Executor's own types
        """The finished future of ``fn(*args, **kwargs)``; what it raises is raised here."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Processes(Executor):
    """A pool of processes, which end when this one does, however it ends.

    Pieces, and what they came to, are handed over in files. In the pool's own pipes they would be written in parts,
    and who waits there for a process that was killed between two of them waits for ever.
    """

    def __init__(self, jobs: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Started anew on every system: a forked child would inherit locks of whatever threads there are.
        context = get_context("spawn")
        lives, self._lives = context.Pipe(duplex=False)
        most = min(jobs, _MOST_ON_WINDOWS) if sys.platform == "win32" else jobs
        self._pool = ProcessPoolExecutor(most, mp_context=context, initializer=_begin_worker, initargs=(lives,))
        self._folder: str | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - an Executor's own types
        """The future of ``fn(*args, **kwargs)``. Raises BrokenExecutor when a process was lost."""
        future: Future[Any] = Future()
        # A process that is interrupted while it begins complains; one that is half started cannot be ended.
        with held():
            if self._folder is None:
                self._folder = _new_folder()
            work = _to_file(self._folder, partial(fn, *args, **kwargs))
            inner = self._pool.submit(_work, self._folder, work)
        inner.add_done_callback(partial(_hand_over, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the pool, and removes what was not handed over. Work that is cancelled ends in the middle."""
        if cancel_futures:
            self._lives.close()
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
        self._lives.close()
        if self._folder is not None:
            rmtree(self._folder, ignore_errors=True)


def _new_folder() -> str:
    try:
        return mkdtemp(prefix="tilesite-")
    except OSError as error:
        raise HandOverError(error.strerror) from None


def _work(folder: str, work: str) -> str:
    """In a process of the pool: the name of a file that holds what the work of that file came to."""
    return _to_file(folder, _from_file(work)())


def _to_file(folder: str, value: object) -> str:
    """The name of a new file that holds the value."""
    data = pickle.dumps(value)
    try:
        handle, name = mkstemp(dir=folder)
        with open(handle, "wb") as file:  # noqa: PTH123 - a handle
            file.write(data)
    except OSError as error:
        raise HandOverError(error.strerror) from None
    return name


def _from_file(name: str) -> Any:  # noqa: ANN401 - whatever was written there
    """The value that a file holds, which is removed."""
    file = Path(name)
    try:
        data = file.read_bytes()
        file.unlink()
    except OSError as error:
        raise HandOverError(error.strerror) from None
    return pickle.loads(data)  # noqa: S301 - written by a process of this pool


def _hand_over(future: Future[Any], inner: Future[str]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(_from_file(inner.result()))
    except (CancelledError, Exception) as error:  # noqa: BLE001 - whatever it is, it is the future's
        future.set_exception(error)


def in_order(
    executors: Callable[[], Executor],
    work: Callable[[Piece], Done],
    pieces: Iterable[Piece],
    ahead: int,
    result: Callable[[Future[Done]], Done] = Future.result,
) -> Generator[Done, None, None]:
    """``work`` of each piece, in the order of the pieces; at most ``ahead`` pieces are in work or waiting.

    ``executors`` makes the executor, and another one when a pool has lost a worker: what had not come back is
    given out again. Raises BrokenExecutor when the same piece loses its worker more than MOST_BREAKS times.
    ``result`` waits for a future. Work that nobody waits for any more is cancelled.
    """
    waiting: deque[tuple[Piece, Future[Done] | None]] = deque()
    more = iter(pieces)
    executor = executors()
    breaks = 0
    done_with = False
    try:
        while _fill(waiting, more, ahead):
            try:
                done = result(_first(executor, work, waiting))
            except BrokenExecutor:  # noqa: PERF203 - the loop waits for work that takes a thousand times as long
                breaks += 1
                if breaks > MOST_BREAKS:
                    raise
                executor.shutdown(wait=False, cancel_futures=True)
                executor = executors()
                waiting = deque((piece, future if _is_good(future) else None) for piece, future in waiting)
            else:
                breaks = 0
                waiting.popleft()
                yield done
        done_with = True
    finally:
        with held():
            for _, future in waiting:
                if future:
                    future.cancel()
            executor.shutdown(wait=True, cancel_futures=not done_with)


def read_jobs(text: str | None) -> int:
    """The number of processes that a flag asks for; 1 when it was not given. Raises InputError."""
    jobs = 1 if text is None else parse_integer(text)
    if jobs is None or not 1 <= jobs <= MOST_JOBS:
        raise InputError(Fault("jobs", _A_JOBS.with_values(most=MOST_JOBS), shown(text), "2", "jobs"))
    return jobs


def lost_workers(error: BrokenExecutor, example: str) -> InputError:
    """The error of a run whose processes died, or could hand nothing over, again and again."""
    if isinstance(error, HandOverError):
        return InputError(Fault("temporary files", Message(_TEMPORARY), str(error), example))
    got = _DEATHS.with_values(count=MOST_BREAKS + 1)
    return InputError(Fault("--jobs", Message(_LIVING), got, example))


def _fill(waiting: deque[tuple[Piece, Future[Done] | None]], more: Iterator[Piece], ahead: int) -> bool:
    """Takes pieces until ``ahead`` of them wait; whether any does."""
    for piece in more if len(waiting) < ahead else ():
        waiting.append((piece, None))
        if len(waiting) >= ahead:
            break
    return bool(waiting)


def _first(
    executor: Executor, work: Callable[[Piece], Done], waiting: deque[tuple[Piece, Future[Done] | None]]
) -> Future[Done]:
    """What the first of the pieces will come to; all that wait are given out. Raises BrokenExecutor."""
    for at, (piece, future) in enumerate(waiting):
        if future is None:
            waiting[at] = (piece, executor.submit(work, piece))
    future = waiting[0][1]
    if future is None:
        raise BrokenExecutor
    return future


def _is_good(future: Future[Done] | None) -> bool:
    return future is not None and future.done() and not future.cancelled() and future.exception() is None


def _begin_worker(lives: Connection) -> None:
    # An interrupt of the terminal reaches every process of it; only the one that was asked has something to say.
    met_at_once()
    Thread(target=_end_with_pool, args=(lives,), daemon=True).start()


def _end_with_pool(lives: Connection) -> None:
    """Ends this worker when its pool, or the process that made it, is gone: nobody else would."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    wait([lives] if parent is None else [lives, parent.sentinel])
    os._exit(1)
