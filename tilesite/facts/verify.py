"""Facts checked against opened sources: their own places, second places, and the places that the book gives."""

from __future__ import annotations

from tilesite.facts.locators import Lines, is_inside, lines_of
from tilesite.facts.lock import Entry, Lock, State, claim_of, cross_checked, is_opened, place_of
from tilesite.facts.opening import (
    FAILING,
    MISSING,
    MOVED,
    NOT_CHECKED,
    NOT_HERE,
    VERIFIED,
    Outcome,
    Wanted,
    digest_of,
    moved_to,
    open_lines,
)
from tilesite.facts.sources import SEED_FOLDERS
from tilesite.facts.types import CITED, CROSS_CHECKED, Fact, SeedFolder, Source
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Callable

_NOWHERE = Lines("", 1, 1)


class Tree(NamedTuple):
    """An opened source: ``read`` gives the lines of a file (None: not there), ``named`` the paths of that base name."""

    read: Callable[[str], Sequence[str] | None]
    named: Callable[[str], Sequence[str]]


class Checked(NamedTuple):
    """What came of a fact: its own place, its second place, and the book's (None where it has none)."""

    fact: Fact
    own: Outcome
    also: Outcome | None
    seed: Outcome | None

    @property
    def seed_is_known(self) -> bool:
        """Whether the book's place is right, or stands at the lines that the fact records for it."""
        if self.seed is None or self.seed.kind in (NOT_HERE, NOT_CHECKED):
            return True
        if self.fact.seed_now is None:
            return self.seed.kind == VERIFIED
        now = self.seed.now
        return self.seed.kind == MOVED and now is not None and now.span == self.fact.seed_now

    @property
    def fails(self) -> bool:
        """Whether a citation is wrong; a place of the book that is known to have moved is not counted."""
        wrong = self.own.kind in FAILING or (self.also is not None and self.also.kind in FAILING)
        return wrong or not self.seed_is_known


def check_fact(fact: Fact, sources: Mapping[str, Source], lock: Lock, trees: Mapping[str, Tree]) -> Checked:
    """Opens all places of a fact that one of the trees holds, by the name of its source or of the book's folder."""
    entry = lock.facts.get(fact.key, Entry(""))
    known = entry if entry.claim == claim_of(fact) else Entry("")
    digest = known.lines if is_opened(fact.source, lock, sources) else None
    wanted = Wanted(_NOWHERE, fact.found, fact.value, digest, known.at)
    own = _opened(fact.source, fact.locator, trees, wanted)
    also = None
    if fact.also:
        digest = known.also if is_opened(fact.also.source, lock, sources) else None
        # Where nothing opens the fact's own source, the second place alone gives the value.
        value = "" if sources[fact.source].wheel else fact.value
        second = Wanted(_NOWHERE, fact.also.found, value, digest=digest)
        also = _opened(fact.also.source, fact.also.locator, trees, second)
    return Checked(fact, own, also, _seed(fact, sources, trees))


def state_now(checked: Checked, lock: Lock) -> State:
    """The state that this check gives a fact: what was opened now, else what the record says of other checks."""
    fact, second = checked.fact, checked.also
    if checked.own.kind == VERIFIED and fact.also and second and second.kind in (VERIFIED, *FAILING):
        return State(second.kind, by=place_of(fact.also, lock) if fact.also.source in lock.sources else None)
    if checked.own.kind != NOT_HERE:
        return State(checked.own.kind)
    entry = lock.facts.get(checked.fact.key, Entry(""))
    also = checked.also.digest if checked.also and checked.also.kind == VERIFIED else None
    tool = entry.tool if entry.claim == claim_of(checked.fact) else None
    state = cross_checked(checked.fact, Entry("", also=also, tool=tool), lock)
    return State(CROSS_CHECKED, by=state.by) if state else State(CITED)


def _opened(source: str, locator: str, trees: Mapping[str, Tree], wanted: Wanted) -> Outcome:
    lines, tree = lines_of(locator), trees.get(source)
    if lines is None or tree is None or not is_inside(lines.path):
        return Outcome(NOT_HERE)
    return _in_tree(tree, wanted._replace(lines=lines))


def _in_tree(tree: Tree, wanted: Wanted) -> Outcome:
    text = tree.read(wanted.lines.path)
    outcome = open_lines(wanted, text) if text is not None else Outcome(MISSING)
    if outcome.kind != MISSING:
        return outcome
    others = [path for path in tree.named(wanted.lines.path.rsplit("/", 1)[-1]) if path != wanted.lines.path]
    found = [moved for path in others if (moved := moved_to(wanted, path, tree.read(path) or ()))]
    return found[0] if len(found) == 1 else outcome


def _seed(fact: Fact, sources: Mapping[str, Source], trees: Mapping[str, Tree]) -> Outcome | None:
    """The book's place, opened in the folder it names or in the source that holds the same files."""
    locator = fact.seed_locator
    if locator is None or "/" not in locator:
        return None  # the book names a function, and no place
    lines = lines_of(locator)
    path = lines.path if lines else locator
    name, _, rest = path.partition("/")
    tree = trees.get(name)
    if tree is None:
        folder, rest = _in_source(path)
        if folder and sources[folder.source].version != folder.version:
            return Outcome(NOT_CHECKED)
        tree = trees.get(folder.source) if folder else None
    if tree is None:
        return Outcome(NOT_HERE)
    text = tree.read(rest)
    if text is None:
        return Outcome(MISSING)
    own = lines_of(fact.locator)
    same = own is not None and own.path.endswith(rest.rsplit("/", 1)[-1])
    at = lines or Lines(path, 1, len(text))
    outcome = open_lines(Wanted(at._replace(path=path), fact.found if same else None, fact.value), text)
    return outcome._replace(digest=digest_of(text[at.first - 1 : at.last]))


def _in_source(path: str) -> tuple[SeedFolder | None, str]:
    for folder in SEED_FOLDERS:
        if path.startswith(folder.folder):
            rest = path[len(folder.folder) :]
            for old, new in folder.starts:
                if rest.startswith(old):
                    return folder, new + rest[len(old) :]
    return None, path
