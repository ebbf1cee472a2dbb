"""Both languages of the site: the same pages, each of which says which it is, and the words of the theme in both."""

from __future__ import annotations

import json
import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from bs4 import BeautifulSoup
from server import SiteServer
from sites import REPOSITORY, address_of, page_names, run

DOCS = REPOSITORY / "docs"
FOLDERS = {"en": "", "zh": "zh/"}
NAMES = page_names(DOCS)
PAGES = [(lang, name) for lang in FOLDERS for name in page_names(DOCS / FOLDERS[lang])]


class _Loader(yaml.SafeLoader):
    """The tag ``!ENV`` is read as nothing."""


_Loader.add_constructor("!ENV", lambda *_: None)


def nav_files(nav: Any) -> list[str]:  # noqa: ANN401 - what a configuration holds
    """The pages of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [file for part in parts for file in nav_files(part)]


@cache
def page_of(file: Path) -> BeautifulSoup:
    return BeautifulSoup(file.read_text("utf-8"), "html.parser")


def built(site: Path, lang: str, name: str) -> BeautifulSoup:
    return page_of(site / FOLDERS[lang] / address_of(name) / "index.html")


def content(page: BeautifulSoup, selector: str) -> str:
    found = page.select_one(selector)
    assert found is not None, selector
    return str(found.get("content") or found.get("href"))


def test_both_languages_have_the_same_pages() -> None:
    assert page_names(DOCS / "zh") == NAMES


def test_both_navigations_have_the_same_order() -> None:
    english, chinese = (
        yaml.load((REPOSITORY / name).read_text("utf-8"), _Loader)["nav"]  # noqa: S506 - a safe loader
        for name in ("mkdocs.yml", "mkdocs.zh.yml")
    )
    assert nav_files(english) == nav_files(chinese)
    assert sorted(nav_files(english)) == sorted(f"{name}.md" for name in NAMES)


@pytest.mark.parametrize(("lang", "name"), PAGES)
def test_a_page_says_what_and_where_it_is(built_site: Path, site_server: SiteServer, lang: str, name: str) -> None:
    page, home, path = built(built_site, lang, name), site_server.address, address_of(name)
    own = home + FOLDERS[lang] + path
    assert page.html is not None
    assert page.html["lang"] == lang
    assert content(page, "link[rel=canonical]") == own
    assert content(page, 'meta[property="og:url"]') == own
    alternates = {link["hreflang"]: link["href"] for link in page.select("head link[hreflang]")}
    english, chinese = (home + folder + path for folder in FOLDERS.values())
    wanted = {"en": english, "zh": chinese, "x-default": english}
    assert alternates == wanted
    assert len(content(page, "meta[name=description]")) >= 15
    assert content(page, 'meta[property="og:description"]') == content(page, "meta[name=description]")
    assert content(page, 'meta[property="og:title"]')
    edit = f"https://github.com/example/tilesite/edit/main/docs/{FOLDERS[lang]}{name}.md"
    assert content(page, "a[rel=edit]") == edit


def test_descriptions_tell_pages_apart(built_site: Path) -> None:
    said = [content(built(built_site, lang, name), "meta[name=description]") for lang, name in PAGES]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("lang", FOLDERS)
def test_pages_follow_each_other_in_the_order_of_the_navigation(built_site: Path, lang: str) -> None:
    name = "mkdocs.yml" if lang == "en" else "mkdocs.zh.yml"
    nav = yaml.load((REPOSITORY / name).read_text("utf-8"), _Loader)["nav"]  # noqa: S506 - a safe loader
    order = [Path(file).with_suffix("").as_posix() for file in nav_files(nav)]
    for before, after in zip(order, order[1:], strict=False):
        next_link = built(built_site, lang, before).select_one(".md-footer__link--next")
        previous = built(built_site, lang, after).select_one(".md-footer__link--prev")
        assert next_link is not None
        assert previous is not None


def test_the_words_of_the_theme_are_chinese_in_chinese(built_site: Path) -> None:
    page = built(built_site, "zh", "index")
    labels = {str(each["aria-label"]) for each in page.select("[aria-label]") if each.name != "a"}
    titles = {str(each["title"]) for each in page.select("[title]")} - {"tilesite"}
    assert {label for label in labels | titles if label.isascii()} == set()


@pytest.mark.parametrize(("folder", "said"), [("", "There is no such page"), ("zh/", "没有这一页")])
def test_what_is_not_there_has_a_page_in_each_language(built_site: Path, folder: str, said: str) -> None:
    page = page_of(built_site / folder / "404.html")
    heading = page.select_one("h1")
    assert heading is not None
    assert heading.text == said


def test_chinese_is_indexed_by_its_words(built_site: Path) -> None:
    index = json.loads((built_site / "zh" / "search" / "search_index.json").read_text("utf-8"))
    assert index["config"]["lang"] == ["zh", "en"]
    assert any("程序\u200b" in document["text"] for document in index["docs"])


def test_zensical_builds_both_languages(tmp_path: Path) -> None:
    for name in ("docs", "hooks", "mkdocs.yml", "mkdocs.zh.yml"):
        source = REPOSITORY / name
        shutil.copytree(source, tmp_path / name) if source.is_dir() else shutil.copy(source, tmp_path)
    config = tmp_path / "mkdocs.yml"
    # It runs no hooks, so that the extension has to be named, and nothing adds the files of live blocks.
    named, count = re.subn(
        r"^  tilesite:\n +live: .*\n", "  tilesite: {}\n", config.read_text("utf-8"), flags=re.MULTILINE
    )
    assert count == 1
    config.write_text(named, "utf-8")
    for name in ("mkdocs.yml", "mkdocs.zh.yml"):
        done = run("zensical", "build", "--clean", "--config-file", name, cwd=tmp_path, env=dict(os.environ))
        assert done.returncode == 0, done.stdout
    checked = run("tilesite", "check", "docs", "--site", "site", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    for lang, name in PAGES:
        page = page_of(tmp_path / "site" / FOLDERS[lang] / address_of(name) / "index.html")
        assert page.html is not None
        assert page.html["lang"] == lang
        other = page.select_one(".site-language")
        assert other is not None
        assert page.select("head link[hreflang]")


_CHINESE = "[\u3001-\u303f\u3400-\u9fff\uff00-\uffef]"
_BROKEN = re.compile(rf"{_CHINESE}[ \t]*\n\s*{_CHINESE}")


def test_no_chinese_sentence_is_broken_by_a_blank(built_site: Path) -> None:
    """A line end in the source becomes a blank, which Chinese has none of."""
    found = []
    for name in page_names(DOCS / "zh"):
        for part in built(built_site, "zh", name).select(".md-content :is(p, li, td, dd, h1, h2, h3)"):
            if not part.select_one("p, ul, ol, dl, table, div, pre"):
                found += [(name, match[0]) for match in _BROKEN.finditer(part.text)]
    assert found == []
