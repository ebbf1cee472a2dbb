"""The built wheel, and fresh environments that hold it and nothing of the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("tilesite", "README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", ".gitignore")


class Built(NamedTuple):
    """What one build made."""

    wheel: Path
    sdist: Path


class Environment(NamedTuple):
    """A fresh environment; its programs run in a folder that holds no checkout, with no settings of this one."""

    folder: Path

    def program(self, name: str) -> str:
        return str(self.folder / ("Scripts" if os.name == "nt" else "bin") / name)

    def run(self, name: str, *argv: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
        return subprocess.run(
            [self.program(name), *argv],
            cwd=cwd,
            env={**kept, "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )


def build(copy: Path) -> Built:
    """The wheel and the sdist, built of a copy of the sources, as ``make dist`` builds them."""
    copy.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source, copy / name, ignore=shutil.ignore_patterns("__pycache__"), copy_function=shutil.copy
            )
        else:
            shutil.copy(source, copy / name)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", "dist"], cwd=copy, check=True, capture_output=True
    )
    (wheel,), (sdist,) = (copy / "dist").glob("*.whl"), (copy / "dist").glob("*.tar.gz")
    return Built(wheel, sdist)


def environment(python: str, folder: Path, *install: str) -> Environment:
    """A fresh environment of an interpreter, with what pip is told to install."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True, capture_output=True)
    made = Environment(folder)
    argv = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", *install]
    done = made.run("python", *argv, cwd=folder)
    assert done.returncode == 0, done.stdout
    return made


def pins(folder: Path) -> Path:
    """requirements.lock as constraints: pip takes no hash of a wheel that was built a moment ago."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    pinned = [line.split(" \\")[0] for line in lines if re.match(r"[a-z0-9][a-z0-9._-]*==", line)]
    assert len(pinned) > 50
    file = folder / "pins.txt"
    file.write_text("\n".join(pinned) + "\n", "utf-8")
    return file
