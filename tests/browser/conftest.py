"""One browser for all tests of the built site, and one visit for all that is looked at in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from machine import FLAGS, chromium
from playwright.sync_api import Browser, Page, sync_playwright
from server import SiteServer
from visits import LIGHT_WIDE, Look, Visit, opened, visit


@pytest.fixture(scope="session")
def address(built_site: Path, site_server: SiteServer) -> str:
    """Where the built site is served."""
    assert (built_site / "index.html").is_file()
    return site_server.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def visited(browser: Browser, address: str) -> Callable[[str, Look], Visit]:
    """Visits a page once for each look."""

    @cache
    def once(path: str, look: Look) -> Visit:
        return visit(browser, address + path, look)

    return once


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A wide, light page for one test; an error in its console fails the test."""
    fresh = opened(browser, LIGHT_WIDE)
    errors: list[str] = []
    fresh.on("pageerror", lambda error: errors.append(str(error)))
    yield fresh
    fresh.context.close()
    assert errors == []
