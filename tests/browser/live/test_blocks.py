"""Live blocks in Chromium: the code that verified the page answers in it, and only when a reader asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import BODIES, EDITS, edited, live_site
from playwright.sync_api import Browser, Page, expect
from readers import LONGEST, Visitor, edit, ended, output, press, problems, visitor
from serving import Served, served

from tilesite.language import LANGUAGES
from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.kinds import KIND_NAMES
from tilesite.pages.page import verify_page

RUN_ALL = """async () => {
    const ended = [];
    for (const block of document.querySelectorAll("tilesite-live")) {
        await block.run();
        const outputs = block.querySelectorAll(".tilesite-live-result .tilesite-output");
        ended.push([block.dataset.state, [...outputs].map(output => output.textContent + "\\n").join("")]);
    }
    return ended;
}"""
ROOT = Path(__file__).resolve().parents[3]
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        *(f"{what}-src 'self'" for what in ("worker", "connect", "img", "font")),
        "style-src 'self' 'unsafe-inline'",
    ]
)


@pytest.fixture(scope="module")
def small(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one block of each kind, in MkDocs' own theme."""
    return live_site(tmp_path_factory.mktemp("small"), pyodide)


@pytest.fixture(scope="module")
def loaded(browser: Browser, small: Path) -> Iterator[Visitor]:
    """A page of that site in which the checker runs already: loading it takes seconds."""
    with served() as server, visitor(browser) as reader:
        block = reader.open(server.folder(small)).locator("#tile tilesite-live")
        edit(block)
        press(block, "Run")
        ended(block)
        yield reader


def exchange(page: Page) -> None:
    """Puts a copy of the page, as the server has it, in its place, as themes with instant navigation do."""
    page.evaluate(
        """async () => {
            const text = await (await fetch(location.href)).text();
            document.body.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
        }"""
    )


def printed_by_page(lang: str) -> dict[str, list[str | None]]:
    """What the live blocks of each page of a language print, by its address in the site."""
    docs = ROOT / "docs"
    found = {}
    for checked in verify_pages(find_pages([str(docs)], ["examples/*"])):
        uri = Path(checked.page.path).relative_to(docs).with_suffix("").as_posix()
        outputs = [answer.output for answer in checked.page.answers if answer.block.kind in KIND_NAMES]
        if uri.startswith("zh/") == (lang == "zh"):
            found[f"{uri}/".removesuffix("index/")] = outputs
    assert sum(map(len, found.values())) >= 1
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_block_of_the_site_prints_in_the_browser_what_its_page_shows(
    lang: str, browser: Browser, address: str
) -> None:
    pages = printed_by_page(lang)
    with visitor(browser) as reader:
        page = reader.open(address + min(pages))
        page.evaluate("window.isSameDocument = true")
        for uri, outputs in pages.items():
            # By a link of the page, so that Material's instant navigation keeps the document and its worker.
            page.evaluate(
                "to => document.body.appendChild(Object.assign(document.createElement('a'), {href: to})).click()",
                address + uri,
            )
            expect(page).to_have_url(address + uri)
            blocks = page.locator("tilesite-live")
            expect(blocks).to_have_count(len(outputs), timeout=LONGEST)
            # Some stand in folded details or tabs, so that no button of theirs can be pressed.
            assert page.evaluate(RUN_ALL) == [["done", printed] for printed in outputs], uri
        assert page.evaluate("window.isSameDocument") is True
        assert len([url for url in reader.python if url.endswith(".wasm")]) == 1
        assert [url for url in reader.asked if not url.startswith((address, "data:"))] == []


