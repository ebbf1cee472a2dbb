"""An atlas: the best candidates of many problems on many devices. One line of JSON in, one record a device out.

A record depends on its line, the device and what all records share, and on nothing else, so that it is the same
wherever and in whatever order the lines are worked on.
"""

from __future__ import annotations

from typing import NamedTuple

from tilesite import __version__
from tilesite.batch import decode, encode, unwrapped
from tilesite.errors import Fault, InputError, shown
from tilesite.fields import BOOL
from tilesite.language import Message
from tilesite.tile.as_json import SCHEMA, row_object
from tilesite.tile.config import DEFAULT_TOPK, Problem
from tilesite.tile.device import Device
from tilesite.tile.device_rows import find_device
from tilesite.tile.dtypes import default_accumulator
from tilesite.tile.scan import sweep_asked
from tilesite.tile.shapes import MMA, SIMT, TCGEN05, WGMMA, shapes_of
from tilesite.tile.space import CANDIDATES_ON_THE_COMMAND_LINE, SWEEP_FIELDS, SweepJob, read_sweep
from tilesite.tile.texts import A_PROBLEM

EXAMPLE = '{"m": 4096, "n": 4096, "k": 4096, "dtype": "f16"}'
FIELDS = tuple(field for field in SWEEP_FIELDS if field.kind != BOOL)
"""The keys of a problem: those of a sweep, but for the front and the rejected candidates."""

ANSWER_KEYS = ("feasible", "stopped", "minimum_traffic_ties", "best_tail_fill", "rows")
"""The keys of a record after those that say what was asked."""

_LONGEST_ROW = 4096
"""Bytes of a row, or of what a record holds beside its rows and its head: of numbers up to 2^63 less than half."""


class Shared(NamedTuple):
    """What all records share: the keys that the command line gives, the devices, the language of errors."""

    given: tuple[tuple[str, object], ...]
    devices: tuple[str, ...]
    lang: str


class Line(NamedTuple):
    """A line of the problems and its number."""

    number: int
    text: str


class Answer(NamedTuple):
    """The records of one line, each one line of JSON; whether it could be read, and whether each has a candidate."""

    records: tuple[str, ...]
    readable: bool
    feasible: bool


class Piece(NamedTuple):
    """Lines that are worked on together, with what they share."""

    shared: Shared
    lines: tuple[Line, ...]


class Begun(NamedTuple):
    """What a record begins with, or the whole of one that says why its line cannot be read; without its line end.

    No record is longer than ``longest`` bytes with its line end.
    """

    head: bytes
    longest: int
    is_whole: bool


class Answers(NamedTuple):
    """What a piece came to, and the version of the tilesite that said so."""

    version: str
    answers: tuple[Answer, ...]


def answer_piece(piece: Piece) -> Answers:
    """The answers of a piece's lines, in order. It is what executors run: a function of a module, of plain values."""
    return Answers(__version__, tuple(answer_line(piece.shared, line) for line in piece.lines))


def answer_line(shared: Shared, line: Line) -> Answer:
    """The records of one line: one for each device, or one that says why it cannot be read."""
    try:
        tag, jobs = _jobs(shared, line)
    except InputError as error:
        return Answer((_refused(error, line, shared.lang),), readable=False, feasible=True)
    found = [sweep_asked(job) for job in jobs]
    records = []
    for job, each in zip(jobs, found):
        rest = (
            each.feasible,
            {"C1": each.stopped.c1, "C2": each.stopped.c2, "C3": each.stopped.c3, "C4": each.stopped.c4},
            each.ties,
            each.best_fill[0] / each.best_fill[1] if each.best_fill else None,
            [row_object(row, job.job) for row in each.rows],
        )
        records.append(_head(line, tag, job) + encode(dict(zip(ANSWER_KEYS, rest)))[1:])
    return Answer(tuple(records), readable=True, feasible=all(each.feasible for each in found))


