"""``tilesite check --jobs``: the same report, byte for byte, whatever the number of processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from atlases import children
from sites import GOOD, REPOSITORY, tilesite, write_site

from tilesite.pages.formats import FORMATS

SWEEP = '```yaml sweep id="s"\nblock_m: {axis}\nblock_n: {axis}\ntopk: 2\n```\n'
RECORDED = "\n<!-- tilesite:output a -->\n\n```text\nstale\n```\n\n<!-- /tilesite -->\n"


def pages(count: int) -> dict[str, str | bytes]:
    made: dict[str, str | bytes] = {}
    for number in range(count):
        block = GOOD.format(id="a")
        if number % 5 == 1:
            block = block.replace("stages: 3", f"stages: {number}")
        if number % 7 == 2:
            block = block.replace("block_m: 128", "block_m: wide")
        if number % 4 == 3:
            block += RECORDED
        made[f"p{number:02}.md"] = f"# Page {number}\n\n{block}"
    made["bytes.md"] = b"\xff\xfe# t\n"
    return made


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_same_bytes(tmp_path: Path, name: str) -> None:
    write_site(tmp_path, pages(40))
    flags = ["--format", name, *(["--diff"] if name == "text" else [])]
    alone = tilesite(tmp_path, "check", "docs", *flags)
    assert alone.code == 2
    assert tilesite(tmp_path, "check", "docs", *flags, "--jobs", "3") == alone


def test_the_bound_of_a_site_is_met_by_the_same_page(tmp_path: Path) -> None:
    axis = ",".join(str(16 * size) for size in range(1, 31))
    write_site(tmp_path, {f"p{number:02}.md": SWEEP.format(axis=axis) for number in range(30)})
    config = tmp_path / "mkdocs.yml"
    setting = "  - tilesite:\n      site_candidates: 500000\n"
    config.write_text(config.read_text("utf-8").replace("plugins: []", f"{setting}plugins: []"), "utf-8")
    alone = tilesite(tmp_path, "check", "docs")
    assert alone.code == 2
    assert "docs/p14.md" not in alone.text
    assert tilesite(tmp_path, "check", "docs", "--jobs", "2") == alone


def test_a_site_is_compared_and_pages_are_updated_on_processes(tmp_path: Path) -> None:
    write_site(tmp_path, {name: text for name, text in pages(12).items() if isinstance(text, str)})
    alone = tilesite(tmp_path, "check", "docs", "--site", "docs")
    assert tilesite(tmp_path, "check", "docs", "--site", "docs", "--jobs", "2") == alone
    told = tilesite(tmp_path, "update", "docs", "--check", "--diff")
    assert tilesite(tmp_path, "update", "docs", "--check", "--diff", "--jobs", "2") == told


def test_what_is_no_number_of_processes(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    for given in ("0", "two", "1025"):
        expected = f'--jobs: expected a whole number from 1 to 1024, got "{given}". Example: --jobs 2'
        assert tilesite(tmp_path, "check", "docs", "--jobs", given) == (2, f"tilesite: error: {expected}\n")


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    axis = ",".join(str(8 * size) for size in range(1, 40))
    setting = "  - tilesite:\n      site_candidates: 100000000\n"
    write_site(tmp_path, {f"p{number:03}.md": SWEEP.format(axis=axis) for number in range(300)})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("plugins: []", f"{setting}plugins: []"), "utf-8")
    argv = [sys.executable, "-m", "tilesite", "check", "docs", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen(argv, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        while len(children(process.pid)) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(children(process.pid)[0], signal.SIGKILL)
        printed = process.communicate()[0]
    assert (process.returncode, printed) == (0, "300 pages, 300 blocks, 0 problems\n")


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_an_interrupt_while_processes_begin_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    write_site(tmp_path, pages(400))
    pipe = subprocess.PIPE
    argv = [sys.executable, "-m", "tilesite", "check", "docs", "--jobs", "2"]
    with subprocess.Popen(argv, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        while not list(temporary.iterdir()) or len(children(process.pid)) < workers:
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "")
    assert list(temporary.iterdir()) == []
