"""The sub-command ``tile-decision atlas``: its flags, and what is refused before a run begins."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, nullcontext, suppress
from typing import TextIO

from tilesite.batch import LONGEST_LINE, numbered
from tilesite.console import DONE, Arguments, Given, Streams, given_fields
from tilesite.errors import Fault, InputError, flag_name
from tilesite.files import STDIN, lines_of, opened
from tilesite.language import LANGUAGES, Message
from tilesite.signals import orderly
from tilesite.tile import atlas_texts as texts
from tilesite.tile.atlas import FIELDS, Line, Shared, require_readable
from tilesite.tile.atlas_file import RecordFile
from tilesite.tile.atlas_run import PROG, Run, Work, workers_of
from tilesite.tile.config import AXES
from tilesite.tile.texts import BOTH, CONTRADICTION
from tilesite.workers import read_jobs

EXAMPLE = f"{PROG} problems.jsonl --devices h100,a100 --out atlas.jsonl"
FLAG_FIELDS = tuple(field for field in FIELDS if field.name != "device")
_DEVICE = "h100"


def run_atlas(argv: Sequence[str], streams: Streams) -> int:
    """Runs the sub-command. Raises InputError on what cannot be read or written."""
    arguments = atlas_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    path, jobs = _usage(arguments)
    # A program that runs inside another leaves its signals alone.
    with orderly() if streams.stdout is sys.stdout else nullcontext(), ExitStack() as stack:
        shared = _shared(arguments, streams)
        # In this order: whatever is missing is told before anything is written.
        workers = stack.enter_context(workers_of(arguments.dask, jobs))
        file = stack.enter_context(opened(path, streams.stdin))
        lines = _lines(path, file)
        inputs = _inputs(file, arguments.space)
        out = None if arguments.out is None else RecordFile(arguments.out, inputs, resume=arguments.resume)
        run = stack.enter_context(closing(Run(streams, out, shared, resume=arguments.resume)))
        slowly = not _is_ordinary(file)
        total = None if slowly or not streams.stderr.isatty() else _count(path, streams)
        return run.finish(workers, Work(lines, total, slowly), strict=arguments.strict)


def _lines(path: str, file: TextIO) -> Iterator[Line]:
    return (Line(number, text) for number, text in numbered(lines_of(path, file, LONGEST_LINE)))


def _inputs(file: TextIO, space: str | None) -> list[os.stat_result]:
    """The files that are read, as far as they are any."""
    status = _status(file)
    found = [status] if status else []
    if space is not None and space != STDIN:
        with suppress(OSError):
            found.append(os.stat(space))  # noqa: PTH116 - pathlib is slow to import
    return found


def _status(file: TextIO) -> os.stat_result | None:
    try:
        return os.fstat(file.fileno())
    except OSError:
        return None


def _is_ordinary(file: TextIO) -> bool:
    status = _status(file)
    return status is not None and stat.S_ISREG(status.st_mode)


def _count(path: str, streams: Streams) -> int | None:
    """How many lines there are to answer; of standard input nobody knows."""
    if path == STDIN:
        return None
    with opened(path, streams.stdin) as file:
        return sum(1 for _ in _lines(path, file))


def _usage(arguments: Given) -> tuple[str, int]:
    """The file of problems and the number of processes. Raises InputError on bad usage."""
    if len(arguments.problems) != 1:
        got = texts.FILES.with_values(count=len(arguments.problems))
        raise InputError(Fault("PROBLEMS", Message(texts.ONE_FILE), got, EXAMPLE))
    if arguments.resume and arguments.out is None:
        raise InputError(Fault("--resume", Message(texts.WITH_OUT), Message(texts.NO_OUT), f"{EXAMPLE} --resume"))
    if arguments.jobs is not None and arguments.dask is not None:
        raise _contradiction("--jobs", "--dask")
    path = arguments.problems[0]
    if path == arguments.space == STDIN:
        raise _contradiction(f"PROBLEMS {STDIN}", f"--space {STDIN}")
    axes = [axis for axis in AXES if getattr(arguments, axis) is not None]
    if arguments.space is not None and axes:
        raise _contradiction("--space", flag_name(axes[0]))
    return path, read_jobs(arguments.jobs)


def _contradiction(first: str, second: str) -> InputError:
    expected = CONTRADICTION.with_values(first=first, second=second)
    return InputError(Fault("arguments", expected, Message(BOTH), EXAMPLE))


def _shared(arguments: Given, streams: Streams) -> Shared:
    from tilesite.tile.space_file import read_space_file

    given = given_fields(arguments, FLAG_FIELDS)
    if arguments.space is not None:
        given = {**read_space_file(arguments.space, streams.stdin), **given}
    device = given.pop("device", _DEVICE)
    named = str(device) if arguments.devices is None else arguments.devices
    devices = tuple(name.strip() for name in named.split(","))
    shared = Shared(tuple(given.items()), devices, arguments.lang)
    require_readable(shared)
    return shared


def atlas_flags() -> Arguments:
    """The flags of the sub-command."""
    parser = Arguments(prog=PROG, example=EXAMPLE, description=texts.DESCRIPTION, epilog=texts.EPILOG)
    parser.add_argument("--lang", metavar="LANG", default=LANGUAGES[0], help=texts.LANG, usual=LANGUAGES[0])
    parser.add_argument("--strict", action="store_true", help=texts.STRICT)
    group = parser.add_argument_group(texts.ATLAS)
    group.add_argument("problems", metavar="PROBLEMS", help=texts.PROBLEMS)
    group.add_argument("--devices", metavar="NAMES", help=texts.DEVICES, usual=_DEVICE)
    group.add_argument("--out", metavar="FILE", help=texts.OUT)
    group.add_argument("--resume", action="store_true", help=texts.RESUME)
    group.add_argument("--jobs", metavar="N", help=texts.JOBS, usual=1)
    group.add_argument("--dask", metavar="ADDRESS", help=texts.DASK)
    group.add_argument("--space", metavar="FILE", help=texts.SPACE)
    shared = parser.add_argument_group(texts.FOR_ALL)
    for field in FLAG_FIELDS:
        shared.add_argument(flag_name(field.name), metavar="V", help=field.help)
    return parser
