"""``tilesite new``: a site that builds at once, and nothing where there is something already."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import build, tilesite

from tilesite import __version__
from tilesite.pages.kinds import KIND_NAMES

FILES = {
    ".github/workflows/docs.yml",
    ".gitignore",
    ".pre-commit-config.yaml",
    "docs/index.md",
    "mkdocs.yml",
    "requirements.txt",
}


def files(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_new_site_builds_at_once(tmp_path: Path, lang: str) -> None:
    made = tilesite(tmp_path, "new", "my-site", "--lang", lang)
    site = tmp_path / "my-site"
    assert made.code == 0
    assert "my-site && pip install -r requirements.txt && mkdocs serve\n" in made.text
    assert files(site) == FILES
    texts = [path.read_text("utf-8") for path in site.rglob("*") if path.is_file()]
    assert not [text for text in texts if "@LANG@" in text or "@VERSION@" in text]
    assert (site / "requirements.txt").read_text("utf-8") == f"tilesite[site]=={__version__}\n"
    built = build(site, "--strict")
    assert built.code == 0, built.printed
    assert tilesite(site, "check", "docs", "--site", "site") == (0, "1 pages, 6 blocks, 0 problems\n")
    soup = BeautifulSoup(built.html(), "html.parser")
    kinds = {str(section["data-tilesite"]).split(":")[0] for section in soup.select("section[data-tilesite]")}
    assert kinds >= set(KIND_NAMES)
    assert soup.select("span[data-tilesite-value]")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my-site"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert tilesite(tmp_path, "new", "a/b").code == 0
    assert files(tmp_path / "a" / "b") == FILES


def test_folders_above_it_are_made(tmp_path: Path) -> None:
    assert tilesite(tmp_path, "new", "a/b/c").code == 0
    assert files(tmp_path) == {f"a/b/c/{name}" for name in FILES}


NAMES = [f"file{number}" for number in range(7)]
REFUSED = {
    "a folder with files": (
        ["notes.md"],
        '"site": expected a folder that does not exist yet, or is empty, got one that holds "notes.md". ',
    ),
    "a folder with many files": (
        NAMES,
        (
            '"site": expected a folder that does not exist yet, or is empty, got one that holds '
            '"file0", "file1", "file2", "file3", "file4" and 2 more. '
        ),
    ),
}


@pytest.mark.parametrize(("names", "message"), REFUSED.values(), ids=REFUSED)
def test_an_existing_folder_is_refused(tmp_path: Path, names: list[str], message: str) -> None:
    for name in names:
        (tmp_path / "site").mkdir(exist_ok=True)
        (tmp_path / "site" / name).write_text("mine", "utf-8")
    refused = tilesite(tmp_path, "new", "site")
    assert refused == (2, f"tilesite: error: {message}Example: tilesite new my-site\n")
    assert files(tmp_path / "site") == set(names)


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    for name, got in (
        ("file", '"file": expected a folder that does not exist yet, or is empty, got a file'),
        ("file/site", '"file/site": expected a place that can be written to, got File exists'),
    ):
        assert tilesite(tmp_path, "new", name) == (2, f"tilesite: error: {got}. Example: tilesite new my-site\n")
    assert tilesite(tmp_path, "new") == (
        2,
        "tilesite: error: DIR: expected one folder to make, got 0 of them. Example: tilesite new my-site\n",
    )
    assert files(tmp_path) == {"file"}
