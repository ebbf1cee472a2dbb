"""The sub-commands ``tma-descriptor plan`` and ``tma-descriptor gemm``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable

from tilesite.console import (
    DONE,
    FAILED,
    UNUSABLE,
    Arguments,
    Streams,
    add_common_flags,
    add_field_flags,
    given_fields,
)
from tilesite.errors import Fault, InputError, shown
from tilesite.fields import one_of
from tilesite.files import Sealed
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING
from tilesite.report import Report
from tilesite.tma.as_json import SCHEMA
from tilesite.tma.plan import texts
from tilesite.tma.plan.request import EXAMPLE
from tilesite.tma.plan.tile_inputs import GEMM_FIELDS

if TYPE_CHECKING:
    from tilesite.console import Given

PLAN_PROG = "tma-descriptor plan"
GEMM_PROG = "tma-descriptor gemm"
LANG = "en"
_RECORDED_KEYS = {"id", "input", "expected"}
_BATCH_LINE = '{"id": "1", "input": ' + EXAMPLE + "}"
_GEMM_EXAMPLE = f"{GEMM_PROG} --block-m 128 --block-n 128 --block-k 64 --stages 3 --threads 128"
_GEMM_LINE = '{"block_m": 128, "block_n": 128, "block_k": 64, "stages": 3, "threads": 128}'


def plan_flags() -> Arguments:
    """The flags of ``tma-descriptor plan``."""
    parser = Arguments(
        prog=PLAN_PROG,
        example=f"{PLAN_PROG} --input '{EXAMPLE}'",
        description=texts.PLAN_DESCRIPTION,
        epilog=texts.PLAN_EPILOG,
    )
    add_common_flags(parser, LANG)
    parser.add_argument("file", metavar="FILE", help=texts.A_FILE)
    parser.add_argument("--input", metavar="JSON", help=texts.INLINE)
    parser.add_argument("--against", metavar="COMPILER", help=texts.AGAINST)
    return parser


def gemm_flags() -> Arguments:
    """The flags of ``tma-descriptor gemm``."""
    parser = Arguments(
        prog=GEMM_PROG, example=_GEMM_EXAMPLE, description=texts.GEMM_DESCRIPTION, epilog=texts.GEMM_EPILOG
    )
    add_common_flags(parser, LANG)
    add_field_flags(parser, GEMM_FIELDS)
    return parser


def run_plan(argv: Sequence[str], streams: Streams) -> int:
    """Runs ``tma-descriptor plan`` on the words after ``plan``. Raises InputError for what cannot be read."""
    parser = plan_flags()
    arguments = parser.read(argv, streams.stdout)
    if arguments is None:
        return DONE
    given = [*arguments.file, *(each for each in (arguments.input, arguments.batch) if each is not None)]
    if len(given) != 1:
        expected = Message(texts.ONE_INPUT)
        raise InputError(Fault(PLAN_PROG, expected, str(len(given)), parser.example))
    if arguments.against is not None:
        return _against(arguments, streams)
    if arguments.batch is not None:
        return _plans(arguments.batch, streams, lang=arguments.lang, strict=arguments.strict)
    from tilesite.tma.plan.reports import copy_report

    values = _one_input(arguments.input, *arguments.file, streams=streams)
    try:
        report = copy_report(values, arguments.lang)
    except InputError as error:
        raise _of_the_input(error) from None
    return _answer(report, streams, as_json=arguments.json, strict=arguments.strict)


def run_gemm(argv: Sequence[str], streams: Streams) -> int:
    """Runs ``tma-descriptor gemm`` on the words after ``gemm``. Raises InputError for what cannot be read."""
    arguments = gemm_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    from tilesite.tma.plan.reports import gemm_report

    config = given_fields(arguments, GEMM_FIELDS)
    if arguments.batch is not None:
        return _gemms(arguments.batch, config, streams, lang=arguments.lang, strict=arguments.strict)
    report = gemm_report(config, arguments.lang)
    return _answer(report, streams, as_json=arguments.json, strict=arguments.strict)


def _one_input(inline: str | None, path: str = "-", *, streams: Streams) -> dict[str, object]:
    from tilesite.batch import LONGEST_LINE, decode
    from tilesite.files import read_text

    text = inline if inline is not None else read_text(path, streams.stdin, LONGEST_LINE, EXAMPLE)
    value = decode(text, EXAMPLE, "input")
    _, value = _without_answer(value)
    if not isinstance(value, dict):
        raise InputError(Fault("input", Message(texts.A_MAPPING), text[:60], EXAMPLE))
    return value


def _of_the_input(error: InputError) -> InputError:
    """The same faults, of keys of an object: an input's keys are no flags of this program."""
    return InputError(
        *(fault._replace(where=f"input.{fault.where}", example=_pair(fault), right_key=None) for fault in error.faults)
    )


