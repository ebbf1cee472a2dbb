"""Every container in every container, around every style of fence, in a real build: nothing is silently unverified."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from matrix import CONTAINERS, SEEN_ALONE, STYLES, Case, cases
from sites import build, tilesite, with_bare_theme, write_site

from tilesite.pages.completeness import built_marks

CASES = tuple(cases())


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, list[dict[str, object]]]]:
    """Of each case, how often its block is in the built page, and what was told about it."""
    root = tmp_path_factory.mktemp("matrix")
    pages = {f"{case.name}.md": case.text for case in CASES}
    with_bare_theme(write_site(root, {**pages, "index.md": "# t\n"}))
    built = build(root)
    assert built.code == 0, built.printed
    assert "Traceback" not in built.printed
    told: dict[str, list[dict[str, object]]] = {case.name: [] for case in CASES}
    for problem in json.loads(tilesite(root, "check", "docs", "--format", "json").text)["problems"]:
        told[Path(problem["path"]).stem].append(problem)
        assert f"{problem['path']}:{problem['line']}:{problem['column']}: " in built.printed
    return {case.name: (sum(built_marks(built.html(case.name)).values()), told[case.name]) for case in CASES}


def is_text(case: Case) -> bool:
    return not case.outer.holds or not case.inner.holds or case.style.lines[0].endswith("text")


def test_no_case_is_silently_unverified(outcome: dict[str, tuple[int, list[dict[str, object]]]]) -> None:
    silent = []
    for case in CASES:
        count, problems = outcome[case.name]
        failures = [problem for problem in problems if problem["kind"] != "warning"]
        if not is_text(case) and not failures and count != 1:
            silent.append(case)
    assert [(case.outer.name, case.inner.name, case.style.name) for case in silent] == []
    alone = len(CONTAINERS) * len(SEEN_ALONE)
    assert len(CASES) == len(CONTAINERS) ** 2 * (len(STYLES) - len(SEEN_ALONE)) + alone


def test_what_is_told_stands_at_the_fence(outcome: dict[str, tuple[int, list[dict[str, object]]]]) -> None:
    for case in CASES:
        _, problems = outcome[case.name]
        lines = {problem["line"] for problem in problems if problem["kind"] != "warning"}
        if not is_text(case):
            assert lines <= {case.line}, case


def test_a_fence_that_renders_is_verified_wherever_it_stands(
    outcome: dict[str, tuple[int, list[dict[str, object]]]],
) -> None:
    right = {"plain", "bullet", "number", "admonition", "admonition by tab", "details", "tab", "quote", "html"}
    checked = Counter(
        outcome[case.name][0] == 1 and not outcome[case.name][1]
        for case in CASES
        if case.outer.name in right and case.inner.name in right and case.style.renders and not is_text(case)
    )
    styles = sum(style.renders and style.name not in SEEN_ALONE for style in STYLES) - 1
    assert checked == Counter({True: len(right) ** 2 * styles + len(right) * 2})


def test_what_is_text_is_built_nowhere_unless_the_renderer_makes_it_a_block(
    outcome: dict[str, tuple[int, list[dict[str, object]]]],
) -> None:
    built = {
        (case.outer.name, case.inner.name)
        for case in CASES
        if is_text(case) and outcome[case.name][0] and case.style.lines[0] != "````text"
    }
    # `>` takes one of the four blanks, and raw HTML has no indented code: both are blocks to the renderer.
    assert built == {("quote without blank", "code"), ("raw html", "code")}
