"""The formats in which problems are reported: for people, for programs, for code scanning, for CI."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from tilesite import __version__
from tilesite.pages.problem_codes import CODES, Code
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, WARNING, Problem
from tilesite.pages.visible import visible

SCHEMA = 1
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


class Outcome(NamedTuple):
    """What a check came to: how many pages and blocks were verified, all problems, the pages' paths."""

    pages: tuple[str, ...]
    blocks: int
    problems: tuple[Problem, ...]

    @property
    def failures(self) -> tuple[Problem, ...]:
        """The problems that are no mere warnings."""
        return tuple(problem for problem in self.problems if problem.kind != WARNING)


def as_text(outcome: Outcome) -> str:
    """One line a problem, then the counts."""
    lines = [f"{problem}\n" for problem in outcome.problems]
    return "".join([*lines, f"{_counts(outcome)}\n"])


def as_json(outcome: Outcome) -> str:
    """One object."""
    answer = {
        "schema": SCHEMA,
        "ok": not outcome.failures,
        "pages": len(outcome.pages),
        "blocks": outcome.blocks,
        "problems": [
            {
                "path": problem.place.path,
                "line": problem.place.line,
                "column": problem.place.column,
                "kind": problem.kind,
                "code": problem.code,
                "message": problem.message,
            }
            for problem in outcome.problems
        ],
    }
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def as_sarif(outcome: Outcome, meanings: Mapping[str, Code] = CODES) -> str:
    """A log in SARIF 2.1.0. Columns count Unicode code points. ``meanings`` say what each code of a problem means."""
    codes = sorted({problem.code for problem in outcome.problems})
    driver = {
        "name": "tilesite",
        "version": __version__,
        "rules": [{"id": code, "shortDescription": {"text": meanings[code].meaning.en}} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(problem, codes.index(problem.code)) for problem in outcome.problems],
    }
    return json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def as_github(outcome: Outcome) -> str:
    """The workflow commands that make GitHub annotate the lines of a change."""
    lines = []
    for problem in outcome.problems:
        level = "warning" if problem.kind == WARNING else "error"
        place = problem.place
        at = f"file={_property(place.path)},line={place.line},col={place.column},title={_property(problem.code)}"
        lines.append(f"::{level} {at}::{_data(problem.message)}\n")
    return "".join([*lines, f"{_counts(outcome)}\n"])


def as_junit(outcome: Outcome) -> str:
    """A test suite with one case a page."""
    by_page: dict[str, list[Problem]] = {path: [] for path in outcome.pages}
    for problem in outcome.problems:
        by_page.setdefault(problem.place.path, []).append(problem)
    failed = [_worst(problems) for problems in by_page.values()]
    counts = f'failures="{failed.count("failure")}" errors="{failed.count("error")}"'
    head = f'<testsuite name="tilesite" tests="{len(by_page)}" {counts}>'
    cases = "".join(_junit_case(path, problems) for path, problems in by_page.items())
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{head}\n{cases}</testsuite>\n</testsuites>\n'


FORMATS: dict[str, Callable[[Outcome], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
    "junit": as_junit,
}


def _counts(outcome: Outcome) -> str:
    return f"{len(outcome.pages)} pages, {outcome.blocks} blocks, {len(outcome.failures)} problems"


def _sarif_result(problem: Problem, rule: int) -> dict[str, object]:
    region = {"startLine": problem.place.line, "startColumn": problem.place.column}
    location = {"artifactLocation": {"uri": quote(os.fsencode(problem.place.path))}, "region": region}
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": "warning" if problem.kind == WARNING else "error",
        "message": {"text": problem.message},
        "locations": [{"physicalLocation": location}],
    }


def _data(text: str) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return visible(escaped)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _worst(problems: Sequence[Problem]) -> str | None:
    kinds = {problem.kind for problem in problems}
    return "error" if UNREADABLE in kinds else "failure" if DIFFERENCE in kinds else None


def _junit_case(path: str, problems: Sequence[Problem]) -> str:
    name = quoteattr(visible(path))
    tag = _worst(problems)
    lines = "\n".join(visible(str(problem)) for problem in problems)
    if tag is None:
        said = f"<system-out>{escape(lines)}</system-out>" if lines else ""
        return f'<testcase classname="tilesite" name={name}>{said}</testcase>\n'
    first = next(problem for problem in problems if problem.kind != WARNING)
    inner = f"<{tag} type={quoteattr(first.code)} message={quoteattr(visible(first.message))}>{escape(lines)}</{tag}>"
    return f'<testcase classname="tilesite" name={name}>{inner}</testcase>\n'
