"""One build of a site: its pages verified before they are converted, and compared with what was made of them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from markdown import Markdown

from tilesite.pages.completeness import compare_with_built
from tilesite.pages.page import Page, verify_page
from tilesite.pages.problems import Problem
from tilesite.pages.settings import Settings
from tilesite.pages.snippets import Snippets
from tilesite.pages.source import SourceError, decode_page, without_front_matter


class Build:
    """The pages of one build. Made anew for each, so that nothing stale outlives a rebuild."""

    def __init__(self, settings: Settings, snippets: Snippets | None) -> None:
        self.settings = settings
        self._snippets = snippets
        self._left = settings.site_candidates
        self._pages: dict[str, Page] = {}

    def verify(self, uri: str, data: bytes, shown_path: str) -> None:
        """Verifies one page. ``uri`` is its name in the site's sources, ``shown_path`` its name in problems."""
        try:
            page = verify_page(
                without_front_matter(decode_page(data, shown_path)),
                shown_path,
                self.settings,
                self._snippets,
                self._left,
            )
        except SourceError as error:
            page = Page(shown_path, problems=(error.problem,))
        self._left -= page.candidates
        self._pages[uri] = page

    def page_of(self, md: Markdown) -> Page | None:
        """The page that ``md`` is converting; MkDocs keeps the page's file in ``relpath``."""
        file = getattr(md.treeprocessors["relpath"], "file", None) if "relpath" in md.treeprocessors else None
        return self._pages.get(file.src_uri) if file else None

    def problems(self, uri: str, html: str) -> tuple[Problem, ...]:
        """All problems of a page, those of its source and those of the HTML that was made of it."""
        page = self._pages[uri]
        return (*page.problems, *compare_with_built(page, html))

    def undecodable(self) -> Iterator[Problem]:
        """The problems of pages that cannot be decoded: a build cannot go on with them."""
        for page in self._pages.values():
            yield from (problem for problem in page.problems if problem.code == "not-utf-8")

    def notice(self, uri: str, html: str) -> str:
        """What a page shows above its content: the problems that no block of it shows."""
        return notice(self._pages[uri], self.problems(uri, html))


def notice(page: Page, problems: tuple[Problem, ...]) -> str:
    """The HTML of the problems of a page that no block of it shows."""
    in_blocks = {problem for answer in page.answers for problem in answer.problems}
    rest = [problem for problem in problems if problem not in in_blocks]
    lines = "".join(f"<li>{escape(str(problem))}</li>" for problem in rest)
    return f'<div class="tilesite-problems" role="alert"><ul>{lines}</ul></div>' if rest else ""
