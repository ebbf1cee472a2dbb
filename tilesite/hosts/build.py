"""One build of a site: its pages verified before they are converted, and compared with what was made of them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from markdown import Markdown

from tilesite.pages.blocks import Answer
from tilesite.pages.completeness import compare_with_built
from tilesite.pages.page import Page, verify_page
from tilesite.pages.problems import Problem
from tilesite.pages.source import SourceError, decode_page


class Build:
    """The pages of one build. Made anew for each, so that nothing stale outlives a rebuild."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._pages: dict[str, Page] = {}

    def verify(self, uri: str, data: bytes, shown_path: str) -> None:
        """Verifies one page. ``uri`` is its name in the site's sources, ``shown_path`` its name in problems."""
        try:
            self._pages[uri] = verify_page(decode_page(data, shown_path), shown_path, self.lang)
        except SourceError as error:
            self._pages[uri] = Page(shown_path, (), (error.problem,))

    def answers_of(self, md: Markdown) -> dict[str, Answer]:
        """The answers of the page that ``md`` is converting, by mark; MkDocs keeps the page's file in ``relpath``."""
        file = getattr(md.treeprocessors["relpath"], "file", None) if "relpath" in md.treeprocessors else None
        page = self._pages.get(file.src_uri) if file else None
        return {answer.block.mark: answer for answer in page.answers} if page else {}

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
        page = self._pages[uri]
        in_blocks = {problem for answer in page.answers for problem in answer.problems}
        rest = [problem for problem in self.problems(uri, html) if problem not in in_blocks]
        lines = "".join(f"<li>{escape(str(problem))}</li>" for problem in rest)
        return f'<div class="tilesite-problems" role="alert"><ul>{lines}</ul></div>' if rest else ""
