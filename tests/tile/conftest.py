"""What the tests of tile-decision share."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Callable, NamedTuple

import pytest

from tilesite.console import Streams
from tilesite.tile.__main__ import main

DATA = Path(__file__).parent.parent / "data"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        return json.loads(self.out)


def run(argv: Sequence[str], stdin: str = "") -> Ran:
    out, err = io.StringIO(), io.StringIO()
    code = main(list(argv), Streams(io.StringIO(stdin), out, err))
    return Ran(code, out.getvalue(), err.getvalue())


@pytest.fixture(name="program")
def _program() -> Callable[..., Ran]:
    return run


@pytest.fixture(name="data")
def _data() -> Path:
    return DATA
