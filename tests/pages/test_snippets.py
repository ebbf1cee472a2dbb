"""Included files: their blocks are verified, located in the file that an author edits, and never from outside."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from sites import GOOD, build, run, strict_build, tilesite, write_site

BAD = GOOD.format(id="bad").replace("block_m: 128", "block_m: wide")
MESSAGE = 'block_m: expected a whole number from 1 to 2^63-1, got "wide". Example: block_m: 128'


def with_snippets(root: Path, pages: dict[str, str], base: str = "docs", **options: object) -> Path:
    write_site(root, pages)
    config = root / "mkdocs.yml"
    more = "".join(f"      {name}: {value}\n" for name, value in options.items())
    entry = f"  - pymdownx.snippets:\n      base_path: [{base}]\n{more}plugins: []"
    config.write_text(config.read_text("utf-8").replace("plugins: []", entry), "utf-8")
    return root


def both(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The problems of the check, which must be those of the strict build."""
    monkeypatch.chdir(root)
    lines = tilesite(root, "check", "docs/index.md").text.splitlines()[:-1]
    assert strict_build(root).problems == lines
    return lines


@pytest.mark.parametrize(
    "include",
    [
        '--8<-- "part.md.txt"',
        "--8<--\npart.md.txt\n--8<--",
        '!!! note\n\n    --8<-- "part.md.txt"',
        '- item\n\n    --8<-- "part.md.txt"',
        '--8<-- "outer.txt"',
    ],
)
def test_an_included_block_is_verified_and_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, include: str) -> None:
    pages = {"index.md": f"# t\n\n{include}\n\n{{{{ a.waves.count }}}}\n"}
    with_snippets(tmp_path, {**pages, "part.md.txt": GOOD.format(id="a"), "outer.txt": '--8<-- "part.md.txt"\n'})
    assert both(tmp_path, monkeypatch) == []
    built = strict_build(tmp_path).soup
    assert [section["id"] for section in built.select("section.tilesite")] == ["a"]
    assert tilesite(tmp_path, "check", "docs/index.md").text == "1 pages, 1 blocks, 0 problems\n"


@pytest.mark.parametrize(
    ("include", "place"),
    [
        ('--8<-- "part.txt"', "docs/part.txt:4:10"),
        ('!!! note\n\n    --8<-- "part.txt"', "docs/part.txt:4:10"),
        ('--8<-- "outer.txt"', "docs/part.txt:4:10"),
        ('--8<-- "part.txt:2:"', "docs/part.txt:4:10"),
        ('--8<-- "part.txt:block"', "docs/part.txt:4:10"),
    ],
)
def test_a_problem_is_told_in_the_included_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, include: str, place: str
) -> None:
    part = f"# part\n# --8<-- [start:block]\n{BAD}# --8<-- [end:block]\n"
    with_snippets(
        tmp_path, {"index.md": f"# t\n\n{include}\n", "part.txt": part, "outer.txt": 'x\n\n  --8<-- "part.txt"\n'}
    )
    if "outer" in include:
        (tmp_path / "docs" / "outer.txt").write_text('x\n\n--8<-- "part.txt"\n', "utf-8")
    assert both(tmp_path, monkeypatch) == [f"{place}: {MESSAGE}"]


def test_lines_after_an_include_are_the_pages_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = f'---\na: 1\n---\n--8<-- "part.txt"\n\n{BAD}'
    with_snippets(tmp_path, {"index.md": page, "part.txt": "one\n\ntwo\n\nthree\n"})
    assert both(tmp_path, monkeypatch) == [f"docs/index.md:7:10: {MESSAGE}"]


def test_an_escaped_include_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_snippets(tmp_path, {"index.md": f';--8<-- "part.txt"\n\n{BAD}', "part.txt": BAD})
    assert both(tmp_path, monkeypatch) == [f"docs/index.md:4:10: {MESSAGE}"]


