"""Real MkDocs builds of small sites."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import GOOD, build, run, write_site

from tilesite.console import Streams
from tilesite.tile.__main__ import main as tile_decision
from tilesite.tma.__main__ import main as tma_descriptor

OVER = '```tile id="over" expect="fail:C1,C2"\nblock_m: 256\nblock_n: 256\nblock_k: 64\nstages: 4\nthreads: 256\n```\n'
SWEEP = '```yaml sweep id="top"\ntopk: 3\n```\n'
TMA = '```yaml tma id="box" title="<b>&amp;"\ndtype: f16\nshape: 4096, 4096\nbox: 128, 64\n```\n'


def printed(command: str) -> str:
    name, *argv = command.split()
    out = io.StringIO()
    program = {"tile-decision": tile_decision, "tma-descriptor": tma_descriptor}[name]
    assert program(argv, Streams(io.StringIO(), out, out)) == 0
    return out.getvalue()


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_a_block_shows_what_its_command_prints(tmp_path: Path, theme: str) -> None:
    page = "\n".join([GOOD.format(id="good"), OVER, SWEEP, TMA])
    built = build(write_site(tmp_path, {"index.md": page}, theme=theme), "--strict")
    assert built.code == 0, built.printed
    soup = BeautifulSoup(built.html(), "html.parser")
    sections = soup.select("section.tilesite")
    assert [section["id"] for section in sections] == ["good", "over", "top", "box"]
    for section in sections:
        command = section.select_one(".tilesite-command code").text
        assert section.select_one(".tilesite-output samp").text.rstrip("\n") == printed(command).rstrip("\n")
        assert section.select(".tilesite-sources li")
    assert sections[3].select_one(".tilesite-title").text == "<b>&amp;"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ('expect="fail"', "Fails as expected: C1, C2"),
        ('expect="fail:C1,C2"', "Fails as expected: C1, C2"),
        ('strict="false"', "Fails: C1, C2"),
        ('expect="fail" lang="zh"', "如预期不满足：C1、C2"),
        ('strict="false" lang="zh"', "不满足：C1、C2"),
    ],
)
def test_a_config_that_breaks_rules_is_called_so(tmp_path: Path, options: str, said: str) -> None:
    failing = OVER.replace('expect="fail:C1,C2"', options)
    none = f'```yaml sweep id="none" {options.replace(":C1,C2", "")}\nblock_m: 512\nblock_n: 512\n```\n'
    built = build(write_site(tmp_path, {"index.md": "\n".join([GOOD.format(id="good"), failing, none])}), "--strict")
    assert built.code == 0, built.printed
    good, over, empty = BeautifulSoup(built.html(), "html.parser").select("section.tilesite")
    assert good["class"] == ["tilesite", "tilesite-tile"]
    assert good.select(".tilesite-verdict") == []
    assert over["class"] == ["tilesite", "tilesite-tile", "tilesite-breaks"]
    assert over.select_one(".tilesite-verdict").text == said
    assert empty.select_one(".tilesite-verdict").text[:5] == said[:5]
    assert "C1" not in empty.select_one(".tilesite-verdict").text


def test_blocks_in_containers_are_built_in_place(tmp_path: Path) -> None:
    body = "    block_m: 64\n    block_n: 64\n    block_k: 32\n    stages: 2\n    threads: 128\n    ```\n"
    page = (
        '!!! note\n\n    ```yaml tile id="note"\n' + body + "\n"
        '- item\n\n    ```yaml tile id="item"\n' + body + "\n"
        '=== "tab"\n\n    ```yaml tile id="tab"\n' + body + "\n"
        '> ```yaml tile id="quote"\n' + "\n".join("> " + line.strip() for line in body.splitlines()) + "\n"
    )
    built = build(write_site(tmp_path, {"index.md": page}), "--strict")
    assert built.code == 0, built.printed
    soup = BeautifulSoup(built.html(), "html.parser")
    parents = {section["id"]: section.parent.name for section in soup.select("section.tilesite")}
    assert parents == {"note": "div", "item": "li", "tab": "div", "quote": "blockquote"}


def test_what_is_only_text_is_not_run(tmp_path: Path) -> None:
    hidden = "<!--\n```tile\nboom\n```\n-->\n"
    indented = "text\n\n    ```tile\n    boom\n    ```\n"
    quoted = "````text\n```tile\nboom\n```\n````\n"
    page = f"{hidden}\n{indented}\n{quoted}"
    built = build(write_site(tmp_path, {"index.md": page}), "--strict")
    assert built.code == 0, built.printed
    assert BeautifulSoup(built.html(), "html.parser").select("[data-tilesite]") == []


BAD = '# t\n\n```yaml tile id="bad"\nblock_m: wide\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n```\n\nafter\n'
BAD_MESSAGE = 'block_m: expected a whole number from 1 to 2^63-1, got "wide". Example: block_m: 128'


def test_a_strict_build_fails_with_place_and_writes_nothing(tmp_path: Path) -> None:
    pages = {"index.md": "---\ntitle: x\n---\n" + BAD, "two.md": BAD.replace("wide", "tall")}
    built = build(write_site(tmp_path, pages), "--strict")
    assert built.code == 1
    assert f"docs/index.md:7:10: {BAD_MESSAGE}" in built.printed
    assert f"docs/two.md:4:10: {BAD_MESSAGE.replace('wide', 'tall')}" in built.printed
    assert "Traceback" not in built.printed
    assert not (built.site / "index.html").exists()


def test_a_quiet_strict_build_fails_too(tmp_path: Path) -> None:
    assert build(write_site(tmp_path, {"index.md": BAD}), "--strict", "--quiet").code == 1


def test_a_build_that_is_not_strict_shows_the_error_in_the_page(tmp_path: Path) -> None:
    pages = {"index.md": BAD + "\n```tyle\nx: 1\n```\n"}
    built = build(write_site(tmp_path, pages))
    assert built.code == 0
    soup = BeautifulSoup(built.html(), "html.parser")
    assert soup.select_one("#bad .tilesite-problems li").text == f"docs/index.md:4:10: {BAD_MESSAGE}"
    above = soup.select(".tilesite-problems > ul > li")[0].text
    assert above.startswith("docs/index.md:13:4: block: expected ```yaml tile with options")
    assert f"docs/index.md:4:10: {BAD_MESSAGE}" in built.printed


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            'expect="fail"',
            'docs/index.md:1:1: option expect: expected fail, got pass. Example: expect="pass"',
        ),
        (
            'expect="fail:C1"',
            'docs/index.md:1:1: option expect: expected fail:C1, got pass. Example: expect="pass"',
        ),
    ],
)
def test_an_unmet_expectation_fails_the_build_and_the_check(tmp_path: Path, option: str, message: str) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="x").replace('expect="pass"', option)})
    built = build(tmp_path, "--strict")
    assert (built.code, message in built.printed) == (1, True), built.printed
    checked = run("tilesite", "check", "docs", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (1, f"{message}\n1 pages, 1 blocks, 1 problems\n")


def test_a_config_that_should_pass_and_fails_says_why(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": OVER.replace('"fail:C1,C2"', '"pass"')})
    assert run("tilesite", "check", "docs", cwd=tmp_path).stdout.startswith(
        "docs/index.md:1:1: option expect: expected pass, got fail:C1,C2 (shared 262144 B"
    )


def test_a_failing_config_needs_an_expectation(tmp_path: Path) -> None:
    failing = OVER.replace(' expect="fail:C1,C2"', "")
    write_site(tmp_path, {"index.md": failing, "allowed.md": failing.replace('"over"', '"over" strict="false"')})
    checked = run("tilesite", "check", "docs", cwd=tmp_path)
    assert checked.returncode == 1
    lines = checked.stdout.splitlines()
    assert lines[0].startswith(
        "docs/index.md:1:1: block: expected a config that passes, got fail:C1,C2 (shared 262144 B"
    )
    assert lines[1:] == ["2 pages, 2 blocks, 1 problems"]


def test_without_the_hook_the_check_of_the_site_fails(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a") + "\n" + GOOD.format(id="b")}, hook=False)
    assert build(tmp_path, "--strict").code == 0
    checked = run("tilesite", "check", "docs", "--site", "site", cwd=tmp_path)
    assert checked.returncode == 1
    assert [line.split(": ")[0] for line in checked.stdout.splitlines()] == [
        "docs/index.md:1:1",
        "docs/index.md:9:1",
        "1 pages, 2 blocks, 2 problems",
    ]


def test_a_stale_site_is_found(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a"), "sub/page.md": GOOD.format(id="a")})
    assert build(tmp_path, "--strict").code == 0
    assert run("tilesite", "check", "docs", "--site", "site", cwd=tmp_path).returncode == 0
    page = tmp_path / "docs" / "sub" / "page.md"
    page.write_text(page.read_text("utf-8").replace("stages: 3", "stages: 2"), "utf-8")
    checked = run("tilesite", "check", "docs", "--site", "site", cwd=tmp_path)
    assert checked.returncode == 1
    assert checked.stdout.startswith("docs/sub/page.md:1:1: tile block: expected 1 of it in the built page, got 0")


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    title = "</section><script>alert(1)</script> \x02wzxhzdk:0\x03 --8<-- {{ config }} &#x2028;"
    page = GOOD.format(id="x").replace('expect="pass"', f'title="{title}"') + "\n*[alert]: abbreviation\n"
    built = build(write_site(tmp_path, {"index.md": page}), "--strict")
    assert built.code == 0, built.printed
    soup = BeautifulSoup(built.html(), "html.parser")
    shown = soup.select_one("#x .tilesite-title").text
    assert shown == "</section><script>alert(1)</script> \u2402wzxhzdk:0\u2403 --8<-- {{ config }} &#x2028;"
    assert soup.select_one("#x script") is None


def test_a_page_that_is_not_utf_8_is_told_by_place(tmp_path: Path) -> None:
    built = build(write_site(tmp_path, {"index.md": b"# t\n\nab\xff\n"}))
    assert built.code == 1
    message = "docs/index.md:3:3: page: expected UTF-8 text, got the byte 0xff. Example: save the file as UTF-8"
    assert message in built.printed
    assert "Traceback" not in built.printed
