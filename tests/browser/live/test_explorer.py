"""The explorer in Chromium: its rows are those of the command line, and a reader can work with nine hundred of them."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from readers import Visitor, ended, press, visitor

from tilesite.console import Streams
from tilesite.pages.live.explorer import EXPLORED_FIELDS, explore
from tilesite.tile.__main__ import main
from tilesite.tile.config import AXES

CHOICES: dict[str, dict[str, str]] = {
    "the usual": {},
    "another device": {"device": "a100", "instr": "mma"},
    "ranges": {"block_m": "64, 192", "stages": "2,3,4,5", "threads": "128, 128, 256"},
    "another problem": {"m": "8192", "n": "1000", "dtype": "e4m3", "instr": "wgmma"},
    "nothing fits": {"block_m": "512", "block_n": "512", "block_k": "128"},
    "no SM count": {"device": "9.0"},
    "tensor memory": {"device": "b200", "instr": "tcgen05", "static_shared_bytes": "1024"},
}


@pytest.fixture(scope="module")
def reader(browser: Browser, address: str) -> Iterator[tuple[Visitor, str]]:
    """A visitor of the project's site, and the address of its explorer."""
    with visitor(browser) as visits:
        yield visits, f"{address}explorer/"


@pytest.fixture
def explorer(reader: tuple[Visitor, str]) -> Locator:
    """The explorer with its usual form; the checker runs already but for the first test."""
    visits, address = reader
    if visits.page.url != address:
        visits.page.goto("about:blank")
        visits.open(address)
    found = visits.page.locator("tilesite-explorer")
    press(found, "Back to the usual values")
    return found