@pytest.mark.parametrize(
    "path", ["../secret.txt", "../docs/../secret.txt", "{root}/secret.txt", "link.txt", "folder/secret.txt"]
)
def test_nothing_outside_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    page = f'# t\n\n--8<-- "{path.format(root=tmp_path)}"\n'
    with_snippets(tmp_path, {"index.md": page})
    (tmp_path / "secret.txt").write_text(BAD, "utf-8")
    (tmp_path / "docs" / "link.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "docs" / "folder").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    checked = tilesite(tmp_path, "check", "docs/index.md").text
    assert "wide" not in checked
    if path in ("link.txt", "folder/secret.txt"):
        assert checked.startswith("docs/index.md:3:1: snippet: expected a file inside the pages' folder, got ")


def test_a_base_around_the_pages_reaches_the_pages_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_snippets(
        tmp_path, {"index.md": '# t\n\n--8<-- "mkdocs.yml"\n\n--8<-- "docs/part.txt"\n', "part.txt": "x\n"}, base="."
    )
    monkeypatch.chdir(tmp_path)
    expected = 'snippet: expected a file inside the pages\' folder, got "mkdocs.yml". Example: --8<-- "part.md"'
    assert both(tmp_path, monkeypatch) == [f"docs/index.md:3:1: {expected}"]


def test_a_folder_that_the_site_names_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_snippets(tmp_path, {"index.md": '# t\n\n--8<-- "part.txt"\n'}, base="parts")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "part.txt").write_text(BAD, "utf-8")
    assert both(tmp_path, monkeypatch) == [f"parts/part.txt:2:10: {MESSAGE}"]


def test_a_missing_snippet_is_told_when_the_site_wants_that(tmp_path: Path) -> None:
    with_snippets(tmp_path, {"index.md": '# t\n\n--8<-- "gone.txt"\n'}, check_paths="true")
    checked = tilesite(tmp_path, "check", "docs/index.md")
    assert checked.code == 2
    assert checked.text.startswith("docs/index.md:3:1: snippet: expected a snippet that exists, got none")


def test_a_page_that_includes_itself_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_snippets(
        tmp_path, {"index.md": f'{GOOD.format(id="a")}\n--8<-- "part.txt"\n', "part.txt": '--8<-- "part.txt"\n'}
    )
    assert both(tmp_path, monkeypatch) == []


def test_a_recorded_output_in_a_page_with_includes_is_updated(tmp_path: Path) -> None:
    region = "<!-- tilesite:output a -->\n\n```text\nold\n```\n\n<!-- /tilesite -->\n"
    page = f'# t\n\n--8<-- "part.txt"\n\n{region}'
    with_snippets(tmp_path, {"index.md": page, "part.txt": GOOD.format(id="a")})
    assert tilesite(tmp_path, "update", "docs/index.md").text == "updated: docs/index.md\n1 pages, 1 updated\n"
    text = (tmp_path / "docs" / "index.md").read_text("utf-8")
    assert text.startswith('# t\n\n--8<-- "part.txt"\n\n<!-- tilesite:output a -->\n\n```text\nC1 shared')
    assert tilesite(tmp_path, "check", "docs/index.md").code == 0


