"""One digit edited in a fact, a locator or a source is told, whichever it is."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tilesite.facts import ALL_FACTS, FACTS, SOURCES, Fact
from tilesite.facts.locators import lines_of
from tilesite.facts.lock import Lock, package_lock, state_of
from tilesite.facts.opening import CHANGED, FAILING, MISSING, VERIFIED
from tilesite.facts.rules import faults_of
from tilesite.facts.types import CITED
from tilesite.facts.verify import Tree, check_fact
from tilesite.facts.wording import numbers_in

from .conftest import CACHE, Said

TEXTS = ("value", "locator", "found", "seed_locator", "seed_now")


def edited(text: str) -> Iterator[str]:
    """The text with one digit made another, for each of its digits."""
    for match in re.finditer(r"[0-9]", text):
        yield text[: match.start()] + str((int(match[0]) + 1) % 10) + text[match.end() :]


def edits(fact: Fact) -> Iterator[Fact]:
    for name in TEXTS:
        for text in edited(getattr(fact, name) or ""):
            yield fact._replace(**{name: text})
    for language in ("en", "zh"):
        for text in edited(getattr(fact.statement, language)):
            yield fact._replace(statement=fact.statement._replace(**{language: text}))


def test_no_edited_digit_of_a_fact_keeps_its_state() -> None:
    """The record knows every row: an edited one is no longer verified, and `test_pinned` fails."""
    lock = package_lock()
    count = 0
    for fact in ALL_FACTS:
        for other in edits(fact):
            count += 1
            assert state_of(other, lock).name == CITED, other
    assert count > 2000


@pytest.mark.parametrize("fact", [f for f in ALL_FACTS if f.found and SOURCES[f.source].wheel], ids=lambda f: f.key)
def test_an_edited_value_is_told_by_its_source(trees: Mapping[str, Tree], fact: Fact) -> None:
    """Without the record: the lines themselves say otherwise."""
    for value in edited(fact.value):
        if re.search(r"[A-Z]", fact.value):
            continue  # a name with digits in it, such as 128B_ATOM_32B
        other = fact._replace(value=value)
        told = check_fact(other, SOURCES, package_lock(), trees).own
        others = {*numbers_in(value)} - {*numbers_in(fact.found or "")}
        assert told.kind == (CHANGED if others else VERIFIED)


def shortened(text: str) -> Iterator[str]:
    """The text without one digit, for each number of two or more that stands alone in it."""
    for match in re.finditer(r"(?<![\w.])[0-9]{2,}(?![\w.])", text):
        yield text[: match.end() - 1] + text[match.end() :]
        yield text[: match.start()] + text[match.start() + 1 :]


@pytest.mark.parametrize("fact", [f for f in ALL_FACTS if f.found and SOURCES[f.source].wheel], ids=lambda f: f.key)
def test_a_number_cut_short_in_all_of_a_fact_is_told_by_its_source(trees: Mapping[str, Tree], fact: Fact) -> None:
    """1024 made 102 in statement, value and found: the source has no such number."""
    for found in shortened(fact.found or ""):
        other = fact._replace(found=found, value="")
        assert check_fact(other, SOURCES, Lock({}, {}), trees).own.kind in FAILING, found


@pytest.mark.parametrize("fact", [f for f in ALL_FACTS if f.also], ids=lambda f: f.key)
def test_a_second_place_must_give_what_it_is_cited_for(trees: Mapping[str, Tree], fact: Fact) -> None:
    assert fact.also is not None
    for found in shortened(fact.also.found):
        other = fact._replace(also=fact.also._replace(found=found))
        told = check_fact(other, SOURCES, Lock({}, {}), trees)
        assert told.also is not None
        assert told.also.kind in (CHANGED, MISSING)
    if not SOURCES[fact.source].wheel:
        for value in shortened(fact.value):
            told = check_fact(fact._replace(value=value), SOURCES, Lock({}, {}), trees)
            assert told.also is not None
            assert told.also.kind == CHANGED


def test_an_edit_of_the_record_alone_is_told() -> None:
    """A date, a hash or a tool: the row no longer has the seal that it was recorded with."""
    lock = package_lock()
    for key, entry in lock.facts.items():
        for name in ("lines", "also", "tool", "asked"):
            if getattr(entry, name):
                (other,) = [entry._replace(**{name: text}) for text in [*edited(getattr(entry, name))][:1]]
                assert state_of(FACTS[key], lock._replace(facts={**lock.facts, key: other})).name == CITED
    for source, opened in lock.sources.items():
        if opened.opened:
            other = lock._replace(sources={**lock.sources, source: opened._replace(opened="2026-01-01")})
            for fact in ALL_FACTS:
                if fact.source == source:
                    assert state_of(fact, other).name != VERIFIED


def test_an_edited_number_of_what_must_be_found_is_told(trees: Mapping[str, Tree]) -> None:
    fact = FACTS["plan-box-256"]
    other = fact._replace(value="257", found="kTmaMaxBoxDim = 257")
    told = check_fact(other, SOURCES, package_lock(), trees).own
    assert (told.kind, told.found) == (CHANGED, "kTmaMaxBoxDim = 256")


@pytest.mark.parametrize("key", ["plan-box-256", "tiled-box-128", "plan-im2col-pixels"])
def test_an_edited_locator_is_told_by_its_source(trees: Mapping[str, Tree], key: str) -> None:
    fact = FACTS[key]
    path, _, span = fact.locator.partition(":")
    for text in edited(span):
        if text.startswith("0"):
            continue
        told = check_fact(fact._replace(locator=f"{path}:{text}"), SOURCES, package_lock(), trees)
        assert told.own.kind in FAILING
        assert told.own.kind == MISSING or str(told.own.now) == fact.locator


def test_a_locator_that_is_none_any_more_is_a_fault() -> None:
    fact = FACTS["plan-box-256"]
    for locator in (fact.locator.replace(":42", ":042"), fact.locator.replace(":42", ":0")):
        (fault,) = faults_of([fact._replace(locator=locator)], SOURCES)
        assert fault.say().startswith("fact plan-box-256: expected a file and its lines")


def test_an_edited_byte_of_a_cached_wheel_is_told(cite: object, trees: Mapping[str, Tree], tmp_path: Path) -> None:
    assert callable(cite)
    assert trees
    wheel = SOURCES["cutlass"].wheel
    assert wheel is not None
    data = bytearray((CACHE / wheel.file).read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / wheel.file).write_bytes(data)
    said: Said = cite("verify", "tcgen05-shapes", "--offline", "--cache", str(tmp_path))
    assert said.code == 2
    assert said.err.startswith(
        f"tilesite: error: nvidia-cutlass: expected a wheel with the hash sha256:{wheel.sha256}, got sha256:"
    )


def unpacked(folder: Path, source: str) -> Path:
    """The files of a source that facts cite, unpacked."""
    wheel = SOURCES[source].wheel
    assert wheel is not None
    paths = {lines.path for fact in ALL_FACTS if fact.source == source and (lines := lines_of(fact.locator))}
    seconds = [fact.also for fact in ALL_FACTS if fact.also and fact.also.source == source]
    paths |= {lines.path for place in seconds if (lines := lines_of(place.locator))}
    with ZipFile(CACHE / wheel.file) as archive:
        for path in paths:
            archive.extract(wheel.folder + path, folder)
    return folder


def test_an_edited_digit_of_an_unpacked_source_is_told(cite: object, trees: Mapping[str, Tree], tmp_path: Path) -> None:
    """Every digit of the lines that some facts cite, in a local tree."""
    assert callable(cite)
    assert trees
    root = unpacked(tmp_path, "tilelang")
    whole: Said = cite("verify", "--root", f"tilelang={root}", "--offline")
    assert whole.code == 0, whole.out
    for key in ("plan-box-256", "tmem-columns", "plan-swizzles", "tilelang-inner-stride"):
        lines = lines_of(FACTS[key].locator)
        assert lines is not None
        file = root / lines.path
        before = file.read_text("utf-8")
        text = before.split("\n")
        for number in range(lines.first, lines.last + 1):
            for line in edited(text[number - 1]):
                file.write_text("\n".join([*text[: number - 1], line, *text[number:]]), "utf-8")
                said: Said = cite("verify", key, "--root", f"tilelang={root}", "--offline")
                assert said.code == 1, (key, line, said.out)
        file.write_text(before, "utf-8")


def test_a_package_with_an_edited_row_shows_the_fact_as_cited(tmp_path: Path) -> None:
    package = tmp_path / "tilesite"
    shutil.copytree(Path(__file__).resolve().parents[2] / "tilesite", package)
    rows = package / "facts" / "rows_plan.py"
    rows.write_text(rows.read_text("utf-8").replace('.h:42"', '.h:43"'), "utf-8")
    ask = "from tilesite.facts import FACTS; from tilesite.facts.lock import *; lock = package_lock(); "
    ask += "print(*(state_of(FACTS[key], lock).name for key in ('plan-box-256', 'plan-1d')))"
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "cited verified\n"
