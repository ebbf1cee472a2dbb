"""The record of what was opened when: ``facts.lock``, data of the package, so that a build needs no network.

A state is computed from it: a fact that was changed since it was last opened is no longer verified.
"""

from __future__ import annotations

import json
import pkgutil
from functools import lru_cache
from hashlib import sha256

from tilesite.errors import Fault, InputError, quoted
from tilesite.facts.sources import SOURCES
from tilesite.facts.types import CITED, CROSS_CHECKED, VERIFIED, Fact, Place, Source
from tilesite.language import Message, Text
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeVar

    _Row = TypeVar("_Row", "Opened", "Entry")

NAME = "facts.lock"
SCHEMA = 1
_CLAIM = 16
_A_LOCK = Text("a record that `tilesite cite verify --write` made", "由 `tilesite cite verify --write` 写出的记录")


class Opened(NamedTuple):
    """A source as it was opened: the claim of its row, its wheel's hash, the date, and the hash of each file cited.

    A source that nothing opens has the claim alone. ``seal`` is the hash of all the rest, its date among it.
    """

    claim: str
    version: str
    sha256: str | None = None
    opened: str | None = None
    files: dict[str, str] = {}  # noqa: RUF012 - never changed
    seal: str = ""


class Entry(NamedTuple):
    """A fact as it was checked: the claim of its row, the hash of its lines and how many stand before the text.

    ``also`` is the hash of the lines of its second place, ``tool`` the vendor's tool that was asked on ``asked``,
    ``seal`` the hash of all the rest.
    """

    claim: str
    lines: str | None = None
    at: int = 0
    also: str | None = None
    tool: str | None = None
    asked: str | None = None
    seal: str = ""


class Lock(NamedTuple):
    """Everything in the record."""

    sources: dict[str, Opened]
    facts: dict[str, Entry]


class State(NamedTuple):
    """What may be said of a fact: one of STATES, since when, and by what it was cross-checked."""

    name: str
    date: str | None = None
    by: str | None = None


def claim_of(row: Fact | Source) -> str:
    """The hash of everything that a row says."""
    return sha256(json.dumps(row, ensure_ascii=False).encode("utf-8")).hexdigest()[:_CLAIM]


def sealed(row: _Row) -> _Row:
    """The row with its seal, so that an edit of its date alone is seen."""
    return row._replace(seal=_seal_of(row))


def is_sealed(row: Opened | Entry) -> bool:
    """Whether nothing of a row was edited since it was recorded."""
    return row.seal == _seal_of(row)


def _seal_of(row: Opened | Entry) -> str:
    said = json.dumps(row._replace(seal="")._asdict(), ensure_ascii=False)
    return sha256(said.encode("utf-8")).hexdigest()[:_CLAIM]


def state_of(fact: Fact, lock: Lock, sources: Mapping[str, Source] = SOURCES) -> State:
    """The state of a fact as the record has it; a row that differs from the recorded one is only cited."""
    entry = lock.facts.get(fact.key)
    if entry is None or entry.claim != claim_of(fact) or not is_sealed(entry):
        return State(CITED)
    if entry.lines and is_opened(fact.source, lock, sources):
        return _verified(fact, entry, lock, sources)
    return cross_checked(fact, entry, lock) or State(CITED)


def _verified(fact: Fact, entry: Entry, lock: Lock, sources: Mapping[str, Source]) -> State:
    """The state of a fact whose own lines were opened: its second place, where it has one, must have been too."""
    date = lock.sources[fact.source].opened
    if fact.also is None:
        return State(VERIFIED, date)
    if entry.also and is_opened(fact.also.source, lock, sources):
        return State(VERIFIED, date, place_of(fact.also, lock))
    return State(CITED)


def place_of(place: Place, lock: Lock) -> str:
    """``tilelang 0.1.15, tilelang/src/cuda/op/copy.cc:629``."""
    return f"{place.source} {lock.sources[place.source].version}, {place.locator}"


def is_opened(source: str, lock: Lock, sources: Mapping[str, Source]) -> bool:
    """Whether the record is of this source as its row has it, version and hash among it."""
    opened = lock.sources.get(source)
    return opened is not None and opened.claim == claim_of(sources[source]) and is_sealed(opened)


def cross_checked(fact: Fact, entry: Entry, lock: Lock) -> State | None:
    """What agrees with a fact's value beside its own source, None when nothing does."""
    second = lock.sources.get(fact.also.source) if fact.also and entry.also else None
    second = second if second and is_sealed(second) else None
    place = place_of(fact.also, lock) if fact.also and second else None
    by = "; ".join(each for each in (entry.tool, place) if each)
    return State(CROSS_CHECKED, entry.asked or (second.opened if second else None), by) if by else None


@lru_cache(maxsize=1)
def package_lock() -> Lock:
    """The record that the package holds. Raises InputError when it is damaged."""
    return read_lock((pkgutil.get_data(__package__, NAME) or b"").decode("utf-8"))


def facts_date(lock: Lock) -> str:
    """The last day on which a source was opened or a vendor's tool was asked."""
    return max(dates_of(lock), default="")


def dates_of(lock: Lock) -> list[str]:
    """Every day that the record names."""
    opened = [source.opened for source in lock.sources.values()]
    asked = [entry.asked for entry in lock.facts.values()]
    return [date for date in (*opened, *asked) if date]


def read_lock(text: str) -> Lock:
    """The record that a text holds. Raises InputError."""
    try:
        whole = json.loads(text)
        if whole["schema"] != SCHEMA:
            raise _damaged(f"schema {whole['schema']}")
        sources = {key: Opened(**values) for key, values in whole["sources"].items()}
        facts = {key: Entry(**values) for key, values in whole["facts"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise _damaged(str(error)) from None
    lock = Lock(sources, facts)
    for day in dates_of(lock):
        if not _is_day(day):
            raise _damaged(f"date {day}")
    return lock


def _is_day(text: object) -> bool:
    from datetime import date  # only who reads the record needs it

    try:
        return isinstance(text, str) and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def lock_text(lock: Lock) -> str:
    """The record as a file holds it: one line a fact, so that a change is one line."""
    sources = _lines({key: _given(lock.sources[key]) for key in sorted(lock.sources)})
    facts = _lines({key: _given(lock.facts[key]) for key in sorted(lock.facts)})
    return f'{{"schema": {SCHEMA},\n "sources": {{\n{sources}\n }},\n "facts": {{\n{facts}\n }}\n}}\n'


def _lines(rows: Mapping[str, Mapping[str, Any]]) -> str:
    return ",\n".join(f"  {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}" for key, row in rows.items())


def _given(row: Opened | Entry) -> dict[str, object]:
    return {name: value for name, value in row._asdict().items() if value not in (None, {}, 0, "")}


def _damaged(problem: str) -> InputError:
    return InputError(Fault(NAME, Message(_A_LOCK), quoted(problem), "tilesite cite verify --write"))
