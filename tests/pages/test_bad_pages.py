"""Each way of writing a block wrong, and the one message it gives: whole, with its place."""

from __future__ import annotations

import pytest

from tilesite.pages.page import verify_page
from tilesite.pages.source import decode_page, without_front_matter

REST = "block_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n"
A_MAPPING = "block: expected lines of key: value, got {}. Example: block_m: 128"
AN_INT = "block_m: expected a whole number from 1 to 2^63-1, got {}. Example: block_m: 128"
FORM = 'option: expected name="value" in double quotes, got "{}". Example: ```yaml tile id="fig1" expect="pass"'
EXAMPLE = 'Example: ```yaml tile id="fig1" expect="pass"'
RIGHT = 'block: expected ```yaml tile with options as name="value", got "```{}". ' + EXAMPLE
AN_EXPECTATION = "pass, fail, or fail: with the rules that fail"
OPTIONS = "id, title, expect, show, lang, head, strict"


def fence(body: str, info: str = "tile") -> str:
    return f"```{info}\n{body}```\n"


BODIES = [
    ("block_m: wide\n" + REST, "2:10", AN_INT.format('"wide"')),
    ("block_m: true\n" + REST, "2:10", AN_INT.format("true")),
    ("block_m: 0\n" + REST, "2:10", AN_INT.format("0")),
    ("block_m: -1\n" + REST, "2:10", AN_INT.format("-1")),
    ("block_m: 18446744073709551616\n" + REST, "2:10", AN_INT.format("18446744073709551616")),
    ("block_m: 1.5\n" + REST, "2:10", AN_INT.format('"1.5"')),
    ("block_m: 010\n" + REST, "2:10", AN_INT.format('"010"')),
    ('block_m: "128"\n' + REST, "2:10", AN_INT.format('"128"')),
    ("block_m: [1, 2]\n" + REST, "2:10", AN_INT.format("a list")),
    (REST, "1:1", "block_m: expected a value, since this key has no default, got nothing. Example: block_m: 128"),
    (
        "block_m:\n" + REST,
        "2:9",
        AN_INT.format("nothing"),
    ),
    (
        "block_m: 128\nblok_n: 1\n" + REST,
        "3:1",
        'blok_n: expected a key that exists (did you mean block_n?), got "blok_n". Example: block_n: 256',
    ),
    ("- 128\n- 256\n", "2:1", A_MAPPING.format("a list")),
    ("", "2:1", A_MAPPING.format("nothing")),
    ("# a comment\n", "2:12", A_MAPPING.format("nothing")),
    ("hello\n", "2:1", A_MAPPING.format('the text "hello"')),
    ("a: 'x\n", "2:6", A_MAPPING.format("YAML that is broken (found unexpected end of stream)")),
    (
        "\tblock_m: 128\n" + REST,
        "2:1",
        A_MAPPING.format("YAML that is broken (its first key stands further right than the others)"),
    ),
    (
        "block_m: 128\n\tblock_n: 256\n",
        "3:2",
        A_MAPPING.format("YAML that is broken (a key stands further right than the others)"),
    ),
    (
        "block_m: 128: 3\n" + REST,
        "2:13",
        A_MAPPING.format("YAML that is broken (mapping values are not allowed here)"),
    ),
    (
        "block_m: 128\u2028block_n: 3\n" + REST,
        "2:13",
        (
            "block: expected plain line ends, got the character U+2028, which only YAML takes for a line end. "
            "Example: block_m: 128"
        ),
    ),
    ("block_m: 128\nblock_m: 64\n", "3:1", A_MAPPING.format('the key "block_m" again (first in line 1 of the block)')),
    ("block_m: &a 128\n", "2:10", A_MAPPING.format('the anchor "&a"')),
    ("block_m: *a\n", "2:10", A_MAPPING.format('the alias "*a" as a value')),
    ("block_m: !!int 128\n", "2:10", A_MAPPING.format('the tag "tag:yaml.org,2002:int"')),
    ("block_m: {a: 1}\n", "2:10", A_MAPPING.format("a mapping as a value")),
    ("block_m: 128\n---\nblock_n: 1\n", "3:1", A_MAPPING.format("a second document")),
    (
        "instr: wgma\nblock_m: 128\n" + REST,
        "2:8",
        'instr: expected one of wgmma, mma, simt, tcgen05 (did you mean wgmma?), got "wgma". Example: instr: wgmma',
    ),
    (
        "device: h1000\nblock_m: 128\n" + REST,
        "2:9",
        'device: expected a device that exists (did you mean h100?), got "h1000". Example: device: h100',
    ),
]