def test_snippets_are_text_where_the_site_has_none(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": '# t\n\n--8<-- "part.txt"\n', "part.txt": BAD})
    assert tilesite(tmp_path, "check", "docs/index.md").code == 0


def test_a_link_out_of_the_pages_is_not_published_by_any_build(tmp_path: Path) -> None:
    page = f'# t\n\n--8<-- "l.txt"\n\n{GOOD.format(id="a")}'
    with_snippets(tmp_path, {"index.md": page})
    (tmp_path / "secret.txt").write_text("root:x:0", "utf-8")
    (tmp_path / "docs" / "l.txt").symlink_to("../secret.txt")
    built = build(tmp_path)
    assert built.code == 0
    assert "root:x" not in built.html()
    message = 'snippet: expected a file inside the pages\' folder, got "l.txt". Example: --8<-- "part.md"'
    assert f"docs/index.md:3:1: {message}" in built.printed
    config = tmp_path / "mkdocs.yml"
    text = config.read_text("utf-8").replace("name: mkdocs", "name: material").replace("plugins: []", "  - tilesite\n")
    config.write_text(text[: text.index("hooks:")], "utf-8")
    done = run("zensical", "build", "-c", cwd=tmp_path)
    assert done.returncode == 0
    html = built.html()
    assert ("root:x" in html, 'id="a"' in html) == (False, True)
    assert message in unescape(html)


def test_files_that_include_each_other_many_times_are_not_read_for_ever(tmp_path: Path) -> None:
    pages = {f"{number}.txt": f'--8<-- "{number + 1}.txt"\n' * 10 for number in range(8)}
    big = {"big.md": "# t\n\n" + '--8<-- "big.txt"\n' * 10, "big.txt": f"{'x' * 100}\n" * 5_000}
    with_snippets(tmp_path, {"index.md": '# t\n\n--8<-- "0.txt"\n', **pages, "8.txt": "x\n", **big})
    expected = "docs/index.md:1:1: page: expected at most 1000 included files, got more. Example: links instead"
    other = "docs/big.md:1:1: page: expected at most 4194304 characters with its snippets, got more. "
    told = tilesite(tmp_path, "check", "docs").text.splitlines()
    assert told == [f"{other}Example: links instead", expected, "2 pages, 0 blocks, 2 problems"]
    built = build(tmp_path, "--strict")
    assert (built.code, expected in built.printed, other in built.printed) == (1, True, True)


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_snippet_that_cannot_be_read_is_told_by_the_check_and_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    with_snippets(tmp_path, {"index.md": '# t\n\n--8<-- "x.txt"\n'})
    snippet = tmp_path / "docs" / "x.txt"
    if content:
        snippet.write_bytes(content)
    else:
        snippet.mkdir()
    message = 'snippet: expected a file in UTF-8 that can be read, got "docs/x.txt". Example: --8<-- "part.md"'
    assert both(tmp_path, monkeypatch) == [f"docs/index.md:3:1: {message}"]


def test_a_build_from_another_folder_includes_what_the_check_includes(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with_snippets(site, {"index.md": '# t\n\n--8<-- "part.txt"\n', "part.txt": GOOD.format(id="a")})
    done = run("mkdocs", "build", "--strict", "-f", "site/mkdocs.yml", "-d", "built", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert 'id="a"' in (site / "built" / "index.html").read_text("utf-8")
    assert tilesite(tmp_path, "check", "site/docs").text == "1 pages, 1 blocks, 0 problems\n"


def test_a_part_that_its_own_page_includes_is_updated_once(tmp_path: Path) -> None:
    region = "<!-- tilesite:output a -->\n\n```text\nold\n```\n\n<!-- /tilesite -->\n"
    part = f"# --8<-- [start:s]\n\n{region}\n# --8<-- [end:s]\n\n"
    block = GOOD.format(id="a")
    pages = {
        "index.md": f'# t\n\n{block}\n{part}--8<-- "index.md:s"\n',
        "note.md": f'# t\n\n{block}\n{part}!!! note\n\n    --8<-- "note.md:s"\n',
    }
    with_snippets(tmp_path, pages)
    expected = (0, "updated: docs/index.md\nupdated: docs/note.md\n2 pages, 2 updated\n")
    assert tilesite(tmp_path, "update", "docs") == expected
    assert "\nold\n" not in (tmp_path / "docs" / "note.md").read_text("utf-8")
    assert tilesite(tmp_path, "update", "docs") == (0, "2 pages, 0 updated\n")
    assert tilesite(tmp_path, "check", "docs").code == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("base_path", '"a\\0"', 'base_path: expected a list of texts, got "a\\x00". Example: base_path: [docs]'),
        ("auto_append", "5", "auto_append: expected a list of texts, got 5. Example: auto_append: [docs]"),
        ("encoding", "[a]", "encoding: expected a text, got a list. Example: encoding: utf-8"),
        ("check_paths", "7", "check_paths: expected true or false, got 7. Example: check_paths: true"),
    ],
)
def test_a_wrong_option_of_snippets_is_told(tmp_path: Path, name: str, value: str, message: str) -> None:
    write_site(tmp_path, {"index.md": '# t\n\n--8<-- "x.txt"\n'})
    config = tmp_path / "mkdocs.yml"
    entry = f"  - pymdownx.snippets:\n      {name}: {value}\nplugins: []"
    config.write_text(config.read_text("utf-8").replace("plugins: []", entry), "utf-8")
    told = f"pymdownx.snippets: {message}\n"
    assert tilesite(tmp_path, "check", "docs") == (2, f"tilesite: error: mkdocs.yml: {told}")
    built = build(tmp_path)
    assert (built.code, "Traceback" in built.printed) == (1, False)
    assert f"tilesite: {told}" in built.printed


def test_an_option_of_snippets_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with_snippets(tmp_path, {"index.md": "# t\n"}, base_paths="[docs]")
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 2
    assert checked.text.startswith(
        "tilesite: error: mkdocs.yml: pymdownx.snippets: base_paths: expected one of base_path,"
    )
