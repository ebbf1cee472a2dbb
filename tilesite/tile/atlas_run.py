"""One run of an atlas: lines in, records out, on one core, on processes or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, contextmanager
from itertools import islice
from typing import Any, Callable, NamedTuple

from tilesite.console import DONE, FAILED, INTERRUPTED, UNUSABLE, Streams
from tilesite.language import Message
from tilesite.tile import atlas_texts as texts
from tilesite.tile.atlas import Answer, Line, Piece, Shared, answer_piece
from tilesite.tile.atlas_cluster import cluster, require_version
from tilesite.tile.atlas_file import RecordFile
from tilesite.tile.atlas_progress import progress
from tilesite.tile.atlas_resume import Resumed
from tilesite.tile.config import PROGRAM
from tilesite.workers import Here, Processes, in_order, lost_workers

PROG = f"{PROGRAM} atlas"
_RECORDS_OF_A_PIECE = 32
_PIECES_OF_A_WORKER = 4


class Workers(NamedTuple):
    """What makes the executor, how many pieces of work are given out ahead, and how one is waited for."""

    executors: Callable[[], Executor]
    ahead: int
    result: Callable[[Future[Any]], Any] = Future.result


class Work(NamedTuple):
    """The lines to answer. ``total`` is their number where it is known.

    Lines that come ``slowly``, from a pipe or a keyboard, are answered as they come where nothing is read ahead.
    """

    lines: Iterator[Line]
    total: int | None
    slowly: bool


@contextmanager
def workers_of(address: str | None, jobs: int) -> Iterator[Workers]:
    """This process, ``jobs`` processes, or the cluster at ``address``. Raises InputError."""
    if address is None:
        yield Workers(Here, 1) if jobs == 1 else Workers(lambda: Processes(jobs), jobs * _PIECES_OF_A_WORKER)
        return
    with cluster(address) as found:
        yield Workers(lambda: found.executor, max(found.threads, 2) * _PIECES_OF_A_WORKER, found.result)


class Run:
    """Where the records of a run go, and what it has counted."""

    def __init__(self, streams: Streams, file: RecordFile | None, shared: Shared, *, resume: bool) -> None:
        self._streams = streams
        self._shared = shared
        self._file = file
        self._resume = resume
        self._records = self._bad = 0
        self._feasible = True
        self._is_done = False

    def close(self) -> None:
        """Closes the file of records; one in which nothing came to stand is removed."""
        if self._file:
            self._file.close(keep=self._is_done or self._records > 0)

    def finish(self, workers: Workers, work: Work, *, strict: bool) -> int:
        """Answers the lines that are to do; returns the exit code."""
        resumed = Resumed(work.lines)
        try:
            if self._file and self._resume:
                resumed = self._file.resume(work.lines, self._shared)
            self._records, self._bad, self._feasible = resumed.records, resumed.bad, resumed.feasible
            self._answer(workers, work, resumed)
        except (KeyboardInterrupt, SystemExit) as asked:
            if self._file:
                self._say(texts.INTERRUPTED.with_values(count=self._records))
            if isinstance(asked, SystemExit):
                raise
            return INTERRUPTED
        self._is_done = True
        if self._file:
            self._say(texts.SUMMARY.with_values(count=self._records, bad=self._bad))
        if self._bad:
            return UNUSABLE
        return FAILED if strict and not self._feasible else DONE

    def _answer(self, workers: Workers, work: Work, resumed: Resumed) -> None:
        size = 1 if work.slowly and workers.ahead == 1 else max(1, _RECORDS_OF_A_PIECE // len(self._shared.devices))
        pieces = _pieces(resumed.lines, self._shared, size)
        skip, done = resumed.in_line, 0
        with progress(self._streams, work.total) as show, closing(_worked(workers, pieces)) as answers:
            for answer in answers:
                self._write(answer, skip)
                if work.slowly:
                    self._streams.stdout.flush()
                skip, done = 0, done + 1
                show(done)

    def _write(self, answer: Answer, skip: int) -> None:
        text = "".join(f"{record}\n" for record in answer.records[skip:])
        if self._file:
            self._file.write(text)
        else:
            self._streams.stdout.write(text)
        self._records += len(answer.records) - skip
        self._bad += not answer.readable
        self._feasible = self._feasible and answer.feasible

    def _say(self, message: Message) -> None:
        self._streams.stderr.write(f"{PROG}: {message.say(self._shared.lang)}\n")


def _worked(workers: Workers, pieces: Iterable[Piece]) -> Generator[Answer, None, None]:
    with closing(in_order(workers.executors, answer_piece, pieces, workers.ahead, workers.result)) as worked:
        try:
            for version, answers in worked:
                require_version(version)
                yield from answers
        except BrokenExecutor as error:
            raise lost_workers(error, texts.GO_ON) from None


def _pieces(lines: Iterator[Line], shared: Shared, size: int) -> Iterator[Piece]:
    while taken := tuple(islice(lines, size)):
        yield Piece(shared, taken)
