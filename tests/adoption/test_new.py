"""``tilesite new``: a site that builds at once, and nothing where there is something already."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from bs4 import BeautifulSoup
from interpreters import interpreters
from sites import REPOSITORY, build, tilesite

from tilesite import __version__
from tilesite.hosts import new
from tilesite.hosts.requirement import Requirement, requirement
from tilesite.pages.kinds import KIND_NAMES

FILES = {
    ".github/workflows/docs.yml",
    ".gitignore",
    ".pre-commit-config.yaml",
    "docs/index.md",
    "mkdocs.yml",
    "requirements.txt",
}
PIN = f"tilesite[site]=={__version__}"
MADE = {
    "en": (
        "made my-site: 6 files\nnext: cd my-site && mkdocs serve\n"
        "before another machine installs it: requirements.txt and .pre-commit-config.yaml say what to put in place of "
        f"{PIN}, since tilesite was installed from a file here\n"
    ),
    "zh": (
        "已建立 my-site：6 个文件\n接下来：cd my-site && mkdocs serve\n"
        "在别的机器上安装之前：这里的 tilesite 是从文件安装的，requirements.txt 和 .pre-commit-config.yaml "
        f"写明了应以什么代替 {PIN}\n"
    ),
}
EXAMPLE = "# tilesite[site] @ git+https://HOST/OWNER/tilesite@COMMIT\n"
NOTES = {
    "en": (
        "# tilesite was installed from a file when this was written. Until that version is released, name a commit "
        f"instead:\n{EXAMPLE}"
    ),
    "zh": f"# 写下本文件时，tilesite 是从文件安装的。该版本发布之前，请改为指明一个提交：\n{EXAMPLE}",
}


def files(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_new_site_builds_at_once(tmp_path: Path, lang: str) -> None:
    made = tilesite(tmp_path, "new", "my-site", "--lang", lang)
    site = tmp_path / "my-site"
    assert made.code == 0
    # The tests run what was installed from this checkout.
    assert made.text == MADE[lang]
    assert files(site) == FILES
    texts = [path.read_text("utf-8") for path in site.rglob("*") if path.is_file()]
    assert not [text for text in texts if re.search("@[A-Z]+@", text) or str(REPOSITORY) in text]
    note = NOTES[lang]
    assert (site / "requirements.txt").read_text("utf-8") == f"{note}{PIN}\n"
    hooks = (site / ".pre-commit-config.yaml").read_text("utf-8")
    assert note in hooks
    assert [hook["additional_dependencies"] for hook in yaml.safe_load(hooks)["repos"][0]["hooks"]] == [[PIN]] * 2
    built = build(site, "--strict")
    assert built.code == 0, built.printed
    assert tilesite(site, "check", "docs", "--site", "site") == (0, "1 pages, 6 blocks, 0 problems\n")
    soup = BeautifulSoup(built.html(), "html.parser")
    kinds = {str(section["data-tilesite"]).split(":")[0] for section in soup.select("section[data-tilesite]")}
    assert kinds >= set(KIND_NAMES)
    assert soup.select("span[data-tilesite-value]")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my-site"]


COMMIT = "0123456789abcdef0123456789abcdef01234567"
GIT = {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}
OF_GIT = f"tilesite[site] @ git+https://example.org/a/tilesite@{COMMIT}"
RECORDS = {
    "an index": (None, PIN, True),
    "a commit": ({"url": "https://example.org/a/tilesite", "vcs_info": GIT}, OF_GIT, True),
    "a commit of someone with a password": (
        {"url": "https://me:secret@example.org/a/tilesite", "vcs_info": GIT},
        OF_GIT,
        True,
    ),
    "a commit over ssh": (
        {"url": "ssh://git@example.org/a/tilesite.git", "vcs_info": GIT},
        f"tilesite[site] @ git+ssh://git@example.org/a/tilesite.git@{COMMIT}",
        True,
    ),
    "a commit of a folder": ({"url": "file:///home/me/tilesite", "vcs_info": GIT}, PIN, False),
    "a folder": ({"url": "file:///home/me/tilesite", "dir_info": {}}, PIN, False),
    "an editable folder": ({"url": "file:///home/me/tilesite", "dir_info": {"editable": True}}, PIN, False),
    "a wheel": ({"url": "file:///home/me/tilesite.whl", "archive_info": {"hash": "sha256=00"}}, PIN, False),
    "a wheel of an address": ({"url": "https://example.org/tilesite.whl", "archive_info": {}}, PIN, False),
    "another program": ({"url": "https://example.org/a", "vcs_info": {"vcs": "hg", "commit_id": COMMIT}}, PIN, False),
    "a branch": ({"url": "https://example.org/a", "vcs_info": {**GIT, "commit_id": "main"}}, PIN, False),
    "what another format would read": ({"url": 'https://example.org/"]\na: b', "vcs_info": GIT}, PIN, False),
    "an address that is none": ({"url": "https://[", "vcs_info": GIT}, PIN, False),
    "a list": ([], PIN, False),
}


@pytest.mark.parametrize(("record", "line", "is_found"), RECORDS.values(), ids=RECORDS)
def test_what_another_machine_has_to_install(record: object, line: str, is_found: bool) -> None:
    assert requirement(None if record is None else json.dumps(record)) == (line, is_found)


def test_a_record_that_cannot_be_read() -> None:
    assert requirement("{") == (PIN, False)


def test_a_site_names_the_commit_that_was_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new, "own_requirement", lambda: Requirement(OF_GIT, is_found=True))
    assert tilesite(tmp_path, "new", "my-site").text == (
        "made my-site: 6 files\nnext: cd my-site && pip install -r requirements.txt && mkdocs serve\n"
    )
    assert (tmp_path / "my-site" / "requirements.txt").read_text("utf-8") == f"{OF_GIT}\n"
    hooks = (tmp_path / "my-site" / ".pre-commit-config.yaml").read_text("utf-8")
    assert [hook["additional_dependencies"] for hook in yaml.safe_load(hooks)["repos"][0]["hooks"]] == [[OF_GIT]] * 2
    assert "COMMIT" not in hooks


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert tilesite(tmp_path, "new", "a/b").code == 0
    assert files(tmp_path / "a" / "b") == FILES


def test_an_empty_folder_stays_the_one_that_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    folder.chmod(0o2770)
    (tmp_path / "link").symlink_to("site")
    before = folder.stat()
    assert tilesite(folder, "new", ".").code == 0
    assert files(folder) == FILES
    shutil.rmtree(folder / "docs")
    shutil.rmtree(folder / ".github")
    for file in folder.iterdir():
        file.unlink()
    assert tilesite(tmp_path, "new", "link").code == 0
    assert (tmp_path / "link").is_symlink()
    assert files(folder) == FILES
    after = folder.stat()
    # A mount has its own number, and what stands beside it is not written to.
    assert (after.st_ino, after.st_mode, after.st_gid) == (before.st_ino, before.st_mode, before.st_gid)


@pytest.mark.parametrize("is_there", [False, True])
def test_nothing_is_left_of_what_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    if is_there:
        (tmp_path / "site").mkdir()
    opened = Path.open

    def full(path: Path, *argv: Any, **named: Any) -> Any:  # noqa: ANN401 - as pathlib has it
        if path.name == ".pre-commit-config.yaml":
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(path, *argv, **named)

    monkeypatch.setattr(Path, "open", full)
    assert tilesite(tmp_path, "new", "site") == (
        2,
        (
            'tilesite: error: "site": expected a place that can be written to, got No space left on device. '
            "Example: tilesite new my-site\n"
        ),
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["site"] * is_there


@pytest.mark.parametrize("is_there", [False, True])
def test_nothing_is_left_when_it_is_terminated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    if is_there:
        (tmp_path / "site").mkdir()
    opened = Path.open

    def terminated(path: Path, *argv: Any, **named: Any) -> Any:  # noqa: ANN401 - as pathlib has it
        if path.name == ".pre-commit-config.yaml":
            os.kill(os.getpid(), signal.SIGTERM)
        return opened(path, *argv, **named)

    monkeypatch.setattr(Path, "open", terminated)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        tilesite(tmp_path, "new", "site")
    assert signal.getsignal(signal.SIGTERM) == before
    assert [path.name for path in tmp_path.rglob("*")] == ["site"] * is_there


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    name = "页" * 100
    assert tilesite(tmp_path, "new", name) == (
        2,
        (
            f'tilesite: error: "{"页" * 57}…": expected names of at most 255 bytes, got a longer one. '
            "Example: tilesite new my-site\n"
        ),
    )
    assert tilesite(tmp_path, "new", "a" * 255).code == 0


def test_a_folder_above_that_may_not_be_looked_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> list[str]:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    # Who runs the tests may be allowed everything.
    monkeypatch.setattr(os, "listdir", refused)
    assert tilesite(tmp_path, "new", "closed/site") == (
        2,
        (
            'tilesite: error: "closed/site": expected a place that can be written to, got no right to write there, or '
            "to look into a folder above (Permission denied). Example: tilesite new my-site\n"
        ),
    )


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    assert tilesite(tmp_path, "new", "link") == (
        2,
        (
            'tilesite: error: "link": expected a folder that does not exist yet, or is empty, got a link that leads '
            "nowhere. Example: tilesite new my-site\n"
        ),
    )


@pytest.mark.parametrize("name", ["$(touch owned)", "my site", "it's", "-x", "a;b"])
def test_what_is_to_be_run_next_is_safe(tmp_path: Path, name: str) -> None:
    made = tilesite(tmp_path, "new", "--", name)
    assert made.code == 0
    assert made.text.startswith(f"made {name}: 6 files\nnext: cd ")
    command = made.text.partition("next: ")[2].partition(" && ")[0]
    done = subprocess.run(
        ["bash", "-c", f"{command} && pwd"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stdout == f"{tmp_path / name}\n"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_what_a_terminal_would_obey_is_shown(tmp_path: Path) -> None:
    made = tilesite(tmp_path, "new", "a\x1b[2J\nb")
    assert made.text.startswith("made a␛[2J␊b: 6 files\nnext: cd 'a␛[2J␊b' && ")


@pytest.mark.parametrize("version", sorted(interpreters()))
def test_every_interpreter_makes_the_same_site(tmp_path: Path, version: str) -> None:
    # -S leaves site-packages out: nothing but the standard library and the checkout.
    argv = [interpreters()[version], "-S", "-m", "tilesite", "new", str(tmp_path / "core")]
    done = subprocess.run(argv, cwd=REPOSITORY, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert tilesite(tmp_path, "new", "site").code == 0
    for name in FILES:
        assert (tmp_path / "core" / name).read_bytes() == (tmp_path / "site" / name).read_bytes()


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
        ("file/site", '"file/site": expected a place that can be written to, got Not a directory'),
    ):
        assert tilesite(tmp_path, "new", name) == (2, f"tilesite: error: {got}. Example: tilesite new my-site\n")
    assert tilesite(tmp_path, "new") == (
        2,
        "tilesite: error: DIR: expected one folder to make, got 0 of them. Example: tilesite new my-site\n",
    )
    assert files(tmp_path) == {"file"}
