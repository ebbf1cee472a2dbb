"""The new record after a check: what was opened now, and what vendor's tools said of rows that have not changed."""

from __future__ import annotations

from hashlib import sha256

from tilesite.facts.locators import lines_of
from tilesite.facts.lock import Entry, Lock, Opened, claim_of, is_sealed, sealed
from tilesite.facts.opening import VERIFIED
from tilesite.records import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tilesite.facts.types import Source
    from tilesite.facts.verify import Checked, Tree


def recorded(
    checked: Sequence[Checked], sources: Mapping[str, Source], trees: Mapping[str, Tree], lock: Lock, date: str
) -> Lock:
    """The record of a check in which the trees of all wheels were opened on ``date``."""
    cited: dict[str, set[str]] = {key: set() for key in sources}
    for each in checked:
        places = [(each.fact.source, each.fact.locator)]
        places += [(each.fact.also.source, each.fact.also.locator)] if each.fact.also else []
        for source, locator in places:
            lines = lines_of(locator)
            if lines:
                cited[source].add(lines.path)
    opened = {key: sealed(_opened(source, cited[key], trees, date)) for key, source in sources.items()}
    return Lock(opened, {each.fact.key: sealed(_entry(each, lock)) for each in checked})


def _opened(source: Source, paths: set[str], trees: Mapping[str, Tree], date: str) -> Opened:
    claim = claim_of(source)
    if source.wheel is None:
        return Opened(claim, source.version)
    texts = {path: trees[source.key].read(path) for path in sorted(paths)}
    files = {path: _hash(text) for path, text in texts.items() if text is not None}
    return Opened(claim, source.version, source.wheel.sha256, date, files)


def _hash(text: Sequence[str]) -> str:
    return sha256("\n".join(text).encode("utf-8", "surrogatepass")).hexdigest()


def _entry(checked: Checked, lock: Lock) -> Entry:
    claim = claim_of(checked.fact)
    before = lock.facts.get(checked.fact.key)
    asked = before if before and before.claim == claim and is_sealed(before) else Entry(claim)
    own, also = checked.own, checked.also
    return Entry(
        claim,
        own.digest if own.kind == VERIFIED else None,
        own.at if own.kind == VERIFIED else 0,
        also.digest if also and also.kind == VERIFIED else None,
        asked.tool,
        asked.asked,
    )
