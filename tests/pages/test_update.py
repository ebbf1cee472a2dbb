"""``tilesite update``: what it writes, what it leaves alone, and that no page is ever lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sites import GOOD, tilesite, write_site

from tilesite.pages.atomic import ChangedError, replace_file
from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.update import Update, update_of, write_updates

BLOCK = GOOD.format(id="a")
OPEN, CLOSE = "<!-- tilesite:output a -->", "<!-- /tilesite -->"
REAL = (
    "C1 shared/stage 48.0 KB -> total 144.0 KB",
    "C2 accumulators 128/thread -> 128 regs/thread (warp-rounded), 32768 regs/block",
)


def region(prefix: str = "", body: tuple[str, ...] = ("old",), fence: str = "```", info: str = "text") -> str:
    lines = (OPEN, "", fence + info, *body, fence, "", CLOSE)
    return "".join((prefix + line).rstrip() + "\n" for line in lines)


def updated(root: Path, *flags: str) -> str:
    done = tilesite(root, "update", "docs", *flags)
    assert done.code == 0, done.text
    return done.text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    ("head", "prefix", "fence", "info"),
    [
        ("", "", "```", "text"),
        ("", "", "~~~~", "text"),
        ("", "", "`````", ""),
        ("!!! note\n\n", "    ", "```", "text"),
        ("!!! note\n\n", "\t", "```", "text"),
        ("- item\n\n", "    ", "~~~", "text"),
        ("", "> ", "```", "text"),
        ("", "> > ", "```", 'text title="t"'),
    ],
)
def test_only_the_lines_of_the_output_change(
    tmp_path: Path, end: str, bom: bytes, head: str, prefix: str, fence: str, info: str
) -> None:
    before = f"---\nt: 1\n---\n# t  \n{BLOCK}\n{head}"
    page = before + region(prefix, ("old", "text"), fence, info) + "\nafter \t\nlast"
    write_site(tmp_path, {"index.md": bom + page.replace("\n", end).encode()})
    assert updated(tmp_path) == "updated: docs/index.md\n1 pages, 1 updated\n"
    data = (tmp_path / "docs" / "index.md").read_bytes()
    lines = data.removeprefix(bom).decode().split(end)
    old = page.split("\n")
    at = old.index(prefix + "old")
    assert data.startswith(bom)
    assert lines[:at] == old[:at]
    assert lines[at : at + 2] == [prefix + line for line in REAL]
    rest = old[at + 2 :]
    assert lines[-len(rest) :] == rest
    assert data.count(b"\r") == data.decode().count(end) * end.count("\r")
    assert updated(tmp_path) == "1 pages, 0 updated\n"
    assert tilesite(tmp_path, "check", "docs").code == 0


def test_nothing_recorded_yet_is_filled_in(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": f"{BLOCK}\n{OPEN}\n{CLOSE}\n"})
    checked = tilesite(tmp_path, "check", "docs")
    expected = f'docs/index.md:9:1: recorded output of a: expected "{REAL[0]}", got nothing. Example: '
    assert checked.text.startswith(expected)
    assert checked.code == 1
    updated(tmp_path)
    lines = (tmp_path / "docs" / "index.md").read_text("utf-8").split("\n")
    assert lines[8:12] == [OPEN, "", "```text", REAL[0]]
    assert lines[-4:] == ["```", "", CLOSE, ""]
    assert tilesite(tmp_path, "check", "docs").code == 0


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_that_are_new_end_as_the_page_does(tmp_path: Path, end: str) -> None:
    page = f"{BLOCK}\n{OPEN}\n{CLOSE}".replace("\n", end)
    write_site(tmp_path, {"index.md": page.encode()})
    updated(tmp_path)
    data = (tmp_path / "docs" / "index.md").read_bytes().decode()
    assert data.endswith(f"```{end}{end}{CLOSE}")
    assert data.count("\n") == data.count(end) * end.count("\n")


def test_an_excerpt_that_matches_is_kept_and_another_is_not(tmp_path: Path) -> None:
    good, bad = region(body=("...", "OK all four constraints satisfied", "...")), region(body=("...", "OK", "..."))
    write_site(tmp_path, {"index.md": BLOCK + "\n" + good, "b.md": BLOCK + "\n" + bad})
    assert updated(tmp_path) == "updated: docs/b.md\n2 pages, 1 updated\n"
    assert (tmp_path / "docs" / "index.md").read_text("utf-8") == BLOCK + "\n" + good
    assert "...\n" not in (tmp_path / "docs" / "b.md").read_text("utf-8")


def test_a_page_that_needs_nothing_is_not_touched(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": BLOCK + "\n" + region(body=("...",)), "b.md": BLOCK + "\n" + region()})
    page = tmp_path / "docs" / "index.md"
    before = page.stat()
    updated(tmp_path)
    after = page.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_check_and_diff_write_nothing(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": BLOCK + "\n" + region()})
    page = tmp_path / "docs" / "index.md"
    before = page.read_bytes()
    done = tilesite(tmp_path, "update", "docs", "--check", "--diff")
    assert done.code == 1
    assert f"-old\n+{REAL[0]}\n" in done.text
    assert done.text.endswith("would change: docs/index.md\n1 pages, 1 would change\n")
    checked = tilesite(tmp_path, "check", "docs", "--diff")
    assert f"-old\n+{REAL[0]}\n" in checked.text
    assert page.read_bytes() == before


def test_the_mode_of_a_page_is_kept(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": BLOCK + "\n" + region()})
    page = tmp_path / "docs" / "index.md"
    page.chmod(0o640)
    updated(tmp_path)
    assert page.stat().st_mode & 0o777 == 0o640


def test_a_page_that_changed_underneath_is_left_alone(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": BLOCK + "\n" + region()})
    page = tmp_path / "docs" / "index.md"
    updates = [update_of(checked) for checked in verify_pages(find_pages([str(tmp_path / "docs")]))]
    newer = page.read_bytes() + b"newer\n"
    page.write_bytes(newer)
    (problem,) = write_updates(updates)
    assert (problem.code, problem.kind) == ("changed-underneath", "unreadable")
    assert page.read_bytes() == newer
    assert [file.name for file in page.parent.iterdir()] == ["index.md"]


def test_a_link_out_of_the_folder_is_not_written_through(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    secret = tmp_path / "secret.md"
    secret.write_text(BLOCK + "\n" + region(), "utf-8")
    before = secret.read_bytes()
    (tmp_path / "docs" / "link.md").symlink_to(secret)
    (tmp_path / "docs" / "folder").symlink_to(tmp_path)
    done = tilesite(tmp_path, "update", "docs")
    assert done.code == 2
    assert [line.split(": ")[0] for line in done.text.splitlines()[:2]] == ["docs/folder:1:1", "docs/link.md:1:1"]
    assert secret.read_bytes() == before


def test_a_link_to_another_page_is_written_once(tmp_path: Path) -> None:
    write_site(tmp_path, {"p.md": BLOCK + "\n" + region()})
    (tmp_path / "docs" / "l.md").symlink_to("p.md")
    assert tilesite(tmp_path, "update", "docs") == (0, "updated: docs/p.md\n2 pages, 1 updated\n")
    assert tilesite(tmp_path, "update", "docs") == (0, "2 pages, 0 updated\n")
    assert (tmp_path / "docs" / "l.md").is_symlink()


def test_a_page_that_is_named_twice_is_one(tmp_path: Path) -> None:
    write_site(tmp_path, {"p.md": BLOCK + "\n" + region()})
    named = ("docs", "docs/p.md", "docs/../docs/p.md", str(tmp_path / "docs" / "p.md"))
    assert tilesite(tmp_path, "update", *named) == (0, "updated: docs/p.md\n1 pages, 1 updated\n")


def test_an_update_that_would_not_match_says_so(tmp_path: Path) -> None:
    write_site(tmp_path, {"p.md": BLOCK + "\n" + region()})
    (checked,) = verify_pages(find_pages([str(tmp_path / "docs")]))
    (problem,) = Update(checked, checked.data, checked.data, settles=False).rest
    assert problem.message == (
        "page: expected a page whose recorded outputs match once they are written, got one in which they would not; "
        "it is left as it is. Example: the block and its recorded output in one file, once"
    )
    assert (problem.place.line, problem.kind) == (9, "unreadable")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"old")
    with pytest.raises(ChangedError):
        replace_file(page, b"other", b"new")
    assert page.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [page]


LOOP = """
import itertools, sys
from pathlib import Path
from tilesite.pages.atomic import replace_file
path = Path(sys.argv[1])
print("ready", flush=True)
for number in itertools.count():
    old = path.read_bytes()
    replace_file(path, old, (b"%d\\n" % number) * 20_000)
