"""The sub-command ``tile-decision atlas``: flags in, records out, on one core, on processes or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from typing import Callable, NamedTuple

from tilesite.batch import LONGEST_LINE
from tilesite.console import DONE, FAILED, INTERRUPTED, UNUSABLE, Arguments, Given, Streams, given_fields
from tilesite.errors import Fault, InputError, flag_name
from tilesite.files import STDIN, lines_of, opened
from tilesite.language import LANGUAGES, Message
from tilesite.tile import atlas_texts as texts
from tilesite.tile.atlas import FIELDS, Answer, Line, Piece, Shared, answer_piece, require_devices
from tilesite.tile.atlas_cluster import cluster, require_version
from tilesite.tile.atlas_file import RecordFile, Resumed
from tilesite.tile.atlas_progress import progress
from tilesite.tile.texts import BOTH, CONTRADICTION
from tilesite.workers import Here, Processes, in_order, lost_workers, read_jobs

PROG = "tile-decision atlas"
EXAMPLE = f"{PROG} problems.jsonl --devices h100,a100 --out atlas.jsonl"
FLAG_FIELDS = tuple(field for field in FIELDS if field.name != "device")
_RECORDS_OF_A_PIECE = 32
_PIECES_OF_A_WORKER = 4


class Workers(NamedTuple):
    """What makes the executor, and how many pieces of work are given out ahead."""

    executors: Callable[[], Executor]
    ahead: int


def run_atlas(argv: Sequence[str], streams: Streams) -> int:
    """Runs the sub-command. Raises InputError on what cannot be read or written."""
    arguments = atlas_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    path, jobs = _usage(arguments)
    shared = _shared(arguments, streams)
    with ExitStack() as stack:
        # In this order: whatever is missing is told before anything is written.
        workers = stack.enter_context(_workers(arguments.dask, jobs))
        file = stack.enter_context(opened(path, streams.stdin))
        lines = _numbered(lines_of(file, LONGEST_LINE))
        run = _Run(streams, arguments.out, shared, resume=arguments.resume)
        stack.enter_context(closing(run))
        total = _count(path, streams) if streams.stderr.isatty() else None
        return run.finish(workers, lines, total, strict=arguments.strict)


class _Run:
    """One run: where its records go, and what it has counted."""

    def __init__(self, streams: Streams, out: str | None, shared: Shared, *, resume: bool) -> None:
        self._streams = streams
        self._shared = shared
        self._file = RecordFile(out, resume=resume) if out else None
        self._resume = resume
        self._records = self._bad = 0
        self._feasible = True

    def close(self) -> None:
        """Closes the file of records."""
        if self._file:
            self._file.close()

    def finish(self, workers: Workers, lines: Iterator[Line], total: int | None, *, strict: bool) -> int:
        """Answers the lines that are to do; returns the exit code."""
        resumed = self._file.resume(lines, self._shared) if self._file and self._resume else Resumed(lines)
        self._records, self._bad, self._feasible = resumed.records, resumed.bad, resumed.feasible
        try:
            self._answer(workers, resumed, total)
        except KeyboardInterrupt:
            if self._file:
                self._say(texts.INTERRUPTED.with_values(count=self._records))
            return INTERRUPTED
        if self._file:
            self._say(texts.SUMMARY.with_values(count=self._records, bad=self._bad))
        if self._bad:
            return UNUSABLE
        return FAILED if strict and not self._feasible else DONE

    def _answer(self, workers: Workers, resumed: Resumed, total: int | None) -> None:
        size = max(1, _RECORDS_OF_A_PIECE // len(self._shared.devices))
        pieces = _pieces(resumed.lines, self._shared, size)
        skip, done = resumed.in_line, 0
        with progress(self._streams, total) as show, closing(_worked(workers, pieces)) as answers:
            for answer in answers:
                self._write(answer, skip)
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
    with closing(in_order(workers.executors, answer_piece, pieces, workers.ahead)) as worked:
        try:
            for version, answers in worked:
                require_version(version)
                yield from answers
        except BrokenExecutor:
            raise lost_workers(texts.GO_ON) from None


@contextmanager
def _workers(address: str | None, jobs: int) -> Iterator[Workers]:
    if address is None:
        yield Workers(Here, 1) if jobs == 1 else Workers(lambda: Processes(jobs), jobs * _PIECES_OF_A_WORKER)
        return
    with cluster(address) as found:
        yield Workers(lambda: found.executor, max(found.threads, 2) * _PIECES_OF_A_WORKER)


def _pieces(lines: Iterator[Line], shared: Shared, size: int) -> Iterator[Piece]:
    while taken := tuple(islice(lines, size)):
        yield Piece(shared, taken)


def _numbered(lines: Iterable[str]) -> Iterator[Line]:
    return (Line(number, text) for number, text in enumerate(lines, 1) if text.strip())


def _count(path: str, streams: Streams) -> int | None:
    """How many lines there are to answer; unknown of what can be read only once."""
    if path == STDIN:
        return None
    with opened(path, streams.stdin) as file:
        return sum(1 for _ in _numbered(lines_of(file, LONGEST_LINE)))


def _usage(arguments: Given) -> tuple[str, int]:
    """The file of problems and the number of processes. Raises InputError on bad usage."""
    if len(arguments.problems) != 1:
        got = texts.FILES.with_values(count=len(arguments.problems))
        raise InputError(Fault("PROBLEMS", Message(texts.ONE_FILE), got, EXAMPLE))
    if arguments.resume and arguments.out is None:
        raise InputError(Fault("--resume", Message(texts.WITH_OUT), Message(texts.NO_OUT), f"{EXAMPLE} --resume"))
    if arguments.jobs is not None and arguments.dask is not None:
        raise InputError(
            Fault("arguments", CONTRADICTION.with_values(first="--jobs", second="--dask"), Message(BOTH), EXAMPLE)
        )
    return arguments.problems[0], read_jobs(arguments.jobs)


def _shared(arguments: Given, streams: Streams) -> Shared:
    from tilesite.tile.space_file import read_space_file

    given = given_fields(arguments, FLAG_FIELDS)
    if arguments.space is not None:
        given = {**read_space_file(arguments.space, streams.stdin), **given}
    devices = tuple(name.strip() for name in arguments.devices.split(","))
    require_devices(devices)
    return Shared(tuple(given.items()), devices, arguments.lang)


def atlas_flags() -> Arguments:
    """The flags of the sub-command."""
    parser = Arguments(prog=PROG, example=EXAMPLE, description=texts.DESCRIPTION, epilog=texts.EPILOG)
    parser.add_argument("--lang", metavar="LANG", default=LANGUAGES[0], help=texts.LANG, usual=LANGUAGES[0])
    parser.add_argument("--strict", action="store_true", help=texts.STRICT)
    group = parser.add_argument_group(texts.ATLAS)
    group.add_argument("problems", metavar="PROBLEMS", help=texts.PROBLEMS)
    group.add_argument("--devices", metavar="NAMES", default="h100", help=texts.DEVICES, usual="h100")
    group.add_argument("--out", metavar="FILE", help=texts.OUT)
    group.add_argument("--resume", action="store_true", help=texts.RESUME)
    group.add_argument("--jobs", metavar="N", help=texts.JOBS, usual=1)
    group.add_argument("--dask", metavar="ADDRESS", help=texts.DASK)
    group.add_argument("--space", metavar="FILE", help=texts.SPACE)
    shared = parser.add_argument_group(texts.FOR_ALL)
    for field in FLAG_FIELDS:
        shared.add_argument(flag_name(field.name), metavar="V", help=field.help)
    return parser
