"""What rows of facts must keep so that they can be checked at all."""

from __future__ import annotations

import re

from tilesite.errors import Fault, quoted, shown
from tilesite.facts import texts
from tilesite.facts.locators import is_inside, lines_of
from tilesite.facts.types import Fact, Place, Source
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

KEY = r"[a-z0-9]+(?:[.-][a-z0-9]+)*"
"""The grammar of a fact's key."""

_KEY = re.compile(KEY)
_LINES_EXAMPLE = "cuda.h:23300-23301"


def faults_of(facts: Sequence[Fact], sources: Mapping[str, Source]) -> tuple[Fault, ...]:
    """Everything that is wrong with the rows, in their order."""
    return tuple(_faults(facts, sources))


def _faults(facts: Sequence[Fact], sources: Mapping[str, Source]) -> Iterator[Fault]:
    seen: set[str] = set()
    for fact in facts:
        where = f"fact {fact.key}"
        if fact.key in seen:
            yield Fault(where, Message(texts.A_NEW_KEY), quoted(fact.key), f"{fact.key}-2")
        if not _KEY.fullmatch(fact.key):
            yield Fault(where, Message(texts.A_KEY), quoted(fact.key), "plan-box-256")
        seen.add(fact.key)
        yield from _of_place(where, Place(fact.source, fact.locator, fact.found or ""), sources)
        if fact.also:
            yield from _of_place(f"{where}, second place", fact.also, sources)
        if fact.seed_now and not lines_of(fact.seed_locator or ""):
            yield Fault(where, Message(texts.NO_SEED), quoted(fact.seed_now), "seed_locator=…/tma_layout.h:40")


def _of_place(where: str, place: Place, sources: Mapping[str, Source]) -> Iterator[Fault]:
    source = sources.get(place.source)
    if source is None:
        names = ", ".join(sources)
        yield Fault(where, texts.A_SOURCE.with_values(names=names), quoted(place.source), "tilelang")
        return
    if source.wheel is None:
        return
    lines = lines_of(place.locator)
    if lines is None:
        yield Fault(where, Message(texts.LINES), quoted(place.locator), _LINES_EXAMPLE)
        return
    if not is_inside(lines.path):
        yield Fault(where, Message(texts.INSIDE), quoted(place.locator), _LINES_EXAMPLE)
    if lines.first > lines.last:
        yield Fault(where, Message(texts.IN_ORDER), quoted(place.locator), _LINES_EXAMPLE)
    if not place.found:
        yield Fault(where, Message(texts.TO_FIND), shown(None), "kTmaMaxBoxDim = 256")
