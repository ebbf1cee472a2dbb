"""What the tests of live blocks share: Pyodide as `make` installs it, and a plain server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Served, served

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The folder of npm's package, which make installs from its lock."""
    made = subprocess.run(
        ["make", "--silent", "live"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert made.returncode == 0, f"expected `make live` to install Pyodide, got:\n{made.stdout}"
    return ROOT / "build" / "live" / "node_modules" / "pyodide"


@pytest.fixture
def serve() -> Iterator[Served]:
    """A plain server of static files, which sends no header that live blocks need."""
    with served() as server:
        yield server
