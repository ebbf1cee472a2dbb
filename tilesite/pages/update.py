"""``tilesite update``: recorded outputs that differ are rewritten, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tilesite.pages.atomic import ChangedError, replace_file
from tilesite.pages.check import CheckedPage
from tilesite.pages.page import Page, verify_page
from tilesite.pages.paths import real
from tilesite.pages.problems import UNREADABLE, Place, Problem
from tilesite.pages.recorded import Region
from tilesite.pages.rewrite import rewritten
from tilesite.pages.source import decode_page, without_front_matter

RECORDED = "recorded-output"


class Update(NamedTuple):
    """What updating one page comes to: its bytes before and after (the same where nothing is to do).

    ``settles`` is whether what would be written matches; where it does not, nothing is.
    """

    checked: CheckedPage
    old: bytes
    new: bytes
    settles: bool = True

    @property
    def is_needed(self) -> bool:
        """Whether the page changes."""
        return self.old != self.new

    @property
    def rest(self) -> tuple[Problem, ...]:
        """The problems of the page that remain when it is written."""
        page = self.checked.page
        fixed = [each.region for each in page.recorded if self.is_needed and each.differs and each.in_page]
        if not self.settles:
            return (*(problem for problem in page.problems if problem.code != RECORDED), _unsettled(page))
        return tuple(problem for problem in page.problems if not any(_is_in(problem, region) for region in fixed))


def _is_in(problem: Problem, region: Region) -> bool:
    return problem.code == RECORDED and region.opening.line <= problem.place.line <= region.closing


def update_of(checked: CheckedPage) -> Update:
    """The update of one page; none where what would be written did not match again."""
    old = checked.data
    new = rewritten(old, checked.page.recorded)
    if new == old:
        return Update(checked, old, old)
    return Update(checked, old, new) if _settles(checked, new) else Update(checked, old, old, settles=False)


def distinct(updates: Sequence[Update]) -> tuple[Update, ...]:
    """The updates without those of a link to a file that another one changes already."""
    own = {real(update.checked.file): update for update in sorted(updates, key=_is_own)}
    return tuple(update for update in updates if own[real(update.checked.file)] is update)


def _is_own(update: Update) -> bool:
    return not update.checked.file.is_symlink()


def write_updates(updates: Sequence[Update]) -> tuple[Problem, ...]:
    """Writes the pages that change; returns the problems of those that could not be written."""
    problems = []
    for update in updates:
        if not update.is_needed:
            continue
        path = update.checked.page.path
        try:
            replace_file(update.checked.file, update.old, update.new)
        except ChangedError:
            message = "page: expected the page that was verified, got a newer one. Example: tilesite update again"
            problems.append(Problem(Place(path, 1), UNREADABLE, "changed-underneath", message))
        except OSError as error:
            message = f"page: expected a folder that can be written to, got {error.strerror}. Example: chmod u+w on it"
            problems.append(Problem(Place(path, 1), UNREADABLE, "not-written", message))
    return tuple(problems)


def _settles(checked: CheckedPage, data: bytes) -> bool:
    path = checked.page.path
    text = decode_page(data, path)
    snippets = checked.site.snippets
    # Its other side is what includes of the page itself will read.
    snippets = snippets and snippets._replace(root=Path.cwd(), pending=(checked.file, text))
    page = verify_page(without_front_matter(text), path, checked.site.settings, snippets)
    return not any(each.differs and each.in_page for each in page.recorded)


def _unsettled(page: Page) -> Problem:
    place = next((each.place for each in page.recorded if each.differs and each.in_page), Place(page.path, 1))
    expected = "expected a page whose recorded outputs match once they are written, got one in which they would not"
    message = f"page: {expected}; it is left as it is. Example: the block and its recorded output in one file, once"
    return Problem(place, UNREADABLE, "not-settled", message)
