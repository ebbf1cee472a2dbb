"""Inline values: where they are read, what they say, and what is told when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, strict_build, tilesite, write_site

from tilesite.pages.page import verify_page
from tilesite.pages.values import FORMATS, PathError, resolve

BLOCK = GOOD.format(id="a")
ANSWER = {
    "n": 1_250_000,
    "exact": "2500001/2",
    "half": 0.5,
    "fill": 124 / 132,
    "text": "<b>",
    "yes": True,
    "none": None,
    "list": ["x", {"y": -2048}],
    "mb": {"kb": 3},
}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("n", "1250000"),
        ("n.mb", "1.3"),
        ("n.kb", "1220.7"),
        ("exact.mb", "1.3"),
        ("half.int", "1"),
        ("half.percent", "50%"),
        ("fill.percent", "94%"),
        ("text", "<b>"),
        ("yes", "true"),
        ("list.0", "x"),
        ("list.1.y.kb", "-2.0"),
        ("mb.kb", "3"),
    ],
)
def test_what_a_path_leads_to(path: str, text: str) -> None:
    assert resolve(ANSWER, "a", path.split(".")) == text


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("fil", 'value a: expected one of {names} (did you mean fill?), got "fil". Example: {{{{ a.ok }}}}'),
        ("none", "value a.none: expected a number or a text, got nothing (null). Example: {{{{ a.ok }}}}"),
        ("mb", "value a.mb: expected a number or a text, got an object of kb. Example: {{{{ a.ok }}}}"),
        ("list", "value a.list: expected a number or a text, got a list. Example: {{{{ a.ok }}}}"),
        ("list.2", 'value a.list: expected an index from 0 to 1, got "2". Example: {{{{ a.ok }}}}'),
        ("text.mb", 'value a.text: expected a number to format as mb, got "<b>". Example: {{{{ a.text }}}}'),
        ("none.int", "value a.none: expected a number to format as int, got nothing (null). Example: {{{{ a.none }}}}"),
        (
            "n.prcent",
            (
                "value a.n: expected nothing behind it or a format ({formats}) (did you mean percent?), "
                'got "prcent". Example: {{{{ a.ok }}}}'
            ),
        ),
    ],
)
def test_a_path_that_leads_nowhere(path: str, message: str) -> None:
    with pytest.raises(PathError) as error:
        resolve(ANSWER, "a", path.split("."))
    assert str(error.value) == message.format(names=", ".join(ANSWER), formats=", ".join(FORMATS))


PROSE = f"""---
title: t
---
# Waves: {{{{ a.waves.tail_fill.percent }}}} `code`

Before **{{{{ a.waves.tail_fill.percent }}}}**, {{{{ other.x }}}}, {{{{ a_b }}}}, {{% if %}}.

| k | v |
|---|---|
| {{{{ a.ok }}}} | {{{{a.traffic_bytes.mb}}}} |

{BLOCK}
## Waves: {{{{ a.waves.tail_fill.percent }}}} {{#mine}}

## Waves: {{{{ a.waves.tail_fill.percent }}}}

- item {{{{ a.occupancy.binding.0 }}}} and \\{{{{ a.ok }}}}

> quote {{{{ a.shared.total_bytes.kb }}}}[^1]

[^1]: Note {{{{ a.waves.count }}}}

Term
:   Definition {{{{ a.waves.count }}}}

!!! note "{{{{ a.waves.count }}}}"
    Body {{{{ a.waves.count }}}}

