"""The data of a sweep's chart as a table, folded away, for those who prefer to read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tilesite.pages.figures import texts
from tilesite.pages.figures.candidates import Candidate, Place, candidates_of
from tilesite.pages.figures.numbers import grouped, kilobytes, megabytes
from tilesite.pages.figures.svg import escaped, sentence
from tilesite.pages.figures.texts import say
from tilesite.tile.numbers import percent

MOST_ROWS = 400
"""Rows of a table; of more, those of least traffic."""

_FILLS = 1_000_000


def table(result: Mapping[str, Any], lang: str) -> str:
    """A row for each pair of shared memory and traffic, the least traffic first; empty without candidates."""
    same: dict[tuple[int, int], list[Candidate]] = {}
    for each in candidates_of(result):
        same.setdefault((each.traffic, each.shared), []).append(each)
    if not same:
        return ""
    shown = [Place(0, 0, tuple(same[key])) for key in sorted(same)[:MOST_ROWS]]
    text = texts.TABLE if len(shown) == len(same) else texts.TABLE_PART
    summary = escaped(say(text, lang, shown=grouped(len(shown)), count=grouped(len(same))))
    head = "".join(f'<th scope="col">{escaped(say(each, lang))}</th>' for each in texts.TABLE_HEAD)
    rows = "".join(_row(place, lang) for place in shown)
    return (
        f'<details class="tilesite-figure-data"><summary>{summary}</summary>'
        f'<table class="tilesite-figure-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>'
    )


def only_one(candidate: Candidate, lang: str) -> str:
    """The one candidate of a sweep: a sentence."""
    shared, traffic = kilobytes(candidate.shared), megabytes(candidate.traffic)
    text = texts.ONLY_ONE_STOPPED if candidate.stopped_by else texts.ONLY_ONE
    return sentence(say(text, lang, rule=candidate.stopped_by, shared=shared, traffic=traffic))


def _row(place: Place, lang: str) -> str:
    best, first = place.best, place.candidates[0]
    stopped = Counter(each.stopped_by for each in place.candidates if each.stopped_by)
    cells = [
        megabytes(first.traffic),
        kilobytes(first.shared),
        grouped(len(place.candidates) - stopped.total()),
        say(texts.LIMIT_NAMES[best.binding], lang) if best and best.binding else "",
        "" if best is None or best.fill is None else percent(round(best.fill * _FILLS), _FILLS),
        say(texts.LIST_COMMA, lang).join(f"{rule} {grouped(count)}" for rule, count in sorted(stopped.items())),
    ]
    return f"<tr>{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>"
