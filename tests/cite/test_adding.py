"""The contributor page, followed to the letter in a copy of the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tilesite.facts.verify import Tree

from .conftest import CACHE

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("docs/adding-a-fact.md", "docs/zh/adding-a-fact.md")
KEY = "plan-smem-align"


def row_of(page: str) -> str:
    """The row that the page shows."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(code)


def run(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tilesite", "cite", *argv, "--offline", "--cache", str(CACHE)]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture
def folder(tmp_path: Path, trees: Mapping[str, Tree]) -> Path:
    """A copy of the package with the row in it."""
    assert trees
    shutil.copytree(ROOT / "tilesite", tmp_path / "tilesite", ignore=shutil.ignore_patterns("__pycache__"))
    rows = tmp_path / "tilesite" / "facts" / "rows_plan.py"
    text = rows.read_text("utf-8")
    start = "PLAN_FACTS: tuple[Fact, ...] = (\n"
    assert text.count(start) == 1
    rows.write_text(text.replace(start, f"{start}{row_of(PAGES[0]).rstrip()},\n"), "utf-8")
    return tmp_path


def test_both_languages_show_the_same_row() -> None:
    assert row_of(PAGES[0]) == row_of(PAGES[1])


def test_the_row_is_verified_and_recorded_as_one_new_line(folder: Path) -> None:
    lock = folder / "tilesite" / "facts" / "facts.lock"
    before = lock.read_text("utf-8").splitlines()
    first = run(folder, "verify", KEY)
    assert first.returncode == 0
    assert first.stdout.startswith(f"verified      {KEY}: tilelang 0.1.15, tilelang/src/cuda/op/tma_layout.h:45\n")
    assert "1 fact differs from facts.lock" in first.stdout
    written = run(folder, "verify", "--write")
    assert written.returncode == 0, written.stdout
    new = [line for line in lock.read_text("utf-8").splitlines() if KEY in line]
    assert len(new) == 1
    dated = re.compile(r'"(?:opened|seal)": "[0-9a-f-]*"')
    kept = [dated.sub("", line) for line in lock.read_text("utf-8").splitlines() if KEY not in line]
    assert kept == [dated.sub("", line) for line in before]


def test_a_row_at_the_wrong_line_is_told_where_it_stands(folder: Path) -> None:
    rows = folder / "tilesite" / "facts" / "rows_plan.py"
    rows.write_text(rows.read_text("utf-8").replace("tma_layout.h:45", "tma_layout.h:54"), "utf-8")
    said = run(folder, "verify", KEY)
    assert said.returncode == 1
    assert "tma_layout.h:54 -> tilelang/src/cuda/op/tma_layout.h:45" in said.stdout


def test_a_fact_that_no_rule_names_is_told(folder: Path) -> None:
    ask = "from tilesite.facts import FACTS; from tilesite.pages.uses import uses; print(*set(FACTS) - set(uses()))"
    done = subprocess.run([sys.executable, "-c", ask], cwd=folder, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == f"{KEY}\n"


@pytest.mark.parametrize("page", PAGES)
def test_every_flag_of_the_page_exists(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    helps = run(ROOT, "verify", "--help").stdout + run(ROOT, "bump", "--help").stdout
    flags = set(re.findall(r"--[a-z]+", text))
    assert len(flags) >= 6
    assert [flag for flag in flags if flag not in helps] == []
