"""How the tests use a page with live blocks, as its reader does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Request, expect

LONGEST = 90_000
"""Milliseconds until a test gives up on a slow machine; nothing is measured with it."""

ENDED = ("done", "stopped", "failed", "offline")


class Visitor:
    """A page, what it asked for, and what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self.errors: list[str] = []
        page.context.on("request", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))

    def _note(self, request: Request) -> None:
        self.asked.append(request.url)

    def open(self, address: str) -> Page:
        """Opens an address, and waits until all that a page loads by itself is there."""
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")
        return self.page

    @property
    def python(self) -> list[str]:
        """What was asked for of Pyodide and the code that it runs."""
        return [url for url in self.asked if "/pyodide/" in url or url.endswith((".whl", ".zip"))]


@contextmanager
def visitor(browser: Browser, **settings: Any) -> Iterator[Visitor]:  # noqa: ANN401 - as the browser has them
    """A fresh visitor; an error of a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, **settings)
    context.set_default_timeout(LONGEST)
    visits = Visitor(context.new_page())
    yield visits
    context.close()
    assert not visits.errors, visits.errors


def press(element: Locator, name: str) -> None:
    """Presses the button of that name."""
    element.get_by_role("button", name=name, exact=True).click()


def edit(block: Locator, config: str | None = None) -> None:
    """Opens a block's editor, and writes ``config`` into it."""
    if block.get_by_role("button", name="Edit and run").get_attribute("aria-expanded") == "false":
        press(block, "Edit and run")
    if config is not None:
        block.locator("textarea").fill(config)


def ended(element: Locator, state: str = "done") -> None:
    """Waits until a run has ended, in this state."""
    expect(element).to_have_attribute("data-state", state, timeout=LONGEST)


def output(block: Locator) -> str:
    """The output of the answer that a block shows."""
    return "".join(f"{text}\n" for text in block.locator(".tilesite-live-result .tilesite-output").all_text_contents())


def problems(block: Locator) -> list[str]:
    """The problems of that answer, without the buttons beside them."""
    items: list[str] = block.locator(".tilesite-live-result .tilesite-problems li").evaluate_all(
        "items => items.map(item => item.firstChild.textContent.trim())"
    )
    return items
