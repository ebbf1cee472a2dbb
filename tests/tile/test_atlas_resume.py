"""A run of an atlas that goes on after another was stopped, and files that it leaves alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from atlases import problems

DEVICES = ("--devices", "h100,a100,9.0")
SAME_RUN = "the records of this very run: the same problems, devices, flags and tilesite"


def written(folder: Path, lines: str) -> str:
    file = folder / "problems.jsonl"
    file.write_text(lines, "utf-8")
    return str(file)


def told(expected: str, got: str) -> str:
    return f"tile-decision atlas: error: --out: expected {expected}, got {got}. Example: --out another.jsonl\n"


def test_an_existing_file_is_left_alone(program: Callable, tmp_path: Path) -> None:
    out = tmp_path / "atlas.jsonl"
    out.write_text("mine\n", "utf-8")
    file = written(tmp_path, "{}\n")
    for flags, got in (
        ([], "a file that does not exist yet, or --resume, got an existing file"),
        (
            ["--resume"],
            "the records of this very run: the same problems, devices, flags and tilesite, got another record 1",
        ),
    ):
        refused = program(["atlas", file, "--out", str(out), *flags])
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.endswith(f": expected {got}. Example: --out another.jsonl\n")
        assert out.read_text("utf-8") == "mine\n"


def test_every_cut_is_gone_on_with(program: Callable, tmp_path: Path) -> None:
    file = str(problems(tmp_path, 12))
    whole = program(["atlas", file, *DEVICES]).out.encode()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    out = tmp_path / "atlas.jsonl"
    for cut in sorted({0, 1, *ends, *(end - 1 for end in ends), *(end + 40 for end in ends[:-1])}):
        out.write_bytes(whole[:cut])
        resumed = program(["atlas", file, *DEVICES, "--out", str(out), "--resume"])
        assert resumed.code == 2  # the broken lines are counted, whoever answered them
        assert resumed.err == f"tile-decision atlas: {len(ends)} records, 2 lines that cannot be read\n"
        assert out.read_bytes() == whole, cut


OTHERS = {
    "another flag": (["--topk", "7"], None, 1),
    "another order": (["--order", "fill"], None, 1),
    "another problem": ([], ('"m": 128', '"m": 129'), 1),
    "fewer problems": ([], None, None),
}


@pytest.mark.parametrize(("flags", "change", "number"), OTHERS.values(), ids=OTHERS)
def test_records_of_another_run_are_left_alone(
    program: Callable, tmp_path: Path, flags: list[str], change: tuple[str, str] | None, number: int | None
) -> None:
    file = problems(tmp_path, 10)
    out = tmp_path / "atlas.jsonl"
    program(["atlas", str(file), *DEVICES, "--out", str(out)])
    before = out.read_bytes()
    text = file.read_text("utf-8")
    if change:
        file.write_text(text.replace(*change), "utf-8")
    if number is None:
        file.write_text("".join(text.splitlines(keepends=True)[:-2]), "utf-8")
    refused = program(["atlas", str(file), *DEVICES, "--out", str(out), "--resume", *flags])
    got = f"another record {number}" if number else "more than its 22 records"
    assert refused.code == 2
    assert refused.err.endswith(f"devices, flags and tilesite, got {got}. Example: --out another.jsonl\n")
    assert out.read_bytes() == before


def test_records_of_other_axes_are_left_alone(program: Callable, tmp_path: Path) -> None:
    file, out = str(problems(tmp_path, 3)), tmp_path / "atlas.jsonl"
    program(["atlas", file, "--out", str(out), "--block-m", "64,128"])
    before = out.read_bytes()
    refused = program(["atlas", file, "--out", str(out), "--block-m", "64,256", "--resume"])
    assert (refused.code, refused.err) == (2, told(SAME_RUN, "another record 1"))
    assert out.read_bytes() == before


FOREIGN = {
    "a problem without a line end": b'{"m":64}',
    "a text without a line end": b"my notes",
    "a binary file": bytes(range(1, 256)) * 1000,
    "zeros and more": bytes(5000) + b"x",
}


@pytest.mark.parametrize("foreign", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("before", [0, 1, 4])
def test_a_tail_that_no_run_wrote_is_left_alone(program: Callable, tmp_path: Path, foreign: bytes, before: int) -> None:
    file, out = str(problems(tmp_path, 4)), tmp_path / "atlas.jsonl"
    whole = program(["atlas", file, *DEVICES]).out.encode().splitlines(keepends=True)
    there = b"".join(whole[:before]) + foreign
    out.write_bytes(there)
    refused = program(["atlas", file, *DEVICES, "--out", str(out), "--resume"])
    assert (refused.code, refused.err) == (2, told(SAME_RUN, f"another record {before + 1}"))
    assert out.read_bytes() == there


def test_a_tail_after_the_last_record_is_left_alone(program: Callable, tmp_path: Path) -> None:
    file, out = str(problems(tmp_path, 4)), tmp_path / "atlas.jsonl"
    there = program(["atlas", file]).out.encode() + b'{"schema": 1'
    out.write_bytes(there)
    refused = program(["atlas", file, "--out", str(out), "--resume"])
    assert (refused.code, refused.err) == (2, told(SAME_RUN, "more than its 4 records"))
    assert out.read_bytes() == there


@pytest.mark.parametrize("cut", [0, 1, 2000])
def test_zeros_of_a_crash_are_cut_off(program: Callable, tmp_path: Path, cut: int) -> None:
    file, out = str(problems(tmp_path, 4)), tmp_path / "atlas.jsonl"
    whole = program(["atlas", file, *DEVICES]).out.encode()
    end = whole.index(b"\n") + 1 + cut
    out.write_bytes(whole[:end] + bytes(200_000))
    assert program(["atlas", file, *DEVICES, "--out", str(out), "--resume"]).code == 0
    assert out.read_bytes() == whole


DAMAGE = {
    "a bracket": lambda record: record.replace(b'"rows": [', b'"rows": {', 1),
    "the end": lambda record: record[:-3] + b"\n",
    "no text": lambda record: record[:-20] + b"\xff" + record[-19:],
    "zeros": lambda record: record[:-20] + bytes(9) + record[-11:],
    "another key": lambda record: record.replace(b'"stopped"', b'"stepped"', 1),
    "nested": lambda record: record[: record.index(b'"rows": ') + 8] + b"[" * 100_000 + b"\n",
    "an error": lambda _: b'{"error": "m: expected a whole number", "line": 1}\n',
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_record_is_found(program: Callable, tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    file, out = str(problems(tmp_path, 4)), tmp_path / "atlas.jsonl"
    first, *rest = program(["atlas", file]).out.encode().splitlines(keepends=True)
    there = damage(first) + b"".join(rest[:2])
    assert not there.startswith(first)
    out.write_bytes(there)
    refused = program(["atlas", file, "--out", str(out), "--resume"])
    assert (refused.code, refused.err) == (2, told(SAME_RUN, "another record 1"))
    assert out.read_bytes() == there


def test_nothing_that_is_read_is_written_to(program: Callable, tmp_path: Path) -> None:
    file, space, link = written(tmp_path, '{"m":64}'), tmp_path / "space.json", tmp_path / "link.jsonl"
    space.write_text("{}", "utf-8")
    link.symlink_to(file)
    for out in (file, str(link), str(space)):
        for flags in ([], ["--resume"]):
            refused = program(["atlas", file, "--space", str(space), "--out", out, *flags])
            expected = told("another file than those that are read", "a file that is read")
            assert (refused.code, refused.err) == (2, expected)
    assert Path(file).read_text("utf-8") == '{"m":64}'


def test_what_is_no_ordinary_file_is_not_gone_on_with(program: Callable, tmp_path: Path) -> None:
    file, pipe = written(tmp_path, '{"m":64}'), tmp_path / "pipe"
    os.mkfifo(pipe)
    for out in ("/dev/full", "/dev/null", str(pipe), str(tmp_path)):
        refused = program(["atlas", file, "--out", out, "--resume"])
        expected = told("an ordinary file", "a folder, a pipe or a device")
        assert (refused.code, refused.err) == (2, expected)


def test_a_link_to_nothing_is_told(program: Callable, tmp_path: Path) -> None:
    file, link = written(tmp_path, '{"m":64}'), tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "nowhere.jsonl")
    refused = program(["atlas", file, "--out", str(link), "--resume"])
    expected = told("a file that does not exist yet, or --resume", "a link to a file that does not exist")
    assert (refused.code, refused.err) == (2, expected)


def test_lines_nested_too_deeply_are_gone_on_after(program: Callable, tmp_path: Path) -> None:
    file, out = written(tmp_path, "[" * 970 + "\n" + "[" * 100_000 + '\n{"m": 64}\n'), tmp_path / "atlas.jsonl"
    whole = program(["atlas", file]).out.encode()
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
    assert program(["atlas", file, "--out", str(out), "--resume"]).code == 2
    assert out.read_bytes() == whole