def _pair(fault: Fault) -> str:
    return f'"{fault.right_key}": {fault.example}' if fault.right_key else fault.example


def _without_answer(value: object) -> tuple[dict[str, object], object]:
    """The id and the input of a recorded line, which has its answer beside the input; else the value itself."""
    if isinstance(value, dict) and "input" in value and set(value) <= _RECORDED_KEYS:
        return {key: value[key] for key in value if key == "id"}, value["input"]
    return {}, value


def _answer(report: Report, streams: Streams, *, as_json: bool, strict: bool) -> int:
    if as_json:
        from tilesite.batch import encode

        streams.stdout.write(encode(report.json) + "\n")
    else:
        streams.stdout.write(report.text)
    return FAILED if strict and not report.ok else DONE


def _plans(path: str, streams: Streams, *, lang: str, strict: bool) -> int:
    from tilesite.tma.plan.as_json import expected_object
    from tilesite.tma.plan.copies import ERROR
    from tilesite.tma.plan.planner import plan_request
    from tilesite.tma.plan.request import read_request

    failed = False

    def answer(value: object) -> dict[str, object]:
        nonlocal failed
        tag, given = _without_answer(value)
        plan = plan_request(read_request(given))
        failed = failed or plan.path == ERROR
        return {**tag, "expected": expected_object(plan)}

    readable = _lines(path, streams, answer, lang, _BATCH_LINE)
    return UNUSABLE if not readable else FAILED if strict and failed else DONE


def _against(arguments: Given, streams: Streams) -> int:
    """The plan beside an installed compiler's own answer: 0 when all are equal, 1 when one is different."""
    from tilesite.tma.plan.against_program import (
        COMPILER,
        compared,
        comparison_json,
        comparison_text,
        installed_compiler,
    )

    if isinstance(streams.stdin, Sealed):
        raise InputError(Fault("--against", Message(texts.NO_COMPILER), shown(arguments.against), "--help"))
    if arguments.against != COMPILER:
        raise one_of("against", (COMPILER,), arguments.against, COMPILER)
    lower = installed_compiler()
    if arguments.batch is not None:
        different = False

        def answer(value: object) -> dict[str, object]:
            nonlocal different
            tag, given = _without_answer(value)
            comparison = comparison_json(compared(given, lower))
            different = different or not comparison["equal"]
            return {**tag, **comparison}

        readable = _lines(arguments.batch, streams, answer, arguments.lang, _BATCH_LINE)
        return UNUSABLE if not readable else FAILED if different else DONE
    try:
        comparison = compared(_one_input(arguments.input, *arguments.file, streams=streams), lower)
    except InputError as error:
        raise _of_the_input(error) from None
    if arguments.json:
        from tilesite.batch import encode

        streams.stdout.write(encode({"schema": SCHEMA, **comparison_json(comparison)}) + "\n")
    else:
        streams.stdout.write(comparison_text(comparison, arguments.lang))
    return FAILED if comparison.differences else DONE


def _gemms(path: str, config: dict[str, object], streams: Streams, *, lang: str, strict: bool) -> int:
    from tilesite.tma.plan.reports import gemm_report

    failed = False

    def answer(value: object) -> dict[str, object]:
        nonlocal failed
        if not isinstance(value, dict):
            raise InputError(Fault("line", Message(texts.A_MAPPING), shown(value), _GEMM_LINE))
        report = gemm_report({**config, **value}, lang)
        failed = failed or not report.ok
        return report.json

    readable = _lines(path, streams, answer, lang, _GEMM_LINE)
    return UNUSABLE if not readable else FAILED if strict and failed else DONE


def _lines(path: str, streams: Streams, answer: Callable[[object], dict[str, object]], lang: str, example: str) -> bool:
    """Answers a batch; whether every line could be read."""
    from tilesite.batch import LONGEST_LINE, answer_lines
    from tilesite.files import lines_of, opened

    readable = True
    with opened(path, streams.stdin) as file:
        for line in answer_lines(lines_of(path, file, LONGEST_LINE), answer, lang, example):
            streams.stdout.write(line.text + "\n")
            readable = readable and line.readable
    return readable