*[smem]: shared memory
"""


def test_values_are_read_wherever_prose_is(tmp_path: Path) -> None:
    built = strict_build(write_site(tmp_path, {"index.md": PROSE}))
    assert built.problems == []
    soup = built.soup
    shown = [(value["data-tilesite-value"], value.text) for value in soup.select("span.tilesite-value")]
    assert len(shown) == 12
    assert dict(shown) == {
        "a.waves.tail_fill.percent": "88%",
        "a.ok": "true",
        "a.traffic_bytes.mb": "1644.2",
        "a.occupancy.binding.0": "shared",
        "a.shared.total_bytes.kb": "144.0",
        "a.waves.count": "4",
    }
    assert [heading["id"] for heading in soup.select("h1,h2")] == [
        "waves-awavestail_fillpercent-code",
        "mine",
        "waves-awavestail_fillpercent",
    ]
    assert "{{ other.x }}, {{ a_b }}, {% if %}." in soup.text
    assert "{{ a.ok }}" in soup.text
    assert "Waves: 88% code" in soup.select_one("#toc-collapse").text


@pytest.mark.parametrize(
    "text",
    [
        "`{{ a.ok }}`",
        "```text\n{{ a.ok }}\n```",
        "```python\nx = '{{ a.ok }}'\n```",
        "    {{ a.ok }}",
        '<b title="{{ a.ok }}">x</b>',
        "<div>\n{{ a.ok }}\n</div>",
        "[x](http://e.org/{{ a.ok }})",
        "[x]: http://e.org/{{ a.ok }}\n\n[x]",
    ],
)
def test_in_code_and_raw_html_a_value_is_reported(text: str) -> None:
    page = f"{BLOCK}\n{text}\n"
    (problem,) = verify_page(page, "p.md").problems
    line = next(number for number, each in enumerate(page.split("\n"), 1) if "{{" in each)
    column = page.split("\n")[line - 1].index("{{") + 1
    expected = (
        "value: expected prose around it (values are not read in code, raw HTML and addresses), "
        'got "{{ a.ok }}". Example: The block fits: {{ a.ok }}'
    )
    assert str(problem) == f"p.md:{line}:{column}: {expected}"


@pytest.mark.parametrize(
    "text",
    ["{{ b.ok }}", "`{{ b.ok }}`", "<!-- {{ a.ok }} -->", "{{ a_b.ok }}", "{ a.ok }", "{{ a-b.ok }}", "\\{{ a.ok }}"],
)
def test_other_braces_are_left_alone(text: str) -> None:
    assert verify_page(f"{BLOCK}\n{text}\n", "p.md").problems == ()


@pytest.mark.parametrize(
    "text", ["{{ a }}", "{{ a.ok | upper }}", "{{ a.ok", "{{ a.ok }", "{{ a['ok'] }}", "{{ a..ok }}"]
)
def test_a_value_in_another_form_is_told(text: str) -> None:
    (problem,) = verify_page(f"{BLOCK}\nx {text}\n", "p.md").problems
    expected = f'value: expected {{{{ a.field }}}}, got "{text}". Example: {{{{ a.ok }}}}'
    assert str(problem) == f"p.md:9:3: {expected}"


def test_an_unknown_field_fails_the_build_and_the_check(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": f"Fits: {{{{ a.waves.tial_fill }}}}\n\n{BLOCK}"})
    problem = (
        "docs/index.md:1:7: value a.waves: expected one of grid, slots, count, last_wave_blocks, tail_fill "
        '(did you mean tail_fill?), got "tial_fill". Example: {{ a.ok }}'
    )
    assert strict_build(tmp_path).problems == [problem]
    assert tilesite(tmp_path, "check", "docs") == (2, f"{problem}\n1 pages, 1 blocks, 1 problems\n")


def test_a_changed_number_in_the_built_page_is_found(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": f"It fits: {{{{ a.waves.count }}}}\n\n{BLOCK}"})
    assert strict_build(tmp_path).problems == []
    built = tmp_path / "site" / "index.html"
    built.write_text(built.read_text("utf-8").replace('waves.count">4<', 'waves.count">5<'), "utf-8")
    checked = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert checked.code == 1
    assert checked.text.startswith(
        "docs/index.md:1:10: value a.waves.count: expected 1 of it in the built page, got 0."
    )


def test_values_in_front_matter_are_told_by_the_check_and_the_build(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": f'---\ntitle: "It fits: {{{{ a.ok }}}}"\n---\n\n{BLOCK}'})
    message = (
        "docs/index.md:2:18: value: expected it in the text of the page (front matter is not read), "
        'got "{{ a.ok }}". Example: The block fits: {{ a.ok }}'
    )
    assert tilesite(tmp_path, "check", "docs").text.splitlines()[0] == message
    assert strict_build(tmp_path).problems == [message]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('[a]\n\n[a]: http://x.y\n    "t {{ a.ok }}"', "12:8"),
        ('```text title="{{ a.ok }}"\nx\n```', "9:16"),
        ('[t](http://x "title\n{{ a.ok }}")', "10:1"),
        ("[t](\nhttp://x/{{ a.ok }})", "10:10"),
        ("![al\n{{ a.ok }}](x.png)", "10:1"),
        ("![a [b] {{ a.ok }}](x.png)", "9:9"),
        ("<template>\n\n{{ a.ok }}\n\n</template>", "11:1"),
    ],
)
def test_a_value_that_nobody_reads_is_told_by_the_check_and_the_build(tmp_path: Path, text: str, at: str) -> None:
    write_site(tmp_path, {"index.md": f"{BLOCK}\n{text}\n"})
    (told,) = strict_build(tmp_path).problems
    assert told.startswith(f"docs/index.md:{at}: value: expected prose around it")
    assert tilesite(tmp_path, "check", "docs").text.splitlines()[0] == told


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x {{ a.ok }}{ .big}", "true"),
        ("x {{ a.ok }}{: .big}", "true"),
        ("x {{ a.ok }}{%e%}", "true"),
        ("[x](y) and ({{ a.ok }}) [z]", "true"),
        ("| a |\n|---|\n| {{ a.ok }}{ .x } |", "true"),
    ],
)
def test_a_value_beside_other_marks_is_read(tmp_path: Path, text: str, shown: str) -> None:
    config = write_site(tmp_path, {"index.md": f"{BLOCK}\n{text}\n"}) / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("plugins: []", "  - tables\nplugins: []"), "utf-8")
    (value,) = strict_build(tmp_path).soup.select(".tilesite-value")
    assert value.text == shown


@pytest.mark.parametrize(
    ("id_", "text", "message"),
    [
        (
            "fig1",
            "{{ fgi1.waves.count }}",
            (
                "value: expected the id of a block of this page (did you mean fig1?), got fgi1, and is left as it is. "
                "Example: {{ fig1.waves.count }}"
            ),
        ),
        (
            "fig1",
            "Waves: {{ this.waves.tail_fill.percent }}",
            (
                "value: expected the id of a block of this page, got this, and is left as it is. "
                "Example: {{ fig1.waves.tail_fill.percent }}"
            ),
        ),
        (
            None,
            "{{ fig1.waves.count }}",
            (
                "value: expected the id of a block of this page, got fig1, and is left as it is. "
                'Example: ```yaml tile id="fig1"'
            ),
        ),
    ],
)
def test_a_value_of_no_block_is_told_and_left(id_: str | None, text: str, message: str) -> None:
    block = GOOD.format(id=id_) if id_ else GOOD.replace(' id="{id}"', "")
    page = verify_page(f"{block}\n{text}\n", "p.md")
    assert [(each.kind, each.code, each.message) for each in page.problems] == [("warning", "stray-value", message)]


@pytest.mark.parametrize(
    "text",
    [
        "{{ page.title }}",
        "{{ config.site_name }}",
        "{{ page.ok }}",
        "{{ fgi1.wave }}",
        "`{{ fgi1.waves.count }}`",
        "    {{ fgi1.waves.count }}",
        "\\{{ fgi1.waves.count }}",
        "<!-- {{ fgi1.waves.count }} -->",
        "<div>\n{{ fgi1.waves.count }}\n</div>",
    ],
)
def test_braces_of_other_programs_are_no_news(text: str) -> None:
    assert verify_page(f"{GOOD.format(id='fig1')}\n{text}\n", "p.md").problems == ()


def test_braces_alone_are_no_news() -> None:
    assert verify_page("{{ fig1.waves.count }}\n", "p.md").problems == ()


def test_ten_thousand_values_of_no_block_are_told_in_part() -> None:
    page = verify_page(f"{GOOD.format(id='fig1')}\n{'{{ x.waves.count }} ' * 10_000}\n", "p.md")
    assert {problem.code for problem in page.problems} == {"stray-value"}
    assert len(page.problems) == 100
