"""Whatever cannot be checked is one clear error, said whole, and nothing is half-written."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tilesite.facts import FACTS, SOURCES, Fact
from tilesite.facts.lock import dates_of, read_lock
from tilesite.facts.types import Place
from tilesite.pages.cite.session import LOCK, Facts

from .conftest import Said
from .rows import FILE, ROW, facts_of, said, sha256_of, wheel_of

EXAMPLE = "Example: tilesite cite verify"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            ROW._replace(key="A limit"),
            (
                'fact A limit: expected a key of lower-case letters, digits, . and -, got "A limit". '
                "Example: plan-box-256"
            ),
        ),
        (
            ROW._replace(source="tst"),
            ('fact a-limit: expected a source that exists: one of test, got "tst". Example: tilelang'),
        ),
        (
            ROW._replace(locator="../a.h:2"),
            ('fact a-limit: expected a path inside its source, got "../a.h:2". Example: cuda.h:23300-23301'),
        ),
        (
            ROW._replace(locator="/etc/passwd:2"),
            ('fact a-limit: expected a path inside its source, got "/etc/passwd:2". Example: cuda.h:23300-23301'),
        ),
        (
            ROW._replace(locator="section 3"),
            (
                "fact a-limit: expected a file and its lines, since a wheel holds the "
                'source, got "section 3". Example: cuda.h:23300-23301'
            ),
        ),
        (
            ROW._replace(locator="a.h:5-2"),
            (
                "fact a-limit: expected a first line that is not behind the last, got "
                '"a.h:5-2". Example: cuda.h:23300-23301'
            ),
        ),
        (
            ROW._replace(found=None),
            ("fact a-limit: expected the text that must be found there, got nothing. Example: kTmaMaxBoxDim = 256"),
        ),
        (
            ROW._replace(seed_now="4"),
            (
                'fact a-limit: expected no lines where the book names none, got "4". '
                "Example: seed_locator=…/tma_layout.h:40"
            ),
        ),
        (
            ROW._replace(also=Place("test", "b/../../c.h:1", "x")),
            (
                "fact a-limit, second place: expected a path inside "
                'its source, got "b/../../c.h:1". Example: cuda.h:23300-23301'
            ),
        ),
    ],
    ids=str,
)
def test_rows_that_cannot_be_right(tmp_path: Path, row: Fact, message: str) -> None:
    told = said(facts_of(tmp_path, row), "verify", "--offline", "--cache", str(tmp_path))
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}\n")


def test_a_key_that_stands_twice(tmp_path: Path) -> None:
    told = said(facts_of(tmp_path, ROW, ROW._replace(value="128")), "verify", "--offline")
    expected = 'fact a-limit: expected a key that no other fact has, got "a-limit". Example: a-limit-2'
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {expected}\n")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], f"arguments: expected one of cite verify, cite bump, got nothing. {EXAMPLE}"),
        (["verfy"], f'arguments: expected one of cite verify, cite bump, got "verfy". {EXAMPLE}'),
        (
            ["verify", "plan-box-265"],
            (
                'KEYS: expected the key of a fact (did you mean plan-box-256?), got "plan-box-265". '
                f"{EXAMPLE} plan-box-256"
            ),
        ),
        (["verify", "zzzzzz"], f'KEYS: expected the key of a fact, got "zzzzzz". {EXAMPLE} plan-box-256'),
        (
            ["verify", "--format", "xml"],
            '--format: expected one of text, json, sarif, got "xml". Example: --format sarif',
        ),
        (
            ["verify", "--root", "tilelang"],
            (
                "--root: expected NAME=PATH, with one of cutlass, cuda-headers, tilelang, "
                'cccl, _vendor, tilelang-corpus, got "tilelang". Example: --root tilelang=../tilelang'
            ),
        ),
        (
            ["verify", "--root", "tilelang=/no/such"],
            ('--root: expected a folder that exists, got "/no/such". Example: --root tilelang=../tilelang'),
        ),
        (
            ["verify", "--write", "plan-1d"],
            (f'--write: expected all facts, since the record holds them all, got "plan-1d". {EXAMPLE} --write'),
        ),
        (
            ["verify", "--write", "--root", "tilelang=."],
            (f"--write: expected pinned wheels alone, since the record is of those, got --root. {EXAMPLE} --write"),
        ),
        (
            ["bump", "tilelang"],
            ('arguments: expected a source and a version, got "tilelang". Example: tilesite cite bump tilelang 0.1.14'),
        ),
        (
            ["bump", "tilelng", "1"],
            (
                "SOURCE: expected a source that a wheel holds: one of cutlass, cuda-headers, "
                'tilelang, cccl, got "tilelng". Example: tilesite cite bump tilelang 0.1.14'
            ),
        ),
        (
            ["bump", "tilelang", "../x"],
            ('VERSION: expected a version, such as 0.1.14, got "../x". Example: tilesite cite bump tilelang 0.1.14'),
        ),
    ],
    ids=str,
)
def test_usage(tmp_path: Path, argv: list[str], message: str) -> None:
    told = said(Facts(lock=tmp_path / "facts.lock"), *argv)
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}\n")


def test_errors_are_told_in_chinese_too(cite: Callable[..., Said]) -> None:
    told = cite("verify", "plan-box-265", "--lang", "zh")
    assert told.err == (
        'tilesite: 错误: KEYS：应为 事实的键（是否想写 plan-box-256？），实际为 "plan-box-265"。'
        "例如：tilesite cite verify plan-box-256\n"
    )


def test_offline_and_nothing_cached(tmp_path: Path) -> None:
    told = said(facts_of(tmp_path), "verify", "--offline", "--cache", "none")
    expected = f"{FILE} in none, since --offline fetches nothing"
    message = f"tilesite-test-source: expected {expected}, got none. {EXAMPLE}"
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}\n")


def test_a_cached_wheel_with_another_hash(tmp_path: Path) -> None:
    path = wheel_of(tmp_path)
    told = said(facts_of(tmp_path), "verify", "--offline", "--cache", str(tmp_path))
    message = (
        f"tilesite-test-source: expected a wheel with the hash sha256:{'0' * 64}, got sha256:{sha256_of(path)}. "
        f"Example: rm {path.as_posix()} && tilesite cite verify"
    )
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}\n")


def test_a_cached_wheel_that_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"PK no archive")
    told = said(facts_of(tmp_path, pinned=sha256_of(path)), "verify", "--offline", "--cache", str(tmp_path))
    message = f'{FILE}: expected a whole wheel, got "File is not a zip file". Example: rm {path}'
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}\n")


@pytest.mark.parametrize(
    ("files", "locator", "outcome", "detail"),
    [
        ({"a.h": "x\nint kMax = 256;\n"}, "a.h:2", "verified", ""),
        ({"a.h": "x\nint kMax = 256;\n"}, "a.h:1", "moved", " -> a.h:2"),
        ({"a.h": "x\nint kMax = 256;\n"}, "a.h:90-99", "moved", " -> a.h:2-3"),
        ({"a.h": "x\nint kMax = 512;\n"}, "a.h:2", "changed", ' -> "kMax = 512"'),
        ({"a.h": "x\ny\n"}, "a.h:90-99", "missing", ""),
        ({"b/a.h": "int kMax = 256;\n"}, "a.h:2", "moved", " -> b/a.h:1"),
        ({}, "a.h:2", "missing", ""),
        ({"a.h": "x\nint kMax = 2560;\n"}, "a.h:2", "changed", ' -> "kMax = 2560"'),
        ({"a.h": "x\nint kMax = 256'000;\n"}, "a.h:2", "changed", ' -> "kMax = 256\'000"'),
        ({"a.h": "x\nint kMax = 256.5;\n"}, "a.h:2", "changed", ' -> "kMax = 256.5"'),
        ({"a.h": "x\nint kMax = 256u;\n"}, "a.h:2", "changed", ' -> "kMax = 256u"'),
        ({"a.h": "x\nint kkMax = 256;\n"}, "a.h:2", "missing", ""),
        ({"a.h": "x\nint kMax = 2560;\nint kMax = 256;\n"}, "a.h:2", "moved", " -> a.h:3"),
        ({"b/a.h": "int kMax = 2560;\n"}, "a.h:2", "missing", ""),
    ],
)
def test_what_a_wheel_holds(tmp_path: Path, files: dict[str, str], locator: str, outcome: str, detail: str) -> None:
    path = wheel_of(tmp_path, files)
    facts = facts_of(tmp_path, ROW._replace(locator=locator), pinned=sha256_of(path))
    told = said(facts, "verify", "--offline", "--cache", str(tmp_path))
    assert told.code == (0 if outcome == "verified" else 1)
    assert told.out.split("\n")[0] == f"{outcome:<13} a-limit: test 1.0, {locator}{detail}"
    assert told.err == ""


def test_a_range_past_the_end_is_told_in_sarif_at_its_row(tmp_path: Path) -> None:
    path = wheel_of(tmp_path)
    facts = facts_of(tmp_path, ROW._replace(locator="a.h:90-99"), pinned=sha256_of(path))
    told = said(facts, "verify", "--offline", "--cache", str(tmp_path), "--format", "sarif")
    assert 'fact a-limit: expected \\"kMax = 256\\" at 1.0 a.h:90-99, got it at a.h:2-3. Example: a.h:2-3' in told.out


class Index(BaseHTTPRequestHandler):
    """A package index with one wheel, whose body may end too early."""

    wheel: Path
    cut_off: bool

    def do_GET(self) -> None:
        if self.path.endswith(".whl"):
            data = self.wheel.read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if self.cut_off else data)
        else:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f'<html><body><a href="/{FILE}">{FILE}</a></body></html>'.encode())

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path, bool], None]]:
    """Has pip look for packages on this machine only, in an index that serves one wheel."""
    servers = []

    def serve(wheel: Path, cut_off: bool) -> None:
        handler = type("Handler", (Index,), {"wheel": wheel, "cut_off": cut_off})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        use(f"http://127.0.0.1:{server.server_port}/simple/")

    def use(url: str) -> None:
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.setenv("PIP_INDEX_URL", url)
        monkeypatch.setenv("PIP_RETRIES", "0")
        monkeypatch.setenv("PIP_RESUME_RETRIES", "0")
        monkeypatch.setenv("PIP_TIMEOUT", "5")
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "PIP_PROXY", "PIP_FIND_LINKS"):
            monkeypatch.delenv(name, raising=False)

    use("http://127.0.0.1:9/simple/")
    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_wheel_is_fetched_and_kept(tmp_path: Path, index: Callable[[Path, bool], None]) -> None:
    path = wheel_of(tmp_path)
    index(path, False)
    cache = tmp_path / "cache"
    facts = facts_of(tmp_path, pinned=sha256_of(path))
    told = said(facts, "verify", "--cache", str(cache))
    assert (told.code, told.err) == (0, "")
    assert [each.name for each in cache.iterdir()] == [FILE]
    assert said(facts, "verify", "--cache", str(cache), "--offline").out == told.out


def test_no_network(tmp_path: Path, index: object) -> None:
    assert index
    told = said(facts_of(tmp_path), "verify", "--cache", str(tmp_path / "cache"))
    message = "tilesite-test-source: expected a network, to fetch tilesite-test-source 1.0, got none. "
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}{EXAMPLE} --offline\n")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_fetched_wheel_with_another_hash(tmp_path: Path, index: Callable[[Path, bool], None]) -> None:
    path = wheel_of(tmp_path)
    index(path, False)
    told = said(facts_of(tmp_path), "verify", "--cache", str(tmp_path / "cache"))
    message = f"tilesite-test-source: expected a wheel with the hash sha256:{'0' * 64}, got sha256:{sha256_of(path)}. "
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}{EXAMPLE}\n")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_truncated_download(tmp_path: Path, index: Callable[[Path, bool], None]) -> None:
    path = wheel_of(tmp_path)
    index(path, True)
    told = said(facts_of(tmp_path, pinned=sha256_of(path)), "verify", "--cache", str(tmp_path / "cache"))
    assert (told.code, told.out) == (2, "")
    assert told.err == f"tilesite: error: tilesite-test-source: expected a whole wheel, got part of it. {EXAMPLE}\n"
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_version_that_does_not_exist(tmp_path: Path, index: Callable[[Path, bool], None]) -> None:
    path = wheel_of(tmp_path)
    index(path, False)
    facts = facts_of(tmp_path, pinned=sha256_of(path))
    cache = str(tmp_path / "cache")
    assert said(facts, "verify", "--cache", cache).code == 0
    told = said(facts, "bump", "test", "2.0", "--cache", cache)
    assert (told.code, told.out) == (2, "")
    assert told.err == (
        "tilesite: error: tilesite-test-source: expected a version of tilesite-test-source that has a wheel for Linux, "
        'got "2.0". Example: python -m pip index versions tilesite-test-source\n'
    )


def test_a_link_in_a_local_tree(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "secret.h").write_text("x\nint kMax = 256;\n", "utf-8")
    link = tmp_path / "tree" / "a.h"
    link.symlink_to("../secret.h")
    told = said(facts_of(tmp_path), "verify", "--root", f"test={tmp_path / 'tree'}")
    assert told.code == 2
    assert told.err.endswith(
        ': expected a file, and no link on the way to it, got a link to "../secret.h". Example: a copy of the file\n'
    )


def test_a_pipe_in_a_local_tree_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.h")
    told = said(facts_of(tmp_path), "verify", "--root", f"test={tmp_path}")
    assert (told.code, told.out) == (2, "")
    assert told.err.endswith(
        ": expected a regular file, got a pipe, a socket or a device. Example: a copy of the file\n"
    )
    (tmp_path / "a.h").unlink()
    (tmp_path / "a.h").mkdir()
    told = said(facts_of(tmp_path), "verify", "--root", f"test={tmp_path}")
    assert told.err.endswith(": expected a regular file, got a folder. Example: a copy of the file\n")


def test_a_key_that_is_named_twice_is_checked_once(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("x\nint kMax = 256;\n", "utf-8")
    told = said(facts_of(tmp_path), "verify", "a-limit", "a-limit", "--root", f"test={tmp_path}")
    assert told.out.splitlines()[:2] == [
        "verified      a-limit: test 1.0, a.h:2",
        "1 fact: 1 verified, 0 cross-checked, 0 cited, 0 moved, 0 changed, 0 missing",
    ]


@pytest.mark.parametrize("day", ["2026-13-01", "2026-02-30", "20261130", "yesterday", "2026-1-1"])
def test_a_record_with_a_day_that_is_none(tmp_path: Path, day: str) -> None:
    path = wheel_of(tmp_path)
    facts = facts_of(tmp_path, pinned=sha256_of(path))
    assert said(facts, "verify", "--offline", "--cache", str(tmp_path), "--write").code == 0
    text = facts.lock.read_text("utf-8")
    facts.lock.write_text(re.sub(r'"opened": "[^"]*"', f'"opened": "{day}"', text), "utf-8")
    told = said(facts, "verify", "--offline", "--cache", str(tmp_path))
    expected = "facts.lock: expected a record that `tilesite cite verify --write` made"
    assert told.err == f'tilesite: error: {expected}, got "date {day}". {EXAMPLE} --write\n'


def test_a_record_of_a_day_that_is_still_to_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = wheel_of(tmp_path)
    facts = facts_of(tmp_path, pinned=sha256_of(path))
    argv = ("verify", "--offline", "--cache", str(tmp_path))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(86400 * 366 * 200))
    assert said(facts, *argv, "--write").code == 0
    (day,) = dates_of(read_lock(facts.lock.read_text("utf-8")))
    told = said(facts, *argv)
    assert told.code == 2
    assert told.err.startswith("tilesite: error: facts.lock: expected no day after today, ")
    assert told.err.endswith(f", got {day}. {EXAMPLE} --write\n")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert said(facts, *argv, "--write").code == 0
    assert said(facts, *argv).code == 0


def test_a_file_of_a_local_tree_that_is_too_large(tmp_path: Path) -> None:
    with (tmp_path / "a.h").open("wb") as file:
        file.truncate(16 * 1024 * 1024 + 1)
    told = said(facts_of(tmp_path), "verify", "--root", f"test={tmp_path}")
    message = "a.h: expected a file of at most 16777216 bytes, got more. Example: a smaller file"
    assert (told.code, told.out, told.err) == (2, "", f"tilesite: error: {message}\n")


@pytest.mark.parametrize("text", ["", "{", '{"schema": 2}', '{"schema": 1, "sources": [], "facts": {}}', "[]"])
def test_a_damaged_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.h").write_text("x\nint kMax = 256;\n", "utf-8")
    facts = facts_of(tmp_path)
    facts.lock.write_text(text, "utf-8")
    told = said(facts, "verify", "--root", f"test={tmp_path}")
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(
        "tilesite: error: facts.lock: expected a record that `tilesite cite verify --write` made, got "
    )
    assert told.err.endswith(f". {EXAMPLE} --write\n")


def test_a_record_is_written_once_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = wheel_of(tmp_path)
    facts = facts_of(tmp_path, pinned=sha256_of(path))
    argv = ("verify", "--offline", "--cache", str(tmp_path), "--write")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert said(facts, *argv).code == 0
    first = facts.lock.read_text("utf-8")
    lock = read_lock(first)
    assert lock.sources["test"].opened == "1970-01-02"
    before = facts.lock.stat().st_mtime_ns
    assert said(facts, *argv).code == 0
    assert (facts.lock.read_text("utf-8"), facts.lock.stat().st_mtime_ns) == (first, before)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([FILE, "facts.lock"])


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    path = wheel_of(tmp_path)
    facts = facts_of(tmp_path, pinned=sha256_of(path))._replace(lock=tmp_path / "no" / "facts.lock")
    told = said(facts, "verify", "--offline", "--cache", str(tmp_path), "--write")
    assert (told.code, told.out) == (2, "")
    assert "expected a file that can be written, got No such file or directory" in told.err


def test_the_packages_record_is_the_one_that_is_read() -> None:
    assert read_lock(LOCK.read_text("utf-8")).facts.keys() == FACTS.keys()
    assert read_lock(LOCK.read_text("utf-8")).sources.keys() == SOURCES.keys()
