"""What a check of citations came to, for people, for programs and for code scanning."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.facts.locators import link_of
from tilesite.facts.lock import Lock, state_of
from tilesite.facts.opening import FAILING, MOVED, NOT_CHECKED, NOT_HERE, VERIFIED, Outcome
from tilesite.facts.types import CITED, CROSS_CHECKED, Fact, Source, since_of
from tilesite.facts.verify import Checked, state_now
from tilesite.language import Text
from tilesite.pages.formats import Outcome as PageOutcome
from tilesite.pages.formats import as_sarif as pages_as_sarif
from tilesite.pages.problem_codes import Code
from tilesite.pages.problems import DIFFERENCE, Place, Problem

SCHEMA = 1
_ROWS = Path(__file__).resolve().parents[2] / "facts"
_MEANINGS: dict[str, Code] = {
    "moved": Code(
        DIFFERENCE,
        Text(
            "the cited text stands at other lines",
            "所引文字在别的行",
        ),
    ),
    "changed": Code(
        DIFFERENCE,
        Text("the cited lines say something else", "所引的行内容不同"),
    ),
    "missing": Code(
        DIFFERENCE,
        Text("the source has nothing like it", "来源中没有相似的内容"),
    ),
}
_STATES = (VERIFIED, CROSS_CHECKED, CITED, *FAILING)


class Verification(NamedTuple):
    """A check: each fact's outcomes, the sources, and the record as it was."""

    checked: tuple[Checked, ...]
    sources: Mapping[str, Source]
    lock: Lock

    @property
    def ok(self) -> bool:
        """Whether no citation is wrong."""
        return not any(each.fails for each in self.checked)

    @property
    def unrecorded(self) -> tuple[str, ...]:
        """The facts of which the record does not say what was found now."""
        return tuple(
            each.fact.key
            for each in self.checked
            if state_now(each, self.lock).name != state_of(each.fact, self.lock, self.sources).name
        )


def as_text(told: Verification) -> str:
    """One line a fact, with a diff under what has moved; then the places of the book that are wrong; then counts."""
    lines = [line for each in told.checked for line in _lines(each, told)]
    counts = Counter(state_now(each, told.lock).name for each in told.checked)
    said = ", ".join(f"{counts[state]} {state}" for state in _STATES)
    book = Counter(each.seed.kind for each in told.checked if each.seed)
    seeds = ", ".join(f"{book[kind]} {kind}" for kind in (VERIFIED, *FAILING, NOT_CHECKED, NOT_HERE) if book[kind])
    lines.append(f"{_counted(len(told.checked), 'fact')}: {said}")
    if seeds:
        lines.append(f"{_counted(sum(book.values()), 'place')} of the book: {seeds}")
    if told.unrecorded:
        differ = "differs" if len(told.unrecorded) == 1 else "differ"
        lines.append(f"{_counted(len(told.unrecorded), 'fact')} {differ} from facts.lock: tilesite cite verify --write")
    return "".join(f"{line}\n" for line in lines)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def as_json(told: Verification) -> str:
    """One object."""
    counts = Counter(state_now(each, told.lock).name for each in told.checked)
    answer = {
        "schema": SCHEMA,
        "ok": told.ok,
        "counts": {state: counts[state] for state in _STATES},
        "facts": [_fact_json(each, told) for each in told.checked],
    }
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def as_sarif(told: Verification) -> str:
    """A log in SARIF 2.1.0, whose locations are the rows of the facts."""
    problems = [problem for each in told.checked for problem in problems_of(each, told.sources)]
    return pages_as_sarif(PageOutcome((), 0, tuple(problems)), _MEANINGS)


FORMATS: dict[str, Callable[[Verification], str]] = {"text": as_text, "json": as_json, "sarif": as_sarif}


def problems_of(checked: Checked, sources: Mapping[str, Source]) -> Iterator[Problem]:
    """A problem for each wrong citation, at the row of its fact."""
    fact = checked.fact
    places = [(fact.source, fact.locator, fact.found, checked.own)]
    if fact.also and checked.also:
        places.append((fact.also.source, fact.also.locator, fact.also.found, checked.also))
    if checked.seed and not checked.seed_is_known:
        places.append((fact.source, fact.seed_locator or "", fact.found, checked.seed))
    for source, locator, found, outcome in places:
        if outcome.kind in FAILING:
            message = f"fact {fact.key}: expected {_wanted(fact, found)} at {sources[source].version} {locator}, "
            message += f"got {_got(outcome)}. Example: {_example(outcome, locator)}"
            yield Problem(row_of(fact), DIFFERENCE, outcome.kind, message)


