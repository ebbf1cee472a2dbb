"""``tilesite cite bump``: what moves and changes in another version of a source, and what rests on that."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tilesite.facts import ALL_FACTS, SOURCES
from tilesite.facts.bump import bumped
from tilesite.facts.opening import CHANGED, MISSING, MOVED, VERIFIED
from tilesite.facts.types import since_of
from tilesite.facts.verify import Tree
from tilesite.pages.cite.rewrite import movable, with_locators
from tilesite.pages.cite.session import Facts
from tilesite.pages.cite.trees import wheel_tree
from tilesite.pages.cite.wheels import any_wheel

from .conftest import CACHE, Said
from .rows import ROW, facts_of, said, sha256_of, wheel_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "a.md": "The producer [@tilelang-producer], and [@warp].\n",
    "b.md": (
        '```yaml tile id="one"\nblock_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n```\n\n'
        "Again [@tilelang-producer] and [@plan-auto-stores].\n"
    ),
    "c.md": "Nothing that moves [@plan-box-256].\n",
}


@pytest.fixture
def pages(tmp_path: Path) -> str:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text, "utf-8")
    return str(folder)


def test_another_version_of_tilelang(cite: Callable[..., Said], pages: str, trees: Mapping[str, Tree]) -> None:
    assert trees
    told = cite("bump", "tilelang", "0.1.14", pages)
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[-1] == "7 facts moved, 0 changed: 4 outputs on 2 pages"
    producer = "tilelang/src/cuda/transform/producer_consumer_ws.cc"
    assert f"moved    tilelang-producer: {producer}:1189 -> {producer}:1436" in lines
    assert "    @@ -1189,1 +1436,1 @@" in lines
    assert f"{pages}/b.md:1:1: tile block one rests on tilelang-producer" in lines
    assert f"{pages}/b.md:9:7: citation rests on tilelang-producer" in lines


def test_as_json(cite: Callable[..., Said], pages: str, trees: Mapping[str, Tree]) -> None:
    assert trees
    answer = json.loads(cite("bump", "tilelang", "0.1.14", pages, "--json").out)
    assert (answer["schema"], answer["from"], answer["to"]) == (1, "0.1.15", "0.1.14")
    moved = {fact["key"]: fact["now"] for fact in answer["facts"] if fact["outcome"] == "moved"}
    assert moved["tilelang-enum-cast"] == "tilelang/jit/adapter/wrapper.py:112"
    assert [output["what"] for output in answer["outputs"]] == ["citation", "tile block one", "citation", "citation"]


def test_the_same_version_moves_nothing(cite: Callable[..., Said], trees: Mapping[str, Tree]) -> None:
    assert trees
    told = cite("bump", "cutlass", "4.2.0.0")
    assert told.out == "0 facts moved, 0 changed: 0 outputs on 0 pages\n"


@pytest.mark.parametrize("key", [key for key, source in SOURCES.items() if source.oldest])
def test_the_oldest_version_that_was_opened_says_the_same(trees: Mapping[str, Tree], key: str) -> None:
    """``since``: every fact holds from the version on that its source or its row names."""
    source = SOURCES[key]
    assert source.wheel is not None
    assert source.oldest is not None
    path = any_wheel(source.wheel.package, source.oldest, CACHE, offline=False)
    places = bumped(ALL_FACTS, key, trees[key], wheel_tree(path, source.wheel.folder))
    own = [place for place in places if not place.second]
    assert len(own) > 3
    for place in own:
        holds = place.outcome.kind in (VERIFIED, MOVED)
        assert since_of(place.fact, source) == (source.oldest if holds else source.version), place.fact.key


def test_a_value_that_changes(tmp_path: Path) -> None:
    old = wheel_of(tmp_path)
    facts = facts_of(tmp_path, pinned=sha256_of(old))
    new = tmp_path / "new"
    new.mkdir()
    path = wheel_of(new, {"a.h": "int kMax = 512;\n"})
    path.rename(tmp_path / old.name.replace("-1.0-", "-2.0-"))
    (tmp_path / "p.md").write_text("x\n", "utf-8")
    told = said(facts, "bump", "test", "2.0", str(tmp_path / "p.md"), "--offline", "--cache", str(tmp_path))
    assert told.out == (
        'changed  a-limit: a.h:2 -> a.h:1 -> "kMax = 512"\n'
        "    --- a.h:2\n"
        "    +++ a.h:1\n"
        "    @@ -2,1 +1,1 @@\n"
        "    -int kMax = 256;\n"
        "    +int kMax = 512;\n"
        "0 facts moved, 1 changed: 0 outputs on 0 pages\n"
    )


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("int kMax = 2560;", "kMax = 2560"),
        ("int kMax = 25;", "kMax = 25"),
        ("int kMax = 256'000;", "kMax = 256'000"),
        ("int kMax = 0x256;", "kMax = 0x256"),
    ],
)
def test_a_number_that_only_begins_the_same_has_changed_and_is_never_rewritten(line: str, got: str) -> None:
    old = Tree({"a.h": ["x", "int kMax = 256;"]}.get, lambda _: ())
    new = Tree({"a.h": ["", "x", line]}.get, lambda _: ["a.h"])
    (place,) = bumped([ROW], "test", old, new)
    assert (place.outcome.kind, str(place.outcome.now), place.outcome.found) == (CHANGED, "a.h:3", got)
    assert movable([place]) == ()


def copied(tmp_path: Path) -> Facts:
    """The package in a folder of its own, whose rows may be rewritten."""
    package = tmp_path / "tilesite"
    shutil.copytree(ROOT / "tilesite", package, ignore=shutil.ignore_patterns("__pycache__"))
    return Facts(lock=package / "facts" / "facts.lock")


def test_locators_are_rewritten_and_then_verify(
    cite: Callable[..., Said], tmp_path: Path, pages: str, trees: Mapping[str, Tree]
) -> None:
    import subprocess
    import sys

    assert trees
    assert cite("bump", "tilelang", "0.1.14", pages).code == 0  # fetches it
    facts = copied(tmp_path)
    told = said(facts, "bump", "tilelang", "0.1.14", pages, "--write", "--offline", "--cache", str(CACHE))
    assert told.code == 0
    assert told.err == "rewritten: 7 locators, sources.py; next: tilesite cite verify --write\n"
    argv = [sys.executable, "-m", "tilesite", "cite", "verify", "--offline", "--cache", str(CACHE)]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout
    assert "0 moved, 0 changed, 0 missing" in done.stdout
    # The book cites 0.1.15: what another version has at its lines says nothing of them.
    place = "_vendor/tilelang-v0.1.15/src/cuda/op/tma_layout.h:40"
    said_of = f"not checked   tilelang-box-limit, in the book: {place} (not checked against tilelang 0.1.14)"
    assert said_of in done.stdout.splitlines()
    assert "13 places of the book: 4 not checked, 9 not openable here" in done.stdout
    assert "tilelang 0.1.14, tilelang/jit/adapter/wrapper.py:112" in done.stdout


def test_rows_that_cannot_be_rewritten_are_left_alone(tmp_path: Path, pages: str, cite: Callable[..., Said]) -> None:
    assert cite("bump", "tilelang", "0.1.14", pages).code == 0
    facts = copied(tmp_path)
    rows = facts.lock.parent / "rows_tile.py"
    hidden = rows.read_text("utf-8").replace('"tilelang/src/cuda/transform/producer_consumer_ws.cc:1189"', "_PRODUCER")
    hidden = hidden.replace(
        "_BEST =", '_PRODUCER = "tilelang/src/cuda/transform/producer_consumer_ws.cc:1189"\n_BEST ='
    )
    rows.write_text(hidden, "utf-8")
    before = {path: path.read_bytes() for path in facts.lock.parent.iterdir() if path.is_file()}
    told = said(facts, "bump", "tilelang", "0.1.14", pages, "--write", "--offline", "--cache", str(CACHE))
    assert told.code == 2
    assert told.err == (
        "tilesite: error: --write: expected rows whose locators are strings that stand once, got others. "
        "Example: tilesite cite bump tilelang 0.1.14 --json, and an editor\n"
    )
    assert {path: path.read_bytes() for path in facts.lock.parent.iterdir() if path.is_file()} == before


def test_a_place_in_another_file_is_left_to_the_author() -> None:
    old = Tree({"a.h": ["x", "int kMax = 256;"]}.get, lambda _: ())
    new = Tree({"b/a.h": ["int kMax = 256;"]}.get, lambda _: ["b/a.h"])
    (place,) = bumped([ROW], "test", old, new)
    assert (place.outcome.kind, str(place.outcome.now)) == (MOVED, "b/a.h:1")
    assert movable([place]) == ()
    gone = Tree({}.get, lambda _: ())
    (place,) = bumped([ROW], "test", old, gone)
    assert place.outcome.kind == MISSING


def test_the_books_locator_in_the_same_row_stays(trees: Mapping[str, Tree]) -> None:
    tree = trees["tilelang"]

    def read(path: str) -> list[str] | None:
        lines = tree.read(path)
        return None if lines is None else ["", *lines]

    shifted = Tree(read, tree.named)
    places = movable(bumped(ALL_FACTS, "tilelang", tree, shifted))
    folder = ROOT / "tilesite" / "facts"
    files = {path.name: path.read_text("utf-8") for path in folder.glob("rows_*.py")}
    new = with_locators(files, places)
    book = new["rows_tma_book.py"]
    assert '"tilelang/jit/adapter/wrapper.py:114"' in book
    assert 'f"{_VENDORED}/tilelang/jit/adapter/wrapper.py:111-131"' in book
    assert 'tma_layout.h:43"' in book
    assert 'tma_layout.h:40"' in book
    assert '{_LAYOUT}.h:46"' in new["rows_plan.py"]
