"""Facts as pages list them: what is claimed, where it stands, what was checked and when. Text in, text out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tilesite.facts import FACTS, SOURCES
from tilesite.facts.locators import link_of
from tilesite.facts.lock import package_lock, state_of
from tilesite.facts.types import CITED, CROSS_CHECKED, VERIFIED, Fact, Source
from tilesite.findings import FAIL, WARN
from tilesite.language import Message, Text
from tilesite.pages.fact_words import check_said, place_said
from tilesite.report import Report

_STATES = {
    VERIFIED: Text("verified {date}", "已核对 {date}"),
    CROSS_CHECKED: Text("cross-checked {date} by {by}", "交叉核对 {date}，依据 {by}"),
    CITED: Text("cited, not opened", "仅引用，未打开原文"),
}
"""What a page says of a state: ``verified`` only of lines that were opened."""

_VERIFIED_WITH = Text("verified {date}, with {by}", "已核对 {date}，连同 {by}")
"""Of a fact that two places say together, both of them opened."""

_VERSIONS = {
    "as given": Text("as given", "原样"),
    "as read": Text("as read", "以读到时为准"),
    "as read in November 2026": Text("as read in November 2026", "2026 年 11 月读到的版本"),
    "undated copy": Text("undated copy", "未注明日期的副本"),
    "none": Text("", ""),
    "13.0.88 (12.9.86 for sm_70)": Text("13.0.88 (12.9.86 for sm_70)", "13.0.88（sm_70 用 12.9.86）"),
}


class SourceLine(NamedTuple):
    """One fact as a page lists it."""

    key: str
    statement: str
    title: str
    url: str | None
    locator: str
    state: str
    said: str


def source_lines(keys: Iterable[str], lang: str) -> tuple[SourceLine, ...]:
    """The facts with these keys, each once, in order."""
    return tuple(source_line(FACTS[key], lang) for key in dict.fromkeys(keys))


@lru_cache(maxsize=1024)  # each block names some twenty
def source_line(fact: Fact, lang: str) -> SourceLine:
    """One fact."""
    source = SOURCES[fact.source]
    state = state_of(fact, package_lock())
    text = _VERIFIED_WITH if state.name == VERIFIED and state.by else _STATES[state.name]
    return SourceLine(
        fact.key,
        said_in(fact.statement, lang),
        f"{said_in(source.title, lang)} {version_of(source, lang)}",
        link_of(source, fact.locator),
        place_said(fact.locator, lang),
        state.name,
        text.with_values(date=state.date, by=check_said(state.by or "", lang)).say(lang),
    )


def version_of(source: Source, lang: str) -> str:
    """The version of a source; where it has none, the words for that."""
    return said_in(_VERSIONS[source.version], lang) if source.version in _VERSIONS else source.version


def decided_by(report: Report) -> tuple[str, ...]:
    """The facts of the rules that decided a result: of those that it breaks, or of all that were applied and hold."""
    broken = [key for each in report.findings if each.severity in (FAIL, WARN) for key in each.cites]
    return tuple(dict.fromkeys(report.cites if report.ok else broken or report.cites))


def said_in(text: Text, lang: str) -> str:
    """A text in a language."""
    return Message(text).say(lang)
