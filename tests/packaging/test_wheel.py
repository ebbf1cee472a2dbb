"""What is built: the same bytes each time, all that is needed, and nothing else."""

from __future__ import annotations

import os
import subprocess
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

from environments import ROOT, Built, build

LIVE = ("block", "client", "dom", "explorer", "follow", "keep", "link", "live", "run", "table", "worker")
DATA = {
    "tilesite/facts/facts.lock",
    "tilesite/hosts/starter/gitignore",
    "tilesite/hosts/starter/index.en.md",
    "tilesite/hosts/starter/index.zh.md",
    "tilesite/hosts/starter/mkdocs.yml",
    "tilesite/hosts/starter/pre-commit-config.yaml",
    "tilesite/hosts/starter/requirements.txt",
    "tilesite/hosts/starter/workflow.yml",
    "tilesite/py.typed",
    "tilesite/pages/assets/figures.css",
    *(f"tilesite/pages/assets/live/{name}.js" for name in LIVE),
    "tilesite/pages/assets/live.css",
    "tilesite/pages/assets/reference.css",
    "tilesite/pages/assets/tilesite.css",
    "tilesite/pages/live/package-lock.json",
    "tilesite/pages/live/package.json",
    "tilesite/pages/templates/block.html.jinja",
    "tilesite/pages/templates/commands.html.jinja",
    "tilesite/pages/templates/parts.html.jinja",
    "tilesite/pages/templates/recorded.html.jinja",
    "tilesite/pages/templates/reference.html.jinja",
    "tilesite/pages/templates/sources.html.jinja",
}
"""The files of the package that are no Python. A new one is named here, or it is shipped by mistake."""

INFO = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
BESIDE = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore", "PKG-INFO"}


def tracked() -> set[str]:
    argv = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "tilesite"]
    listed = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True)
    files = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    assert len(files) > 150
    return files


def test_the_wheel_holds_the_package_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = set(wheel.namelist())
    info = {name for name in names if ".dist-info/" in name}
    assert {name.split(".dist-info/", 1)[1] for name in info} == INFO
    assert names - info == tracked()
    assert {name for name in names - info if PurePosixPath(name).suffix != ".py"} == DATA


def test_the_sdist_holds_the_package_and_what_builds_it(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        names = {name.split("/", 1)[1] for name in sdist.getnames()}
    assert names == tracked() | BESIDE


def test_two_builds_give_the_same_bytes(built: Built, tmp_path: Path) -> None:
    # Another folder, another time, other permissions: none of them may be seen in what is built.
    before = os.umask(0o077)
    try:
        again = build(tmp_path / "elsewhere")
    finally:
        os.umask(before)
    assert again.wheel.read_bytes() == built.wheel.read_bytes()
    assert again.sdist.read_bytes() == built.sdist.read_bytes()


def test_the_wheel_says_what_it_is(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        lines = wheel.read(name).decode("utf-8").split("\n\n", 1)[0].splitlines()
        (name,) = (name for name in wheel.namelist() if name.endswith("/entry_points.txt"))
        points = wheel.read(name).decode("utf-8")
    needed = [line for line in lines if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert needed == [], "the core has no dependencies"
    assert "Requires-Python: >=3.9" in lines
    assert "License-Expression: MIT" in lines
    extras = {line.split(": ")[1] for line in lines if line.startswith("Provides-Extra:")}
    assert extras == {"site", "scale", "tilelang", "test"}
    for group in ("console_scripts", "markdown.extensions", "mkdocs.plugins"):
        assert f"[{group}]" in points
