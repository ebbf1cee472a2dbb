"""tests/data/mma_shapes_ptxas.json: the verdicts of a sweep, written and read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from vendor.ptx import Mma, Tcgen05, Wgmma
from vendor.ptxas import ARCHITECTURES
from vendor.sweep import INLINE, NOTHING, ROUTINE, Questions, Shape, Verdicts

FILE = Path(__file__).resolve().parent.parent / "data" / "mma_shapes_ptxas.json"

VERDICTS = (INLINE, ROUTINE, NOTHING)
ABOUT = (
    "Every candidate that ptxas did not refuse, target by target; tests/vendor/README.md explains the fields. "
    "What was asked and is not here was refused."
)

Row = list[Any]
Answers = dict[tuple[str, Any], str]


class Record(NamedTuple):
    """A sweep as the file holds it: what was asked with which tools, and target and instruction to verdict."""

    assemblers: dict[str, str]
    asked: dict[str, dict[str, int]]
    words: list[Shape]
    mma: Answers
    wgmma: Answers
    tcgen05: Answers


def record_of(asked: Questions, verdicts: dict[str, Verdicts]) -> Record:
    """What a sweep found."""
    return Record(
        {target: tool.version() for target, tool in ARCHITECTURES.items()},
        {target: one.asked for target, one in verdicts.items()},
        asked.words.mma,
        {(target, each): verdict for target, one in verdicts.items() for each, verdict in one.mma.items()},
        {(target, each): verdict for target, one in verdicts.items() for each, verdict in one.wgmma.items()},
        {(target, each): verdict for target, one in verdicts.items() for each, verdict in one.tcgen05.items()},
    )


def write(record: Record, path: Path = FILE) -> None:
    """The file: instructions that share their verdicts stand together, one a line."""
    lines = [
        "{",
        f' "about": {json.dumps(ABOUT)},',
        f' "assemblers": {json.dumps(record.assemblers)},',
        f' "asked": {json.dumps(record.asked)},',
        f' "words": {json.dumps(record.words)},',
        ",\n".join(
            (
                _section("mma", _groups({key: [list(key[1])] for key in record.mma}, record.mma)),
                _section("wgmma", _wgmma_groups(record.wgmma)),
                _section("tcgen05", _groups({key: [list(key[1])] for key in record.tcgen05}, record.tcgen05)),
            )
        ),
        "}",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _groups(rows: dict[tuple[str, Any], list[Row]], answers: Answers) -> list[dict[str, Any]]:
    by_instruction: dict[Any, dict[str, list[str]]] = {}
    for target, instruction in rows:
        verdict = answers[target, instruction]
        by_instruction.setdefault(instruction, {}).setdefault(verdict, []).append(target)
    groups: dict[str, list[Row]] = {}
    for instruction, verdicts in sorted(by_instruction.items()):
        ordered = {verdict: verdicts[verdict] for verdict in VERDICTS if verdict in verdicts}
        groups.setdefault(json.dumps(ordered), []).append(list(instruction))
    return [{**json.loads(key), "rows": members} for key, members in groups.items()]


def _wgmma_groups(answers: Answers) -> list[dict[str, Any]]:
    """The columns n are a list of the group; rows are m, k, types and where A is."""
    combined: dict[tuple[str, Wgmma, str], list[int]] = {}
    for (target, each), verdict in answers.items():
        combined.setdefault((target, each._replace(n=0), verdict), []).append(each.n)
    groups: dict[str, list[Row]] = {}
    for (target, each, verdict), columns in sorted(combined.items()):
        key = json.dumps({verdict: [target], "n": sorted(columns)})
        groups.setdefault(key, []).append([each.m, each.k, each.d, each.a, each.b, each.source])
    return [{**json.loads(key), "rows": members} for key, members in groups.items()]


def _section(name: str, groups: list[dict[str, Any]]) -> str:
    blocks = []
    for group in groups:
        heads = [f"   {json.dumps(key)}: {json.dumps(value)}," for key, value in group.items() if key != "rows"]
        rows = ",\n".join(f"    {json.dumps(row)}" for row in group["rows"])
        blocks.append("\n".join(("  {", *heads, '   "rows": [', rows, "   ]", "  }")))
    return f' "{name}": [\n' + ",\n".join(blocks) + "\n ]"


def read(path: Path = FILE) -> Record:
    """The file, taken apart again."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return Record(
        document["assemblers"],
        document["asked"],
        [tuple(shape) for shape in document["words"]],
        _answers(document["mma"], lambda row, _: [Mma(*row)]),
        _answers(document["wgmma"], lambda row, group: [Wgmma(row[0], n, *row[1:]) for n in group["n"]]),
        _answers(document["tcgen05"], lambda row, _: [Tcgen05(*row)]),
    )


def _answers(groups: list[dict[str, Any]], instructions: Callable[[Row, dict[str, Any]], list[Any]]) -> Answers:
    return {
        (target, instruction): verdict
        for group in groups
        for verdict in VERDICTS
        for target in group.get(verdict, ())
        for row in group["rows"]
        for instruction in instructions(row, group)
    }
