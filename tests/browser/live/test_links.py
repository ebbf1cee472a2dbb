"""Links that carry a config: they lead back to it, and whatever a stranger puts into one is only data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from cases import BODIES, live_site
from playwright.sync_api import Browser, expect
from readers import Visitor, edit, ended, press, visitor
from serving import served

OWN = BODIES["tile"]
EDITED = '# 注释 & "quotes" + % #\nblock_m: 64\nblock_n: 64\nblock_k: 32\nstages: 2\nthreads: 128\n\n'


@pytest.fixture(scope="module")
def reader(browser: Browser, pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, str]]:
    """A visitor of a site with one block of each kind, and its address."""
    folder = live_site(tmp_path_factory.mktemp("links"), pyodide)
    with served() as server, visitor(browser, permissions=["clipboard-read", "clipboard-write"]) as visits:
        yield visits, server.folder(folder)


def opened(reader: tuple[Visitor, str], fragment: str) -> Visitor:
    """A page that is opened anew with this fragment."""
    visits, address = reader
    visits.page.goto("about:blank")
    visits.open(address + fragment)
    return visits


def test_a_link_leads_back_to_the_config_and_its_answer(reader: tuple[Visitor, str]) -> None:
    page = opened(reader, "").page
    block = page.locator("#tile tilesite-live")
    edit(block, EDITED)
    press(block, "Copy a link to this config")
    expect(block.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{reader[1]}#live=tile&config=")
    visits = opened(reader, link.removeprefix(reader[1]))
    block = visits.page.locator("#tile tilesite-live")
    expect(block.locator("textarea")).to_have_value(EDITED)
    expect(block.get_by_role("alert")).to_contain_text("It is not the page's own")
    expect(visits.page.locator("tilesite-live textarea")).to_have_count(1)
    press(block, "Run")
    ended(block)
    expect(block.get_by_role("status").filter(has_text="Done: nothing stops this config.")).to_be_visible()
    press(block, "Back to the page's config")
    expect(block.locator("textarea")).to_have_value(OWN)


def test_a_link_alone_loads_and_runs_nothing(reader: tuple[Visitor, str]) -> None:
    visits, _ = reader
    visits.asked.clear()
    opened(reader, f"#live=tile&config={quote(EDITED)}")
    assert visits.python == []
    expect(visits.page.locator("#tile tilesite-live")).to_have_attribute("data-state", "ready")


def test_a_link_is_followed_in_an_open_page_too(reader: tuple[Visitor, str]) -> None:
    visits = opened(reader, "")
    visits.page.evaluate("location.hash = '#live=tma&config=box%3A+1'.replace('+', '%20')")
    expect(visits.page.locator("#tma tilesite-live textarea")).to_have_value("box: 1")


UNREADABLE = {
    "no config": ("#live=tile", "it has no config"),
    "an empty part": ("#live=tile&", "it is not encoded as a link is"),
    "no value": ("#live=tile&config", "it is not encoded as a link is"),
    "half an escape": ("#live=tile&config=%", "it is not encoded as a link is"),
    "broken UTF-8": ("#live=tile&config=%ff%fe", "it is not encoded as a link is"),
    "a config twice": ("#live=tile&config=a&config=b", "it names config twice"),
    "too long": ("#live=tile&config=" + "x" * 200_001, "it is longer than 200000 characters"),
}


@pytest.mark.parametrize(("fragment", "reason"), UNREADABLE.values(), ids=UNREADABLE)
def test_garbage_is_told_beside_the_pages_own_config(fragment: str, reason: str, reader: tuple[Visitor, str]) -> None:
    block = opened(reader, fragment).page.locator("#tile tilesite-live")
    notice = f"The link holds no config that can be read ({reason}). This is the page's own config."
    expect(block.get_by_role("alert")).to_have_text(notice)
    expect(block.locator("textarea")).to_have_value(OWN)


def test_ten_megabytes_are_refused_unread(reader: tuple[Visitor, str]) -> None:
    visits = opened(reader, "")
    visits.page.evaluate("location.hash = '#live=tile&config=' + '%41'.repeat(3500000)")
    block = visits.page.locator("#tile tilesite-live")
    expect(block.get_by_role("alert")).to_contain_text("it is longer than 200000 characters")
    expect(block.locator("textarea")).to_have_value(OWN)


def test_a_link_to_a_block_that_is_gone_says_so(reader: tuple[Visitor, str]) -> None:
    page = opened(reader, f"#live={quote('<b>gone</b>')}&config=a").page
    text = "The link is to a block that this page does not have: <b>gone</b>."
    expect(page.locator(".tilesite-live-lost")).to_have_text(text)
    expect(page.locator("textarea")).to_have_count(0)


HOSTILE = {
    "markup": "</textarea><img src=x onerror=alert(1)><script>alert(1)</script>",
    "a key with markup": "<svg onload=alert(1)>: 1",
    "a value with markup": "block_m: \"<iframe srcdoc='<script>parent.alert(1)</script>'>\"",
    "an attribute": 'block_m: "\\" autofocus onfocus=alert(1) x=\\""',
    "prototype keys": "__proto__: 1\nconstructor: 2\ntoString: 3\nhasOwnProperty: 4",
    "Python": "block_m: !!python/object/apply:os.system ['true']",
    "an expression": "block_m: __import__('os').system('true')",
    "a template": "block_m: '{{ 7 * 7 }}${7 * 7}'",
    "control characters": 'block_m: "\\x00\\x1b[31m\\u202e\\ud800"',
    "an address": "block_m: javascript:alert(1)",
}


@pytest.mark.parametrize("config", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_config_is_text(config: str, reader: tuple[Visitor, str]) -> None:
    visits = opened(reader, f"#live=tile&config={quote(config)}")
    page, block = visits.page, visits.page.locator("#tile tilesite-live")
    expect(block.locator("textarea")).to_have_value(config)
    visits.asked.clear()
    press(block, "Run")
    ended(block)
    assert block.locator(".tilesite-live-result .tilesite-problems li").count() >= 1
    assert block.locator("img, iframe, script, svg, [onload], [onerror], [onfocus], a[href^=javascript]").count() == 0
    assert page.evaluate("({}).polluted === undefined && Object.keys(Object.prototype).length === 0")
    assert "49" not in block.locator(".tilesite-live-result").inner_text()
    assert [url for url in visits.asked if not url.startswith((reader[1], "data:"))] == []
    assert visits.errors == []


def test_a_hostile_name_or_key_is_none_of_an_object(reader: tuple[Visitor, str]) -> None:
    for name in ("__proto__", "constructor", "toString"):
        page = opened(reader, f"#live={name}&__proto__=x&constructor=y&config=z").page
        expect(page.locator(".tilesite-live-lost")).to_contain_text(name)
