"""Comments that give way to generated tables: on real builds of every host, with errors at their line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import GOOD, run, strict_build, tilesite, with_bare_theme, write_site
from test_hosts import HOSTS, zensical

from tilesite.pages.page import verify_page
from tilesite.pages.reference import REFERENCES

PAGE = f"""---
title: x
---
# t

<!-- tilesite:reference tile-decision -->

- item

    <!--  tilesite:reference   rules tma -->

> <!-- tilesite:reference devices -->

!!! note

    <!-- tilesite:reference settings -->

text

    <!-- tilesite:reference dtypes -->

`<!-- tilesite:reference dtypes -->` in a sentence

````markdown
<!-- tilesite:reference dtypes -->
````

<!-- hidden

<!-- tilesite:reference nothing -->

hidden -->

{GOOD.format(id="a")}"""
SHOWN = ["reference:tile-decision", "reference:rules-tma", "reference:devices", "reference:settings"]
WRONG = "# t\n\ntext\n\n<!-- tilesite:reference tile-decison -->\n"
KNOWN = ", ".join(REFERENCES)
MESSAGE = (
    f"docs/index.md:5:1: reference: expected one of {KNOWN} (did you mean tile-decision?), "
    'got "tile-decison". Example: <!-- tilesite:reference tile-decision -->'
)
FORM = (
    "reference: expected <!-- tilesite:reference tile-decision --> alone in its line, blank lines around it, got {}. "
    "Example: <!-- tilesite:reference tile-decision -->"
)
LOST = (
    "reference: expected a comment that the page's renderer sees, got one that it takes for indented code. "
    "Example: 4 spaces before it for each list or admonition that it stands in"
)
AGAIN = (
    "reference: expected devices once in a page, since its anchors are, got it again (first in line 1). "
    "Example: a link to it"
)


def shown(html: str) -> list[str]:
    return [str(each["data-tilesite"]) for each in BeautifulSoup(html, "html.parser").select(".tilesite-reference")]


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_shows_the_tables(tmp_path: Path, host: object) -> None:
    assert callable(host)
    built = host(tmp_path, {"index.md": PAGE}, strict=True)
    assert built.code == 0, built.printed
    assert shown(built.html()) == SHOWN
    soup = BeautifulSoup(built.html(), "html.parser")
    assert soup.select("blockquote .tilesite-reference tr#devices--h100 > th[scope=row]")
    assert soup.select("li .tilesite-reference tr#rules-tma--BOX_GT_256")
    assert soup.select(".admonition .tilesite-reference tr#settings--lang")
    texts = [each.text for each in soup.select("pre code, p code")]
    assert sum("tilesite:reference dtypes" in text for text in texts) == 3
    assert tilesite(tmp_path, "check", "docs", "--site", "site") == (0, "1 pages, 1 blocks, 0 problems\n")


@pytest.mark.parametrize("host", HOSTS)
def test_an_unknown_name_is_told(tmp_path: Path, host: object) -> None:
    assert callable(host)
    built = host(tmp_path, {"index.md": WRONG}, strict=False)
    assert built.code == 0
    assert shown(built.html()) == []
    assert "did you mean tile-decision?" in built.html()


def test_an_unknown_name_fails_the_check_and_the_strict_build(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": WRONG})
    assert tilesite(tmp_path, "check", "docs") == (2, f"{MESSAGE}\n1 pages, 0 blocks, 1 problems\n")
    assert strict_build(tmp_path).problems == [MESSAGE]


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("text\n<!-- tilesite:reference devices -->\n", "2:1: " + FORM.format('"<!-- tilesite:reference devices -->"')),
        (
            "so <!-- tilesite:reference devices -->\n",
            "1:4: " + FORM.format('"<!-- tilesite:reference devices -->"'),
        ),
        ("Steps:\n1) first\n\n    <!-- tilesite:reference devices -->\n", f"4:5: {LOST}"),
        ("<!-- tilesite:refrence devices -->\n", "1:1: " + FORM.format('"<!-- tilesite:refrence devices -->"')),
        ("<!-- Tilesite:Reference devices -->\n", "1:1: " + FORM.format('"<!-- Tilesite:Reference devices -->"')),
        ("<!-- tilesite: reference devices -->\n", "1:1: " + FORM.format('"<!-- tilesite: reference devices -->"')),
        (
            "<!-- tilesite:reference -->\n",
            f'1:1: reference: expected one of {KNOWN}, got "". Example: <!-- tilesite:reference tile-decision -->',
        ),
        (
            "<!-- tilesite:reference devices -->\n\n    \n<!-- tilesite:reference devices -->\n",
            f"4:1: {AGAIN}",
        ),
    ],
)
def test_what_was_meant_is_told(page: str, problem: str) -> None:
    assert [str(each) for each in verify_page(page, "p.md").problems] == [f"p.md:{problem}"]


def test_a_page_that_lost_its_tables_is_told(tmp_path: Path) -> None:
    with_bare_theme(write_site(tmp_path, {"index.md": WRONG.replace("decison", "decision")}, hook=False))
    assert run("mkdocs", "build", "--strict", cwd=tmp_path).returncode == 0
    told = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert told.code == 1
    assert told.text.startswith("docs/index.md:5:1: reference tile-decision: expected 1 of it in the built page, got 0")


def test_an_included_comment_is_told_in_its_file(tmp_path: Path) -> None:
    write_site(
        tmp_path, {"index.md": '# t\n\n--8<-- "docs/part.md"\n', "part.md": "a\n\n<!-- tilesite:reference x -->\n"}
    )
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("  - def_list", "  - def_list\n  - pymdownx.snippets"), "utf-8")
    told = tilesite(tmp_path, "check", "docs/index.md")
    assert told.code == 2
    assert told.text.startswith("docs/part.md:3:1: reference: expected one of ")


def test_the_tables_are_in_the_language_of_the_site(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n\n<!-- tilesite:reference rules tile -->\n"})
    config = tmp_path / "mkdocs.yml"
    extension = "  - tilesite:\n      lang: zh\nplugins: []"
    config.write_text(config.read_text("utf-8").replace("plugins: []", extension), "utf-8")
    section = strict_build(tmp_path).soup.select_one(".tilesite-reference")
    assert section is not None
    assert section["lang"] == "zh"
    assert section.select_one("caption").text == "tile 检查的规则"


def test_mkdocs_knows_the_anchors_of_blocks_and_rows(tmp_path: Path) -> None:
    links = "[a](b.md#devices--h100) [b](b.md#fig1) [c](b.md#devices--h999)\n"
    page = "# t\n\n<!-- tilesite:reference devices -->\n\n" + GOOD.format(id="fig1")
    write_site(tmp_path, {"index.md": links, "b.md": page})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "validation:\n  anchors: warn\n", "utf-8")
    built = run("mkdocs", "build", cwd=tmp_path)
    warnings = [line for line in built.stdout.splitlines() if line.startswith("WARNING") and "anchor" in line]
    assert len(warnings) == 1
    assert "#devices--h999" in warnings[0]


def test_without_a_hook_the_page_brings_its_styles(tmp_path: Path) -> None:
    built = zensical(tmp_path, {"index.md": PAGE, "plain.md": "# nothing\n"}, strict=True)
    assert ".tilesite-table" in built.html()
    assert ".tilesite-table" not in built.html("plain")


def test_a_hostile_page_of_comments_is_bounded() -> None:
    lines = "<!-- tilesite:refrence x -->\n\n" * 50_000
    assert len(verify_page(lines, "p.md").problems) == 100
    lines = "<!-- tilesite:reference " + "x " * 100_000 + "\n"
    assert len(verify_page(lines, "p.md").problems) == 1
