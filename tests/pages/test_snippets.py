"""Included files: their blocks are verified, located in the file that an author edits, and never from outside."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, strict_build, tilesite, write_site

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
