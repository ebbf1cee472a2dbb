"""The program tile-decision: arguments in, an answer out."""

from __future__ import annotations

import sys

from tilesite.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    UNUSABLE,
    Arguments,
    Given,
    Streams,
    add_common_flags,
    given_fields,
    guarded,
    run_program,
)
from tilesite.errors import Fault, InputError, flag_name
from tilesite.fields import BOOL
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING
from tilesite.tile.config import AXES, EXAMPLE_LINE, FIELDS, LANG, PROGRAM, read_job
from tilesite.tile.flags import DESCRIPTION, EPILOG, add_flags
from tilesite.tile.texts import BOTH, CONTRADICTION
from tilesite.tile.verdict import check_job

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLE = f"{PROGRAM} --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 3 --threads 256"

_SWEEP_ONLY = ("topk", "order", "pareto", "space", "rejected")


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs the program on ``argv`` and returns its exit code."""
    if argv and argv[0] == "atlas":
        from tilesite.tile.atlas_program import run_atlas
        from tilesite.tile.atlas_run import PROG

        return guarded(PROG, run_atlas, LANG)(argv[1:], streams)
    return guarded(PROGRAM, _answer, LANG)(argv, streams)


def run() -> None:
    """The console script."""
    sys.exit(run_program(main))


def flags() -> Arguments:
    """The flags of the program."""
    parser = Arguments(prog=PROGRAM, example=EXAMPLE, description=DESCRIPTION, epilog=EPILOG)
    add_common_flags(parser, LANG)
    add_flags(parser)
    return parser


def _answer(argv: Sequence[str], streams: Streams) -> int:
    arguments = flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    _refuse_contradictions(arguments)
    if arguments.list_devices:
        return _devices(arguments, streams)
    if arguments.batch is not None:
        return _batch(arguments, streams)
    return _diagnose(arguments, streams) if arguments.diagnose else _sweep(arguments, streams)


def _diagnose(arguments: Given, streams: Streams) -> int:
    result = check_job(read_job(given_fields(arguments, FIELDS)))
    if arguments.json:
        from tilesite.tile.as_json import result_object

        _print_object(result_object(result, arguments.lang), streams)
    else:
        from tilesite.tile.diagnosis import diagnosis

        streams.stdout.write(diagnosis(result, arguments.lang))
    return FAILED if arguments.strict and not result.ok else DONE


def _sweep(arguments: Given, streams: Streams) -> int:
    from tilesite.tile.scan import sweep_asked
    from tilesite.tile.space import CANDIDATES_ON_THE_COMMAND_LINE, MOST_ROWS, read_sweep, require_size
    from tilesite.tile.watch import watching

    asked = read_sweep(_sweep_values(arguments, streams), CANDIDATES_ON_THE_COMMAND_LINE)
    if arguments.json and asked.rejected:
        require_size(asked.space, MOST_ROWS)
    with watching(streams) as watcher:
        found = sweep_asked(asked, watcher.go_on)
    if arguments.json:
        from tilesite.tile.as_json import sweep_object

        _print_object(sweep_object(found, asked, arguments.lang), streams)
    else:
        from tilesite.tile.table import table

        for line in table(found, asked, arguments.lang):
            streams.stdout.write(line)
    if found.judged < found.candidates:
        return INTERRUPTED
    return FAILED if arguments.strict and not found.feasible else DONE


def _sweep_values(arguments: Given, streams: Streams) -> dict[str, object]:
    from tilesite.tile.space import SWEEP_FIELDS

    switches = {name: True for name in ("pareto", "rejected") if getattr(arguments, name)}
    values = given_fields(arguments, [field for field in SWEEP_FIELDS if field.kind != BOOL])
    if arguments.space is None:
        return {**values, **switches}
    from tilesite.tile.space_file import read_space_file

    return {**read_space_file(arguments.space, streams.stdin), **values, **switches}


def _devices(arguments: Given, streams: Streams) -> int:
    from tilesite.tile.device_list import device_list, devices_object

    if arguments.json:
        _print_object(devices_object(arguments.lang), streams)
    else:
        streams.stdout.write(device_list(arguments.lang))
    return DONE


def _batch(arguments: Given, streams: Streams) -> int:
    from tilesite.batch import LONGEST_LINE, answer_lines
    from tilesite.files import lines_of, opened
    from tilesite.tile.as_json import result_object

    given = given_fields(arguments, FIELDS)
    failed = unreadable = False

    def answer(value: object) -> dict[str, object]:
        nonlocal failed
        result = check_job(read_job({**given, **value} if isinstance(value, dict) else value))
        failed = failed or not result.ok
        return result_object(result, arguments.lang)

    with opened(arguments.batch, streams.stdin) as file:
        for line in answer_lines(lines_of(arguments.batch, file, LONGEST_LINE), answer, arguments.lang, EXAMPLE_LINE):
            streams.stdout.write(line.text + "\n")
            unreadable = unreadable or not line.readable
    if unreadable:
        return UNUSABLE
    return FAILED if arguments.strict and failed else DONE


def _print_object(value: dict[str, object], streams: Streams) -> None:
    from tilesite.batch import encode

    streams.stdout.write(encode(value) + "\n")


def _refuse_contradictions(arguments: Given) -> None:
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
