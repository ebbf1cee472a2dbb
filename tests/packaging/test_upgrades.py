"""What is to come: bounds on every dependency, the newest versions within them, and this site under Zensical."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tomllib
from environments import ROOT, Built, environment
from packaging.requirements import Requirement
from sites import run, tilesite

UNBOUND = {"types-pyyaml", "types-markdown", "types-tqdm"}
"""Their versions follow those of the packages that they describe."""


def test_every_dependency_has_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    requirements = [Requirement(line) for lines in extras.values() for line in lines]
    requirements += [Requirement(line) for line in project["build-system"]["requires"]]
    assert len(requirements) > 20
    bound = {each.name for each in requirements if any(spec.operator in ("<", "==") for spec in each.specifier)}
    assert {each.name for each in requirements} - bound == UNBOUND


def test_the_lock_is_within_the_bounds_and_names_no_host() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    pinned = dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==([^ ]+)", lock, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    for extra in ("site", "scale", "test"):
        for requirement in map(Requirement, extras[extra]):
            assert requirement.specifier.contains(pinned[requirement.name.lower().replace("_", "-")]), requirement
    assert not re.search(r"https?://|--(?:extra-)?index-url|--find-links", lock)


def test_this_site_under_zensical(tmp_path: Path) -> None:
    """What docs/upgrading.md says: without the hook, with the extension, and with the check as the gate."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    moved = re.sub(r"^hooks:\n(?:  - .*\n)+", "", config, flags=re.MULTILINE)
    moved = re.sub(r"^markdown_extensions:\n(?=  - )", r"\g<0>  - tilesite\n", moved, flags=re.MULTILINE)
    moved = re.sub(r"^markdown_extensions:\n(?=  \w)", r"\g<0>  tilesite: {}\n", moved, flags=re.MULTILINE)
    moved = re.sub(r"^  tilesite:\n +live: .*\n", "", moved, flags=re.MULTILINE)
    assert (moved.count("tilesite_hook"), moved.count("live:"), moved.count("tilesite: {}")) == (0, 0, 1)
    (tmp_path / "mkdocs.yml").write_text(moved, "utf-8")
    built = run("zensical", "build", "-c", cwd=tmp_path)
    assert built.returncode == 0, built.stdout
    assert "Traceback" not in built.stdout
    checked = tilesite(tmp_path, "check", "docs", "--site", "site", "--exclude", "zh/*")
    assert checked.code == 0, checked.text
    assert int(checked.text.split(" pages, ")[1].split()[0]) > 15
    page = tmp_path / "docs" / "index.md"
    page.write_text(page.read_text("utf-8").replace("stages: 3", "stages: 2"), "utf-8")
    assert tilesite(tmp_path, "check", "docs", "--site", "site", "--exclude", "zh/*").code == 1


@pytest.mark.long
def test_the_newest_versions_within_the_bounds_pass(tmp_path: Path, built: Built) -> None:
    newest = environment(sys.executable, tmp_path / "env", "--upgrade", f"{built.wheel}[site,scale,test]")
    listed = newest.run("python", "-m", "pip", "list", "--format=freeze", cwd=tmp_path).stdout
    argv = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--ignore=tests/packaging"]
    # The programs that tests start by name are those of the environment, as where `make test` runs them.
    done = subprocess.run(
        [newest.program("python"), *argv], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{done.stdout[-8000:]}\n{listed}"
