"""Ids of built pages: each stands once, whatever blocks a page repeats and whatever its headings are called."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import GOOD, build, strict_build, tilesite, with_bare_theme, write_site

BARE = GOOD.replace(' id="{id}"', "")
SWEEP = "```yaml sweep\ntopk: 3\n```\n"
TMA = "```yaml tma\ndtype: f16\nshape: 1000, 200\nbox: 64, 32\nswizzle: 64B\n```\n"
COPY = (
    "```yaml copy\nglobal_shape: [512, 1024]\nregion_extent: [64, 256]\nshared_shape: [64, 256]\n"
    "layout:\n  kind: full\n```\n"
)
GEMM = "```yaml gemm\nblock_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n```\n"
TWICE = "\n".join([BARE, SWEEP, TMA, COPY, GEMM] * 2)


def ids_of(html: str) -> list[str]:
    return [each["id"] for each in BeautifulSoup(html, "html.parser").select("[id]")]


def test_blocks_that_are_written_twice_share_no_id(tmp_path: Path) -> None:
    built = strict_build(with_bare_theme(write_site(tmp_path, {"index.md": TWICE})))
    assert built.problems == []
    ids = ids_of(built.html)
    assert len(ids) > 30
    assert [each for each, count in Counter(ids).items() if count > 1] == []
    for element in built.soup.select("[aria-labelledby], [aria-describedby], use[href]"):
        for name in ("aria-labelledby", "aria-describedby", "href"):
            target = element.get(name, "").lstrip("#")
            assert not target or target in ids
    sections = built.soup.select("section.tilesite")
    assert len(sections) == 10
    for section in sections:
        own = {element["id"] for element in section.select("[id]")}
        used = {element["href"].lstrip("#") for element in section.select("use[href]")}
        assert used <= own


def test_choices_of_blocks_that_are_written_twice_are_apart(tmp_path: Path) -> None:
    built = strict_build(with_bare_theme(write_site(tmp_path, {"index.md": TWICE})))
    groups = [{each["name"] for each in fieldset.select("input")} for fieldset in built.soup.select("section fieldset")]
    assert len(groups) > 6
    assert all(len(group) == 1 for group in groups)
    assert len({name for group in groups for name in group}) == len(groups)


def test_the_ids_of_a_figure_do_not_depend_on_what_stands_before_it(tmp_path: Path) -> None:
    for name in ("alone", "behind"):
        (tmp_path / name).mkdir()
    alone = strict_build(with_bare_theme(write_site(tmp_path / "alone", {"index.md": TMA})))
    behind = strict_build(with_bare_theme(write_site(tmp_path / "behind", {"index.md": f"{SWEEP}\n{GEMM}\n{TMA}"})))
    assert ids_of(alone.html)
    assert ids_of(behind.html)[-len(ids_of(alone.html)) :] == ids_of(alone.html)


@pytest.mark.parametrize(
    ("other", "tag"),
    [("# Fig1", "h1"), ("## Other {: #fig1 }", "h2"), ('<div id=fig1 class="x">a</div>', "div")],
    ids=["heading", "named heading", "raw html"],
)
def test_an_id_that_something_else_of_the_page_has_is_an_error(tmp_path: Path, other: str, tag: str) -> None:
    text = f"{other}\n\n{GOOD.format(id='fig1')}"
    write_site(tmp_path, {"index.md": text})
    line = 1 + text.split("\n").index(GOOD.format(id="fig1").split("\n")[0])
    said = (
        f"docs/index.md:{line}:14: option id: expected an id that nothing else of the page has, got fig1, "
        f'which a {tag} element has too. Example: id="fig1-block"'
    )
    assert strict_build(tmp_path).problems == [said]
    assert build(tmp_path, "--no-strict").code == 0
    checked = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert checked.code == 2
    assert said in checked.text


def test_the_column_is_that_of_the_id(tmp_path: Path) -> None:
    title = 'title="an id= in a title" id="fig1"'
    text = f"# Fig1\n\n- item\n\n    {BARE.replace('yaml tile', f'yaml tile {title}')}"
    lines = text.split("\n")
    text = "\n".join([*lines[:5], *("    " + each for each in lines[5:])])
    write_site(tmp_path, {"index.md": text})
    (problem,) = strict_build(tmp_path).problems
    assert problem.startswith("docs/index.md:5:44: option id: expected an id that nothing else of the page has")
    assert text.split("\n")[4][43:].startswith('id="fig1"')


def test_words_that_look_like_an_id_are_none(tmp_path: Path) -> None:
    text = f'# t\n\nSay `id="fig1"` or <!-- <i id="fig1"> --> id="fig1".\n\n{GOOD.format(id="fig1")}'
    assert strict_build(write_site(tmp_path, {"index.md": text})).problems == []