"""


@pytest.mark.parametrize("attempt", range(8))
def test_killed_at_any_moment_a_page_is_whole(tmp_path: Path, attempt: int) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"first\n" * 20_000)
    process = subprocess.Popen([sys.executable, "-c", LOOP, str(page)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.02 + 0.013 * attempt)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    lines = page.read_bytes().split(b"\n")
    assert len(lines) == 20_001
    assert len(set(lines[:-1])) == 1


@pytest.mark.parametrize("attempt", range(4))
def test_an_update_that_is_killed_loses_no_page(tmp_path: Path, attempt: int) -> None:
    old = BLOCK + "\n" + region()
    pages = {f"p{number:02}.md": old for number in range(60)}
    write_site(tmp_path, {"index.md": "# t\n", **pages})
    process = subprocess.Popen(
        [sys.executable, "-m", "tilesite", "update", "docs"], cwd=tmp_path, stdout=subprocess.DEVNULL
    )
    written = 0
    while not written and process.poll() is None:
        written = sum((tmp_path / "docs" / name).read_text("utf-8") != old for name in pages)
    time.sleep(0.004 * attempt)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    for name in pages:
        text = (tmp_path / "docs" / name).read_text("utf-8")
        assert text == old or (text.startswith(BLOCK) and text.endswith(f"```\n\n{CLOSE}\n") and REAL[1] in text)
    assert tilesite(tmp_path, "update", "docs").code == 0
    assert tilesite(tmp_path, "check", "docs").text == "61 pages, 60 blocks, 0 problems\n"
