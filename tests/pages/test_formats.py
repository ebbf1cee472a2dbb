"""The report formats of ``tilesite check``: each said whole, each valid in its own terms."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator
from sites import GOOD, tilesite, write_site

from tilesite.pages.formats import FORMATS, Outcome
from tilesite.pages.problems import Place, Problem

SCHEMA = Path(__file__).resolve().parents[1] / "data" / "sarif-2.1.0-rtm.5.json"
OUTCOME = Outcome(
    ("docs/a b.md", "docs/c,d:e.md", "docs/ok.md", "docs/w.md"),
    3,
    (
        Problem(Place("docs/a b.md", 2, 3), "unreadable", "bad-config", 'got "<&>" 100%\nnext'),
        Problem(Place("docs/a b.md", 7), "difference", "recorded-output", "differs"),
        Problem(Place("docs/c,d:e.md", 1, 1), "difference", "unmet-exit", "\x1b]]> 变量"),
        Problem(Place("docs/w.md", 5, 1), "warning", "breaks-list", "careful"),
    ),
)
EMPTY = Outcome((), 0, ())


def test_text() -> None:
    assert FORMATS["text"](OUTCOME).split("\n")[-4:] == [
        "docs/c,d:e.md:1:1: \u241b]]> 变量",
        "docs/w.md:5:1: warning: careful",
        "4 pages, 3 blocks, 3 problems",
        "",
    ]


def test_json() -> None:
    answer = json.loads(FORMATS["json"](OUTCOME))
    assert [answer[key] for key in ("schema", "ok", "pages", "blocks")] == [1, False, 4, 3]
    assert answer["problems"][1] == {
        "path": "docs/a b.md",
        "line": 7,
        "column": 1,
        "kind": "difference",
        "code": "recorded-output",
        "message": "differs",
    }
    assert json.loads(FORMATS["json"](EMPTY)) == {"schema": 1, "ok": True, "pages": 0, "blocks": 0, "problems": []}


@pytest.mark.parametrize("outcome", [OUTCOME, EMPTY])
def test_sarif_is_valid(outcome: Outcome) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    Draft4Validator.check_schema(schema)
    log = json.loads(FORMATS["sarif"](outcome))
    assert list(Draft4Validator(schema).iter_errors(log)) == []
    assert len(log["runs"][0]["results"]) == len(outcome.problems)


def test_sarif_names_file_line_and_column() -> None:
    (run,) = json.loads(FORMATS["sarif"](OUTCOME))["runs"]
    first = run["results"][0]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "docs/a%20b.md"},
        "region": {"startLine": 2, "startColumn": 3},
    }
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == first["ruleId"] == "bad-config"
    assert [result["level"] for result in run["results"]] == ["error", "error", "error", "warning"]


def test_a_schema_that_refuses_is_one() -> None:
    log = json.loads(FORMATS["sarif"](OUTCOME))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not Draft4Validator(json.loads(SCHEMA.read_text("utf-8"))).is_valid(log)


def test_github() -> None:
    assert FORMATS["github"](OUTCOME).split("\n") == [
        '::error file=docs/a b.md,line=2,col=3,title=bad-config::got "<&>" 100%25%0Anext',
        "::error file=docs/a b.md,line=7,col=1,title=recorded-output::differs",
        "::error file=docs/c%2Cd%3Ae.md,line=1,col=1,title=unmet-exit::\u241b]]> 变量",
        "::warning file=docs/w.md,line=5,col=1,title=breaks-list::careful",
        "4 pages, 3 blocks, 3 problems",
        "",
    ]


def test_junit() -> None:
    root = ET.fromstring(FORMATS["junit"](OUTCOME))  # noqa: S314 - our own text
    (suite,) = root
    assert suite.attrib == {"name": "tilesite", "tests": "4", "failures": "1", "errors": "1"}
    assert [(case.get("name"), [inner.tag for inner in case]) for case in suite] == [
        ("docs/a b.md", ["error"]),
        ("docs/c,d:e.md", ["failure"]),
        ("docs/ok.md", []),
        ("docs/w.md", ["system-out"]),
    ]
    assert suite[1][0].text == "docs/c,d:e.md:1:1: \u241b]]> 变量"


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_program_prints_each(tmp_path: Path, name: str) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a"), "b.md": "```tile\nx: 1\n```\n"})
    said = tilesite(tmp_path, "check", "docs", "--format", name)
    assert said.code == 2
    assert "b.md" in said.text


def test_a_format_that_does_not_exist(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    message = (
        "tilesite: error: --format: expected one of text, json, sarif, github, junit (did you mean sarif?), "
        'got "sarf". Example: --format sarif\n'
    )
    assert tilesite(tmp_path, "check", "docs", "--format", "sarf") == (2, message)