def test_nothing_is_loaded_before_a_reader_runs_a_block(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        page = reader.open(serve.folder(small))
        block = page.locator("#tile tilesite-live")
        edit(block, "block_m: 64")
        page.wait_for_load_state("networkidle")
        assert reader.python == []
        press(block, "Run")
        ended(block)
        assert len(reader.python) >= 6


def test_what_a_reader_typed_outlives_anchors_and_other_pages(browser: Browser, address: str) -> None:
    with visitor(browser) as reader:
        page = reader.open(f"{address}tile-size-decision/")
        page.evaluate("window.isSameDocument = true")
        block = page.locator("tilesite-live").first
        edit(block, "block_m: 64\nblock_n: 64")
        typed = block.locator("textarea")
        # Material exchanges the page for a copy of itself at the first link to an anchor.
        before = page.locator("h1").element_handle()
        page.locator(".md-sidebar--secondary .md-nav__link").last.click()
        page.wait_for_function("old => !old.isConnected", arg=before)
        expect(typed).to_have_value("block_m: 64\nblock_n: 64")
        edit(block, "block_m: 32")
        press(block, "Run")
        page.locator(".md-nav--primary a[href$='tma-descriptor/']").first.click()
        expect(page).to_have_url(f"{address}tma-descriptor/")
        expect(page.locator("tilesite-live textarea")).to_have_count(0)
        page.go_back()
        expect(typed).to_have_value("block_m: 32")
        ended(block, "stopped")
        expect(page.locator("tilesite-live textarea")).to_have_count(1)
        assert page.evaluate("window.isSameDocument") is True


def test_blocks_that_are_alike_keep_apart_what_a_reader_typed(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        page = reader.open(f"{serve.folder(small)}alike/")
        blocks = page.locator("tilesite-live")
        assert [json.loads(each.get_attribute("data-live") or "")["line"] for each in blocks.all()] == [3, 13, 23]
        edit(blocks.nth(1), "block_m: 1")
        edit(blocks.nth(2), "block_m: 2")
        for _ in range(2):
            exchange(page)
            expect(page.locator("tilesite-live textarea")).to_have_count(2)
            expect(blocks.nth(0).locator("textarea")).to_have_count(0)
            expect(blocks.nth(1).locator("textarea")).to_have_value("block_m: 1")
            expect(blocks.nth(2).locator("textarea")).to_have_value("block_m: 2")
        page.evaluate("location.hash = '#other'")
        edit(blocks.nth(0), "block_m: 0")
        exchange(page)
        expect(blocks.nth(0).locator("textarea")).to_have_value("block_m: 0")


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_config_is_answered_as_the_build_answers_it(name: str, loaded: Visitor) -> None:
    kind, body = EDITS[name]
    page = verify_page(edited(kind, body), "docs/index.md")
    built = next(answer for answer in page.answers if answer.block.options.id == kind)
    block = loaded.page.locator(f"#{kind} tilesite-live")
    edit(block, body)
    press(block, "Run")
    ended(block)
    assert problems(block) == [str(problem) for problem in built.problems]
    assert output(block) == (built.output or "")
    assert loaded.errors == []


def test_an_error_leads_to_its_line(loaded: Visitor) -> None:
    block = loaded.page.locator("#tile tilesite-live")
    edit(block, "block_m: 128\nblock_n: wide\nblock_k: 64\nstages: 3\nthreads: 256")
    press(block, "Run")
    ended(block)
    press(block, "Go to line 2")
    selected = block.locator("textarea").evaluate("text => text.value.slice(text.selectionStart, text.selectionEnd)")
    assert selected == "block_n: wide"
    expect(block.locator("textarea")).to_be_focused()


def test_the_command_under_an_answer_prints_it(loaded: Visitor) -> None:
    block = loaded.page.locator("#tile tilesite-live")
    edit(block, BODIES["tile"].replace("stages: 3", "stages: 2"))
    press(block, "Run")
    ended(block)
    command = block.locator(".tilesite-live-result .tilesite-command code")
    expect(command).to_have_text(
        "tile-decision --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 2 --threads 256"
    )
    expect(block.get_by_role("button", name="Copy the command")).to_be_visible()


def test_two_blocks_that_run_at_once_do_not_mix(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        page = reader.open(serve.folder(small))
        one, other = page.locator("#tile tilesite-live"), page.locator("#sweep tilesite-live")
        edit(one, BODIES["tile"].replace("stages: 3", "stages: 4"))
        edit(other, "topk: 3\ndevice: a100\ninstr: mma")
        press(one, "Run")
        press(other, "Run")
        expect(other).to_have_attribute("data-state", "waiting")
        ended(one)
        ended(other)
        assert "-> total 192.0 KB" in output(one)
        assert "feasible configurations found" in output(other)
        assert "feasible configurations found" not in output(one)


def test_a_long_sweep_can_be_stopped_and_the_next_run_answers(browser: Browser, small: Path, serve: Served) -> None:
    long = (
        "block_m: "
        + ", ".join(map(str, range(8, 8 * 70, 8)))
        + "\nblock_n: "
        + ", ".join(map(str, range(8, 8 * 70, 8)))
    )
    with visitor(browser) as reader:
        page = reader.open(serve.folder(small))
        sweep, tile = page.locator("#sweep tilesite-live"), page.locator("#tile tilesite-live")
        edit(sweep, long + "\nblock_k: 32, 64\nrejected: true")
        edit(tile)
        press(sweep, "Run")
        expect(sweep).to_have_attribute("data-state", "running", timeout=LONGEST)
        press(tile, "Run")
        expect(tile).to_have_attribute("data-state", "waiting")
        assert page.evaluate("1 + 1") == 2
        press(sweep, "Stop")
        ended(sweep, "stopped")
        expect(sweep.get_by_text("Stopped.")).to_be_visible()
        # What waited goes on, in another worker.
        ended(tile)
        edit(sweep, "topk: 1")
        press(sweep, "Run")
        ended(sweep)
        assert "feasible configurations found" in output(sweep)


def test_a_run_that_waits_can_be_stopped_alone(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        page = reader.open(serve.folder(small))
        one, other = page.locator("#tile tilesite-live"), page.locator("#tma tilesite-live")
        edit(one)
        edit(other)
        press(one, "Run")
        press(other, "Run")
        press(other, "Stop")
        ended(other, "stopped")
        ended(one)
        assert len([url for url in reader.python if url.endswith(".wasm")]) == 1


def test_offline_is_said_and_loses_nothing(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        page = reader.open(serve.folder(small))
        block = page.locator("#tile tilesite-live")
        edit(block, "block_m: 64")
        serve.stop()
        press(block, "Run")
        ended(block, "offline")
        expect(block.get_by_text("seems to be offline")).to_be_visible()
        expect(block.locator("textarea")).to_have_value("block_m: 64")
        shown = page.locator("#tile > .tilesite-output")
        expect(shown.first).to_be_visible()


def test_once_loaded_blocks_answer_offline(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        block = reader.open(serve.folder(small)).locator("#tile tilesite-live")
        edit(block)
        press(block, "Run")
        ended(block)
        serve.stop()
        edit(block, BODIES["tile"].replace("stages: 3", "stages: 4"))
        expect(block.get_by_text("The config has changed since this answer.")).to_be_visible()
        press(block, "Run")
        expect(block.get_by_text("The config has changed since this answer.")).to_be_hidden()
        assert "-> total 192.0 KB" in output(block)


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "pyodide.mjs", "packages.zip"])
def test_a_missing_file_is_said_and_the_next_run_tries_again(
    name: str, browser: Browser, small: Path, serve: Served
) -> None:
    with visitor(browser) as reader:
        page = reader.page
        page.context.route(re.compile(re.escape(name)), lambda route: route.fulfill(status=404, body=""))
        reader.open(serve.folder(small))
        block = page.locator("#tile tilesite-live")
        edit(block)
        press(block, "Run")
        ended(block, "failed")
        expect(block.get_by_text("What the page shows still holds.")).to_be_visible()
        page.context.unroute_all()
        press(block, "Run")
        ended(block)


def test_a_block_is_used_by_keyboard_and_says_how_it_is(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        page = reader.open(serve.folder(small))
        block = page.locator("#tile tilesite-live")
        opener = block.get_by_role("button", name="Edit and run")
        opener.focus()
        page.keyboard.press("Enter")
        expect(opener).to_have_attribute("aria-expanded", "true")
        editor = block.get_by_role("textbox", name="Your config, one key: value per line")
        expect(editor).to_be_focused()
        page.keyboard.press("Control+End")
        page.keyboard.type("\ndevice: a100")
        page.keyboard.press("Tab")
        expect(block.get_by_role("button", name="Run", exact=True)).to_be_focused()
        editor.focus()
        page.keyboard.press("Control+Enter")
        status = block.get_by_role("status").filter(has_text=re.compile("Loading the checker|Running"))
        expect(status).to_be_visible()
        ended(block)
        expect(block.get_by_role("status").filter(has_text="Done: stopped by")).to_be_visible()
        expect(block.get_by_role("region", name="Answer to your config")).to_be_visible()
        press(block, "Close")
        expect(opener).to_be_focused()
        expect(editor).to_be_hidden()


def test_a_chinese_block_is_chinese_throughout(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        block = reader.open(serve.folder(small) + "zh/").locator("tilesite-live")
        block.get_by_role("button", name="修改并运行").click()
        press(block, "运行")
        ended(block)
        page = verify_page((small.parent / "docs" / "zh.md").read_text("utf-8"), "docs/zh.md")
        assert output(block) == page.answers[0].output
        said = block.inner_text()
        assert re.findall(r"\b(?:Run|Stop|Done|Close|Copy)\b", said) == []


def test_a_strict_content_policy_lets_blocks_run(browser: Browser, small: Path, serve: Served) -> None:
    with visitor(browser) as reader:
        said: list[str] = []
        reader.page.on("console", lambda message: said.append(message.text))
        page = reader.open(serve.folder(small, {"Content-Security-Policy": POLICY}))
        inline = len(said)  # MkDocs' own theme has an inline script
        block = page.locator("#sweep tilesite-live")
        edit(block)
        press(block, "Run")
        ended(block)
        assert "feasible configurations found" in output(block)
        assert [text for text in said[inline:] if "Content Security" in text] == []
