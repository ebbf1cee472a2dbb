"""The pinned wheels, fetched once into build/wheels and opened by every test that asks for them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from tilesite.__main__ import main
from tilesite.console import Streams
from tilesite.facts import ALL_FACTS, SOURCES
from tilesite.facts.verify import Tree
from tilesite.pages.cite.session import Session, opened_trees

CACHE = Path(__file__).resolve().parents[2] / "build" / "wheels"


@pytest.fixture(scope="session")
def trees() -> Mapping[str, Tree]:
    """Every source that a wheel holds."""
    return opened_trees(Session(CACHE, False, {}), SOURCES, ALL_FACTS)


class Said:
    """What ``tilesite cite`` answered in this process."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


def cite(*argv: str) -> Said:
    """Runs ``tilesite cite``, with the wheels of the tests in its cache unless it names another."""
    out, err = io.StringIO(), io.StringIO()
    cache = () if "--cache" in argv else ("--cache", str(CACHE))
    code = main(["cite", *argv, *cache], Streams(io.StringIO(), out, err))
    return Said(code, out.getvalue(), err.getvalue())


@pytest.fixture(name="cite")
def cite_fixture() -> object:
    """``tilesite cite`` as a function."""
    return cite
