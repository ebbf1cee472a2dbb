"""The program tile-decision: arguments in, an answer out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilesite.console import (
    DONE,
    FAILED,
    UNUSABLE,
    Arguments,
    Streams,
    add_common_flags,
    given_fields,
    guarded,
    run_program,
)
from tilesite.errors import Fault, InputError, flag_name
from tilesite.language import Message
from tilesite.tile.config import AXES, EXAMPLE_LINE, FIELDS, read_job
from tilesite.tile.help import DESCRIPTION, EPILOG, add_flags
from tilesite.tile.reports import LANG, PROGRAM, diagnose, sweep_report
from tilesite.tile.space import CANDIDATES_ON_THE_COMMAND_LINE, SWEEP_FIELDS
from tilesite.tile.texts import BOTH, CONTRADICTION

if TYPE_CHECKING:
    from argparse import Namespace

    from tilesite.report import Report

EXAMPLE = f"{PROGRAM} --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 3 --threads 256"

_SWEEP_ONLY = ("topk", "space", "rejected")


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs the program on ``argv`` and returns its exit code."""
    return guarded(PROGRAM, _answer, LANG)(argv, streams)


def run() -> None:
    """The console script."""
    sys.exit(run_program(main))


def _answer(argv: Sequence[str], streams: Streams) -> int:
    parser = Arguments(prog=PROGRAM, example=EXAMPLE, description=DESCRIPTION, epilog=EPILOG)
    add_flags(parser)
    add_common_flags(parser, LANG)
    arguments = parser.read(argv, streams.stdout)
    if arguments is None:
        return DONE
    _refuse_contradictions(arguments)
    if arguments.list_devices:
        return _devices(arguments, streams)
    if arguments.batch is not None:
        return _batch(arguments, streams)
    report = _diagnosis(arguments) if arguments.diagnose else _sweep(arguments, streams)
    return _print(report, arguments, streams)


def _diagnosis(arguments: Namespace) -> Report:
    return diagnose(given_fields(arguments, FIELDS), arguments.lang)


def _sweep(arguments: Namespace, streams: Streams) -> Report:
    values = given_fields(arguments, SWEEP_FIELDS)
    if arguments.space is not None:
        from tilesite.tile.space_file import read_space_file

        values = {**read_space_file(arguments.space, streams.stdin), **values}
    return sweep_report(values, arguments.lang, CANDIDATES_ON_THE_COMMAND_LINE, rejected=arguments.rejected)


def _print(report: Report, arguments: Namespace, streams: Streams) -> int:
    if arguments.json:
        from tilesite.batch import encode

        streams.stdout.write(encode(report.json) + "\n")
    else:
        streams.stdout.write(report.text)
    return FAILED if arguments.strict and not report.ok else DONE


def _devices(arguments: Namespace, streams: Streams) -> int:
    from tilesite.tile.device_list import device_list, devices_object

    if arguments.json:
        from tilesite.batch import encode

        streams.stdout.write(encode(devices_object()) + "\n")
    else:
        streams.stdout.write(device_list(arguments.lang))
    return DONE


def _batch(arguments: Namespace, streams: Streams) -> int:
    from tilesite.batch import LONGEST_LINE, answer_lines
    from tilesite.files import lines_of, opened
    from tilesite.tile.as_json import result_object
    from tilesite.tile.check import check_job

    given = given_fields(arguments, FIELDS)
    failed = unreadable = False

    def answer(value: object) -> dict[str, object]:
        nonlocal failed
        result = check_job(read_job({**given, **value} if isinstance(value, dict) else value))
        failed = failed or not result.ok
        return result_object(result, arguments.lang)

    with opened(arguments.batch, streams.stdin) as file:
        for line in answer_lines(lines_of(file, LONGEST_LINE), answer, arguments.lang, EXAMPLE_LINE):
            streams.stdout.write(line.text + "\n")
            unreadable = unreadable or not line.readable
    if unreadable:
        return UNUSABLE
    return FAILED if arguments.strict and failed else DONE


def _refuse_contradictions(arguments: Namespace) -> None:
    modes = [name for name in ("diagnose", "batch", "list_devices") if getattr(arguments, name)]
    sweeps = [name for name in _SWEEP_ONLY if getattr(arguments, name)]
    together = modes + sweeps
    if modes and len(together) > 1 and together != ["diagnose", "batch"]:
        raise _contradiction(together[0], together[1])
    axes = [name for name in AXES if getattr(arguments, name) is not None]
    if arguments.space is not None and axes:
        raise _contradiction("space", axes[0])


def _contradiction(first: str, second: str) -> InputError:
    flags = {"first": flag_name(first), "second": flag_name(second)}
    return InputError(Fault("arguments", CONTRADICTION.with_values(**flags), Message(BOTH), EXAMPLE))


if __name__ == "__main__":
    run()