def choose(explorer: Locator, values: dict[str, str]) -> None:
    details = explorer.locator("form details")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    for key, value in values.items():
        field = explorer.locator(f"form [name={key}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.blur()


def explored(explorer: Locator) -> dict[str, Any]:
    """What is answered to the form as it is."""
    explorer.evaluate("async element => { await element.explore(); }")
    ended(explorer)
    answer: dict[str, Any] = explorer.evaluate("element => element.answer")
    return answer


def printed(*argv: str) -> str:
    out = io.StringIO()
    assert main(argv, Streams(io.StringIO(), out, out)) == 0
    return out.getvalue()


def flags(values: dict[str, str]) -> list[str]:
    return [word for key, value in values.items() for word in (f"--{key.replace('_', '-')}", value)]


@pytest.mark.parametrize("name", CHOICES)
def test_the_rows_are_those_of_the_command_line(name: str, explorer: Locator) -> None:
    values = CHOICES[name]
    choose(explorer, values)
    answer = explored(explorer)
    told = json.loads(printed("--topk", "10000", "--rejected", "--json", *flags(values)))
    assert answer["result"] == told
    assert len(told["rows"]) + len(told["rejected"]) == told["candidates"]
    count = len(told["rows"])
    shown = explorer.locator(".tilesite-explorer-table tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    table = printed("--topk", "10000", *flags(values)).splitlines()[2 : 2 + count]
    assert shown == [line.split() for line in table]
    expect(explorer.get_by_label(f"Feasible ({count})")).to_be_checked()
    name, *argv = shlex.split(answer["command"])
    assert (name, printed(*argv, "--json")) == ("tile-decision", json.dumps(told, ensure_ascii=False) + "\n")


def test_the_form_and_its_answer_outlive_another_page(reader: tuple[Visitor, str], explorer: Locator) -> None:
    page = reader[0].page
    choose(explorer, {"m": "8192", "device": "a100"})
    explored(explorer)
    shown = explorer.locator(".tilesite-live-result").inner_text()
    page.locator(".md-nav--primary a[href$='tma-descriptor/']").first.evaluate("link => link.click()")
    expect(page).to_have_url(re.compile("tma-descriptor/$"))
    expect(explorer).to_have_count(0)
    page.go_back()
    expect(explorer.locator("form [name=m]")).to_have_value("8192")
    assert explorer.locator(".tilesite-live-result").inner_text() == shown
    ended(explorer)


def test_each_rejected_candidate_has_its_reason(explorer: Locator) -> None:
    answer = explored(explorer)
    explorer.get_by_label(f"Rejected ({len(answer['result']['rejected'])})").check()
    shown = explorer.locator(".tilesite-explorer-table tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert shown == [
        [
            *(str(each[axis]) for axis in AXES),
            each["stopped_by"]["rule"],
            each["stopped_by"]["message"],
            each["suggestion"]["message"] if each["suggestion"] else "",
        ]
        for each in answer["result"]["rejected"]
    ]
    assert len(shown) == 441
    explorer.get_by_label("Feasible (459)").check()


def test_columns_sort_both_ways_and_say_so(explorer: Locator) -> None:
    rows = explored(explorer)["result"]["rows"]
    head = explorer.get_by_role("columnheader", name="shared, KB")
    cells = explorer.locator(".tilesite-explorer-table tbody td:nth-child(7)")
    sizes = sorted(row["shared"]["total_bytes"] for row in rows)
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert [float(text) * 1024 for text in cells.all_text_contents()] == sizes
    status = explorer.get_by_role("status").filter(has_text="459 of 459 rows")
    expect(status).to_have_text("459 of 459 rows, in the order of shared, KB, ascending")
    head.get_by_role("button").focus()
    explorer.page.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert [float(text) * 1024 for text in cells.all_text_contents()] == sizes[::-1]
    explorer.get_by_role("columnheader", name="traffic, MB").get_by_role("button").click()
    expect(head).not_to_have_attribute("aria-sort", "descending")


def test_columns_of_few_values_filter_and_the_choice_outlives_another_answer(explorer: Locator) -> None:
    rows = explored(explorer)["result"]["rows"]
    filters = explorer.get_by_role("group", name="Show only")
    filters.get_by_label("block_m").select_option("64")
    filters.get_by_label("binds").select_option("smem")
    wanted = [row for row in rows if row["block_m"] == 64 and row["occupancy"]["binding"][0] == "shared"]
    assert wanted
    expect(explorer.locator(".tilesite-explorer-table tbody tr")).to_have_count(len(wanted))
    expect(explorer.get_by_role("status").filter(has_text=f"{len(wanted)} of 459 rows")).to_be_visible()
    choose(explorer, {"stages": "2"})
    explored(explorer)
    expect(filters.get_by_label("block_m")).to_have_value("64")
    filters.get_by_label("binds").select_option("")
    filters.get_by_label("stages").select_option("2")
    filters.get_by_label("block_m").select_option("")


def test_what_is_wrong_is_told_at_its_field_as_the_command_line_tells_it(explorer: Locator) -> None:
    choose(explorer, {"block_m": "64, wide", "m": "0"})
    answer = explored(explorer)
    told = explore({"block_m": "64, wide", "m": "0"}, "en")["faults"]
    assert answer["faults"] == told
    field = explorer.get_by_role("textbox", name="block_m")
    expect(field).to_have_attribute("aria-invalid", "true")
    fault = explorer.locator(f"#{(field.get_attribute('aria-describedby') or '').split()[1]}")
    expect(fault).to_have_text(
        'block_m: expected whole numbers from 1 to 2^63-1, separated by commas, got "64, wide". '
        "Example: block_m: 16, 32, 64, 128, 256"
    )
    choose(explorer, {"block_m": "64", "m": ""})
    explored(explorer)
    expect(fault).to_be_empty()


def test_a_space_that_is_too_large_is_refused(explorer: Locator) -> None:
    values = ", ".join(map(str, range(1, 201)))
    choose(explorer, {"block_m": values, "block_n": "1, 2"})
    answer = explored(explorer)
    assert [fault["key"] for fault in answer["faults"]] == ["space"]
    expect(explorer.locator(".tilesite-live-faults li")).to_contain_text("expected at most 10000 candidates")


def test_the_chart_is_drawn_by_the_code_that_draws_the_pages(explorer: Locator) -> None:
    answer = explored(explorer)
    assert answer["figures"] == explore({}, "en")["figures"]
    expect(explorer.locator(".tilesite-figures svg").first).to_be_visible()


def test_a_link_carries_the_space(reader: tuple[Visitor, str], explorer: Locator) -> None:
    values = CHOICES["another device"] | {"block_m": "64,128", "smem_kb": "100"}
    choose(explorer, values)
    link = explorer.evaluate("element => element.link")
    visits, _ = reader
    visits.page.goto("about:blank")
    visits.asked.clear()
    page = visits.open(link)
    assert visits.python == []
    for key, value in values.items():
        expect(page.locator(f"form [name={key}]")).to_have_value(value)
    visits.page.goto("about:blank")


@pytest.mark.parametrize(
    ("fragment", "reason"),
    [
        ("#explore=1&block_m", "it is not encoded as a link is"),
        ("#explore=1&m=1&m=2", "it names m twice"),
        ("#explore=1&__proto__=1&topk=3", "keys that the explorer does not have: __proto__, topk"),
        ("#explore=1&device=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "keys that the explorer does not have: device"),
    ],
)
def test_a_bad_link_is_told_and_the_form_is_the_usual_one(
    fragment: str, reason: str, reader: tuple[Visitor, str]
) -> None:
    visits, address = reader
    visits.page.goto("about:blank")
    page = visits.open(address + fragment)
    notice = f"The link holds no config that can be read ({reason}). This is the page's own config."
    expect(page.locator("tilesite-explorer").get_by_role("alert")).to_have_text(notice)
    expect(page.locator("form [name=device]")).to_have_value("h100")
    expect(page.locator("form [name=m]")).to_have_value("")
    visits.page.goto("about:blank")


def test_the_form_has_a_field_for_each_key_of_a_sweep(explorer: Locator) -> None:
    names = explorer.locator("form [name]").evaluate_all("fields => fields.map(field => field.name)")
    assert sorted(names) == sorted(field.name for field in EXPLORED_FIELDS)
    choose(explorer, {})
    for name in names:
        expect(explorer.locator(f"form [name={name}]")).to_have_accessible_name(name)


def test_nothing_leaves_the_site(reader: tuple[Visitor, str]) -> None:
    visits, address = reader
    site = address.removesuffix("explorer/")
    assert [url for url in visits.asked if not url.startswith((site, "about:", "data:"))] == []
