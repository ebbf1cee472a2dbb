"""The pinned wheels, opened: every fact has the state that it deserves, and facts.lock says nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timezone

import pytest
from vendor.cross_checks import all_measured

from tilesite.facts import ALL_FACTS, FACTS, SOURCES, Fact
from tilesite.facts.lock import claim_of, dates_of, is_sealed, lock_text, package_lock, state_of
from tilesite.facts.opening import NOT_HERE, VERIFIED
from tilesite.facts.record import recorded
from tilesite.facts.rules import faults_of
from tilesite.facts.types import CITED, CROSS_CHECKED
from tilesite.facts.verify import Tree, check_fact, state_now
from tilesite.pages.cite.session import LOCK

OPENABLE = [fact for fact in ALL_FACTS if SOURCES[fact.source].wheel]


def test_the_rows_are_right_and_no_key_stands_twice() -> None:
    assert [fault.say() for fault in faults_of(ALL_FACTS, SOURCES)] == []
    assert len(FACTS) == len(ALL_FACTS) > 190


def test_every_source_is_used() -> None:
    used = {fact.source for fact in ALL_FACTS} | {fact.also.source for fact in ALL_FACTS if fact.also}
    assert used == set(SOURCES)


@pytest.mark.parametrize("fact", OPENABLE, ids=lambda fact: fact.key)
def test_the_text_stands_at_the_pinned_lines(trees: Mapping[str, Tree], fact: Fact) -> None:
    checked = check_fact(fact, SOURCES, package_lock(), trees)
    assert (checked.own.kind, checked.own.now, checked.own.found) == (VERIFIED, None, None)
    assert not checked.fails
    assert state_of(fact, package_lock()).name == VERIFIED
    assert checked.also is None or checked.also.kind == VERIFIED


def test_the_record_is_what_is_found_now(trees: Mapping[str, Tree]) -> None:
    """Whatever is changed in a fact, a locator, a source or the record itself shows here."""
    lock = package_lock()
    checked = [check_fact(fact, SOURCES, lock, trees) for fact in ALL_FACTS]
    dates = {opened.opened for opened in lock.sources.values() if opened.opened}
    assert len(dates) == 1, "tilesite cite verify --write opens all sources on one day"
    expected = lock_text(recorded(checked, SOURCES, trees, lock, dates.pop()))
    assert LOCK.read_text("utf-8") == expected, "the facts have changed: tilesite cite verify --write"


def test_no_day_of_the_record_is_still_to_come() -> None:
    days = dates_of(package_lock())
    assert len(days) > 20
    assert max(days) <= datetime.now(timezone.utc).date().isoformat()


def test_every_row_of_the_record_has_its_seal() -> None:
    lock = package_lock()
    assert [row for row in (*lock.sources.values(), *lock.facts.values()) if not is_sealed(row)] == []


def test_every_state_is_computed(trees: Mapping[str, Tree]) -> None:
    lock = package_lock()
    for fact in ALL_FACTS:
        now = state_now(check_fact(fact, SOURCES, lock, trees), lock)
        assert (now.name, now.by) == (state_of(fact, lock).name, state_of(fact, lock).by), fact.key


def test_a_fact_that_nothing_opened_claims_no_more_than_it_may() -> None:
    lock = package_lock()
    for fact in ALL_FACTS:
        state = state_of(fact, lock)
        if not SOURCES[fact.source].wheel:
            checkable = fact.measured or fact.also
            assert state.name == (CROSS_CHECKED if checkable else CITED), fact.key
            assert bool(state.by) == bool(checkable)


def test_vendors_tools_give_the_values_of_the_facts_that_name_them() -> None:
    lock = package_lock()
    found = all_measured()
    assert len(found) > 20
    for key, measured in found.items():
        entry = lock.facts[key]
        assert (key, measured.value) == (key, FACTS[key].value)
        hint = "python tests/record_vendor_data.py facts"
        assert (entry.tool, entry.claim) == (measured.tool, claim_of(FACTS[key])), hint
        assert entry.asked


def test_tools_are_recorded_for_no_other_fact() -> None:
    asked = {key for key, entry in package_lock().facts.items() if entry.tool}
    assert asked == {fact.key for fact in ALL_FACTS if fact.measured}


def test_what_no_wheel_holds_is_not_opened(trees: Mapping[str, Tree]) -> None:
    closed = [fact for fact in ALL_FACTS if not SOURCES[fact.source].wheel]
    assert {check_fact(fact, SOURCES, package_lock(), trees).own.kind for fact in closed} == {NOT_HERE}
