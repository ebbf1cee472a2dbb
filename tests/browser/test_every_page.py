"""Every page of the built site in Chromium: what it asks for, what it says, what axe finds, how large it is."""

from __future__ import annotations

import pytest
from visits import Case, Visit, looks_of, paths

CASES = [Case(path, look) for path in paths() for look in looks_of(path)]
# What a reader's first page may cost, compressed: the theme's style and script are most of it.
MOST_BYTES = 300_000

every_page = pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.path or 'home'}-{case.look.scheme}-{case.look.size[0]}"
)
Visited = dict[Case, Visit]


@every_page
def test_no_request_leaves_the_site(visited: Visited, address: str, case: Case) -> None:
    requests = visited[case].requests
    assert requests[0] == address + case.path
    assert [each for each in requests if not each.startswith((address, "data:", "blob:"))] == []


@every_page
def test_the_console_is_silent(visited: Visited, case: Case) -> None:
    assert visited[case].errors == ()


@every_page
def test_axe_finds_nothing(visited: Visited, case: Case) -> None:
    assert visited[case].violations == ()


@every_page
def test_no_page_is_wider_than_its_window(visited: Visited, case: Case) -> None:
    assert visited[case].too_wide <= 0


@every_page
def test_no_sentence_is_cut_and_no_place_is_shredded(visited: Visited, case: Case) -> None:
    assert visited[case].cut == ()
    assert visited[case].shredded == ()


@every_page
def test_the_words_of_figures_can_be_read(visited: Visited, case: Case) -> None:
    assert visited[case].small_texts == ()


@every_page
def test_a_page_is_small(visited: Visited, case: Case) -> None:
    assert 10_000 < visited[case].transferred <= MOST_BYTES
