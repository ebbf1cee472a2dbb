"""Recorded outputs: compared, located, shown where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, strict_build, tilesite, write_site

from tilesite.pages.page import verify_page
from tilesite.pages.recorded import first_difference

BLOCK = GOOD.format(id="a")
FIRST = "C1 shared/stage 48.0 KB -> total 144.0 KB"
LINES = 7
LIE = "x\n"


def region(body: str, name: str = "a", fence: str = "```") -> str:
    return f"\n<!-- tilesite:output {name} -->\n\n{fence}text\n{body}{fence}\n\n<!-- /tilesite -->\n"


@pytest.mark.parametrize(
    ("recorded", "real", "at"),
    [
        ("a\nb", "a\nb\n", None),
        ("a  \nb\t\n\n", "a\nb", None),
        ("a\nx", "a\nb", (1, 0)),
        ("a\nbx", "a\nby", (1, 1)),
        ("a", "a\nb", (1, 0)),
        ("a\nb", "a", (1, 0)),
        ("...", "a\nb\nc", None),
        ("...", "", None),
        ("a\n...", "a\nb\nc", None),
        ("...\nc", "a\nb\nc", None),
        ("a\n...\nc", "a\nb\nc", None),
        ("a\n...\nb", "a\nb", None),
        ("a\n...\nb\n...\nd", "a\nx\nb\ny\nd", None),
        ("...\nb\n...\nb\n...", "b\nb", None),
        ("...\nb\n...\nb\n...", "a\nb\nc", (3, 0)),
        ("a\n...\na", "a", (2, 0)),
        ("x\n...", "a\nb", (0, 0)),
        ("...\nx", "a\nb", (1, 0)),
        ("a\n...\nb\nx\n...\nd", "a\nb\nc\nd", (3, 0)),
        ("  ...  \nb", "a\nb", None),
        ("a...", "ab", (0, 1)),
    ],
)
def test_what_matches(recorded: str, real: str, at: tuple[int, int] | None) -> None:
    difference = first_difference(recorded, real)
    assert (difference and (difference.line, difference.column)) == at


@pytest.mark.parametrize("prefix", ["", "    ", "\t", "> ", "> > "])
def test_a_difference_is_told_where_it_stands(prefix: str) -> None:
    head = "!!! note\n\n" if prefix.isspace() else "\n\n"
    inner = "".join(f"{prefix}{line}\n".rstrip() + "\n" for line in region(f"{FIRST}\nC2 x\n").split("\n"))
    page = verify_page(f"# t\n\n\n{BLOCK}\n{head}{inner}", "p.md")
    (problem,) = page.problems
    line = page.recorded[0].region.opening.line + 4
    expected = "C2 accumulators 128/thread -> 128 regs/thread (warp-rounded), 32768 regs/block"
    message = f'recorded output of a: expected "{expected}", got "C2 x". Example: tilesite update p.md'
    assert str(problem) == f"p.md:{line}:{len(prefix) + 4}: {message}"


FORM = (
    "recorded output: expected a text fence between <!-- tilesite:output ID --> and <!-- /tilesite -->, "
    "blank lines around it, got {}. Example: {}"
)

UNKNOWN = 'recorded output: expected the id of a block of this page: {}, got "b". Example: <!-- tilesite:output {} -->'


@pytest.mark.parametrize(
    ("page", "at", "message"),
    [
        (
            BLOCK + region("...\n", "b"),
            "9:1",
            'recorded output: expected the id of a block of this page: a, got "b". Example: <!-- tilesite:output a -->',
        ),
        (
            region("...\n", "b"),
            "2:1",
            UNKNOWN.format("none has one", "fig1"),
        ),
        (BLOCK + region("...\n", ""), "9:1", FORM.format("no id", "<!-- tilesite:output fig1 -->")),
        (
            BLOCK + "\n<!-- tilesite:output a -->\n\n```text\n...\n```\n",
            "9:1",
            FORM.format("the end of the page", "<!-- /tilesite -->"),
        ),
        (
            BLOCK + "\n<!-- tilesite:output a -->\n\n```text\n...\n```\n\nprose\n\n<!-- /tilesite -->\n",
            "9:1",
            FORM.format('"prose" in line 15', "<!-- /tilesite -->"),
        ),
        (BLOCK + region("...\n").replace("```text", "```python"), "11:1", FORM.format('"```python"', "```text")),
        (
            BLOCK + "\n<!-- /tilesite -->\n",
            "9:1",
            FORM.format("nothing that it closes", "<!-- tilesite:output fig1 -->"),
        ),
    ],
)
def test_comments_that_make_no_recorded_output(page: str, at: str, message: str) -> None:
    assert str(verify_page(page, "p.md").problems[0]) == f"p.md:{at}: {message}"


@pytest.mark.parametrize(
    "page",
    [
        "````markdown\n" + region("anything\n") + "````\n",
        "text\n\n" + "".join(f"    {line}\n" for line in region("anything\n").split("\n")),
    ],
)
def test_what_only_shows_a_recorded_output_is_none(page: str) -> None:
    assert verify_page(BLOCK + "\n" + page, "p.md").problems == ()


def test_the_build_shows_the_real_output_there_and_not_at_the_block(tmp_path: Path) -> None:
    quoted = "".join(
        f"> {line}".rstrip() + "\n" for line in region("C1 shared/stage 48.0 KB -> total 144.0 KB\n...\n").split("\n")
    )
    code = "\ntext\n\n" + "".join(f"    {line}\n" for line in region("shown\n").split("\n"))
    page = region("...\nOK all four constraints satisfied\n...\n") + "\n" + BLOCK + "\n" + quoted + code
    built = strict_build(write_site(tmp_path, {"index.md": page}))
    assert built.problems == []
    outputs = built.soup.select("section.tilesite .tilesite-output")
    assert [output.find_parent("section")["data-tilesite"].split(":")[0] for output in outputs] == ["output", "output"]
    assert [len(output.text.strip().split("\n")) for output in outputs] == [LINES, LINES]
    assert outputs[1].find_parent("blockquote")
    assert built.soup.select("pre > code")[-1].text.strip() == region("shown\n").strip()


@pytest.mark.parametrize("tampered", ["total 144.1 KB", "...  x"])
def test_a_tampered_recording_fails_the_build_and_the_check(tmp_path: Path, tampered: str) -> None:
    write_site(tmp_path, {"index.md": BLOCK + region(f"C1 shared/stage 48.0 KB -> {tampered}\n...\n")})
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 1
    (problem, _) = checked.text.splitlines()
    assert problem.startswith("docs/index.md:12:")
    assert strict_build(tmp_path).problems == [problem]


def test_a_long_recording_takes_linear_time() -> None:
    part = "...\n" + "a\n" * 2_000 + "b\n"
    assert first_difference(part * 20 + "...", "a\n" * 200_000) is not None


@pytest.mark.parametrize(
    "above", ["    text\n> ", "<!-- never closed\n", "<!-- never closed\n\n<!-- /tilesite -->\n\n"]
)
def test_what_is_above_a_recorded_output_is_seen_by_the_check_as_by_the_build(tmp_path: Path, above: str) -> None:
    text = f"{BLOCK}\ntext\n\n{above}\n<!-- tilesite:output a -->\n\n```text\n...\n```\n\n<!-- /tilesite -->\n"
    write_site(tmp_path, {"index.md": text})
    checked, built = tilesite(tmp_path, "check", "docs").text.splitlines()[:-1], strict_build(tmp_path)
    assert checked == built.problems
    assert bool(checked) != bool(built.html and built.soup.select("section.tilesite-recorded"))


@pytest.mark.parametrize("above", ["    text\n> ", "    text\nmore"])
def test_a_recorded_output_that_is_taken_for_more_of_the_text_above(tmp_path: Path, above: str) -> None:
    text = f"{BLOCK}\n{above}\n<!-- tilesite:output a -->\n\n```text\n...\n```\n\n<!-- /tilesite -->\n"
    write_site(tmp_path, {"index.md": text})
    message = (
        "docs/index.md:11:1: recorded output: expected a text fence between <!-- tilesite:output ID --> and "
        "<!-- /tilesite -->, blank lines around it, got one that the page's renderer takes for code or for more "
        "of the lines above it. Example: a blank line above"
    )
    assert tilesite(tmp_path, "check", "docs").text.splitlines()[0] == message
    assert strict_build(tmp_path).problems == [message]


def test_a_recorded_output_in_a_list_that_the_renderer_does_not_see() -> None:
    indented = "".join(f"    {line}\n" if line else "\n" for line in region("lie\n").splitlines())
    page = f"{BLOCK}\nSteps:\n1) first\n{indented}"
    (problem,) = verify_page(page, "p.md").problems
    assert str(problem.place) == "p.md:12:5"
    shown_as_code = page.replace("Steps:\n1) first", "Written like this:")
    assert verify_page(shown_as_code, "p.md").problems == ()


def test_a_recorded_output_in_a_comment_that_is_none_where_it_begins(tmp_path: Path) -> None:
    """The quotation ends at its own line, and of what its comment opens only the comments of the output stay."""
    shown = "".join(f"    {line}\n" for line in region("...\n").splitlines()[1:])
    write_site(tmp_path, {"index.md": f"{BLOCK}\ntext\n\n> <!--\n{shown}-->\n"})
    (problem, _) = tilesite(tmp_path, "check", "docs").text.splitlines()
    assert problem.startswith("docs/index.md:12:5: recorded output: expected a text fence")
    assert strict_build(tmp_path).problems == [problem]


def test_a_recorded_output_of_no_block_in_html_that_holds_markdown() -> None:
    (problem,) = verify_page(f'\n  <div markdown="1">\n{region(LIE)}\n</div>\n', "p.md").problems
    assert str(problem) == (
        'p.md:4:1: recorded output: expected the id of a block of this page: none has one, got "a". '
        "Example: <!-- tilesite:output fig1 -->"
    )


def test_a_recorded_output_in_code_may_end_a_comment_that_is_never_closed(tmp_path: Path) -> None:
    shown = "".join(f"    {line}\n" for line in region("...\n").splitlines()[1:])
    write_site(tmp_path, {"index.md": f"text\n\n<!--\n\n\n{BLOCK}\n\n{shown}\n"})
    assert tilesite(tmp_path, "check", "docs").text == "1 pages, 0 blocks, 0 problems\n"
    built = strict_build(tmp_path)
    assert (built.problems, built.soup.select("section.tilesite")) == ([], [])
