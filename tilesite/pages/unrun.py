"""A site whose configuration does not run the blocks of its pages: they would be built as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tilesite.pages.check import CheckedPage
from tilesite.pages.problems import WARNING, Place, Problem


def unrun_blocks(pages: Sequence[CheckedPage]) -> Iterator[Problem]:
    """A warning for each configuration with pages that have blocks, and neither plugin, hook nor extension."""
    sites = (checked.site for checked in pages if checked.page.answers and not checked.site.runs)
    for file in dict.fromkeys(site.file for site in sites if site.file):
        here = Path.cwd()
        shown = file.relative_to(here) if file.is_relative_to(here) else file
        message = (
            "plugins: expected tilesite (or its hook), since pages have blocks, which a build leaves as plain text, "
            "got neither. Example: plugins: [search, tilesite]"
        )
        yield Problem(Place(shown.as_posix(), 1), WARNING, "not-run", message)
