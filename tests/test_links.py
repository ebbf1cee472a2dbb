"""The check of links: it finds what is broken, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from links import broken_links, broken_references

HEAD = '<link rel="canonical" href="https://docs.invalid/base/"><h1 id="top">t</h1>'
SITE = {"index.html": HEAD, "a/index.html": '<a name="old"></a><p id="here">p</p>', "s.css": "", "404.html": ""}
LINKS = {
    "a page": ("a/", None),
    "a file": ("a/index.html#here", None),
    "a name of this page": ("#top", None),
    "an old name": ("a/#old", None),
    "from the root": ("/base/a/", None),
    "the whole address": ("https://docs.invalid/base/a/#here", None),
    "another site": ("https://elsewhere.invalid/x", None),
    "mail": ("mailto:a@b.invalid", None),
    "a query": ("s.css?v=1", None),
    "no page": ("b/", "b/: expected a file of the site, got none"),
    "no name": ("a/#gone", "a/#gone: expected a place of that name in the page, got none"),
    "no name here": ("#gone", "#gone: expected a place of that name in the page, got none"),
    "no page of the whole address": (
        "https://docs.invalid/base/b/",
        "https://docs.invalid/base/b/: expected a file of the site, got none",
    ),
}


@pytest.mark.parametrize(("link", "told"), LINKS.values(), ids=LINKS)
def test_links_of_a_site(tmp_path: Path, link: str, told: str | None) -> None:
    for name, text in SITE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    with (tmp_path / "index.html").open("a", encoding="utf-8") as index:
        index.write(f'<a href="{link}">x</a>')
    assert list(broken_links(tmp_path)) == ([f"index.html: {told}"] if told else [])


def test_links_of_files(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("[a](README.md#x) [b](gone.md) `[c](gone)` [d](https://x.invalid/)\n\n```\n[e](no)\n```\n", "utf-8")
    assert list(broken_references([file])) == ["README.md: gone.md: expected a file, got none"]
