"""The table of all facts, which stands where a page has the comment ``<!-- tilesite:sources -->``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tilesite.facts import ALL_FACTS, SOURCES, Fact, Source
from tilesite.facts.locators import lines_of
from tilesite.facts.lock import package_lock
from tilesite.language import Text
from tilesite.pages.fact_words import value_said
from tilesite.pages.sources import SourceLine, said_in, source_line, version_of
from tilesite.pages.templating import rendered
from tilesite.pages.uses import uses

_WORDS = {
    "fact": Text("Fact", "事实"),
    "value": Text("Value", "值"),
    "where": Text("Where it stands", "位置"),
    "state": Text("State", "状态"),
    "used": Text("What rests on it", "依赖它的"),
    "book": Text("in the book", "书中"),
}
TABLE_START = '<section class="tilesite-facts"'
"""How the table begins."""

_OPENED = Text("opened in {file} on {date}; {oldest} says the same", "{date} 在 {file} 中打开；{oldest} 与之相同")
_OPENED_ALONE = Text("opened in {file} on {date}", "{date} 在 {file} 中打开")
_UNOPENED = Text("nothing here can open it", "此处无法打开")
_MOVED = Text("stands at line {now} of {path}", "实际在 {path} 的第 {now} 行")
_TOLD = Text(
    " — published by {publisher}; {obtained}. {count} facts.", "，发布者：{publisher}；{obtained}。共 {count} 条事实。"
)
_NO_VERSION = Text("no version", "无版本")
_SINCE = Text("since {version}", "自 {version} 起")


class Row(NamedTuple):
    """One fact of the table. ``book`` is where the book places it, ``moved`` where it stands instead."""

    line: SourceLine
    value: str
    used: str
    book: str
    moved: str
    since: str


class Group(NamedTuple):
    """The facts of one source, and how that source is opened."""

    key: str
    title: str
    version: str
    url: str | None
    told: str
    rows: tuple[Row, ...]


@lru_cache(maxsize=2)
def source_table(mark: str, lang: str) -> str:
    """The HTML of the table in a language, under the mark that names it in the built page."""
    groups = tuple(_groups(lang))
    words = {name: text.zh if lang == "zh" else text.en for name, text in _WORDS.items()}
    return rendered("sources.html.jinja", groups=groups, words=words, lang=lang, mark=mark)


def _groups(lang: str) -> Iterator[Group]:
    users = uses()
    for key, source in sorted(SOURCES.items(), key=lambda item: item[1].wheel is None):  # those that are opened first
        facts = [fact for fact in ALL_FACTS if fact.source == key]
        if facts:
            rows = tuple(_row(fact, users.get(fact.key, ()), lang) for fact in facts)
            yield _group(source, rows, lang)


def _group(source: Source, rows: tuple[Row, ...], lang: str) -> Group:
    told = _TOLD.with_values(
        publisher=said_in(source.publisher, lang), obtained=_obtained(source, lang), count=len(rows)
    ).say(lang)
    version = version_of(source, lang) or said_in(_NO_VERSION, lang)
    return Group(source.key, said_in(source.title, lang), version, source.url, told, rows)


def _row(fact: Fact, users: Sequence[str], lang: str) -> Row:
    book = lines_of(fact.seed_locator or "")
    moved = _MOVED.with_values(now=fact.seed_now, path=book.path).say(lang) if fact.seed_now and book else ""
    since = _SINCE.with_values(version=fact.since).say(lang) if fact.since else ""
    return Row(source_line(fact, lang), value_said(fact, lang), ", ".join(users), fact.seed_locator or "", moved, since)


def _obtained(source: Source, lang: str) -> str:
    opened = package_lock().sources.get(source.key)
    if source.wheel is None or opened is None or opened.opened is None:
        return _UNOPENED.with_values().say(lang)
    text = _OPENED if source.oldest else _OPENED_ALONE
    return text.with_values(file=source.wheel.file, date=opened.opened, oldest=source.oldest).say(lang)
