"""Lines that were plainly meant to open a block, and lines that only look a little like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, strict_build, write_site

from tilesite.pages.header import read_header
from tilesite.pages.page import Page, verify_page

BODY = "block_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n"

MEANT = [
    'yaml id="fig1" expect="pass"',
    'expect="fail:C1"',
    'config id="x" expect="pass"',
    'json tile id="fig1"',
    "text tile",
    'yaml tile-decision id="a"',
    'tma_descriptor expect="pass"',
    'tile,id="x"',
    'tile:id="x"',
    'yaml, tile id="x"',
    'yaml tile="1"',
    'yaml kind="tile" id="x"',
    "yaml yaml tile",
    '{.yaml #fig1 .tile expect="pass"}',
    "{#fig1 .tile}",
    'yaml id="fig1" tile',
    'yaml title="x" tile',
    "verified",
    "text verified",
    "powershell verified",
    "yaml verified",
    'yaml kind="tile"',
    "tilesite tile",
    "yam tile",
    "ymal tile",
    "gem",
    "tm\u0430",
    "\u0442ile",
    "\uff54\uff49\uff4c\uff45",
    "console validated",
]
OTHERS = [
    "file",
    "style",
    "yaml time",
    'yaml title="tile"',
    'yaml title="config.yml" linenums="1"',
    "{ .yaml .copy }",
    '{.python title="x"}',
    "yaml { .annotate }",
    "cpp",
    "tcl",
    "mermaid",
    'text title="tma"',
    'python hl_lines="1"',
    'text unverified="a sample"',
    "gems",
    "console session",
    "\u0442\u0435\u0441\u0442",
]


@pytest.mark.parametrize("info", MEANT)
def test_a_line_that_was_meant_as_a_block_is_told(info: str) -> None:
    problems = verify_page(f"```{info}\n{BODY}```\n", "p.md").problems
    assert [str(problem.place) for problem in problems][:1] == ["p.md:1:4"]
    assert "Example: ```" in problems[0].message


@pytest.mark.parametrize("info", OTHERS)
def test_other_fences_are_left_alone(info: str) -> None:
    assert read_header(info) is None
    assert verify_page(f"```{info}\n{BODY}```\n", "p.md") == Page("p.md")


@pytest.mark.parametrize(
    "page",
    [
        '=== "H100"\n    ```yaml tile id=fig1\n    a: 1\n    ```\n',
        "!!! note\n    text\n    ```tyle\n    a: 1\n    ```\n",
        '!!! note\n    ```tile id="x"\n    a: 1\n',
        "[^1]:\n    ```tyle\n    a: 1\n    ```\n",
        '<div class="grid" markdown>\n```yaml tile id=a\na: 1\n```\n</div>\n',
        "<details>\n```tyle\na: 1\n```\n</details>\n",
        'Term\n:   ```tile id="a"\n    a: 1\n    ```\n',
        "- [ ] ```tile\n  a: 1\n  ```\n",
        "[^1]: ```tile\n    a: 1\n    ```\n",
        '~~~text\nx\n```\n\n```yaml tile id="a"\na: 1\n```\n',
        '```bash\nmake\n\n## Tile\n\n```yaml tile id="a"\nblock_m: 999\n```\n\nend\n',
        '```bash\nmake\n```.\n\n```yaml tile id="a"\nblock_m: 999\n```\n\nend\n',
        '``yaml tile id="a"\nblock_m: 999\n``\n',
        "> ~~tile\n> block_m: 999\n> ~~\n",
        '````bash\nmake\n```\n\n```yaml tile id="a"\nblock_m: 999\n```\n\nend\n',
        '\u00a0\u3000```yaml tile id="a"\nblock_m: 999\n```\n',
        '\u00a0\u00a0\u00a0\u00a0```yaml tile id="a"\nblock_m: 999\n```\n',
        "Steps:\n- first\n\n    ```tile\n    block_m: 999\n    ```\n",
        "> text\n> - a\n>\n>     ```tile\n>     block_m: 999\n>     ```\n",
        "1) item\n\n    ```tile\n    block_m: 999\n    ```\n",
        "-\n    text\n\n    ```tile\n    block_m: 999\n    ```\n",
        "Write `<!--` here.\n\n- x[^1]\n\n    [^1]: note\n\n        ```tile\n        block_m: 999\n        ```\n",
        "Write `<!--` here.\n\n  !!! note\n\n      ```tile\n      block_m: 999\n      ```\n",
        "<script>\n```tile\nblock_m: 999\n```\n</script>\n",
        "<template>\n\n```tile\nblock_m: 999\n```\n\n</template>\n",
        "<?php\n```tile\nblock_m: 999\n```\n?>\n",
        "<![CDATA[\n```tile\nblock_m: 999\n```\n]]>\n",
        '```yaml tile id=fig1 title="`x`"\nblock_m: 999\n```\n',
        '```tile expect=fail title="a`b"\nblock_m: 999\n```\n',
        "Config:```yaml tile\nblock_m: 999\n```\n",
        '**Config** ```yaml tile id="a"\nblock_m: 999\n```\n',
        "\u2022 ```yaml tile\nblock_m: 999\n```\n",
        "\x0c```yaml tile\nblock_m: 999\n```\n",
        "\u200b```yaml tile\nblock_m: 999\n```\n",
        "\n\ufeff```yaml tile\nblock_m: 999\n```\n",
        "~~~bash\nmake\n\n~~~tile\nblock_m: 999\n~~~\n\nend\n",
        "- item\n\n    ```bash\n    make\n\n    ```tile\n    block_m: 999\n    ```\n",
        "---\n\n# a\n\n```tyle\na: 1\n```\n\n---\n\nend\n",
        "<!-->\n\n```tile\nblock_m: wide\n```\n\n<!-- x -->\n",
        '<script>var a = "<!--";</script>\n\n```tile\nblock_m: wide\n```\n\n<p title="-->">x</p>\n',
    ],
)
def test_no_container_hides_it(page: str) -> None:
    assert verify_page(page, "p.md").problems


@pytest.mark.parametrize(
    "page",
    [
        "``tile`` is a word of this field\n",
        "A line `<!-- tilesite:output a -->` opens one, `<!-- /tilesite -->` ends it.\n",
        "~~tile~~\n",
        "```tile``` and ```yaml tile``` are two\n",
        "Write ```` ```tile ```` here\n",
        "A console: ```$ ls\nx\n```\n",
        "<!--\nx: ```yaml tile\na: 1\n```\n-->\n",
        "    ``yaml tile\n    a: 1\n    ``\n",
        "<!--\n``yaml tile\na: 1\n``\n-->\n",
        "\u00a0\u00a0```python\nx\n```\n",
    ],
)
def test_what_opens_no_block_and_was_not_meant_to(page: str) -> None:
    assert verify_page(page, "p.md").problems == ()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('block_m: "\\UFFFFFFFF"\n', "YAML that is broken (Python int too large to convert to C int)"),
        ("%YAML 1.1\n---\nblock_m: 1\n", 'the directive "%YAML 1.1"'),
        ("%FOO\n---\nblock_m: 1\n", 'the directive "%FOO"'),
    ],
)
def test_yaml_that_breaks_its_reader(body: str, message: str) -> None:
    (problem,) = verify_page(f"```tile\n{body}```\n", "p.md").problems
    assert str(problem) == f"p.md:2:1: block: expected lines of key: value, got {message}. Example: block_m: 128"


def test_a_key_cannot_forge_a_line_of_a_log() -> None:
    page = f'```tile\n"x\\n::error file=a::\\e[2J": 1\n{BODY}```\n'
    (problem,) = verify_page(page, "p.md").problems
    assert str(problem).startswith('p.md:2:1: "x\\n::error file=a::\\x1b[2J": expected a key that exists')
    assert problem.message.isprintable()


BLOCK = f'```tile id="a"\n{BODY}```\n\n'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x {{\na.ok }}", "9:3"),
        ("{{\u00a0a.ok\u00a0}}", "9:1"),
        ("{{- a.ok -}}", "9:1"),
        ('[x][r]\n\n[r]: index.md "{{ a.ok }}"', "11:16"),
        ("![{{ a.ok }}](x.png)", "9:3"),
        ('[x](u "{{ a.ok }}")', "9:8"),
        ("*[HTML]: {{ a.ok }}", "9:10"),
        ("- <!-- tilesite:output a -->\n\n    ```text\n    x\n    ```\n\n    <!-- /tilesite -->", "9:3"),
        ("See <!-- tilesite:output a -->", "9:5"),
        ("<!--- tilesite:output a --->\n\n```text\nx\n```\n\n<!--- /tilesite --->", "9:1"),
    ],
)
def test_a_value_or_a_recorded_output_that_would_stay_as_it_is(text: str, place: str) -> None:
    problems = verify_page(f"{BLOCK}{text}\n", "p.md").problems
    assert str(problems[0].place) == f"p.md:{place}"


BEHIND = (
    "block: expected 4 columns of indentation in a {0}, got {1}; the block stands behind the {2}. Example: 4 spaces {3}"
)


@pytest.mark.parametrize(
    ("above", "indent", "name"),
    [
        ('=== "A"', 2, "tab (===)"),
        ("===! A", 3, "tab (===)"),
        ("!!! note", 2, "note (!!!)"),
        ('??? note "t"', 3, "note (???)"),
        ("???+ note", 1, "note (???)"),
        ("!!! note\n  text", 2, "note (!!!)"),
        ("- item", 2, "list item"),
    ],
)
def test_a_block_that_is_indented_too_little_is_verified_and_told(
    tmp_path: Path, above: str, indent: int, name: str
) -> None:
    block = "".join(f"{' ' * indent}{line}\n" for line in GOOD.format(id="a").splitlines())
    page = verify_page(f"# t\n\n{above}\n\n{block}", "p.md")
    message = BEHIND.format(name, indent, name.split(maxsplit=1)[0], "before each of its lines")
    assert [(each.kind, each.code, each.message) for each in page.problems] == [("warning", "breaks-list", message)]
    built = strict_build(write_site(tmp_path, {"index.md": f"# t\n\n{above}\n\n{block}"}))
    assert built.soup.select_one("#a").parent.name != "details"
    assert not built.soup.select(".admonition #a, .tabbed-block #a, details #a, li #a")


@pytest.mark.parametrize("above", ["text", "Title\n===", "=== ", "> quote", "!!! note\n\n    text\n\ntext"])
def test_blanks_before_a_block_alone_are_no_news(above: str) -> None:
    block = "".join(f"  {line}\n" for line in GOOD.format(id="a").splitlines())
    assert verify_page(f"# t\n\n{above}\n\n{block}", "p.md").problems == ()
