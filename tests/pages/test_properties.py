"""What holds for every page: nothing crashes, nothing outside of our blocks changes, what was found is built."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from markdown import Markdown
from pymdownx.superfences import SuperFencesBlockPreprocessor
from random_pages import pages

from tilesite.hosts.extension import TilesiteExtension
from tilesite.hosts.styles import style_element
from tilesite.pages.check import CheckedPage
from tilesite.pages.completeness import built_marks, compare_with_built
from tilesite.pages.fences import take_blocks
from tilesite.pages.nesting import PLACING_EXTENSIONS
from tilesite.pages.page import Page, verify_page
from tilesite.pages.placing import comments, without_hidden
from tilesite.pages.rewrite import rewritten
from tilesite.pages.site import Site
from tilesite.pages.source import decode_page, without_front_matter
from tilesite.pages.update import update_of

MANY = settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
VERY_MANY = settings(max_examples=100_000, deadline=None, derandomize=False, suppress_health_check=list(HealthCheck))
_OPENING = re.compile(r"<!--[ \t]*tilesite:output[ \t]+[^ >]+[ \t]*-->")
_SECTION = re.compile(r'<section class="tilesite[ "].*?</section>', re.DOTALL)


def verified(data: bytes) -> tuple[str, Page]:
    text = without_front_matter(decode_page(data, "p.md"))
    return text, verify_page(text, "p.md")


def places_are_in_the_page(text: str, page: Page) -> None:
    lines = text.split("\n")
    for problem in page.problems:
        assert 1 <= problem.place.line <= len(lines) + 1, problem
        assert 1 <= problem.place.column <= len((*lines, "")[problem.place.line - 1]) + 1, problem


def update_changes_recorded_outputs_alone(data: bytes, page: Page) -> None:
    new = rewritten(data, page.recorded)
    fixed = [each.region for each in page.recorded if each.differs]
    if not fixed:
        assert new == data
        return
    old_lines, new_lines = (re.split(rb"(?<=\n)|(?<=\r)(?!\n)", each) for each in (data, new))
    kept = [line for at, line in enumerate(old_lines, 1) if not any(r.opening.line < at < r.closing for r in fixed)]
    rest = iter(new_lines)
    assert all(line in rest for line in kept)
    checked = CheckedPage(Path(), Path(), Site(Path(), Path(), Path()), page, data)
    update = update_of(checked)
    if update.is_needed:
        again = verify_page(without_front_matter(decode_page(update.new, "p.md")), "p.md")
        assert rewritten(update.new, again.recorded) == update.new


def the_rest_of_the_page_is_as_without_us(text: str, page: Page, html: str) -> None:
    ours = html.removesuffix(style_element()).rstrip()
    if not page.recorded and not page.values:
        plain = Markdown(extensions=list(PLACING_EXTENSIONS))
        own: SuperFencesBlockPreprocessor = plain.preprocessors["fenced_code_block"]
        take_blocks(own.extension, lambda **_: '<section class="tilesite "></section>')
        notice = re.compile(r'\A<div class="tilesite-problems".*?</div>', re.DOTALL)
        assert _SECTION.sub("X", notice.sub("", ours)) == _SECTION.sub("X", plain.convert(text))
    assert "</section>" not in _SECTION.sub("", without_hidden(ours))


def what_was_found_is_what_is_built(page: Page, html: str) -> None:
    if any(_OPENING.fullmatch(comment) for comment in comments(html)):
        assert page.problems, "a recorded output is left of which only the comments count"
    wanted = len(page.answers) + len(page.recorded) + len(page.values)
    if list(compare_with_built(page, html)):
        assert page.problems, "the check alone does not say that something is not built"
        assert html.startswith('<div class="tilesite-problems"')
    else:
        assert sum(built_marks(html).values()) == wanted


def holds(data: bytes) -> None:
    text, page = verified(data)
    places_are_in_the_page(text, page)
    update_changes_recorded_outputs_alone(data, page)
    html = Markdown(extensions=[*PLACING_EXTENSIONS, TilesiteExtension()]).convert(text)
    the_rest_of_the_page_is_as_without_us(text, page, html)
    what_was_found_is_what_is_built(page, html)


@given(pages())
@MANY
def test_of_many_pages(data: bytes) -> None:
    holds(data)


@pytest.mark.long
@given(pages())
@VERY_MANY
def test_of_very_many_pages(data: bytes) -> None:
    holds(data)
