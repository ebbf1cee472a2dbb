"""What the browser tests need of the machine: Chromium, Node, and the packages that npm installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Flags of every start: the browser of a test asks nobody for anything.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class MissingError(Exception):
    """A tool that the tests need is not there; the message says how to get it."""


def chromium() -> str:
    """Chromium's path: CHROME_PATH, one of the machine's, or Debian's package, which root can install."""
    given = os.environ.get("CHROME_PATH")
    found = given or _installed()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        _apt("update", "-q")
        _apt("install", "-q", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core", "fonts-wqy-microhei")
        found = _installed()
    if found is None:
        names = ", ".join(NAMES)
        expected = f"expected Chromium in CHROME_PATH or on the PATH as one of {names}, got none"
        raise MissingError(f"{expected}. Example: apt-get install -y chromium")
    return found


def node() -> str:
    """Node's path: the one that make installed into the environment, or the machine's."""
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which("node", path=folders)
    if found is None:
        raise MissingError("expected Node 20 or later on the PATH, got none. Example: make test")
    return found


def module(name: str) -> Path:
    """A file of an npm package."""
    path = MODULES / name
    if not path.is_file():
        raise MissingError(f"expected {path.relative_to(HERE.parents[1])}, which npm installs. Example: make test")
    return path


def _installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _apt(*argv: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", *argv], env=environment, stdout=subprocess.DEVNULL, check=False)
