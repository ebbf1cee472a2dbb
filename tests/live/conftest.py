"""What the tests of live blocks share: Pyodide as `make` installs it, and the project's site with it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from serving import Served, chromium, served
from sites import run

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = ROOT / "build" / "live" / "node_modules" / "pyodide"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def pyodide() -> Path:
    """The folder of npm's package, which make installs from its lock."""
    made = subprocess.run(
        ["make", "--silent", "live"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert made.returncode == 0, f"expected `make live` to install Pyodide, got:\n{made.stdout}"
    return PYODIDE


@pytest.fixture(scope="session")
def site(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own site, built strictly."""
    assert pyodide.is_dir()
    folder = tmp_path_factory.mktemp("site")
    built = run("mkdocs", "build", "--strict", "--site-dir", str(folder), cwd=ROOT)
    assert built.returncode == 0, built.stdout
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def serve() -> Iterator[Served]:
    """A plain server of static files, which no page needs to send any header."""
    with served() as server:
        yield server