HEADERS = [
    ("tile id=fig1", "1:9", FORM.format("id=fig1")),
    ("tile id='fig1'", "1:9", FORM.format("id='fig1'")),
    ('tile id="fig1', "1:9", FORM.format('id="fig1')),
    ("yaml tile expect", "1:14", FORM.format("expect")),
    (
        'tile id="a" id="b"',
        "1:16",
        'option id: expected once, got twice. Example: ```yaml tile id="fig1" expect="pass"',
    ),
    (
        'tile ids="a"',
        "1:9",
        f'option: expected one of {OPTIONS} (did you mean id?), got "ids". {EXAMPLE}',
    ),
    (
        'tile linenums="1"',
        "1:9",
        f'option: expected one of {OPTIONS}, got "linenums". Example: ```yaml tile id="fig1" expect="pass"',
    ),
    (
        'tile id="1a"',
        "1:9",
        'option id: expected a letter, then letters, digits, _ and -, got "1a". Example: id="fig1"',
    ),
    (
        'tile expect="maybe"',
        "1:9",
        f'option expect: expected {AN_EXPECTATION}, got "maybe". Example: expect="fail:C1,C2"',
    ),
    ('tile lang="de"', "1:9", 'option lang: expected en or zh, got "de". Example: lang="zh"'),
    ('tile head="0"', "1:9", 'option head: expected a number of lines from 1 on, got "0". Example: head="20"'),
    ('tile strict="no"', "1:9", 'option strict: expected true or false, got "no". Example: strict="false"'),
    ("tyle", "1:4", RIGHT.format("tyle")),
    ("Tile", "1:4", RIGHT.format("Tile")),
    ("{.tile}", "1:4", RIGHT.format("{.tile}")),
    ("yaml tyle", "1:4", RIGHT.format("yaml tyle")),
    ("yml tile", "1:4", RIGHT.format("yml tile")),
]


@pytest.mark.parametrize(("body", "place", "message"), BODIES)
def test_a_bad_body(body: str, place: str, message: str) -> None:
    (problem,) = verify_page(fence(body), "p.md").problems
    assert (str(problem.place), problem.kind, problem.message) == (f"p.md:{place}", "unreadable", message)


@pytest.mark.parametrize(("info", "place", "message"), HEADERS)
def test_a_bad_header(info: str, place: str, message: str) -> None:
    problems = verify_page(fence("block_m: 128\n" + REST, info), "p.md").problems
    assert [str(problem) for problem in problems] == [f"p.md:{place}: {message}"]


@pytest.mark.parametrize(
    ("page", "place"),
    [
        ("```tile\nblock_m: 1\n", "1:1"),
        ("- ```tile\n  block_m: 1\n  ```\n", "1:3"),
        ("text\n\n~~~tile\nblock_m: 1\n", "3:1"),
    ],
)
def test_a_fence_that_the_renderer_does_not_take(page: str, place: str) -> None:
    (problem,) = verify_page(page, "p.md").problems
    expected = (
        "block: expected a fence that the page's renderer makes a block of (on lines of its own, indented like the "
        "text around it by 0 or 4 columns, and closed by the same fence), got tile. Example: ```yaml tile"
    )
    assert str(problem) == f"p.md:{place}: {expected}"


def test_an_id_that_stands_twice() -> None:
    block = fence("block_m: 128\n" + REST, 'tile id="a"')
    (problem,) = verify_page(block + "\n" + block, "p.md").problems
    expected = "option id: expected an id that no other block of the page has, got a again (first in line 1)."
    assert str(problem) == f'p.md:9:1: {expected} Example: id="a-2"'


def test_a_body_that_is_too_large() -> None:
    (problem,) = verify_page(fence("# " + "x" * 70_000 + "\nblock_m: 128\n" + REST), "p.md").problems
    assert str(problem) == "p.md:2:1: block: expected at most 65536 bytes, got 70063. Example: block_m: 128"


@pytest.mark.parametrize(
    "page",
    [
        "<!--\n```tile id=x\n```\n-->\n",
        "text\n\n    ```tile id=x\n    ```\n",
        "````text\n```tyle\n```\n````\n",
        '```yaml title="plain"\na: 1\n```\n',
        "```cpp\nint x;\n```\n",
        "```tcl\nputs x\n```\n",
        "`tile`\n",
        "---\nx: |\n  ```tile\n  ```\n---\n",
    ],
)
def test_what_is_no_block_is_left_alone(page: str) -> None:
    page_read = verify_page(without_front_matter(page), "p.md")
    assert (page_read.answers, page_read.problems) == ((), ())


@pytest.mark.parametrize("prefix", ["", "\ufeff", "---\na: 1\n---\n", "\u2028 \u0085 \x0c\n"])
def test_lines_are_the_editors(prefix: str) -> None:
    data = (prefix + "# t\r\n\r\n```tile\r\nblock_m: wide\r\n" + REST + "```\r\n").encode()
    (problem,) = verify_page(without_front_matter(decode_page(data, "p.md")), "p.md").problems
    assert problem.place.line == prefix.count("\n") + 4
    assert problem.place.column == 10


@pytest.mark.parametrize("indent", ["    ", "\t", "> ", "> > "])
def test_columns_count_from_the_left_of_the_file(indent: str) -> None:
    head = "!!! note\n\n" if indent.isspace() else "\n\n"
    page = head + "".join(indent + line + "\n" for line in fence("block_m: wide\n" + REST).splitlines())
    (problem,) = verify_page(page, "p.md").problems
    assert (problem.place.line, problem.place.column) == (4, len(indent) + 10)


def test_a_tab_before_an_error_is_one_character() -> None:
    (problem,) = verify_page("```tile\nblock_m: 1\n\t\x08\n```\n", "p.md").problems
    assert str(problem.place) == "p.md:3:2"
