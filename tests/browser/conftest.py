"""One browser for all tests of the built site, and one visit for all that is looked at in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from machine import FLAGS, chromium
from playwright.sync_api import Browser, Page, expect, sync_playwright
from server import SiteServer
from visits import LIGHT_WIDE, Case, Visit, opened, visits

# Only what never comes takes so long; a busy machine may take its time.
expect.set_options(timeout=30_000)


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
def visited(request: pytest.FixtureRequest, address: str) -> dict[Case, Visit]:
    """A visit for each case that the tests of this run ask for."""
    callspecs = [
        item.callspec
        for item in request.session.items
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
    ]
    wanted = {each.params["case"] for each in callspecs if isinstance(each.params.get("case"), Case)}
    return visits(address, sorted(wanted))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A wide, light page for one test; an error in its console fails the test."""
    fresh = opened(browser, LIGHT_WIDE)
    errors: list[str] = []
    fresh.on("pageerror", lambda error: errors.append(str(error)))
    yield fresh
    fresh.context.close()
    assert errors == []
