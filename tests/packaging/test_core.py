"""The wheel alone, without an extra, in a fresh environment of each CPython of the machine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from environments import Environment
from interpreters import interpreters

TILE = ["--block-m", "128", "--block-n", "256", "--block-k", "64", "--stages", "3", "--threads", "256"]
COMMANDS = [
    ["tile-decision", "--topk", "8"],
    ["tile-decision", "--diagnose", "--strict", "--json", *TILE],
    ["tile-decision", "--help"],
    ["tma-descriptor", "--lang", "en"],
    ["tma-descriptor", "--emit", "c", "--dtype", "f16", "--shape", "64,64", "--box", "64,64"],
    ["tma-descriptor", "gemm", *TILE],
    ["tilesite", "--version"],
]
NEEDS_THE_EXTRA = (
    'tilesite: error: tilesite check: expected the packages of the extra "site" (Python 3.11.5 or later), '
)
TYPED = """
from tilesite.tile import DEVICES, Problem, TileConfig, check, sweep
from tilesite.tma import encode
found: bool = check(TileConfig(128, 256, 64, 3, 256), Problem(), DEVICES["h100"]).ok
wrong: str = sweep().candidates
"""


def test_there_are_two_interpreters_at_least() -> None:
    assert len(interpreters()) >= 2, f"expected two of CPython 3.9 to 3.13, got {', '.join(interpreters())}"


@pytest.mark.parametrize("version", sorted(interpreters(), key=lambda name: int(name.split(".")[1])))
def test_the_core_runs(version: str, core_environment: Callable[[str], Environment], tmp_path: Path) -> None:
    fresh = core_environment(interpreters()[version])
    where = fresh.run("python", "-c", "import tilesite; print(tilesite.__file__)", cwd=tmp_path).stdout
    assert str(fresh.folder) in where
    listed = fresh.run("python", "-m", "pip", "list", "--format=freeze", cwd=tmp_path).stdout
    assert {line.split("==")[0] for line in listed.splitlines()} <= {"pip", "setuptools", "tilesite"}
    for command in COMMANDS:
        ran = fresh.run(*command, cwd=tmp_path)
        program = str(Path(sys.executable).with_name(command[0]))
        here = subprocess.run([program, *command[1:]], capture_output=True, encoding="utf-8", check=False)
        assert (ran.returncode, here.returncode) == (0, 0), ran.stdout
        assert ran.stdout == here.stdout
    refused = fresh.run("tilesite", "check", "docs", cwd=tmp_path)
    assert refused.returncode == 2
    number = fresh.run("python", "-c", "import platform; print(platform.python_version())", cwd=tmp_path).stdout.strip()
    install = "pip install 'tilesite[site]'"
    if tuple(map(int, number.split("."))) < (3, 11, 5):
        assert refused.stdout == f"{NEEDS_THE_EXTRA}got Python {number}. Example: python3.12 -m {install}\n"
    else:
        assert refused.stdout.startswith(f"{NEEDS_THE_EXTRA}got none of them: no module named ")
        assert refused.stdout.endswith(f". Example: {install}\n")


def test_its_types_are_seen(core_environment: Callable[[str], Environment], tmp_path: Path) -> None:
    fresh = core_environment(sys.executable)
    (tmp_path / "user.py").write_text(TYPED, "utf-8")
    argv = [sys.executable, "-m", "mypy", "--strict", "--python-executable", fresh.program("python"), "user.py"]
    told = subprocess.run(argv, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    errors = [line for line in told.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1, told.stdout
    assert errors[0].startswith("user.py:5: error: Incompatible types in assignment")
