"""What ``tilesite cite verify`` prints: for people, for programs, for code scanning."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from tilesite.facts import ALL_FACTS, FACTS, SOURCES
from tilesite.facts.lock import package_lock
from tilesite.facts.verify import Tree, check_fact
from tilesite.pages.cite.formats import FORMATS, Verification

from .conftest import Said

SCHEMA = Path(__file__).resolve().parents[1] / "data" / "sarif-2.1.0-rtm.5.json"


@pytest.fixture(scope="module")
def wrong(trees: Mapping[str, Tree]) -> Verification:
    """Three facts whose rows were edited, and one that nobody can open."""
    rows = (
        FACTS["plan-box-256"]._replace(locator="tilelang/src/cuda/op/tma_layout.h:40"),
        FACTS["tmem-columns"]._replace(value="256", found="kTmemNumColumns = 256"),
        FACTS["plan-1d"]._replace(found="no such text"),
        FACTS["ptx-im2col-box"],
    )
    lock = package_lock()
    return Verification(tuple(check_fact(row, SOURCES, lock, trees) for row in rows), SOURCES, lock)


def test_all_of_it_is_right(cite: Callable[..., Said], trees: Mapping[str, Tree]) -> None:
    assert trees
    said = cite("verify", "--offline")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert len([line for line in lines if line.startswith(("verified ", "cross-checked ", "cited "))]) == len(ALL_FACTS)
    assert lines[-2].startswith(f"{len(ALL_FACTS)} facts: ")
    assert lines[-2].endswith(" cited, 0 moved, 0 changed, 0 missing")
    assert lines[-1] == "13 places of the book: 3 verified, 1 moved, 9 not openable here"
    assert "(by ptxas 13.0.88)" in said.out


def test_text(wrong: Verification) -> None:
    header = "tilelang/src/cuda/op/tma_layout.h"
    assert FORMATS["text"](wrong) == (
        f"moved         plan-box-256: tilelang 0.1.15, {header}:40 -> {header}:42\n"
        f"    --- {header}:40\n"
        f"    +++ {header}:42\n"
        "    @@ -40,1 +42,1 @@\n"
        "    -\n"
        "    +inline constexpr int64_t kTmaMaxBoxDim = 256;\n"
        "changed       tmem-columns: tilelang 0.1.15, tilelang/src/cuda/transform/lower_shared_tmem.cc:131-134"
        ' -> "kTmemNumColumns = 512"\n'
        "missing       plan-1d: tilelang 0.1.15, tilelang/src/cuda/op/copy_analysis.cc:326-364\n"
        "cited         ptx-im2col-box: ptx-isa 9.0, section 5.5.4.1, Bounding Box\n"
        "4 facts: 0 verified, 0 cross-checked, 1 cited, 1 moved, 1 changed, 1 missing\n"
        "3 facts differ from facts.lock: tilesite cite verify --write\n"
    )


def test_json(wrong: Verification) -> None:
    answer = json.loads(FORMATS["json"](wrong))
    assert (answer["schema"], answer["ok"]) == (1, False)
    assert answer["counts"] == {
        "verified": 0, "cross-checked": 0, "cited": 1, "moved": 1, "changed": 1, "missing": 1,
    }  # fmt: skip
    first, second, third, fourth = answer["facts"]
    assert {key: first[key] for key in ("key", "state", "source", "version", "locator", "value", "unit", "now")} == {
        "key": "plan-box-256",
        "state": "moved",
        "source": "tilelang",
        "version": "0.1.15",
        "locator": "tilelang/src/cuda/op/tma_layout.h:40",
        "value": "256",
        "unit": "elements",
        "now": "tilelang/src/cuda/op/tma_layout.h:42",
    }
    assert "+inline constexpr int64_t kTmaMaxBoxDim = 256;" in first["diff"]
    assert (second["state"], second["found"]) == ("changed", "kTmemNumColumns = 512")
    assert (third["state"], third["now"], third["found"]) == ("missing", None, None)
    assert (fourth["state"], fourth["outcome"], fourth["opened"]) == ("cited", "not openable here", None)


def test_json_of_a_right_fact(cite: Callable[..., Said], trees: Mapping[str, Tree]) -> None:
    assert trees
    (fact,) = json.loads(cite("verify", "tilelang-box-limit", "--json", "--offline").out)["facts"]
    assert fact["opened"] == package_lock().sources["tilelang"].opened
    assert fact["url"].startswith("https://github.com/tile-ai/tilelang/blob/v0.1.15/src/cuda/op/tma_layout.h#L42")
    assert fact["since"] == "0.1.14"
    assert (fact["seed"]["outcome"], fact["seed"]["known"]) == ("moved", True)
    assert set(fact["statement"]) == {"en", "zh"}


def test_sarif(wrong: Verification, cite: Callable[..., Said]) -> None:
    log = json.loads(FORMATS["sarif"](wrong))
    assert list(Draft4Validator(json.loads(SCHEMA.read_text("utf-8"))).iter_errors(log)) == []
    (run,) = log["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["moved", "changed", "missing"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("tilesite/facts/rows_plan.py")
    rows = Path(__file__).resolve().parents[2] / "tilesite" / "facts" / "rows_plan.py"
    assert '"plan-box-256"' in rows.read_text("utf-8").split("\n")[place["region"]["startLine"] - 1]
    assert cite("verify", "plan-1d", "--format", "sarif", "--offline").code == 0


def test_help(cite: Callable[..., Said]) -> None:
    for command in ("verify", "bump"):
        said = cite(command, "--help")
        assert said.code == 0
        assert "exit codes: 0 " in said.out
