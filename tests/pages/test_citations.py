"""Citations: where they are read, the list they make, what is told when they are wrong, the table of all facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import GOOD, run, strict_build, tilesite, write_site

from tilesite.facts import ALL_FACTS, FACTS, SOURCES
from tilesite.facts.lock import package_lock
from tilesite.pages.bounds import MOST_CITATIONS
from tilesite.pages.fact_words import PLACES, UNITS, VALUES, check_said, place_said, value_said
from tilesite.pages.page import verify_page
from tilesite.pages.sources import decided_by, source_line
from tilesite.pages.uses import uses

PROSE = """---
title: t
---
# Boxes [@plan-box-256] `code`

No box is wider [@plan-box-256][@warp]: see [@tiled-rank].

| k | v |
|---|---|
| [@cluster-size] | **[@warp]** |

## Boxes [@warp] {#mine}

## Boxes `code`

## Boxes [@warp]

- item [@warpgroup] and \\[@warp] and [@octocat](https://example.org/) and [@me][ref]

> quote [@occ-warps][^1]

[ref]: https://example.org/

[^1]: Note [@tmem-columns]

Term
:   Definition [@warp]

!!! note "Title [@warp]"
    Body [@simt-shapes]
"""
ORDER = [
    "plan-box-256",
    "warp",
    "tiled-rank",
    "cluster-size",
    "warpgroup",
    "occ-warps",
    "tmem-columns",
    "simt-shapes",
]


@pytest.fixture(scope="module")
def soup(tmp_path_factory: pytest.TempPathFactory) -> BeautifulSoup:
    built = strict_build(write_site(tmp_path_factory.mktemp("site"), {"index.md": PROSE}))
    assert built.problems == []
    return built.soup


def test_citations_are_read_wherever_prose_is(soup: BeautifulSoup) -> None:
    marks = soup.select("sup.tilesite-cite")
    assert len(marks) == 14
    for mark in marks:
        key, link = mark["data-tilesite-cite"], mark.a
        number = ORDER.index(key) + 1
        assert mark.text == f"[{number}]"
        assert (link["href"], link["role"]) == (f"#source-{key}", "doc-noteref")
        assert link["aria-label"] == f"Source {number}: {FACTS[key].statement.en}"
    assert "item [5] and [@warp] and @octocat and @me" in soup.text
    assert {a["href"] for a in soup.select('a[href^="https://example.org"]')} == {"https://example.org/"}


def test_the_page_ends_with_its_sources(soup: BeautifulSoup) -> None:
    section = soup.select_one("section.tilesite-citations")
    assert section["aria-labelledby"] == section.h2["id"] == "page-sources"
    assert [entry["id"] for entry in section.select("ol > li")] == [f"source-{key}" for key in ORDER]
    first = section.select_one("#source-plan-box-256")
    said = source_line(FACTS["plan-box-256"], "en")
    assert first.text.startswith(f"{said.statement} — {said.title}, {said.locator} {said.said} ↩")
    assert first.a["href"].endswith("/src/cuda/op/tma_layout.h#L42-L42")
    assert first.select_one(".tilesite-state-verified").text == f"verified {package_lock().sources['tilelang'].opened}"
    assert section.select_one("#source-cluster-size .tilesite-state").text == "cited, not opened"
    by = section.select_one("#source-warp .tilesite-state").text
    assert re.fullmatch(r"cross-checked \d{4}-\d\d-\d\d by tilelang 0\.1\.15, .*copy\.cc:629", by)


def test_every_anchor_is_made_of_keys_and_every_link_arrives(soup: BeautifulSoup) -> None:
    anchors = [element["id"] for element in soup.select("[id]")]
    assert len(anchors) == len(set(anchors))
    for link in soup.select(".tilesite-cite a, .tilesite-citations a[href^='#']"):
        assert link["href"].removeprefix("#") in anchors
    assert {each for each in anchors if each.startswith("cite-")} == {f"cite-{key}" for key in ORDER}


def test_headings_keep_their_anchors_and_labels(soup: BeautifulSoup) -> None:
    assert [each["id"] for each in soup.select("h1, h2")] == [
        "boxes-code",
        "mine",
        "boxes-code_1",
        "boxes",
        "page-sources",
    ]
    labels = [each.text for each in soup.select("#toc-collapse a")]
    assert [label for label in labels if "[" in label] == []
    assert "Boxes code" in labels


def test_anchors_do_not_depend_on_positions(tmp_path: Path) -> None:
    other = "\n\n".join(reversed(PROSE.rsplit("---\n", maxsplit=1)[-1].split("\n\n")))
    first = strict_build(write_site(tmp_path, {"index.md": other})).soup
    assert {each["id"] for each in first.select(".tilesite-citations li")} == {f"source-{key}" for key in ORDER}


def test_in_chinese_as_the_site_says(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# 题\n\nbox [@plan-box-256]\n\n<!-- tilesite:sources -->\n"})
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        config.read_text("utf-8").replace("plugins: []", "  - tilesite:\n      lang: zh\nplugins: []"), "utf-8"
    )
    built = strict_build(tmp_path)
    assert built.problems == []
    section = built.soup.select_one("section.tilesite-citations")
    assert (section["lang"], section.h2["id"]) == ("zh", "page-sources")
    assert section.h2.text.startswith("出处")
    assert FACTS["plan-box-256"].statement.zh in section.text
    assert "已核对" in section.text
    facts = built.soup.select_one("section.tilesite-facts")
    assert facts["lang"] == "zh"
    assert [th.text for th in facts.select_one("thead").select("th")] == ["事实", "值", "位置", "状态", "依赖它的"]


LINE = "citation: expected prose around it (citations are not read in code, raw HTML and links), got"


@pytest.mark.parametrize(
    "text",
    [
        "`[@warp]`",
        "```text\n[@warp]\n```",
        "```python\nx = '[@warp]'\n```",
        "    [@warp]",
        '<b title="[@warp]">x</b>',
        "<div>\n[@warp]\n</div>",
        "[see [@warp] here](https://example.org/)",
        "![see [@warp]](a.png)",
        "[x](https://example.org/[@warp])",
    ],
)
def test_in_code_and_raw_html_and_links_a_citation_is_reported(text: str) -> None:
    page = f"# t\n\n{text}\n"
    (problem,) = verify_page(page, "p.md").problems
    line = next(number for number, each in enumerate(page.split("\n"), 1) if "[@" in each)
    column = page.split("\n")[line - 1].index("[@") + 1
    assert str(problem) == f'p.md:{line}:{column}: {LINE} "[@warp]". Example: No box is wider [@plan-box-256].'


@pytest.mark.parametrize(
    "text",
    ["`[@key]`", "    [@nobody]", "<!-- [@warp] -->", "\\[@nobody]", "[@nobody](https://e.org)", "a@b.c [x]",
     "[@me]: https://example.org/", "[x][@]", "```text\n[@Override]\n```"],
)  # fmt: skip
def test_what_is_no_citation_is_left_alone(text: str) -> None:
    page = verify_page(f"# t\n\n{text}\n", "p.md")
    assert [problem for problem in page.problems if "[@]" not in problem.message] == []
    assert page.citations == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[@plan-box-265]",
            (
                'citation: expected the key of a fact (did you mean plan-box-256?), got "plan-box-265". '
                'Example: [@plan-box-256]'
            ),
        ),
        ("[@zzzzzzz]", 'citation: expected the key of a fact, got "zzzzzzz". Example: [@plan-box-256]'),
        ("[@Warp]", 'citation: expected [@key], one key in each, got "[@Warp]". Example: [@plan-box-256]'),
        ("[@warp; @warpgroup]", ("citation: expected [@key], one key in each, got "
         '"[@warp; @warpgroup]". Example: [@plan-box-256]')),
        ("[@]", 'citation: expected [@key], one key in each, got "[@]". Example: [@plan-box-256]'),
    ],
)  # fmt: skip
def test_an_unknown_key_fails_the_check_and_the_build(tmp_path: Path, text: str, message: str) -> None:
    write_site(tmp_path, {"index.md": f"---\ntitle: t\n---\n# t\n\nSo: {text}\n"})
    problem = f"docs/index.md:6:5: {message}"
    assert tilesite(tmp_path, "check", "docs") == (2, f"{problem}\n1 pages, 0 blocks, 1 problems\n")
    assert strict_build(tmp_path).problems == [problem]


NEAR = "citation: expected [@warp], got {}. Example: No box is wider [@plan-box-256]."


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("【@warp】", '"【@warp】"'),
        ("［@warp］", '"［@warp］"'),
        ("[＠warp]", '"[＠warp]"'),
        ("[ @warp]", '"[ @warp]"'),
        ("[see @warp]", '"[see @warp]"'),
        ("[see @warp, section 3]", '"[see @warp, section 3]"'),
        ("[-@warp]", '"[-@warp]"'),
        ("[see @Warp]", '"[see @Warp]"'),
        ("[@\nwarp]", '"[@\\nwarp]"'),
        ("[see\n@warp]", '"[see\\n@warp]"'),
        ("> [@\n> warp]", '"[@\\nwarp]"'),
    ],
)
def test_what_was_plainly_meant_as_a_citation_is_told(text: str, got: str) -> None:
    page = verify_page(f"# t\n\nSo {text} it is\n" if ">" not in text else f"# t\n\n{text}\n", "p.md")
    column = 3 if ">" in text else 4
    assert [str(problem) for problem in page.problems] == [f"p.md:3:{column}: {NEAR.format(got)}"]
    assert page.citations == ()


def test_a_misspelled_key_of_several_words_is_told_there_too() -> None:
    for text in ("【@plan-box-265】", "[see @plan-box-265]", "[@plan-\nbox-256]", "[@plan-box-\n256]"):
        (problem,) = verify_page(f"# t\n\n{text}\n", "p.md").problems
        assert problem.message.startswith("citation: expected [@plan-box-256], got ")


@pytest.mark.parametrize(
    "text",
    ["[see @octocat]", "[me@warp]", "mail a@warp.de [or b@warp]", "thanks @warp", "`[see @warp]`", "\\[see @warp]",
     "[see @warp](https://e.org/)", "[thanks @wrap]", "【@octocat】", "```text\n[see @warp]\n```",
     "<!-- [see @warp] -->",
     "[x]: https://e.org/@warp", "[see\n@warp](https://e.org/)", "<!-- tilesite is good -->",
     "<!-- tilesite sources are listed below -->"],
)  # fmt: skip
def test_handles_and_addresses_are_left_alone(text: str) -> None:
    assert verify_page(f"# t\n\n{text}\n", "p.md").problems == ()


@pytest.mark.parametrize("comment", ["tilesite-sources", "tilesite sources", "tilesite_sources", "Tilesite.source"])
def test_a_comment_with_another_mark_than_the_colon_is_told(comment: str) -> None:
    (problem,) = verify_page(f"# t\n\n<!-- {comment} -->\n", "p.md").problems
    assert str(problem) == (
        "p.md:3:1: sources: expected <!-- tilesite:sources --> alone in its line, blank lines around it, "
        f'got "<!-- {comment} -->". Example: <!-- tilesite:sources -->'
    )


def test_in_front_matter_and_titles_nothing_is_cited(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "---\ntitle: Wide [@plan-box-256]\n---\n# t\n"})
    problem = (
        "docs/index.md:2:13: citation: expected it in the text of the page (front matter is not read), "
        'got "[@plan-box-256]". Example: No box is wider [@plan-box-256].'
    )
    assert tilesite(tmp_path, "check", "docs").text.splitlines()[0] == problem
    for key in ("plan-box-256", "plan-box-265"):
        block = GOOD.format(id="a").replace("\n", f' title="Wide [@{key}]"\n', 1)
        problems = verify_page(block, "p.md").problems
        assert [each.code for each in problems] == ["citation-in-code"]
        assert problems[0].place.line == 1


@pytest.mark.parametrize(
    ("definition", "line", "column", "got"),
    [
        ("[@plan-box-256]: https://evil.example/", 7, 1, "[@plan-box-256]: https://evil.example/"),
        ("[@plan-box-256]: <https://evil.example/> 'title'", 7, 1, "[@plan-box-256]: <https://evil.example/> 'title'"),
        ("[@plan-box-256]:\nhttps://evil.example/", 7, 1, "[@plan-box-256]:"),
        ("- item\n\n    [@plan-box-256]: https://evil.example/", 9, 5, "[@plan-box-256]: https://evil.example/"),
        ("> [@plan-box-256]: https://evil.example/", 7, 3, "[@plan-box-256]: https://evil.example/"),
    ],
)
def test_a_link_of_a_facts_name_is_told_and_leads_nowhere(
    tmp_path: Path, definition: str, line: int, column: int, got: str
) -> None:
    write_site(tmp_path, {"index.md": f"---\ntitle: t\n---\n# t\n\nA box [@plan-box-256] ends.\n{definition}\n"})
    text = (tmp_path / "docs" / "index.md").read_text("utf-8").replace("ends.\n", "ends.\n\n")
    (tmp_path / "docs" / "index.md").write_text(text, "utf-8")
    problem = (
        f"docs/index.md:{line + 1}:{column}: citation: expected no link of that name, which a citation of the fact "
        f'would lead to, got "{got}". Example: [a name]: https://example.org/'
    )
    assert tilesite(tmp_path, "check", "docs") == (2, f"{problem}\n1 pages, 0 blocks, 1 problems\n")
    built = strict_build(tmp_path)
    assert built.problems == [problem]
    loose = tilesite_build(tmp_path)
    assert [a for a in loose.select("a") if "evil" in a.get("href", "")] == []
    assert len(loose.select("sup.tilesite-cite")) == 1


def tilesite_build(folder: Path) -> BeautifulSoup:
    """The page of a build that is not strict."""
    done = run("mkdocs", "build", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    return BeautifulSoup((folder / "site" / "index.html").read_text("utf-8"), "html.parser")


def test_a_citation_with_a_colon_behind_it_is_a_citation() -> None:
    page = verify_page("# t\n\n[@warp]: that is why it is so\n\n[@warpgroup]:\n\n- x\n", "p.md")
    assert page.problems == ()
    assert [each.key for each in page.citations] == ["warp", "warpgroup"]


def test_all_that_a_fact_shows_is_told_in_chinese() -> None:
    """Values, units, places and what a value was compared with: names, numbers and code are the same in both."""
    words = re.compile(r"\b[a-z]{3,}(?:[ ,]+[a-z]{2,})+\b")
    assert {fact.unit for fact in ALL_FACTS if fact.unit} == set(UNITS)
    assert set(VALUES) <= {fact.value for fact in ALL_FACTS}
    assert set(PLACES) <= {fact.locator for fact in ALL_FACTS}
    for fact in ALL_FACTS:
        value, place = value_said(fact, "zh"), place_said(fact.locator, "zh")
        line = source_line(fact, "zh")
        assert not words.search(value), value
        assert not words.search(re.sub(r"“.+?”|issue|PR", "", place)), place
        assert not re.search(r"compiled|with|by", line.said), line.said
        if re.search(r"[a-z]", value.replace("stage", "").replace("block", "")) and fact.value in VALUES:
            assert re.search(r"[\u4e00-\u9fff]", value), value
    single = {value for fact in ALL_FACTS if re.fullmatch(r"[a-z-]{3,}", value := fact.value)}
    assert single - set(VALUES) == set()
    assert check_said("cuda_occupancy.h 13.0.96, compiled", "zh") == "cuda_occupancy.h 13.0.96（编译后运行）"
    assert value_said(FACTS["plan-inner-stride"], "en") == "1 element"
    assert value_said(FACTS["plan-inner-stride"], "zh") == "1 个元素"
    assert value_said(FACTS["plan-box-256"], "zh") == "256 个元素"


def test_too_many_citations_are_told() -> None:
    problems = verify_page("[@warp] " * (MOST_CITATIONS + 1), "p.md").problems
    assert [problem.code for problem in problems] == ["page-size"]
    assert str(problems[0]).endswith(f"expected at most {MOST_CITATIONS} citations, got more. Example: several pages")


def test_what_is_lost_in_the_built_page_is_found(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n\nx [@warp]\n\n<!-- tilesite:sources -->\n"})
    assert strict_build(tmp_path).problems == []
    assert tilesite(tmp_path, "check", "docs", "--site", "site").code == 0
    built = tmp_path / "site" / "index.html"
    html = built.read_text("utf-8")
    for old, new, what in (
        ('data-tilesite-cite="warp"', "", "docs/index.md:3:3: citation warp"),
        ('data-tilesite="cited:', 'data-x="', "docs/index.md:1:1: list of sources"),
        ('data-tilesite="sources:', 'data-x="', "docs/index.md:5:1: sources"),
    ):
        assert html.count(old) == 1
        built.write_text(html.replace(old, new), "utf-8")
        checked = tilesite(tmp_path, "check", "docs", "--site", "site")
        assert checked.code == 1
        assert f"{what}: expected 1 of it in the built page, got 0." in checked.text


def test_the_table_has_every_fact_with_its_source_its_state_and_what_rests_on_it(tmp_path: Path) -> None:
    page = "# t\n\ntext\n\n<!-- tilesite:sources -->\n\nmore\n\n```text\n<!-- tilesite:sources -->\n```\n"
    built = strict_build(write_site(tmp_path, {"index.md": page}))
    assert built.problems == []
    rows = {row["id"]: row for row in built.soup.select(".tilesite-facts tbody tr")}
    assert set(rows) == {f"fact-{fact.key}" for fact in ALL_FACTS}
    users = uses()
    for fact in ALL_FACTS:
        said, value, where, state, used = rows[f"fact-{fact.key}"].select("td")
        line = source_line(fact, "en")
        assert said.text == f"{fact.statement.en}{fact.key}"
        assert value.text == value_said(fact, "en")
        locator = where.select_one(".tilesite-locator")
        assert (locator.get("href"), locator.text, state.text) == (line.url, fact.locator, line.said)
        assert line.url is None or len(line.url) > len("https://github.com/")
        assert used.text == ", ".join(users[fact.key])
        assert fact.seed_locator is None or fact.seed_locator in where.text
    moved = rows["fact-tilelang-box-limit"].select_one(".tilesite-moved").text
    assert moved == "stands at line 42 of _vendor/tilelang-v0.1.15/src/cuda/op/tma_layout.h"
    assert [row["id"] for row in built.soup.select("tr:has(.tilesite-moved)")] == ["fact-tilelang-box-limit"]
    for key, source in SOURCES.items():
        assert built.soup.select_one(f"#source-of-{key}").text == source.title.en
    paragraphs = [each.text for each in built.soup.select("p")]
    assert {"text", "more"} <= set(paragraphs)


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        (
            "<!-- tilesite:sources tma -->",
            'sources: expected nothing behind the word, got "tma". Example: <!-- tilesite:sources -->',
        ),
        (
            "<!-- tilesite:source -->",
            (
                "sources: expected <!-- tilesite:sources --> alone in its line, blank lines around it, "
                'got "<!-- tilesite:source -->". Example: <!-- tilesite:sources -->'
            ),
        ),
        (
            "<!-- tilesite:sources -->\n\n<!-- tilesite:sources -->",
            (
                "sources: expected it once in a page, since its anchors are, got it again (first in line 3). "
                "Example: a link to it"
            ),
        ),
    ],
)
def test_a_comment_that_is_no_table_is_told(comment: str, message: str) -> None:
    assert [problem.message for problem in verify_page(f"# t\n\n{comment}\n", "p.md").problems] == [message]


def test_a_block_carries_the_sources_of_the_rules_that_decided_it() -> None:
    passing = verify_page(GOOD.format(id="a"), "p.md").answers[0].report
    failing = verify_page(GOOD.format(id="a").replace("stages: 3", "stages: 5"), "p.md").answers[0].report
    assert passing is not None
    assert failing is not None
    assert set(decided_by(passing)) == set(passing.cites)
    assert set(decided_by(failing)) == {
        "shared-formula",
        "shared-reserved",
        "shared-per-sm-9.0",
        "shared-per-block-9.0",
        "occ-registers",
        "occ-shared",
    }
    assert len(passing.cites) > 15


def test_a_citation_in_a_snippet_is_told_in_its_file(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": '# t\n\n--8<-- "docs/part.txt"\n'})
    (tmp_path / "docs" / "part.txt").write_text("fine [@warp]\nwrong [@wrap]\n", "utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        config.read_text("utf-8").replace("  - pymdownx.details\n", "  - pymdownx.details\n  - pymdownx.snippets\n"),
        "utf-8",
    )
    problem = (
        'docs/part.txt:2:7: citation: expected the key of a fact (did you mean warp?), got "wrap". Example: [@warp]'
    )
    assert problem in tilesite(tmp_path, "check", "docs").text
