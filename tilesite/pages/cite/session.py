"""What a run of ``tilesite cite`` opens: wheels from the cache or PyPI, and the local folders that were named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from tilesite.console import Given
from tilesite.errors import Fault, InputError, quoted
from tilesite.facts import ALL_FACTS, SOURCES
from tilesite.facts.lock import NAME
from tilesite.facts.sources import SEED_FOLDERS
from tilesite.facts.types import Fact, Source
from tilesite.facts.verify import Tree
from tilesite.language import Message
from tilesite.pages.cite import texts
from tilesite.pages.cite.trees import folder_tree, wheel_tree
from tilesite.pages.cite.wheels import cache_folder, pinned_wheel

LOCK = Path(__file__).resolve().parents[2] / "facts" / NAME
_CORPUS = "tilelang-corpus"


class Facts(NamedTuple):
    """The rows that are checked, their sources, and the file that records what was found, in the folder of the rows."""

    rows: tuple[Fact, ...] = ALL_FACTS
    sources: Mapping[str, Source] = SOURCES
    lock: Path = LOCK


class Session(NamedTuple):
    """Where sources are kept, whether any may be fetched, and the local folders that stand for some, by name."""

    cache: Path
    offline: bool
    roots: Mapping[str, Path]


def session_of(arguments: Given, sources: Mapping[str, Source]) -> Session:
    """The session that the flags describe. Raises InputError."""
    names = [key for key, source in sources.items() if source.wheel] + root_names()
    roots = dict(_root(text, names) for text in arguments.root)
    return Session(Path(arguments.cache) if arguments.cache else cache_folder(), arguments.offline, roots)


def root_names() -> list[str]:
    """The folders that the book cites, by their first part."""
    return [*dict.fromkeys(each.folder.split("/")[0] for each in SEED_FOLDERS), _CORPUS]


def opened_trees(session: Session, sources: Mapping[str, Source], facts: Iterable[Fact]) -> dict[str, Tree]:
    """The trees of all sources that the facts need and a wheel or a folder holds. Raises InputError."""
    needed = {place for fact in facts for place in _sources_of(fact)}
    trees = {name: folder_tree(path, sources.get(name)) for name, path in session.roots.items()}
    for key, source in sources.items():
        if source.wheel and key in needed and key not in trees:
            path = pinned_wheel(source.wheel, source.version, session.cache, offline=session.offline)
            trees[key] = wheel_tree(path, source.wheel.folder)
    return trees


def today() -> str:
    """The date of this run, or that of SOURCE_DATE_EPOCH."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    at = datetime.fromtimestamp(int(epoch), timezone.utc) if epoch.isdecimal() else datetime.now(timezone.utc)
    return at.date().isoformat()


def _sources_of(fact: Fact) -> Sequence[str]:
    return [fact.source, *([fact.also.source] if fact.also else [])]


def _root(text: str, names: Sequence[str]) -> tuple[str, Path]:
    name, _, path = text.partition("=")
    if name not in names or not path:
        expected = texts.A_ROOT.with_values(names=", ".join(names))
        raise InputError(Fault("root", expected, quoted(text), "tilelang=../tilelang", "root"))
    if not Path(path).is_dir():
        raise InputError(Fault("root", Message(texts.A_FOLDER), quoted(path), "tilelang=../tilelang", "root"))
    return name, Path(path)
