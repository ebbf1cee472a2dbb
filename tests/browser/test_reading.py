"""What a reader does on the built site: changes language, searches, copies, folds, with keys and without scripts."""

from __future__ import annotations

import re
import shlex
from functools import lru_cache

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sites import address_of
from visits import LIGHT_PHONE, LIGHT_WIDE, ROOT, opened, paths

from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.page import Page as Verified

CHAPTERS = ("tile-size-decision/", "tma-descriptor/")
# What Triton and TileLang say when a tile is too large; a reader pastes it.
MESSAGE = "Required: 294912, Hardware limit: 232448"
# With the search open, its first result; a page title in Chinese has marks between its words.
RESULTS = ".md-search-result__item"
MARKS = "\u200b"


@lru_cache(maxsize=1)
def verified() -> dict[str, Verified]:
    """The site's pages by their addresses."""
    docs = ROOT / "docs"
    found = verify_pages(find_pages([str(docs)], ["examples/*"]))
    return {address_of(each.file.relative_to(docs).with_suffix("").as_posix()): each.page for each in found}


def commands(path: str) -> list[str]:
    """The commands that a page offers to copy, in order."""
    found = []
    for answer in verified()[path].answers:
        if answer.printed:
            found += ["\n".join([*each.comments, each.written]) for each in answer.printed]
        elif answer.report and "command" in answer.block.options.show:
            found.append(shlex.join(answer.report.command))
    return found


def test_there_are_commands_to_copy() -> None:
    assert sum(len(commands(path)) for path in verified()) > 20


def search(page: Page, words: str) -> Locator:
    """Types into the search, and waits for its results."""
    field = page.locator(".md-search__input")
    field.click()
    field.fill(words)
    page.keyboard.press("End")
    results = page.locator(RESULTS)
    expect(results.first).to_be_visible()
    return results


def focus(page: Page, locator: Locator) -> None:
    """Goes to a control with the Tab key alone."""
    for _ in range(300):
        page.keyboard.press("Tab")
        if locator.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"the Tab key does not reach {locator}")


def clipboard(page: Page) -> str:
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_the_language_switch_stays_on_the_page(browser: Browser, address: str, scripts: bool) -> None:
    page = opened(browser, LIGHT_WIDE, scripts=scripts)
    for path in (*CHAPTERS, ""):
        page.goto(address + path)
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.locator(".site-language").click()
        expect(page).to_have_url(f"{address}zh/{path}")
        expect(page.locator("html")).to_have_attribute("lang", "zh")
        page.locator(".site-language").click()
        expect(page).to_have_url(address + path)
    page.context.close()


def test_the_switch_follows_instant_navigation(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("() => { window.tilesiteMark = true; }")
    for path in (*CHAPTERS, "design/"):
        page.locator(f".md-nav--primary a[href$='{path}']").first.click()
        expect(page).to_have_url(address + path)
        expect(page.locator(".site-language")).to_have_attribute("href", f"/zh/{path}")
    assert page.evaluate("() => window.tilesiteMark"), "the page was loaded anew"


def test_verified_blocks_work_after_instant_navigation(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("() => { window.tilesiteMark = true; }")
    page.locator(".md-nav--primary a[href$='tile-size-decision/']").first.click()
    expect(page).to_have_url(f"{address}tile-size-decision/")
    command = page.locator(".tilesite-command").first
    expect(command).to_be_visible()
    command.locator(".md-code__button").click()
    assert clipboard(page) == commands("tile-size-decision/")[0]
    picker = page.locator(".tilesite-figure-mark input").nth(1)
    picker.check()
    assert picker.is_checked()
    assert page.evaluate("() => window.tilesiteMark"), "the page was loaded anew"


def test_a_message_finds_its_explanation(page: Page, address: str) -> None:
    for start in ("", "zh/"):
        page.goto(address + start)
        for words in (MESSAGE, "294912", f"out of resource: shared memory, {MESSAGE}."):
            links = search(page, words).locator("a").evaluate_all("links => links.map(link => link.pathname)")
            assert any("case-gallery/" in link or "tile-size-decision/" in link for link in links), words
            page.keyboard.press("Escape")


@pytest.mark.parametrize("words", ["约束", "描述符", "寄存器压力", "输出"])
def test_chinese_is_searched_by_its_words(page: Page, address: str, words: str) -> None:
    page.goto(f"{address}zh/")
    results = search(page, words)
    text = results.first.inner_text().replace(MARKS, "")
    assert any(word in text for word in (words, words[:2])), text
    assert page.locator(".md-search-result__item mark").count() > 0
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"^{re.escape(address)}zh/.*h="))


