"""One build of a site: its pages verified before they are converted, and compared with what was made of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html import escape
from typing import NamedTuple

from markdown import Markdown

from tilesite.pages.bounds import over_bounds
from tilesite.pages.completeness import Wanted, differences, wanted_of
from tilesite.pages.page import Page, verify_page
from tilesite.pages.problems import Problem
from tilesite.pages.settings import Settings
from tilesite.pages.snippets import Snippets
from tilesite.pages.source import SourceError, decode_page, front_matter, without_front_matter

_ID = re.compile(r'<(?:section|tr)\b[^<>]*\bid="([^"<>]+)"')


class Source(NamedTuple):
    """A page's text, its front matter blanked, the path that problems call it by, and its front matter."""

    text: str
    path: str
    front: str


class Kept(NamedTuple):
    """What is kept of a verified page until the site is compared: the rest is as large as the site."""

    path: str
    problems: tuple[Problem, ...]
    in_blocks: frozenset[Problem]
    wanted: tuple[Wanted, ...]


class Build:
    """The pages of one build. Made anew for each, so that nothing stale outlives a rebuild."""

    def __init__(self, settings: Settings, snippets: Snippets | None) -> None:
        self.settings = settings
        self.snippets = snippets
        self._left = settings.site_candidates
        self._sources: dict[str, Source] = {}
        self._kept: dict[str, Kept] = {}
        self._fatal: list[Problem] = []
        self._latest: tuple[str, Page] | None = None

    def read(self, uri: str, data: bytes, shown_path: str) -> None:
        """Reads one page. ``uri`` is its name in the site's sources, ``shown_path`` its name in problems."""
        try:
            text = decode_page(data, shown_path)
            source = Source(without_front_matter(text), shown_path, front_matter(text))
        except SourceError as error:
            self._fatal.append(error.problem)
            return
        too_large = over_bounds(source.text, shown_path)
        if too_large:
            self._fatal.append(too_large)
        self._sources[uri] = source

    def page_of(self, md: Markdown) -> Page | None:
        """The page that ``md`` is converting, verified; MkDocs keeps the page's file in ``relpath``."""
        file = getattr(md.treeprocessors["relpath"], "file", None) if "relpath" in md.treeprocessors else None
        return self._verified(file.src_uri) if file and file.src_uri in self._sources else None

    def ids_of(self, uri: str) -> tuple[str, ...]:
        """The ids of the blocks of a page."""
        answers = self._verified(uri).answers if uri in self._sources else ()
        return tuple(answer.block.options.id for answer in answers if answer.block.options.id)

    def problems(self, uri: str, html: str) -> tuple[Problem, ...]:
        """All problems of a page, those of its source and those of the HTML that was made of it.

        None of a page that a plugin made (a blog's archive): nobody wrote it.
        """
        if uri not in self._sources:
            return ()
        kept = self._kept_of(uri)
        return (*kept.problems, *differences(kept.path, kept.wanted, html))

    def fatal(self) -> tuple[Problem, ...]:
        """The problems of pages that the site generator must not see: it would not survive them."""
        return tuple(self._fatal)

    def notice(self, uri: str, problems: tuple[Problem, ...]) -> str:
        """What a page shows above its content: those of its problems that no block of it shows."""
        return notice(self._kept_of(uri).in_blocks, problems) if problems else ""

    def _verified(self, uri: str) -> Page:
        if self._latest and self._latest[0] == uri:
            return self._latest[1]
        source = self._sources[uri]
        page = verify_page(source.text, source.path, self.settings, self.snippets, self._left, front=source.front)
        if uri not in self._kept:
            self._left -= page.candidates
        self._kept[uri] = Kept(page.path, page.problems, in_blocks(page), wanted_of(page))
        self._latest = (uri, page)
        return page

    def _kept_of(self, uri: str) -> Kept:
        if uri not in self._kept:
            self._verified(uri)
        return self._kept[uri]


def in_blocks(page: Page) -> frozenset[Problem]:
    """The problems that the blocks of a page show themselves."""
    return frozenset(problem for answer in page.answers for problem in answer.problems)


def anchors_of(html: str) -> Iterator[str]:
    """The ids of the blocks and of the rows of generated tables in finished HTML."""
    return (match[1] for match in _ID.finditer(html))


def notice(shown: Collection[Problem], problems: tuple[Problem, ...]) -> str:
    """The HTML of the problems of a page but those that are ``shown`` by its blocks."""
    rest = [problem for problem in problems if problem not in shown]
    lines = "".join(f"<li>{escape(str(problem))}</li>" for problem in rest)
    return f'<div class="tilesite-problems" role="alert"><ul>{lines}</ul></div>' if rest else ""
