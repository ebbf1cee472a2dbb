"""Pages from strangers: nothing of theirs runs, nothing outside is reached, nothing takes for ever or crashes."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, build, run, strict_build, tilesite, write_site

from tilesite.pages.bounds import LARGEST_PAGE, MOST_FENCES
from tilesite.pages.page import verify_page

BLOCK = GOOD.format(id="a")
DEEP = 3_000


def told(text: str) -> list[str]:
    return [str(problem) for problem in verify_page(text, "p.md").problems]


BODIES = {
    "bomb": "a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]\n",
    "python": "a: !!python/object/apply:os.system [touch hacked]\n",
    "own tag": "a: !ENV HOME\n",
    "merge": "<<: {a: 1}\n",
    "deep list": "a: " + "[" * 20_000 + "\n",
    "deep mapping": "a: " + "{b: " * 10_000 + "\n",
    "long integer": "block_m: " + "9" * 5_000 + "\n",
    "negative": "block_m: -" + "1" * 99 + "\n",
    "long key": "k" * 60_000 + ": 1\n",
    "many keys": "".join(f"k{n}: 1\n" for n in range(6_000)),
    "long list": "block_m: [" + "0," * 20_000 + "]\n",
    "nul": "a: \x00\n",
    "surrogate in text": 'a: "\\ud800"\n',
    "directive": "%YAML 99.9\n---\na: 1\n",
    "documents": "---\n" * 5_000,
    "tabs": "\ta:\t1\n",
}


@pytest.mark.parametrize("name", sorted(BODIES))
@pytest.mark.parametrize("kind", ["tile", "sweep", "tma"])
def test_a_hostile_body_is_an_error_in_its_lines(name: str, kind: str) -> None:
    problems = verify_page(f"```{kind}\n{BODIES[name]}```\n", "p.md").problems
    assert problems
    assert all(problem.kind == "unreadable" for problem in problems)
    assert all(len(problem.message) < 2_000 for problem in problems)
    lines = BODIES[name].count("\n") + 2
    assert all(1 <= problem.place.line <= lines for problem in problems)


def test_a_body_past_the_bound_names_it() -> None:
    assert "expected at most 65536 bytes, got" in told(f"```tile\n{'a: 1' * 20_000}\n```\n")[0]


def test_a_sweep_past_the_bound_does_not_begin() -> None:
    axis = "[" + ", ".join(map(str, range(16, 2_000, 16))) + "]"
    (problem,) = told(f"```sweep\nblock_m: {axis}\nblock_n: {axis}\nblock_k: {axis}\n```\n")
    assert "space: expected at most 100000 candidates" in problem
    axis = axis[1:-1].replace(" ", "")
    (problem,) = told(f"```console verified\n$ tile-decision --block-m={axis} --block-n {axis} --block-k {axis}\n```\n")
    assert "space: expected at most 100000 candidates" in problem


def test_commands_share_the_pages_candidates() -> None:
    command = "$ tile-decision --topk 1\n"
    problems = told(f"```console verified\n{command * 100}```\n\n" * 2)
    assert [problem.split(": ")[1] for problem in problems] == ["space"]


HOSTILE = {
    "a million blocks": "```tile\n```\n" * 300_000,
    "many blocks": BLOCK.replace(' id="a"', "") * (MOST_FENCES + 1),
    "many openings": "```tile\n" * 50_000,
    "many comments": "<!--" * 200_000 + "\n" + BLOCK,
    "many recorded outputs": BLOCK + "\n<!-- tilesite:output a -->\n\n<!-- /tilesite -->\n" * 5_000,
    "many closings": "<!-- /tilesite -->\n" * 50_000,
    "many values": BLOCK + "\n{{ a.ok }}" * 30_000,
    "long value": BLOCK + "\n{{ a" + ".x" * 100_000 + " }}\n",
    "open values": BLOCK + "\n" + "{{ a." * 50_000 + "\n",
    "brackets": BLOCK + "\n{{ a.ok }} " + "[" * 50_000 + "\n",
    "stars": BLOCK + "\n{{ a.ok }} " + "*a **b _c " * 10_000 + "\n",
    "backticks": BLOCK + "\n{{ a.ok }} " + " ".join("`" * n for n in range(1, 400)) + "\n",
    "tags": BLOCK + "\n{{ a.ok }} " + "<a " * 20_000 + "\n",
    "deep quotes": "> " * DEEP + "```tile\n" + "> " * DEEP + "```\n",
    "deep lists": "".join("    " * n + "- x\n" for n in range(400))
    + "\n"
    + "    " * 400
    + "```tile\n"
    + "    " * 400
    + "```\n",
    "deep divs": '<div markdown="1">\n' * DEEP + BLOCK,
    "a long line": "x" * (LARGEST_PAGE - 10) + "\n",
    "a longer line": "x" * (LARGEST_PAGE + 10) + "\n",
    "blank lines": "\n" * 500_000 + BLOCK,
    "options": "```tile " + 'id="a" ' * 20_000 + "\n```\n",
    "a long option": '```tile id="' + "a" * 500_000 + '"\n```\n',
    "placeholders": "\x02wzxhzdk:0\x03\n" * 1_000 + BLOCK,
    "front matter": "---\n" + "a: &a [*a]\n" * 5_000 + "---\n" + BLOCK,
    "commands": "```console verified\n" + "$ tile-decision --help\n" * 5_000 + "```\n",
    "a long command": "```console verified\n$ tile-decision " + "'x' " * 15_000 + "\n```\n",
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_page_ends_without_a_traceback(tmp_path: Path, name: str) -> None:
    write_site(tmp_path, {"index.md": HOSTILE[name]})
    done = run("tilesite", "check", "docs", cwd=tmp_path)
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 pages, ")


@pytest.mark.parametrize("name", ["a million blocks", "many blocks", "a longer line", "deep quotes"])
def test_a_build_stops_before_a_page_that_it_would_not_survive(tmp_path: Path, name: str) -> None:
    built = build(write_site(tmp_path, {"index.md": HOSTILE[name]}), "--strict")
    assert built.code == 1
    assert "Traceback" not in built.printed
    assert "docs/index.md:" in built.printed


@pytest.mark.parametrize("data", [b"\xff\xfe# t\n", b"# t\n\xc3(\n", b"\xed\xa0\x80\n", b"```tile\n\x80\n```\n"])
def test_what_is_no_utf_8_is_told_by_place(tmp_path: Path, data: bytes) -> None:
    write_site(tmp_path, {"index.md": data})
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 2
    assert "page: expected UTF-8 text, got the byte 0x" in checked.text
    built = build(tmp_path)
    assert (built.code, "Traceback" in built.printed) == (1, False)


def test_output_is_inert_in_page_and_search(tmp_path: Path) -> None:
    title = (
        '</section></details> --8<-- "secret" {{ config }} {% x %} ]]> \x1b[31m \u2028 \u202e <script>alert(1)</script>'
    )
    page = BLOCK.replace('"a"', "\"a\" title='x'").replace("title='x'", f'title="{title.replace(chr(34), "")}"')
    built = strict_build(write_site(tmp_path, {"index.md": page + "\n*[section]: abbreviation\n\n## After\n"}))
    assert built.problems == []
    shown = built.soup.select_one("#a .tilesite-title")
    assert shown.text == title.replace('"', "").replace("\x1b", "\u241b").replace("\u202e", "\ufffd")
    assert not shown.select("*")
    assert built.soup.select_one("h2").find_parent("section") is None


def test_nothing_of_a_page_runs(tmp_path: Path) -> None:
    mark = tmp_path / "hacked"
    commands = [
        f"touch {mark}",
        f"tile-decision; touch {mark}",
        f"tile-decision $(touch {mark})",
        f"sh -c 'touch {mark}'",
    ]
    bodies = "".join(f"```console verified\n$ {command}\n```\n\n" for command in commands)
    bodies += f"```yaml tile\na: !!python/object/apply:os.system ['touch {mark}']\n```\n"
    write_site(tmp_path, {"index.md": bodies})
    assert tilesite(tmp_path, "check", "docs").code == 2
    assert len(strict_build(tmp_path).problems) == len(commands) + 1
    assert not mark.exists()


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("<!-- tile\x02site:output a -->\n\n```text\nlie\n```\n\n<!-- /tile\x03site -->\n", ("9:10", "15:11")),
        ("It fits: {\x02{ a.ok }}\n", ("9:11",)),
        ("``\x03`yaml tile\na: 1\n```\n", ("9:3",)),
    ],
)
def test_characters_that_the_renderer_drops_hide_nothing(text: str, at: tuple[str, ...]) -> None:
    block = '```tile id="a"\nblock_m: 64\nblock_n: 64\nblock_k: 32\nstages: 2\nthreads: 128\n```\n\n'
    problems = [each for each in verify_page(block + text, "p.md").problems if each.code == "control-character"]
    assert tuple(f"{each.place.line}:{each.place.column}" for each in problems) == at
    assert problems[0].message == (
        f"page: expected no control character in this line, got U+000{'3' if '``' in text[:2] else '2'}, which "
        "Python-Markdown drops. Example: the line without it"
    )
