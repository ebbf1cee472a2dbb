"""The hooks for pre-commit, installed by pre-commit itself from this repository into a scratch one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from environments import ROOT, SOURCES, Built
from sites import GOOD, tilesite

BIN = Path(sys.executable).parent
RECORDED = "\n<!-- tilesite:output a -->\n\n```text\nstale\n```\n\n<!-- /tilesite -->\n"


def config_of_the_page(page: str) -> str:
    """What the page for adopters shows, its placeholders left."""
    (shown,) = re.findall(r"```yaml\n(repos:\n.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    assert shown.count("https://HOST/OWNER/tilesite\n") == shown.count(" COMMIT\n") == 1
    return shown


def git(folder: Path, *argv: str) -> str:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"]
    return subprocess.run(
        ["git", *who, *argv], cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout.strip()


def pre_commit(folder: Path, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "VIRTUAL_ENV"))}
    environment = {**kept, "PRE_COMMIT_HOME": str(home), "PATH": f"{BIN}{os.pathsep}{kept['PATH']}", **more}
    argv = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color=never"]
    return subprocess.run(argv, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def scratch(folder: Path, config: str) -> Path:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text(f"# t\n\n{GOOD.format(id='a')}{RECORDED}", "utf-8")
    (folder / ".pre-commit-config.yaml").write_text(config, "utf-8")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "start")
    return folder


def test_the_hooks_of_this_repository(tmp_path: Path) -> None:
    ours = tmp_path / "tilesite"
    ours.mkdir()
    for name in (*SOURCES, ".pre-commit-hooks.yaml"):
        copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copied(ROOT / name, ours / name)
    git(ours, "init", "--quiet")
    git(ours, "add", ".")
    git(ours, "commit", "--quiet", "--message", "start")
    commit = git(ours, "rev-parse", "HEAD")
    shown = config_of_the_page("adopting.md")
    assert config_of_the_page("zh/adopting.md") == shown
    filled = shown.replace("https://HOST/OWNER/tilesite", ours.as_uri()).replace("COMMIT", commit)
    site = scratch(tmp_path / "site", filled)
    page = site / "docs" / "index.md"

    updated = pre_commit(site, tmp_path / "home")
    assert updated.returncode == 1, updated.stdout
    assert "files were modified by this hook" in updated.stdout
    assert "updated: docs/index.md" in updated.stdout
    assert "stale" not in page.read_text("utf-8")

    right = pre_commit(site, tmp_path / "home")
    assert right.returncode == 0, right.stdout
    assert [line.split(".")[0] for line in right.stdout.splitlines()] == ["tilesite update", "tilesite check"]

    page.write_text(page.read_text("utf-8").replace("block_m: 128", "block_m: wide"), "utf-8")
    (site / "--exclude=*.md").write_text("# a name that looks like a flag\n", "utf-8")
    git(site, "add", ".")
    wrong = pre_commit(site, tmp_path / "home")
    assert wrong.returncode == 1
    assert "docs/index.md:4:10: block_m: expected a whole number from 1 to 2^63-1" in wrong.stdout


@pytest.mark.long
def test_the_hooks_of_a_new_site(tmp_path: Path, built: Built) -> None:
    assert tilesite(tmp_path, "new", "site").code == 0
    site = tmp_path / "site"
    for hook in yaml.safe_load((site / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]:
        assert hook["additional_dependencies"] == [(site / "requirements.txt").read_text("utf-8").splitlines()[-1]]
    git(site, "init", "--quiet")
    git(site, "add", ".")
    # As if the wheel that was just built were published.
    ran = pre_commit(site, tmp_path / "home", PIP_FIND_LINKS=str(built.wheel.parent))
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.count("Passed") == 2
