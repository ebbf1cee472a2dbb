"""Builds of the project's own site: where their pages say they come from, and that they can be made again."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import build, write_site
from test_site import ROOT, copy_of_site, installed, make_site

from tilesite import __version__
from tilesite.facts.lock import facts_date, package_lock

NOBODY = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, env={**os.environ, **NOBODY}, capture_output=True, encoding="utf-8", check=True
    ).stdout


def committed(folder: Path) -> str:
    """Makes ``folder`` a repository of one commit, and gives its hash."""
    (folder / ".gitignore").write_text("site/\nbuild/\n.cache/\n__pycache__/\n", "utf-8")
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all", "--date", "2026-01-02T03:04:05Z")
    return git(folder, "rev-parse", "HEAD").strip()


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def footers(site: Path) -> set[str]:
    """What the footers of all pages say; each page has one."""
    said = set()
    pages = sorted(site.rglob("*.html"))
    assert pages
    for page in pages:
        found = BeautifulSoup(page.read_text("utf-8"), "html.parser").select("footer .tilesite-provenance")
        assert len(found) == 1, page
        said.add(found[0].text)
    return said


def line(commit: str) -> str:
    facts = facts_date(package_lock())
    return f"Verified by tilesite {__version__} · {commit} · facts of {facts} · Python {platform.python_version()}"


def test_two_builds_of_one_commit_are_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)  # make takes the commit's date
    first = tmp_path / "first"
    first.mkdir()
    copy_of_site(first)
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, first)
    commit = committed(first)
    second = tmp_path / "a much longer name" / "second"
    second.parent.mkdir()
    git(tmp_path, "clone", "--quiet", str(first), str(second))
    (second / "build").mkdir(exist_ok=True)
    if not (second / "build" / "live").exists():  # what npm installed is in no commit
        (second / "build" / "live").symlink_to(installed("live"))
    for folder in (first, second):
        made = make_site(folder)
        assert made.returncode == 0, made.stdout + made.stderr
    ours, theirs = files_of(first / "site"), files_of(second / "site")
    assert len(ours) > 20
    assert ours.keys() == theirs.keys()
    assert [name for name, content in ours.items() if content != theirs[name]] == []
    said = {each for each in footers(first / "site") if each.startswith("Verified by")}
    assert said == {line(f"site at commit {commit[:12]}")}


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_a_changed_checkout_says_so(tmp_path: Path, theme: str) -> None:
    write_site(tmp_path, {"index.md": "# t\n"}, theme=theme)
    commit = committed(tmp_path)
    assert build(tmp_path, "--strict").code == 0
    assert footers(tmp_path / "site") == {line(f"site at commit {commit[:12]}")}
    (tmp_path / "docs" / "index.md").write_text("# other\n", "utf-8")
    assert build(tmp_path, "--strict").code == 0
    assert footers(tmp_path / "site") == {line(f"site at commit {commit[:12]} with changes")}


@pytest.mark.parametrize("missing", ["repository", "commit", "Git"])
def test_without_a_commit_the_build_says_so(tmp_path: Path, missing: str) -> None:
    write_site(tmp_path, {"index.md": "# t\n"}, theme="material")
    environment = {**os.environ, **NOBODY, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    if missing == "commit":
        git(tmp_path, "init", "--quiet")
    if missing == "Git":
        committed(tmp_path)
        environment["PATH"] = str(tmp_path / "nothing")
    built = build(tmp_path, "--strict", env=environment)
    assert built.code == 0, built.printed
    assert footers(built.site) == {line("no commit: not built from a Git checkout")}


def test_a_footer_of_the_site_s_own_stays(tmp_path: Path) -> None:
    config = write_site(tmp_path, {"index.md": "# t\n"}, theme="material") / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "copyright: <b>Ours</b>\n", "utf-8")
    assert build(tmp_path, "--strict").code == 0
    page = BeautifulSoup((tmp_path / "site" / "index.html").read_text("utf-8"), "html.parser")
    assert page.select_one("footer b").text == "Ours"
    assert len(footers(tmp_path / "site")) == 1


def test_the_footer_is_in_the_language_of_the_pages(tmp_path: Path) -> None:
    config = write_site(tmp_path, {"index.md": "# t\n"}, theme="material") / "mkdocs.yml"
    text = config.read_text("utf-8").replace("  - admonition\n", "  - tilesite:\n      lang: zh\n  - admonition\n")
    config.write_text(text, "utf-8")
    assert build(tmp_path, "--strict", env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}).code == 0
    said = (
        f"由 tilesite {__version__} 验证 · 无提交号：不是从 Git 检出构建 · 事实核对于 {facts_date(package_lock())} · "
    )
    assert footers(tmp_path / "site") == {f"{said}Python {platform.python_version()}"}


def test_a_folder_of_pages_that_looks_like_a_repository_runs_nothing(tmp_path: Path) -> None:
    """A bare repository that came with the pages may name a program to be run."""
    ran = tmp_path / "ran"
    other, root = tmp_path / "other", tmp_path / "site of a stranger"
    other.mkdir()
    committed(other)
    git(other, "config", "core.fsmonitor", f"touch '{ran}'; false")
    git(other, "config", "core.worktree", str(root))
    shutil.copytree(other / ".git", root)
    git(root, "status", "--porcelain")
    assert ran.exists()  # so it goes without care
    ran.unlink()
    write_site(root, {"index.md": "# t\n"}, theme="material")
    built = build(root, "--strict", env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert built.code == 0, built.printed
    assert footers(built.site) == {line("no commit: not built from a Git checkout")}
    assert not ran.exists()
