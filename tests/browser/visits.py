"""Visits of pages in a browser, and what is looked at in each."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from machine import FLAGS, chromium, module
from playwright.sync_api import Browser, Page, sync_playwright
from sites import address_of, page_names

ROOT = Path(__file__).resolve().parents[2]
WIDE, PHONE = (1440, 900), (390, 844)

_AXE = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap(
  rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(" ")}: ${node.html.slice(0, 200)}`))"""
# Letters as they are drawn: a figure that is scaled down has smaller ones than its style says.
_SMALL_TEXTS = """limit => [...document.querySelectorAll(".tilesite-figure text")].filter(text => {
  const scale = text.getScreenCTM()?.a ?? 1;
  return text.getClientRects().length && parseFloat(getComputedStyle(text).fontSize) * scale < limit - 0.01;
}).map(text => text.textContent)"""
_BYTES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""
# What is folded is as wide as it is when a reader opens it.
_TOO_WIDE = """() => {
  document.querySelectorAll("details").forEach(details => { details.open = true; });
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}"""
# Sentences are broken, columns are not; a place in a source is broken at its joints, so that no piece is short.
_CUT = """() => [...document.querySelectorAll(
    ".tilesite:is(.tilesite-tile, .tilesite-tma, .tilesite-copy, .tilesite-gemm) .tilesite-output, .tilesite-state")]
  .filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.textContent.slice(0, 80))"""
_SHREDDED = """() => [...document.querySelectorAll(".tilesite-locator")].filter(place => {
  const pieces = place.textContent.split(/(?<=[/ ])|(?=:[0-9])/).length;
  return new Set([...place.getClientRects()].map(line => Math.round(line.top / 8))).size > pieces + 1;
}).map(place => place.textContent)"""


class Look(NamedTuple):
    """How a page is looked at."""

    scheme: str
    size: tuple[int, int]


LIGHT_WIDE, DARK_WIDE = Look("light", WIDE), Look("dark", WIDE)
LIGHT_PHONE, DARK_PHONE = Look("light", PHONE), Look("dark", PHONE)


class Visit(NamedTuple):
    """What one visit of a page showed."""

    requests: tuple[str, ...]
    errors: tuple[str, ...]
    violations: tuple[str, ...]
    small_texts: tuple[str, ...]
    transferred: int
    too_wide: int
    cut: tuple[str, ...]
    shredded: tuple[str, ...]


class Case(NamedTuple):
    """One page in one look."""

    path: str
    look: Look


def paths() -> list[str]:
    """The addresses of all pages below the site, English before Chinese, with the page of what is not there."""
    english, chinese = ([address_of(name) for name in page_names(ROOT / "docs" / folder)] for folder in ("", "zh"))
    return [*english, "404.html", *(f"zh/{page}" for page in chinese), "zh/404.html"]


def looks_of(path: str) -> tuple[Look, ...]:
    """Two of the four looks of a page; the same page in the other language has the other two."""
    return (LIGHT_PHONE, DARK_WIDE) if path.startswith("zh/") else (LIGHT_WIDE, DARK_PHONE)


def opened(browser: Browser, look: Look, *, scripts: bool = True) -> Page:
    """A page in a context of its own: nothing stored, nothing cached."""
    width, height = look.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=look.scheme,  # type: ignore[arg-type]  # it is light or dark
        reduced_motion="reduce",
        java_script_enabled=scripts,
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    return page


def visit(browser: Browser, address: str, look: Look) -> Visit:
    """Opens a page and looks at it."""
    page = opened(browser, look)
    requests: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address, wait_until="load")
    # The theme's script asks for the search index and the list of pages once all else is there.
    page.wait_for_function("() => performance.getEntriesByName(new URL('sitemap.xml', __md_scope).href).length")
    page.wait_for_timeout(100)
    transferred: int = page.evaluate(_BYTES)
    page.evaluate(module("axe-core/axe.min.js").read_text("utf-8"))
    found: dict[str, Any] = {
        "violations": tuple(page.evaluate(_AXE)),
        "small_texts": tuple(page.evaluate(_SMALL_TEXTS, 12)),
        "too_wide": page.evaluate(_TOO_WIDE),
        "cut": tuple(page.evaluate(_CUT)),
        "shredded": tuple(page.evaluate(_SHREDDED)),
    }
    page.context.close()
    return Visit(tuple(requests), tuple(errors), transferred=transferred, **found)


def visits(address: str, cases: Sequence[Case]) -> dict[Case, Visit]:
    """Visits of all these pages, two browsers at a time."""
    halves = (cases[::2], cases[1::2])
    with ThreadPoolExecutor(len(halves)) as pool:
        return {case: seen for half in pool.map(lambda each: _visits(address, each), halves) for case, seen in half}


def _visits(address: str, cases: Sequence[Case]) -> list[tuple[Case, Visit]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        seen = [(case, visit(browser, address + case.path, case.look)) for case in cases]
        browser.close()
        return seen
