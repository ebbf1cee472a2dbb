"""Configurations, links and files that a stranger may add: bounded, refused by name, never a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from sites import GOOD, build, run, tilesite, write_site

BLOCK = GOOD.format(id="a")
BAD = "```tile\n- 1\n```\n"
TOLD = "2:1: block: expected lines of key: value, got a list. Example: block_m: 128"
STALE = f"{BLOCK}\n<!-- tilesite:output a -->\n\n```text\nold\n```\n\n<!-- /tilesite -->\n"
READABLE = "a configuration that can be read"


def levels(count: int, last: str) -> str:
    """Lists of ten aliases each, ``count`` levels of them."""
    lines = [f"k{n}: &k{n} [{', '.join([f'*k{n - 1}'] * 10)}]" for n in range(1, count + 1)]
    return "\n".join(["k0: &k0 x", *lines, last, ""])


CONFIGS = {
    "bomb": (levels(9, "docs_dir: *k9"), "a configuration of at most 100000 values, an alias counted as all that"),
    "merges": (
        "a: &a {x: 1}\n" + "".join(f"b{n}: &b{n} {{<<: [{', '.join(['*a'] * 10)}]}}\n" for n in range(3)),
        None,
    ),
    "a list for a folder": ("docs_dir: [a]\n", "mkdocs.yml: docs_dir: expected a text, got a list. Example: "),
    "an alias of itself": ("a: &a [*a]\n", "a configuration of at most 100000 values"),
    "an extension in itself": ("markdown_extensions: &a {extensions: *a}\n", "a configuration of at most 100000"),
    "a date that is none": ("x: 2020-99-99\n", f"{READABLE} (a value that is not what its tag says)"),
    "an integer that is none": ('x: !!int ""\n', f"{READABLE} (a value that is not what its tag says)"),
    "a truth that is none": ("x: !!bool z\n", f"{READABLE} (a value that is not what its tag says)"),
    "deep lists": ("x: " + "[" * 3_000 + "\n", f"{READABLE} (exceeded maximum nesting depth, in line 1)"),
    "deep blocks": ("- " * 150 + "x\n", "a configuration of at most 100 levels, got more"),
    "deep mappings": ("x: " + "{a: " * 3_000 + "\n", "a configuration of at most 100 levels, got more"),
    "a NUL": ('docs_dir: "a\\0b"\n', "mkdocs.yml: docs_dir: expected a text, got "),
    "a long one": ("# " + "x" * 2**20 + "\n", "a configuration of at most 1048576 bytes, got more"),
    "not UTF-8": (b"a: \xff\n", READABLE),
    "no parent": ("INHERIT: gone.yml\n", f"gone.yml: expected {READABLE} (no such file), got a broken one"),
    "a parent without an end": ("INHERIT: /dev/zero\n", f"zero: expected {READABLE} (no such file), got a broken one"),
    "a parent that is a list": ("INHERIT: [a]\n", "mkdocs.yml: INHERIT: expected a text, got a list. Example: "),
    "a pattern": ("exclude_docs: '!'\n", "mkdocs.yml: exclude_docs: expected patterns as in .gitignore, got "),
}


@pytest.mark.parametrize("name", sorted(CONFIGS))
def test_a_strangers_configuration_among_the_pages_is_told(tmp_path: Path, name: str) -> None:
    text, expected = CONFIGS[name]
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# t\n", "utf-8")
    (docs / "mkdocs.yml").write_bytes(text if isinstance(text, bytes) else text.encode())
    checked = tilesite(tmp_path, "check", "docs")
    if expected is None:
        assert checked == (0, "1 pages, 0 blocks, 0 problems\n")
    else:
        assert checked.code == 2
        assert checked.text.startswith("tilesite: error: ")
        assert expected in checked.text


def test_a_deep_configuration_of_zensical_is_told(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# t\n", "utf-8")
    (docs / "zensical.toml").write_text("x = " + "[" * 3_000 + "\n", "utf-8")
    expected = f"zensical.toml: expected {READABLE} (too many levels), got a broken one. Example: docs_dir: docs"
    assert tilesite(tmp_path, "check", "docs") == (2, f"tilesite: error: {expected}\n")


def test_a_configuration_among_the_pages_of_a_site_is_not_read(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": BLOCK, "mkdocs.yml": levels(9, "docs_dir: *k9"), "zensical.toml": "["})
    assert tilesite(tmp_path, "check", "docs") == (0, "1 pages, 1 blocks, 0 problems\n")


FRONT = {
    "x: !!bool foo": None,
    'x: !!int ""': None,
    'x: !!float ""': None,
    'x: !!int "-"': None,
    "x: !!timestamp foo": None,
    "x: 2020-99-99": None,
    "x: " + "[" * 3_000: None,
    "x:\n" + "- " * 150 + "y": "front matter: expected at most 100 levels, got more. Example: title: A page",
    levels(9, "x: *k9"): "front matter: expected at most 100000 values, an alias counted as all that it stands for, "
    "got more. Example: title: A page",
    "x: " + "y" * 70_000: "front matter: expected at most 65536 characters, got more. Example: title: A page",
}


@pytest.mark.parametrize("front", FRONT)
def test_front_matter_that_cannot_be_read_is_text_and_too_much_is_told(tmp_path: Path, front: str) -> None:
    write_site(tmp_path, {"index.md": f"---\n{front}\n---\n\n{BLOCK}"})
    checked, built = tilesite(tmp_path, "check", "docs"), build(tmp_path, "--strict")
    assert "Traceback" not in built.printed
    expected = FRONT[front]
    if expected is None:
        assert checked == (0, "1 pages, 1 blocks, 0 problems\n")
        assert built.code == 0, built.printed
    else:
        assert checked == (2, f"docs/index.md:1:1: {expected}\n1 pages, 0 blocks, 1 problems\n")
        assert built.code == 1
        assert f"docs/index.md:1:1: {expected}" in built.printed
    assert tilesite(tmp_path, "update", "docs").code == checked.code


def test_a_pipe_is_no_page_and_no_snippet(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": '# t\n\n--8<-- "pipe.txt"\n'})
    config = tmp_path / "mkdocs.yml"
    snippets = "  - pymdownx.snippets:\n      base_path: [docs]\nplugins: []"
    config.write_text(config.read_text("utf-8").replace("plugins: []", snippets), "utf-8")
    os.mkfifo(tmp_path / "docs" / "pipe.txt")
    snippet = 'snippet: expected a file in UTF-8 that can be read, got "docs/pipe.txt". Example: --8<-- "part.md"'
    assert tilesite(tmp_path, "check", "docs").text.startswith(f"docs/index.md:3:1: {snippet}\n")
    assert f"docs/index.md:3:1: {snippet}" in build(tmp_path, "--strict").printed
    os.mkfifo(tmp_path / "docs" / "f.md")
    page = "docs/f.md:1:1: page: expected a file that can be read, got a folder, a pipe, a socket or a device."
    for command in ("check", "update"):
        done = tilesite(tmp_path, command, "docs")
        assert done.code == 2
        assert page in done.text
    built = build(tmp_path, "--strict")
    assert (built.code, "Traceback" in built.printed, page in built.printed) == (1, False, True)


def test_a_link_to_itself_is_told(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    (tmp_path / "docs" / "loop.md").symlink_to("loop.md")
    (tmp_path / "docs" / "folder").symlink_to("folder")
    page = "docs/loop.md:1:1: page: expected a file that can be read, got Too many levels of symbolic links."
    for command in (("check", "docs"), ("update", "docs"), ("check", "docs/loop.md")):
        done = tilesite(tmp_path, *command)
        assert done.code == 2
        assert page in done.text
    built = build(tmp_path, "--strict")
    assert (built.code, "Traceback" in built.printed, page in built.printed) == (1, False, True)


@pytest.mark.parametrize("named", ["docs/o/q.md", "docs/o", "docs"])
def test_a_page_behind_a_link_to_a_folder_outside_is_refused(tmp_path: Path, named: str) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    page = tmp_path / "out" / "q.md"
    page.parent.mkdir()
    page.write_text(STALE, "utf-8")
    (tmp_path / "docs" / "o").symlink_to("../out")
    where = "docs/o" if named == "docs" else "docs/o/q.md"
    expected = f"{where}:1:1: page: expected a file inside docs, got a link out of it. Example: a copy of the file\n"
    for command in ("check", "update"):
        done = tilesite(tmp_path, command, named)
        assert (done.code, done.text.splitlines(keepends=True)[0]) == (2, expected)
    assert page.read_text("utf-8") == STALE


def test_names_of_files_cannot_forge_a_line(tmp_path: Path) -> None:
    name = "a\n::warning file=x::\x1b[31mforged.md"
    write_site(tmp_path, {"index.md": "# t\n", name: BAD})
    shown = "docs/a\u240a::warning file=x::\u241b[31mforged.md"
    for flags in (("check",), ("update", "--diff"), ("check", "--format", "junit")):
        said = tilesite(tmp_path, flags[0], "docs", *flags[1:]).text
        assert "\n::warning" not in said
        assert "\x1b" not in said
    assert tilesite(tmp_path, "check", "docs").text.startswith(f"{shown}:{TOLD}\n")
    github = tilesite(tmp_path, "check", "docs", "--format", "github").text
    assert github.startswith("::error file=docs/a%0A%3A%3Awarning file=x%3A%3A\u241b[31mforged.md,line=2")
    built = build(tmp_path, "--strict")
    assert f"{shown}:{TOLD}" in built.printed


def test_a_name_that_is_not_utf_8_is_told_in_every_format(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    name = os.fsdecode(b"\xff\xfe.md")
    (tmp_path / "docs" / name).write_text(BAD, "utf-8")
    assert tilesite(tmp_path, "check", "docs").text.startswith(f"docs/\ufffd\ufffd.md:{TOLD}\n")
    (result,) = json.loads(tilesite(tmp_path, "check", "docs", "--format", "sarif").text)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "docs/%FF%FE.md"}
    for name in ("text", "json", "github", "junit", "sarif"):
        done = run("tilesite", "check", "docs", "--format", name, cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stdout) == (2, False)
