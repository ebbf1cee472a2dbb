"""The pages that show facts: which of their blocks and citations rest on some of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.page import Page
from tilesite.pages.problems import Place


class Output(NamedTuple):
    """Something of a page that rests on facts: where it stands, what it is, and their keys."""

    place: Place
    what: str
    keys: tuple[str, ...]


def affected_outputs(paths: Sequence[str], keys: Collection[str]) -> tuple[Output, ...]:
    """The blocks and citations of pages that rest on facts with these keys. Raises InputError when no page is there."""
    pages = verify_pages(find_pages(paths))
    return tuple(output for checked in pages for output in _outputs(checked.page, keys))


def _outputs(page: Page, keys: Collection[str]) -> Iterator[Output]:
    for answer in page.answers:
        cites = answer.report.cites if answer.report else ()
        resting = tuple(key for key in dict.fromkeys(cites) if key in keys)
        if resting:
            name = f" {answer.block.options.id}" if answer.block.options.id else ""
            yield Output(answer.block.place, f"{answer.block.kind} block{name}", resting)
    for citation in page.citations:
        if citation.key in keys:
            yield Output(citation.place, "citation", (citation.key,))