def row_of(fact: Fact) -> Place:
    """Where a fact's row stands, as seen from where the program was started."""
    for file in sorted(_ROWS.glob("rows_*.py")):
        for number, line in enumerate(file.read_text("utf-8").split("\n"), 1):
            if f'"{fact.key}"' in line:
                return Place(_shown(file), number)
    return Place(_shown(_ROWS), 1)


def _shown(path: Path) -> str:
    return path.relative_to(Path.cwd()).as_posix() if path.is_relative_to(Path.cwd()) else path.as_posix()


def _wanted(fact: Fact, found: str | None) -> str:
    return quoted(found or fact.value, 120)


def _got(outcome: Outcome) -> str:
    if outcome.kind == MOVED:
        return f"it at {outcome.now}"
    return quoted(outcome.found, 120) if outcome.found else "nothing like it"


def _example(outcome: Outcome, locator: str) -> str:
    return str(outcome.now) if outcome.now else locator


def _lines(each: Checked, told: Verification) -> Iterator[str]:
    fact = each.fact
    state = state_now(each, told.lock)
    by = f" ({'with' if state.name == VERIFIED else 'by'} {state.by})" if state.by else ""
    yield f"{state.name:<13} {fact.key}: {_place(fact.source, fact.locator, told)}{_now(each.own)}{by}"
    yield from _view(each.own)
    if fact.also and each.also and each.also.kind in FAILING:
        yield f"{each.also.kind:<13} {fact.key}, second place: {_place(fact.also.source, fact.also.locator, told)}"
        yield f"{'':<13}{_now(each.also)}"
        yield from _view(each.also)
    if each.seed and each.seed.kind == NOT_CHECKED:
        against = f"{fact.source} {told.sources[fact.source].version}"
        yield f"{NOT_CHECKED:<13} {fact.key}, in the book: {fact.seed_locator} (not checked against {against})"
    if each.seed and each.seed.kind in FAILING:
        known = " (known)" if each.seed_is_known else ""
        yield f"{each.seed.kind:<13} {fact.key}, in the book: {fact.seed_locator}{_now(each.seed)}{known}"
        yield from _view(each.seed)


def _place(source: str, locator: str, told: Verification) -> str:
    return f"{source} {told.sources[source].version}, {locator}"


def _now(outcome: Outcome) -> str:
    if outcome.now:
        return f" -> {outcome.now}"
    return f" -> {quoted(outcome.found, 200)}" if outcome.found else ""


def _view(outcome: Outcome) -> Iterator[str]:
    yield from (f"    {line}" for line in outcome.view.split("\n") if outcome.view)


def _fact_json(each: Checked, told: Verification) -> dict[str, object]:
    fact, source = each.fact, told.sources[each.fact.source]
    state = state_now(each, told.lock)
    return {
        "key": fact.key,
        "state": state.name,
        "outcome": each.own.kind,
        "source": fact.source,
        "version": source.version,
        "locator": fact.locator,
        "url": link_of(source, fact.locator),
        "statement": {"en": fact.statement.en, "zh": fact.statement.zh},
        "value": fact.value,
        "unit": fact.unit,
        "since": since_of(fact, source),
        **_outcome_json(each.own),
        "checked_by": state.by,
        "opened": state_of(fact, told.lock, told.sources).date,
        "also": _place_json(fact.also.source, fact.also.locator, each.also) if fact.also and each.also else None,
        "seed": None
        if fact.seed_locator is None
        else {
            "locator": fact.seed_locator,
            "known": each.seed_is_known,
            **({"outcome": each.seed.kind, **_outcome_json(each.seed)} if each.seed else {"outcome": NOT_HERE}),
        },
    }


def _place_json(source: str, locator: str, outcome: Outcome) -> dict[str, object]:
    return {"source": source, "locator": locator, "outcome": outcome.kind, **_outcome_json(outcome)}


def _outcome_json(outcome: Outcome) -> dict[str, object]:
    return {
        "now": str(outcome.now) if outcome.now else None,
        "found": outcome.found,
        "diff": outcome.view or None,
    }
