"""No link, anchor or picture of the built site leads nowhere, in either language."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
from server import SiteServer
from sites import REPOSITORY

EDIT = "https://github.com/example/tilesite/edit/main/"
LINKS = {"href", "src", "xlink:href", "action"}


class Links(NamedTuple):
    """What a page has: its ids, and where its links lead, as they are written."""

    ids: frozenset[str]
    links: tuple[str, ...]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None and (name == "id" or (name, tag) == ("name", "a")):
                self.ids.add(value)
            elif value is not None and name in LINKS:
                self.links.append(value)


@cache
def links_of(file: Path) -> Links:
    """The ids and links of a built page."""
    reader = _Reader()
    reader.feed(file.read_text("utf-8"))
    return Links(frozenset(reader.ids), tuple(reader.links))


def file_of(site: Path, address: str) -> Path:
    """The file that a static host answers an address of the site with."""
    file = site / unquote(urlsplit(address).path).lstrip("/")
    return file / "index.html" if file.is_dir() else file


def problem(site: Path, home: str, page: str, link: str) -> str | None:
    """What is wrong with one link of a page."""
    target, anchor = urldefrag(urljoin(page, link))
    if link.startswith("data:"):
        return None
    if target.startswith(EDIT):
        return None if (REPOSITORY / target.removeprefix(EDIT)).is_file() else f"{link}: no such file"
    if not target.startswith(home):
        return None if urlsplit(target).scheme == "https" else f"{link}: neither of this site nor https"
    file = file_of(site, target)
    if not file.is_file():
        return f"{link}: no such page"
    if anchor and file.suffix == ".html" and unquote(anchor) not in links_of(file).ids:
        return f"{link}: no such anchor"
    return None


def test_every_link_leads_somewhere(built_site: Path, site_server: SiteServer) -> None:
    home = site_server.address
    broken = []
    count = 0
    for file in sorted(built_site.rglob("*.html")):
        path = file.relative_to(built_site).as_posix()
        address = home + path.removesuffix("index.html")
        for link in links_of(file).links:
            count += 1
            wrong = problem(built_site, home, address, link)
            if wrong:
                broken.append(f"{path}: {wrong}")
    assert count > 500
    assert broken == []


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("nothing/", "no such page"),
        ("tile-size-decision/#nothing", "no such anchor"),
        ("page.md", "no such page"),
        ("http://example.org/", "neither of this site nor https"),
        (f"{EDIT}docs/nothing.md", "no such file"),
        ("tile-size-decision/#tile-size-decision", None),
        ("https://example.org/", None),
    ],
)
def test_a_broken_link_is_found(built_site: Path, site_server: SiteServer, link: str, wrong: str | None) -> None:
    home = site_server.address
    assert problem(built_site, home, home, link) == (wrong and f"{link}: {wrong}")


@pytest.mark.parametrize("folder", ["", "zh/"])
def test_the_map_of_the_site_has_every_page(built_site: Path, site_server: SiteServer, folder: str) -> None:
    home = site_server.address
    root = ET.fromstring((built_site / folder / "sitemap.xml").read_text("utf-8"))  # noqa: S314 - what was just built
    listed = {str(each.text) for each in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
    start = built_site / folder
    files = {file.relative_to(start).as_posix() for file in start.rglob("index.html")}
    own = {name for name in files if folder or not name.startswith("zh/")}
    assert listed == {home + folder + name.removesuffix("index.html") for name in own}
    for link in root.iter("{http://www.w3.org/1999/xhtml}link"):
        assert file_of(built_site, link.attrib["href"]).is_file(), link.attrib