def heads(shared: Shared, line: Line) -> tuple[Begun, ...]:
    """What each record of a line begins with: enough to know a record of this line from one of another run."""
    try:
        tag, jobs = _jobs(shared, line)
    except InputError as error:
        record = encoded(_refused(error, line, shared.lang))
        return (Begun(record, len(record) + 1, is_whole=True),)
    return tuple(_begun(encoded(_head(line, tag, job)), job) for job in jobs)


def _begun(head: bytes, asked: SweepJob) -> Begun:
    return Begun(head, len(head) + _LONGEST_ROW * (min(_topk(asked), asked.space.size) + 1), is_whole=False)


def _head(line: Line, tag: dict[str, object], asked: SweepJob) -> str:
    config, problem, device = asked.job
    head = {
        "schema": SCHEMA,
        "line": line.number,
        **tag,
        "m": problem.m,
        "n": problem.n,
        "k": problem.k,
        "dtype": problem.dtype,
        "acc": problem.accumulator,
        "device": device.name,
        "sm_count": device.given[0],
        "smem_kb": device.given[1],
        "instr": config.instr,
        "static_shared_bytes": config.static_shared_bytes,
        "cluster_m": config.cluster_m,
        "cluster_n": config.cluster_n,
        "stage_rule": config.stage_rule,
        "order": asked.order,
        "topk": _topk(asked),
        **asked.space._asdict(),
        "candidates": asked.space.size,
    }
    return encode(head)[:-1] + ", "


def _topk(asked: SweepJob) -> int:
    return DEFAULT_TOPK if asked.topk is None else asked.topk


def _jobs(shared: Shared, line: Line) -> tuple[dict[str, object], list[SweepJob]]:
    """The id of a line and the sweeps that it asks for. Raises InputError."""
    tag, value = unwrapped(decode(line.text, EXAMPLE))
    if not isinstance(value, dict):
        raise InputError(Fault("problem", Message(A_PROBLEM), shown(value), EXAMPLE))
    _refuse_switches(value)
    asked = {**dict(shared.given), **value}
    # A line that names a device is about that one.
    devices = (asked["device"],) if asked.get("device") is not None else shared.devices
    return tag, [_job(asked, device) for device in devices]


def _refuse_switches(value: dict[str, object]) -> None:
    for key in ("pareto", "rejected"):
        if key in value:
            raise InputError(Fault(key, Message(A_PROBLEM), shown(value[key]), EXAMPLE))


def _job(asked: dict[str, object], device: object) -> SweepJob:
    job = read_sweep({**asked, "device": device}, CANDIDATES_ON_THE_COMMAND_LINE)
    if asked.get("instr") is not None:
        return job
    config = job.job.config._replace(instr=native_instruction(job.job.problem, job.job.device))
    return job._replace(job=job.job._replace(config=config))


def native_instruction(problem: Problem, device: Device) -> str:
    """The newest instruction of a device that multiplies these types: its own tensor cores', or none's."""
    acc = problem.acc or default_accumulator(problem.dtype)
    return next((name for name in (TCGEN05, WGMMA, MMA) if shapes_of(name, problem.dtype, acc, device)), SIMT)


def require_readable(shared: Shared) -> None:
    """Raises InputError when what all records share cannot be read: a device that does not exist, or another value."""
    faults: list[Fault] = []
    for device in shared.devices:
        try:
            find_device(device)
        except InputError as error:  # noqa: PERF203 - all faults are told, not only the first
            faults += [fault._replace(where="devices", right_key="devices") for fault in error.faults]
    if faults:
        raise InputError(*faults)
    given = dict(shared.given)
    _refuse_switches(given)
    for device in shared.devices:
        _job(given, device)


def encoded(text: str) -> bytes:
    """The bytes of a text as they are written: what is no UTF-8 by itself stands as JSON escapes it."""
    return text.encode("utf-8", "backslashreplace")


def _refused(error: InputError, line: Line, lang: str) -> str:
    return encode({"error": "; ".join(fault.say(lang) for fault in error.faults), "line": line.number})
