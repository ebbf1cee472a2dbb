"""``tilesite cite bump``: what another version of a source would move and change, and on which pages."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tilesite.console import DONE, Streams
from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.facts.bump import Bumped, bumped
from tilesite.facts.opening import CHANGED, FAILING, MISSING, MOVED
from tilesite.facts.types import Source
from tilesite.fields import one_of
from tilesite.language import Message
from tilesite.pages.atomic import ChangedError, replace_file
from tilesite.pages.cite import texts
from tilesite.pages.cite.affected import Output, affected_outputs
from tilesite.pages.cite.flags import BUMP_EXAMPLE, bump_flags
from tilesite.pages.cite.rewrite import Pin, expected, loaded, movable, with_locators, with_pin
from tilesite.pages.cite.session import Facts, opened_trees, session_of
from tilesite.pages.cite.trees import wheel_tree
from tilesite.pages.cite.wheels import any_wheel, hash_of

SCHEMA = 1
_SOURCES_FILE = "sources.py"


class Bump(NamedTuple):
    """What a bump comes to: the source and both versions, every place, and what rests on those that move."""

    source: Source
    version: str
    places: tuple[Bumped, ...]
    outputs: tuple[Output, ...]

    def count(self, kind: str) -> int:
        """How many facts have a place of this outcome."""
        return len({each.fact.key for each in self.places if each.outcome.kind == kind})

    @property
    def summary(self) -> str:
        """``4 facts moved, 1 changed: 7 outputs on 3 pages``."""
        missing = f", {self.count(MISSING)} missing" if self.count(MISSING) else ""
        pages = len({output.place.path for output in self.outputs})
        said = f"{self.count(MOVED)} facts moved, {self.count(CHANGED)} changed{missing}"
        return f"{said}: {len(self.outputs)} outputs on {pages} pages"


def run_bump(argv: Sequence[str], streams: Streams, facts: Facts) -> int:
    """Runs the command. Raises InputError."""
    arguments = bump_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    name = "json" if arguments.json else arguments.format
    if name not in FORMATS:
        raise one_of("format", list(FORMATS), name, "json")
    if len(arguments.words) < 2:
        got = quoted(" ".join(arguments.words)) if arguments.words else shown(None)
        raise InputError(Fault("arguments", Message(texts.TWO_WORDS), got, BUMP_EXAMPLE))
    key, version, *paths = arguments.words
    wheels = {each: source.wheel for each, source in facts.sources.items() if source.wheel}
    if key not in wheels:
        expected_name = texts.A_SOURCE.with_values(names=", ".join(wheels))
        raise InputError(Fault("SOURCE", expected_name, quoted(key), BUMP_EXAMPLE))
    if not _is_version(version):
        raise InputError(Fault("VERSION", Message(texts.A_NUMBER), quoted(version), BUMP_EXAMPLE))
    source, wheel = facts.sources[key], wheels[key]
    session = session_of(arguments, facts.sources)
    ours = [fact for fact in facts.rows if key in (fact.source, fact.also.source if fact.also else None)]
    old = opened_trees(session, {key: source}, ours)[key]
    path = any_wheel(wheel.package, version, session.cache, offline=session.offline)
    places = bumped(ours, key, old, wheel_tree(path, wheel.folder))
    touched = {each.fact.key for each in places if each.outcome.kind in FAILING}
    told = Bump(source, version, places, affected_outputs(paths or ["docs"], touched) if touched else ())
    streams.stdout.write(FORMATS[name](told))
    if arguments.write:
        pin = Pin(version, wheel._replace(file=path.name, sha256=hash_of(path), blake2=_blake2(path)))
        written = _write(facts, told, pin)
        streams.stderr.write(f"rewritten: {written} locators, {_SOURCES_FILE}; next: tilesite cite verify --write\n")
    return DONE


def as_text(told: Bump) -> str:
    """What moves and changes, with a diff each; what rests on it; the counts."""
    lines = []
    for each in told.places:
        if each.outcome.kind in FAILING:
            now = f" -> {each.outcome.now}" if each.outcome.now else ""
            found = f" -> {quoted(each.outcome.found, 200)}" if each.outcome.found else ""
            second = ", second place" if each.second else ""
            lines.append(f"{each.outcome.kind:<8} {each.fact.key}{second}: {each.lines}{now}{found}")
            lines += [f"    {line}" for line in each.outcome.view.split("\n") if each.outcome.view]
    lines += [f"{each.place}: {each.what} rests on {', '.join(each.keys)}" for each in told.outputs]
    return "".join(f"{line}\n" for line in [*lines, told.summary])


def as_json(told: Bump) -> str:
    """One object."""
    kinds = Counter(each.outcome.kind for each in told.places)
    answer = {
        "schema": SCHEMA,
        "source": told.source.key,
        "from": told.source.version,
        "to": told.version,
        "summary": told.summary,
        "counts": dict(kinds),
        "facts": [
            {
                "key": each.fact.key,
                "second": each.second,
                "outcome": each.outcome.kind,
                "locator": str(each.lines),
                "now": str(each.outcome.now) if each.outcome.now else None,
                "found": each.outcome.found,
                "diff": each.outcome.view or None,
            }
            for each in told.places
        ],
        "outputs": [
            {"path": each.place.path, "line": each.place.line, "what": each.what, "facts": list(each.keys)}
            for each in told.outputs
        ],
    }
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


FORMATS: dict[str, Callable[[Bump], str]] = {"text": as_text, "json": as_json}


def _write(facts: Facts, told: Bump, pin: Pin) -> int:
    """Rewrites the rows and the pin; returns how many locators. Nothing is written unless all of it loads as meant."""
    folder, key = facts.lock.parent, told.source.key
    old = {file.name: file.read_text("utf-8") for file in sorted(folder.glob("rows_*.py"))}
    moves = movable(told.places)
    new = with_locators(old, moves)
    before = (folder / _SOURCES_FILE).read_text("utf-8")
    new[_SOURCES_FILE] = with_pin(before, told.source, pin)
    found = loaded(folder.parent, new)
    wanted, pinned = expected(facts, moves, key, pin)
    if found is None or found[0] != wanted or not _is_pinned(found[1], key, pinned):
        raise InputError(
            Fault("--write", Message(texts.REWRITABLE), Message(texts.OTHERS), f"{BUMP_EXAMPLE} --json, and an editor")
        )
    _replace_all(folder, {**old, _SOURCES_FILE: before}, new)
    return len(moves)


def _is_pinned(found: object, key: str, wanted: object) -> bool:
    """Whether a loaded table of sources has this source at its new version and wheel."""
    if not isinstance(found, dict) or not isinstance(wanted, list):
        return False
    version, wheel = 3, 5
    return bool(found[key][version] == wanted[version] and found[key][wheel] == wanted[wheel])


def _replace_all(folder: Path, old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Replaces every file that changes; when one cannot be, those before it are put back."""
    done: list[str] = []
    try:
        for name in [name for name in new if new[name] != old[name]]:
            replace_file(folder / name, old[name].encode("utf-8"), new[name].encode("utf-8"))
            done.append(name)
    except (OSError, ChangedError) as error:
        for name in done:
            replace_file(folder / name, new[name].encode("utf-8"), old[name].encode("utf-8"))
        got = (error.strerror if isinstance(error, OSError) else None) or Message(texts.CHANGED_FILE)
        raise InputError(Fault(folder.as_posix(), Message(texts.WRITABLE), got, f"{BUMP_EXAMPLE} --write")) from None


def _is_version(text: str) -> bool:
    return bool(text) and len(text) <= 40 and text[0].isdigit() and all(c.isalnum() or c in ".+!" for c in text)


def _blake2(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=32).hexdigest()
