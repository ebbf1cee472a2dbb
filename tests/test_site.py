"""The project's own site: what its pages show is what the programs print, and nothing is published unverified."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import run

from tilesite.console import Streams
from tilesite.facts import FACTS
from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.page import Page, verify_page
from tilesite.tile.__main__ import main as tile_decision
from tilesite.tma.__main__ import main as tma_descriptor

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = {"tile-decision": tile_decision, "tma-descriptor": tma_descriptor}
CONFIGS = ("mkdocs.yml", "mkdocs.zh.yml")
CHAPTERS = {"000": "tile-size-decision.md", "004": "tma-descriptor.md"}


def pages() -> list[Page]:
    found = [checked.page for checked in verify_pages(find_pages([str(ROOT / "docs")], ["examples/*"]))]
    assert sum(len(page.answers) for page in found) >= 10
    return found


def copy_of_site(folder: Path) -> Path:
    for name in ("docs", "hooks"):
        shutil.copytree(ROOT / name, folder / name)
    for name in CONFIGS:
        shutil.copy(ROOT / name, folder)
    (folder / "build").mkdir()
    (folder / "build" / "live").symlink_to(installed("live"))
    return folder


def installed(name: str) -> Path:
    """What make installs from npm, in a folder of ``build/``."""
    made = subprocess.run(
        ["make", "--silent", name], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert made.returncode == 0, f"expected `make {name}` to install it, got:\n{made.stdout}"
    return ROOT / "build" / name


def test_every_command_prints_what_its_block_shows() -> None:
    for page in pages():
        for answer in page.answers:
            report = answer.report
            if answer.printed:
                assert not answer.problems
                continue
            assert report is not None
            out = io.StringIO()
            name, *argv = shlex.split(shlex.join(report.command))
            assert PROGRAMS[name](argv, Streams(io.StringIO(), out, out)) == 0
            assert out.getvalue() == report.text, f"{answer.block.place}: {shlex.join(report.command)}"


def test_every_fact_a_block_cites_exists_and_every_block_cites_some() -> None:
    for page in pages():
        for answer in (answer for answer in page.answers if not answer.printed):
            assert answer.report is not None
            assert answer.report.cites, f"{answer.block.place}: no sources"
            assert set(answer.report.cites) <= set(FACTS)


@pytest.mark.parametrize("folder", ["docs", "docs/zh"])
@pytest.mark.parametrize("number", sorted(CHAPTERS))
def test_a_chapter_names_every_source_of_its_seed(number: str, folder: str) -> None:
    """By citation, so that the list at the end of the built page has place and state from the facts."""
    path = ROOT / folder / CHAPTERS[number]
    cited = {each.key for each in verify_page(path.read_text("utf-8"), str(path)).citations}
    (seed,) = (ROOT / "tests" / "data" / "seeds").glob(f"{number}_*.txt")
    text = seed.read_text("utf-8")
    facts = [fact for fact in FACTS.values() if fact.seed_locator and fact.seed_locator.split(":")[0] in text]
    assert facts
    assert {fact.key for fact in facts} - cited == set()


@pytest.mark.parametrize("folder", ["docs", "docs/zh"])
def test_no_page_types_the_place_of_a_fact(folder: str) -> None:
    """A place that is typed drifts; only pages about citing and about one rejection show some."""
    typed = []
    for path in sorted((ROOT / folder).glob("*.md")):
        tables = [line for line in path.read_text("utf-8").split("\n") if line.startswith("|")]
        typed += [(path.name, fact.key) for fact in FACTS.values() for line in tables if f"`{fact.locator}`" in line]
    assert typed == []


def test_the_errors_that_the_guide_shows_are_what_is_said() -> None:
    guide = (ROOT / "docs" / "verified-blocks.md").read_text("utf-8")
    (shown,) = re.findall(r"^docs/page\.md:.*$", guide, re.MULTILINE)
    line = int(shown.split(":")[1])
    text = "\n" * (line - 2) + "```tile\nblock_m: wide\nblock_n: 1\nblock_k: 1\nstages: 1\nthreads: 1\n```\n"
    assert [str(problem) for problem in verify_page(text, "docs/page.md").problems] == [shown]


def test_the_site_builds_strictly_and_is_complete(built_site: Path) -> None:
    checked = run("tilesite", "check", "docs", "--site", str(built_site), cwd=ROOT)
    assert checked.returncode == 0, checked.stdout
    shown = [
        BeautifulSoup(html.read_text("utf-8"), "html.parser").select("section.tilesite")
        for html in built_site.rglob("*.html")
    ]
    assert sum(map(len, shown)) == sum(len(page.answers) + len(page.recorded) for page in pages())


def make_site(site: Path) -> subprocess.CompletedProcess[str]:
    """``make site`` in a copy of the site, with the environment that runs the tests."""
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, site)
    environment = Path(sys.executable).parents[1]
    # Whatever its state, make must not set up anew the environment that runs this test.
    ready = [f"VENV={environment}", f"--old-file={environment}/.ready"]
    # Nor what npm installed, whose lock is not in the copy.
    ready += ["--old-file=build/live/node_modules/.package-lock.json"]
    # The tests may themselves be run by make, whose settings are not this one's.
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    argv = ["make", "site", *ready]
    return subprocess.run(argv, cwd=site, env=settings, capture_output=True, encoding="utf-8", check=False)


def test_make_site_publishes_what_was_verified(tmp_path: Path) -> None:
    site = copy_of_site(tmp_path)
    made = make_site(site)
    assert made.returncode == 0, made.stdout + made.stderr
    assert made.stdout.endswith("site: verified and built into site/\n")
    assert "data-tilesite" in (site / "site" / "index.html").read_text("utf-8")


def test_without_the_hook_make_site_publishes_nothing(tmp_path: Path) -> None:
    site = copy_of_site(tmp_path)
    config = (site / "mkdocs.yml").read_text("utf-8")
    without = config.replace("  - hooks/tilesite_hook.py\n", "")
    assert without != config
    (site / "mkdocs.yml").write_text(without, "utf-8")
    made = make_site(site)
    assert made.returncode != 0
    assert "docs/index.md:" in made.stdout
    assert not (site / "site").exists()


def test_a_changed_constant_changes_the_page_and_fails_the_samples(tmp_path: Path) -> None:
    site = copy_of_site(tmp_path)
    shutil.copytree(ROOT / "tilesite", site / "tilesite", ignore=shutil.ignore_patterns("__pycache__"))
    rows = site / "tilesite" / "tile" / "device_rows.py"
    changed = rows.read_text("utf-8").replace('("9.0", 228,', '("9.0", 200,')
    assert changed != rows.read_text("utf-8")
    rows.write_text(changed, "utf-8")
    before, after = site / "before", site / "after"
    assert run("mkdocs", "build", "--no-strict", "--site-dir", str(before), cwd=ROOT).returncode == 0
    environment = {**os.environ, "PYTHONPATH": str(site)}
    run("mkdocs", "build", "--no-strict", "--site-dir", str(after), cwd=site, env=environment)
    page = Path("tile-size-decision") / "index.html"
    limit, changed_limit = "262144 B &gt; 232448 B per block", "262144 B &gt; 203776 B per block"
    assert limit in (before / page).read_text("utf-8")
    assert changed_limit in (after / page).read_text("utf-8")
    samples = run("pytest", "-q", "-p", "no:cacheprovider", str(ROOT / "tests" / "tile" / "test_seed.py"), cwd=site)
    assert samples.returncode == 1, samples.stdout
