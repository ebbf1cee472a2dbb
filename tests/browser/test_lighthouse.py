"""Lighthouse on the home page and both chapters. Speed is measured by ``make bench``: a busy machine decides it."""

from __future__ import annotations

import pytest
from scores import ASSERTED, Scores, scores

PAGES = ("", "tile-size-decision/", "tma-descriptor/", "zh/")


@pytest.fixture(scope="module")
def scored(address: str) -> dict[str, Scores]:
    """All pages, one after the other, in one browser."""
    found = scores(ASSERTED, [address + page for page in PAGES])
    return {page: found[address + page] for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page or "home")
def test_a_page_has_its_scores(scored: dict[str, Scores], page: str) -> None:
    found = scored[page]
    assert found.warnings == ()
    assert set(found.scores) == set(ASSERTED)
    assert min(found.scores.values()) >= 0.95, (found.scores, found.lost)
