"""Facts of a source seen at another of its versions: what stays, what moves, what changes."""

from __future__ import annotations

from tilesite.facts.locators import Lines, is_inside, lines_of
from tilesite.facts.opening import MISSING, VERIFIED, Outcome, Wanted, moved_to, open_lines, view_of
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tilesite.facts.types import Fact
    from tilesite.facts.verify import Tree


class Bumped(NamedTuple):
    """One place of a fact at the other version. ``second``: it is the fact's second place."""

    fact: Fact
    second: bool
    lines: Lines
    outcome: Outcome


def bumped(facts: Sequence[Fact], source: str, old: Tree, new: Tree) -> tuple[Bumped, ...]:
    """Every place that facts have in a source, opened in the tree of another version."""
    return tuple(_bumped(facts, source, old, new))


def _bumped(facts: Sequence[Fact], source: str, old: Tree, new: Tree) -> Iterator[Bumped]:
    for fact in facts:
        own = lines_of(fact.locator) if fact.source == source else None
        if own and is_inside(own.path):
            yield Bumped(fact, False, own, _seen(Wanted(own, fact.found, fact.value), old, new))
        also = lines_of(fact.also.locator) if fact.also and fact.also.source == source else None
        if fact.also and also and is_inside(also.path):
            yield Bumped(fact, True, also, _seen(Wanted(also, fact.also.found, ""), old, new))


def _seen(wanted: Wanted, old: Tree, new: Tree) -> Outcome:
    path = wanted.lines.path
    before, after = old.read(path), new.read(path)
    at = open_lines(wanted, before).at if before is not None else 0
    wanted = wanted._replace(at=at)
    outcome = open_lines(wanted, after) if after is not None else Outcome(MISSING)
    if outcome.kind == MISSING:
        others = [other for other in new.named(path.rsplit("/", 1)[-1]) if other != path]
        found = [moved for other in others if (moved := moved_to(wanted, other, new.read(other) or ()))]
        outcome = found[0] if len(found) == 1 else outcome
    if outcome.kind == VERIFIED or before is None:
        return outcome
    now = outcome.now or wanted.lines
    there = new.read(now.path)
    return outcome._replace(view=view_of(wanted.lines, before, now, there)) if there is not None else outcome
