"""What the descriptor tests share: the data folder, the program in-process, and the seed's own matching."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tilesite.console import Streams
from tilesite.tma.__main__ import main

DATA = Path(__file__).parents[1] / "data"


class Ran(NamedTuple):
    """What a run of the program gave."""

    code: int
    out: str
    err: str


def run_program(*argv: str, stdin: str = "") -> Ran:
    out, err = io.StringIO(), io.StringIO()
    code = main(argv, Streams(io.StringIO(stdin), out, err))
    return Ran(code, out.getvalue(), err.getvalue())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each recorded row; a file without its rows is an error."""
    cases = {
        "report": ([row for row in rows("tma_reports.jsonl") if row["params_complete"]], 21),
        "tricky": (rows("tricky_tma.jsonl"), 8),
        "bad_input": (rows("bad_input.jsonl"), 40),
        "bad_usage": (rows("bad_usage.jsonl"), 21),
        "emitted": (rows("emitted_tilelang_0.1.15.jsonl"), 40),
    }
    for name, (found, expected) in cases.items():
        if name in metafunc.fixturenames:
            assert len(found) >= expected
            metafunc.parametrize(name, found, ids=[str(row["id"]) for row in found])


@pytest.fixture
def run() -> Callable[..., Ran]:
    return run_program


@pytest.fixture
def seed() -> str:
    return (DATA / "seeds" / "004_3b15a80d93319f15.txt").read_text(encoding="utf-8")


@pytest.fixture
def matches() -> Callable[[str, str], bool]:
    return sample_matches


def rows(name: str) -> list[dict[str, object]]:
    lines = (DATA / "tma" / name).read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line.strip()]


def sample_matches(sample: str, output: str) -> bool:
    """Whether ``output`` is ``sample``, blanks folded; ``...`` is any lines where it stands alone, else any text."""
    pattern = ""
    for line in folded(sample):
        if line == "...":
            pattern += r"(?:[^\n]*\n)*"
            continue
        core = line[3:].lstrip() if line.startswith("...") else line
        begin = r"[^\n]*" if line.startswith("...") else ""
        end = r"[^\n]*" if core.endswith("...") else ""
        core = core[:-3].rstrip() if end else core
        pattern += begin + re.escape(core) + end + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in folded(output))) is not None


def folded(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.strip("\n").split("\n")]
