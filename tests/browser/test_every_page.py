"""Every page of the built site in Chromium: what it asks for, what it says, what axe finds, how large it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from visits import Look, Visit, looks_of, paths

CASES = [(path, look) for path in paths() for look in looks_of(path)]
NAMES = [f"{path or 'home'}-{look.scheme}-{look.size[0]}" for path, look in CASES]
# What a reader's first page may cost, compressed: the theme's style and script are most of it.
MOST_BYTES = 250_000

every_page = pytest.mark.parametrize(("path", "look"), CASES, ids=NAMES)
Visited = Callable[[str, Look], Visit]


@every_page
def test_no_request_leaves_the_site(visited: Visited, address: str, path: str, look: Look) -> None:
    requests = visited(path, look).requests
    assert requests[0] == address + path
    assert [each for each in requests if not each.startswith((address, "data:", "blob:"))] == []


@every_page
def test_the_console_is_silent(visited: Visited, path: str, look: Look) -> None:
    assert visited(path, look).errors == ()


@every_page
def test_axe_finds_nothing(visited: Visited, path: str, look: Look) -> None:
    assert visited(path, look).violations == ()


@every_page
def test_no_page_is_wider_than_its_window(visited: Visited, path: str, look: Look) -> None:
    assert visited(path, look).too_wide <= 0


@every_page
def test_the_words_of_figures_can_be_read(visited: Visited, path: str, look: Look) -> None:
    assert visited(path, look).small_texts == ()


@every_page
def test_a_page_is_small(visited: Visited, path: str, look: Look) -> None:
    transferred = visited(path, look).transferred
    assert 10_000 < transferred <= MOST_BYTES
