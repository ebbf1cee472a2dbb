"""Boundary cases, each a row of data with the answer and why."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tilesite.findings import failed_rules
from tilesite.tile.as_json import result_object
from tilesite.tile.config import read_job
from tilesite.tile.verdict import check_job

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data/tile/tricky_tile.jsonl").read_text(encoding="utf-8").splitlines()
]


def test_there_are_rows() -> None:
    assert len(ROWS) == 8


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: dict) -> None:
    result = check_job(read_job(row["input"]))
    answer = result_object(result, "en")
    expect, values = row["expect"], row["expect"]["values"]
    assert answer["ok"] == expect["ok"]
    assert list(failed_rules(result.findings)) == expect["fails"]
    assert {finding.rule for finding in result.findings if finding.severity == "warn"} >= set(expect.get("warns", []))
    assert expect.get("binding") in (None, answer["occupancy"]["binding"][0])
    assert told(answer) == values


def told(answer: dict) -> dict:
    waves = answer["waves"]
    fill = Fraction(waves["last_wave_blocks"], waves["slots"]) if waves["count"] else None
    return {
        "shared_total_bytes": answer["shared"]["total_bytes"],
        "shared_limit_bytes": answer["shared"]["limit_bytes"],
        "accumulators_per_thread": answer["registers"]["accumulators_per_thread"],
        "registers_per_thread": answer["registers"]["per_thread"],
        "occupancy": {key: value for key, value in answer["occupancy"].items() if key != "binding"},
        "grid": waves["grid"],
        "waves": waves["count"],
        "tail_fill": None if fill is None else str(fill),
        "traffic_bytes": answer["traffic_bytes_exact"],
    }
