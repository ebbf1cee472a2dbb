"""Markdown that broke other tools (tests/data/markdown_inputs.json), each in a real build."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from bs4 import BeautifulSoup
from sites import build, strict_build, tilesite, write_site

DATA = Path(__file__).resolve().parents[1] / "data" / "markdown_inputs.json"
INPUTS = {each["id"]: each for each in json.loads(DATA.read_text("utf-8"))}
BODY = ("block_m: 64", "block_n: 64", "block_k: 32", "stages: 2", "threads: 128")


LANGUAGE = re.compile(r"(?m)^([ \t>-]*[`~]{3,})(?:python|text|tilesite-out|tilesite|make)")


class Right(NamedTuple):
    """What is right for an input whose fence is made one of ours: verified blocks, and what is told (place: code)."""

    verified: int
    told: str | None = None


RIGHT = {
    "docs-01": Right(0, "1:3 not-rendered"),
    "docs-02": Right(1, "3:3 breaks-list"),
    "docs-04": Right(1),
    "docs-06": Right(1),
    "docs-07": Right(0),
    "docs-10": Right(0, "1:1 not-rendered"),
    "docs-13": Right(0),
    "docs-14": Right(0, "1:9 option-form"),
    "docs-18": Right(1),
    "docs-22": Right(1),
    "docs-25": Right(1),
    "docs-28": Right(1),
    "docs-33": Right(1),
    "docs-40": Right(1),
}
# Inputs whose fences are as they are: shown, and nothing is told. `tilesite` is no kind, and is told as a near miss.
AS_IT_IS = ("docs-16", "docs-20", "docs-23", "docs-30", "docs-35", "docs-36", "docs-38", "docs-39")
NEAR_MISSES = ("docs-27", "docs-32")


def test_every_input_has_its_test() -> None:
    assert sorted([*RIGHT, *AS_IT_IS, *NEAR_MISSES]) == sorted(INPUTS)
    assert len(INPUTS) == 24


def made_ours(text: str) -> str:
    """The input with the language of its fence made ours and its body a config, every other byte as it was."""
    ours = LANGUAGE.sub(r"\1tile", text, count=1)
    lines = ours.split("\n")
    at = next(number for number, line in enumerate(lines) if "tile" in line)
    end = next((number for number in range(at + 1, len(lines)) if "```" in lines[number]), at + 2)
    blanks = lines[at + 1][: len(lines[at + 1]) - len(lines[at + 1].lstrip())] if at + 1 < end else ""
    body = [line.replace(": ", ":\t") for line in BODY] if "\techo" in text else BODY
    blanks = "" if "\techo" in text else blanks
    lines[at + 1 : end] = [blanks + line + ("\r" if "\r" in text else "") for line in body]
    return "\n".join(lines)


def pre_blocks(html: str) -> int:
    return len(BeautifulSoup(re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL), "html.parser").select("pre"))


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_made_a_block_of_ours(tmp_path: Path, name: str) -> None:
    text = INPUTS[name]["input"]
    page = text if name == "docs-07" else made_ours(text)
    write_site(tmp_path, {"index.md": page.encode()})
    answer = json.loads(tilesite(tmp_path, "check", "docs", "--format", "json").text)
    told = [f"{each['line']}:{each['column']} {each['code']}" for each in answer["problems"]]
    assert told == ([RIGHT[name].told] if RIGHT[name].told else [])
    built = strict_build(tmp_path)
    assert len(built.problems) == sum(each["kind"] != "warning" for each in answer["problems"])
    if not built.problems:
        assert len(built.soup.select("section.tilesite")) == RIGHT[name].verified


@pytest.mark.parametrize("name", AS_IT_IS)
def test_left_as_it_is(tmp_path: Path, name: str) -> None:
    built = strict_build(write_site(tmp_path, {"index.md": INPUTS[name]["input"].encode()}))
    assert built.problems == []
    assert pre_blocks(built.html) == INPUTS[name]["pre_blocks"]["superfences"]


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_code_is_not_run_and_the_near_miss_is_told(tmp_path: Path, name: str) -> None:
    (problem,) = strict_build(write_site(tmp_path, {"index.md": INPUTS[name]["input"]})).problems
    assert problem.startswith("docs/index.md:1:4: block: expected ```yaml tile with options")


def test_a_byte_order_mark_leaves_the_heading_one(tmp_path: Path) -> None:
    built = strict_build(write_site(tmp_path, {"index.md": INPUTS["docs-16"]["input"].encode()}))
    assert built.soup.select_one("h1").text == "Title"


def test_a_foreign_variable_is_shown_whatever_the_locale(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": INPUTS["docs-20"]["input"] + "\n# t\n"})
    built = build(tmp_path, "--strict", env={"LC_ALL": "C", "LANG": "C", "PATH": "/usr/bin", "PYTHONUTF8": "0"})
    assert built.code == 0, built.printed


def test_line_separators_of_unicode_are_no_lines(tmp_path: Path) -> None:
    page = INPUTS["docs-22"]["input"] + "\n```tile\nblock_m: wide\u2028\n```\n"
    write_site(tmp_path, {"index.md": page.encode()})
    expected = "block: expected plain line ends, got the character U+2028, which only YAML takes for a line end"
    assert f"docs/index.md:6:14: {expected}. Example: block_m: 128\n" in tilesite(tmp_path, "check", "docs").text


def test_braces_and_links_and_comments_are_untouched(tmp_path: Path) -> None:
    page = "\n".join(INPUTS[name]["input"] for name in ("docs-30", "docs-35", "docs-38", "docs-39"))
    built = build(write_site(tmp_path, {"index.md": page}))
    for text in ("{{ x }} {% y %}", "src\\cuda\\runtime.cc#L383", "<!-- generated from HEAD -->", "driver.rs:120"):
        assert text in built.html()


def test_equal_headings_and_equal_ids(tmp_path: Path) -> None:
    block = '```tile id="result"\n' + "\n".join(BODY) + "\n```\n"
    page = INPUTS["docs-36"]["input"] + "\n" + block.replace("result", "one")
    assert [each["id"] for each in strict_build(write_site(tmp_path, {"index.md": page})).soup.select("h2")] == [
        "result",
        "result_1",
    ]
    write_site(tmp_path, {"index.md": block + "\n" + block})
    (problem,) = strict_build(tmp_path).problems
    assert problem.startswith("docs/index.md:9:1: option id: expected an id that no other block of the page has")


def test_a_build_writes_nothing_among_the_pages_and_the_same_bytes_again(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": made_ours(INPUTS["docs-33"]["input"])})
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "docs").rglob("*")}
    first = strict_build(tmp_path).html
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "docs").rglob("*")} == before
    second = strict_build(tmp_path).html
    assert re.sub(r"Build Date UTC : [^\n]*", "", first) == re.sub(r"Build Date UTC : [^\n]*", "", second)
