"""Locators rewritten in the rows of the facts: text in, text out, and proved by loading what was written."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tilesite.facts.bump import Bumped
from tilesite.facts.opening import MOVED
from tilesite.facts.types import Source, Wheel
from tilesite.pages.cite.session import Facts

_BOOK = re.compile(r"_VENDORED|_vendor|tilelang-corpus")
_ASK = "import json; from tilesite.facts import ALL_FACTS, SOURCES; print(json.dumps([ALL_FACTS, SOURCES]))"


class Pin(NamedTuple):
    """What pins a source at its other version."""

    version: str
    wheel: Wheel


def movable(places: Sequence[Bumped]) -> tuple[Bumped, ...]:
    """The places that only need other lines in the same file."""
    moved = [each for each in places if each.outcome.kind == MOVED]
    return tuple(each for each in moved if each.outcome.now and each.outcome.now.path == each.lines.path)


def with_locators(files: Mapping[str, str], places: Sequence[Bumped]) -> dict[str, str]:
    """The files of rows with the locators of these places rewritten, where one string alone can be meant."""
    new = dict(files)
    for place in places:
        found = [(name, *spot) for name, text in new.items() for spot in _spots(text, place)]
        if len(found) == 1 and place.outcome.now:
            name, start, end = found[0]
            new[name] = new[name][:start] + place.outcome.now.span + new[name][end:]
    return new


def with_pin(text: str, source: Source, pin: Pin) -> str:
    """The file of sources with one source at another version; the book's folders are left alone."""
    if source.wheel is None:
        return text
    for old, new in zip(source.wheel, pin.wheel):
        text = text.replace(f'"{old}"', f'"{new}"') if old else text
    version = re.compile(rf"(?<![0-9.]){re.escape(source.version)}(?![0-9.]*[0-9])")
    spans = sorted(_pinned_spans(text, source), reverse=True)
    for start, end in spans:
        text = text[:start] + version.sub(pin.version, text[start:end]) + text[end:]
    return text


def loaded(package: Path, files: Mapping[str, str]) -> tuple[object, object] | None:
    """The facts and sources that the package has with these files of ``facts/`` in it, None when it does not load."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tilesite"
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "pages", "hosts", "tma", "tile"))
        for name, text in files.items():
            (copy / "facts" / name).write_text(text, "utf-8")
        done = subprocess.run(  # noqa: S603 - this interpreter, on our own package
            [sys.executable, "-c", _ASK], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
    if done.returncode:
        return None
    facts, sources = json.loads(done.stdout)
    return facts, sources


def expected(facts: Facts, places: Sequence[Bumped], key: str, pin: Pin) -> tuple[object, object]:
    """The facts as they are to be loaded, and the source's version and wheel."""
    own = {each.fact.key: str(each.outcome.now) for each in places if not each.second}
    also = {each.fact.key: str(each.outcome.now) for each in places if each.second}
    rows = []
    for fact in facts.rows:
        row = fact._replace(locator=own.get(fact.key, fact.locator))
        if row.also and fact.key in also:
            row = row._replace(also=row.also._replace(locator=also[fact.key]))
        rows.append(row)
    said = json.loads(json.dumps([rows, facts.sources[key]._replace(version=pin.version, wheel=pin.wheel)]))
    return said[0], said[1]


def _spots(text: str, place: Bumped) -> list[tuple[int, int]]:
    """Where the lines of a place stand in calls that make its fact: offsets in ``text``.

    They stand behind a path, or as a string of their own where the row is of one file.
    """
    calls = list(_calls(text, place.fact.key))
    span = re.escape(place.lines.span)
    return _matches(text, calls, rf':{span}(?=")') or _matches(text, calls, rf'"{span}(?=")')


def _matches(text: str, calls: Sequence[tuple[int, int]], pattern: str) -> list[tuple[int, int]]:
    found = set()
    for start, end in calls:
        for match in re.compile(pattern).finditer(text, start, end):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
            if not _BOOK.search(line):
                found.add((match.start() + 1, match.end()))
    return sorted(found)


def _calls(text: str, key: str) -> Iterator[tuple[int, int]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and any(_makes(argument, key) for argument in node.args[:1]):
            yield _offsets(text, node)


def _makes(argument: ast.expr, key: str) -> bool:
    value = argument.value if isinstance(argument, ast.Constant) else None
    return isinstance(value, str) and (key == value or key.endswith(f"-{value}"))


def _pinned_spans(text: str, source: Source) -> Iterator[tuple[int, int]]:
    """The call that makes a source, and the assignments of the names in it."""
    tree = ast.parse(text)
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value == source.key
    ]
    names = {node.id for call in calls for node in ast.walk(call) if isinstance(node, ast.Name)}
    yield from (_offsets(text, call) for call in calls)
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names:
            yield _offsets(text, node)


def _offsets(text: str, node: ast.expr | ast.stmt) -> tuple[int, int]:
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def at(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode("utf-8")[:column].decode("utf-8"))

    return at(node.lineno, node.col_offset), at(node.end_lineno or node.lineno, node.end_col_offset or 0)
