"""The explorer: every candidate of a space that a reader chose, as rows that can be sorted, and as figures."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from tilesite.errors import InputError
from tilesite.fields import Field, typed
from tilesite.language import Text
from tilesite.pages.figures import figure, sweep_space
from tilesite.pages.figures.space import MOST_DRAWN
from tilesite.pages.live import texts
from tilesite.tile.as_json import sweep_object
from tilesite.tile.config import AXES
from tilesite.tile.devices import DEVICES
from tilesite.tile.numbers import percent
from tilesite.tile.reports import sweep_command
from tilesite.tile.scan import Sweep, sweep_asked
from tilesite.tile.space import OUTPUT_FIELDS, SPACE_FIELDS, SWEEP_FIELDS, SweepJob, read_sweep
from tilesite.tile.table import cells

EXPLORED_FIELDS = tuple(field for field in SWEEP_FIELDS if field not in OUTPUT_FIELDS)
"""The keys that a reader chooses; every feasible candidate is a row, and every other is listed with its reason."""

_PROBLEM = ("device", "instr", "dtype", "acc", "m", "n", "k")


class Column(NamedTuple):
    """A column of a table. ``chosen`` ones have few values, of which one may be chosen; ``words`` are no numbers."""

    label: Text
    chosen: bool = False
    words: bool = False


_AXES = tuple(Column(Text(axis, axis), chosen=True) for axis in AXES)
_FEASIBLE = (
    *_AXES,
    Column(texts.TRAFFIC),
    Column(texts.SHARED),
    Column(texts.REGISTERS),
    Column(texts.RESIDENT, chosen=True),
    Column(texts.WAVES),
    Column(texts.FILL),
    Column(texts.BINDING, chosen=True, words=True),
)
_REJECTED = (
    *_AXES,
    Column(texts.STOPPED_BY, chosen=True, words=True),
    Column(texts.REASON, words=True),
    Column(texts.NEAREST, words=True),
)


def form(lang: str) -> list[dict[str, object]]:
    """The fields of the form, each with the text of its usual value, and the names that it may have."""
    ranges = [field.name for field in SPACE_FIELDS]
    return [
        {
            "key": field.name,
            "group": "problem" if field.name in _PROBLEM else "ranges" if field.name in ranges else "more",
            "help": field.help.zh if lang == "zh" else field.help.en,
            "usual": _text(field.default),
            "names": list(DEVICES) if field.name == "device" else list(field.names),
        }
        for field in sorted(EXPLORED_FIELDS, key=_place)
    ]


def explore(texts_of: Mapping[str, object], lang: str) -> dict[str, object]:
    """The answer to a form: ``texts_of`` are the keys of EXPLORED_FIELDS as a reader typed them.

    ``result`` is the --json object of the command in ``command``; ``tables`` are what is shown of it, ``figures``
    HTML. What cannot be read is told in ``faults``, each under its key.
    """
    table = {field.name: field for field in EXPLORED_FIELDS}
    values = {
        key: typed(table[key], text) if key in table and isinstance(text, str) else text
        for key, text in texts_of.items()
    }
    try:
        size = read_sweep(values, MOST_DRAWN).space.size
        asked = read_sweep({**values, "topk": size, "rejected": True}, MOST_DRAWN)
    except InputError as error:
        faults = [{"key": fault.where, "text": fault.say(lang)} for fault in error.faults]
        return {"faults": faults, "said": texts.UNREADABLE.with_values(count=len(faults)).say(lang)}
    found = sweep_asked(asked)
    result: dict[str, Any] = sweep_object(found, asked, lang)
    drawn = figure("sweep", {**result, "space": sweep_space(values)}, lang, "tilesite-explorer")
    return {
        "faults": [],
        "said": _said(found, lang),
        "command": _command(values, asked, lang),
        "result": result,
        "tables": {"feasible": _feasible(found, result, lang), "rejected": _rejected(result, lang)},
        "figures": drawn,
    }


def _place(field: Field) -> int:
    return _PROBLEM.index(field.name) if field.name in _PROBLEM else len(_PROBLEM)


def _text(value: object) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _command(values: Mapping[str, object], asked: SweepJob, lang: str) -> str:
    """The command that prints the same, its ranges spelled as they were read."""
    ranges = {axis: listed for axis, listed in zip(AXES, asked.space, strict=True) if axis in values}
    return shlex.join(sweep_command({**values, **ranges, "topk": asked.topk, "rejected": True}, lang))


def _said(found: Sweep, lang: str) -> str:
    c1, c2, c3, c4 = found.stopped
    fill = percent(*found.best_fill) if found.best_fill else texts.UNKNOWN
    return texts.EXPLORED.with_values(
        feasible=found.feasible,
        candidates=found.candidates,
        c1=c1,
        c2=c2,
        c3=c3,
        c4=c4,
        ties=found.ties,
        fill=fill,
    ).say(lang)


def _feasible(found: Sweep, result: Mapping[str, Any], lang: str) -> dict[str, object]:
    return {
        "columns": [_column(each, lang) for each in _FEASIBLE],
        "cells": [list(cells(row)) for row in found.rows],
        "keys": [_keys(row) for row in result["rows"]],
    }


def _keys(row: Mapping[str, Any]) -> list[object]:
    """What the columns of a row are sorted by."""
    return [
        *(row[axis] for axis in AXES),
        row["traffic_bytes"],
        row["shared"]["total_bytes"],
        row["registers"]["per_thread"],
        row["occupancy"]["blocks_per_sm"],
        row["waves"]["count"],
        row["waves"]["tail_fill"],
        row["occupancy"]["binding"][0],
    ]


def _rejected(result: Mapping[str, Any], lang: str) -> dict[str, object]:
    rows = [
        [
            *(each[axis] for axis in AXES),
            each["stopped_by"]["rule"],
            each["stopped_by"]["message"],
            each["suggestion"]["message"] if each["suggestion"] else "",
        ]
        for each in result["rejected"]
    ]
    return {
        "columns": [_column(each, lang) for each in _REJECTED],
        "cells": [[str(cell) for cell in row] for row in rows],
        "keys": rows,
    }


def _column(column: Column, lang: str) -> dict[str, object]:
    label = column.label.zh if lang == "zh" else column.label.en
    return {"label": label, "chosen": column.chosen, "words": column.words}