@pytest.mark.parametrize(
    ("start", "words", "pages"),
    [
        ("zh/", "最后一波", ("tile-size-decision/", "glossary/")),
        ("zh/", "寄存器压力", ("tile-size-decision/", "glossary/")),
        ("", "last wave", ("tile-size-decision/", "glossary/")),
        ("", "add a fact", ("adding-a-fact/",)),
    ],
)
def test_explanations_come_before_pages_for_contributors(
    page: Page, address: str, start: str, words: str, pages: tuple[str, ...]
) -> None:
    page.goto(address + start)
    results = search(page, words)
    expect(page.locator(f"{RESULTS} mark").first).to_be_visible()
    first = results.evaluate_all("all => all.slice(0, 3).map(each => each.querySelector('a').pathname)")
    assert {f"/{start}{each}" for each in pages} <= set(first)


@pytest.mark.parametrize("path", [path for path in paths() if path in verified() and commands(path)])
def test_copy_buttons_copy_exactly_the_commands(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    buttons = page.locator(".tilesite-command .md-code__button")
    wanted = commands(path)
    page.evaluate("() => document.querySelectorAll('details').forEach(details => { details.open = true; })")
    expect(buttons).to_have_count(len(wanted))
    for button, command in zip(buttons.all(), wanted, strict=True):
        button.click()
        assert clipboard(page) == command


@pytest.mark.parametrize("path", [path for path in paths() if not path.endswith("404.html")])
def test_without_scripts_all_that_was_verified_is_visible(browser: Browser, address: str, path: str) -> None:
    page = opened(browser, LIGHT_PHONE, scripts=False)
    page.goto(address + path)
    for tab in page.locator(".tabbed-labels label").all():
        tab.click()
        expect(page.locator(".tabbed-block:visible").first).to_be_visible()
    for summary in page.locator(".md-content details > summary").all():
        if summary.is_visible():
            summary.click()
    hidden = page.locator(".tilesite").evaluate_all(
        """blocks => blocks.filter(block => !block.closest(".tabbed-block")).flatMap(block =>
          [block, ...block.querySelectorAll("pre, svg[role], .tilesite-sources li")]
            .filter(part => !part.checkVisibility() || !part.getClientRects().length)
            .map(part => part.outerHTML.slice(0, 80)))"""
    )
    assert hidden == []
    answers = verified()[path].answers
    assert page.locator(".tilesite:not(.tilesite-recorded)").count() == len(answers)
    page.context.close()


@pytest.mark.parametrize("slower", [1, 20])
def test_the_keyboard_skips_to_the_content(page: Page, address: str, slower: int) -> None:
    page.goto(f"{address}zh/tile-size-decision/")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.keyboard.press("Tab")
    skip = page.locator(".md-skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    page.wait_for_load_state("networkidle")  # the theme may exchange the page
    page.keyboard.press("Tab")
    expect(page.locator(".md-content :focus")).to_be_in_viewport()


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_changes_the_palette(page: Page, address: str, key: str) -> None:
    page.goto(address)
    for scheme in ("slate", "default"):
        focus(page, page.locator(".md-option:not([style])").nth(0 if scheme == "slate" else 1))
        page.keyboard.press(key)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)


def test_the_keyboard_copies_and_folds(page: Page, address: str) -> None:
    page.goto(f"{address}tile-size-decision/")
    button = page.locator(".tilesite-command .md-code__button").first
    focus(page, button)
    page.keyboard.press("Enter")
    assert clipboard(page) == commands("tile-size-decision/")[0]
    summary = page.locator(".tilesite-sources > summary").first
    focus(page, summary)
    for state in (True, False):
        page.keyboard.press("Enter")
        assert page.locator(".tilesite-sources").first.evaluate("details => details.open") is state


def test_the_keyboard_marks_candidates_of_a_figure(page: Page, address: str) -> None:
    page.goto(f"{address}tile-size-decision/")
    choices = page.locator(".tilesite-figure-mark").first.locator("input")
    focus(page, choices.first)
    page.keyboard.press("ArrowRight")
    expect(choices.nth(1)).to_be_checked()


def test_the_keyboard_searches(page: Page, address: str) -> None:
    page.goto(address)
    focus(page, page.locator(".md-search__input"))
    page.keyboard.type("swizzle")
    # Results come with each letter; those of the whole word are the ones that stay.
    expect(page.locator(f"{RESULTS} mark").first).to_have_text(re.compile("^swizzl", re.IGNORECASE))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/\?h="))


def test_the_keyboard_opens_drawer_and_search_of_a_phone(browser: Browser, address: str) -> None:
    page = opened(browser, LIGHT_PHONE)
    page.goto(address)
    drawer = page.locator('.md-header__button[for="__drawer"]')
    focus(page, drawer)
    page.keyboard.press("Enter")
    expect(page.locator(".md-nav--primary")).to_be_in_viewport()
    section = page.locator(".md-nav--primary label.md-nav__link[for^='__nav']").first
    focus(page, section)
    page.keyboard.press("Space")
    chapter = page.locator(".md-nav--primary a[href$='tile-size-decision/']")
    focus(page, chapter)
    page.keyboard.press("Escape")
    expect(drawer).to_be_focused()
    expect(page.locator(".md-nav--primary")).not_to_be_in_viewport()
    focus(page, page.locator('.md-header__button[for="__search"]'))
    page.keyboard.press("Enter")
    expect(page.locator(".md-search__input")).to_be_focused()
    page.context.close()


@pytest.mark.parametrize("look", [LIGHT_WIDE, LIGHT_PHONE], ids=["wide", "phone"])
def test_whatever_takes_the_focus_is_seen(browser: Browser, address: str, look: object) -> None:
    page = opened(browser, look)  # type: ignore[arg-type]  # a Look
    page.goto(f"{address}tile-size-decision/")
    lost = []
    for _ in range(60):
        page.keyboard.press("Tab")
        lost += page.evaluate(
            """() => { const at = document.activeElement;
              const shown = at.matches(".md-option") ? document.querySelector(".md-option + label:not([hidden])") : at;
              const box = shown.getBoundingClientRect();
              const seen = box.width && box.height && box.right > 0 && box.left < innerWidth;
              return seen || at === document.body ? [] : [at.outerHTML.slice(0, 100)]; }"""
        )
    assert lost == []
    page.context.close()


def test_print_shows_what_is_folded_and_no_controls(page: Page, address: str) -> None:
    page.goto(f"{address}tile-size-decision/")
    page.emulate_media(media="print")
    for shown in (".tilesite-sources li", ".tilesite-output", ".tilesite-figure svg"):
        assert page.locator(shown).first.is_visible()
        height = page.locator(shown).first.evaluate("element => element.getBoundingClientRect().height")
        assert height > 0
    for gone in (".md-header", ".md-sidebar", ".md-code__nav", ".md-footer__link"):
        expect(page.locator(gone).first).to_be_hidden()
    wide = page.locator(".tilesite pre").evaluate_all(
        "all => all.filter(pre => pre.scrollWidth > pre.clientWidth + 1).length"
    )
    assert wide == 0
