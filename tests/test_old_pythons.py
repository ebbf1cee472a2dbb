"""The core on Python 3.9 and later: what it says statically, and run with each interpreter of the machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from interpreters import interpreters

ROOT = Path(__file__).resolve().parents[1]
CORE = [str(path) for path in sorted((ROOT / "tilesite").rglob("*.py")) if not {"pages", "hosts"} & set(path.parts)]

SIZES = ["--block-m", "128", "--block-n", "256", "--block-k", "64", "--stages", "3", "--threads", "256"]
COMMANDS = [
    ("docs/examples/04-tile-size-decision", ["tile_decision.py", "--topk", "8"]),
    ("docs/examples/04-tile-size-decision", ["tile_decision.py", "--json", "--diagnose", *SIZES]),
    ("docs/examples/04-tile-size-decision", ["tile_decision.py", "--help"]),
    ("docs/examples/03-tma-descriptor", ["tma_descriptor.py"]),
    (
        "docs/examples/03-tma-descriptor",
        ["tma_descriptor.py", "--json", "--dtype", "f16", "--shape", "8,8", "--box", "8,8"],
    ),
    (".", ["-m", "tilesite.tile", "--diagnose", "--strict", *SIZES]),
    (".", ["-m", "tilesite.tma", "--lang", "en"]),
    (".", ["-m", "tilesite.tma", "--explain", "SWIZZLE_SPAN"]),
    (".", ["-m", "tilesite.tma", "--emit", "cuda", "--dtype", "f16", "--shape", "64,64", "--box", "64,64"]),
    (".", ["-m", "tilesite.tma", "swizzle", "--mode", "64B", "--json"]),
]


def test_the_core_asks_for_nothing_newer_than_3_9() -> None:
    assert len(CORE) > 20
    checked = subprocess.run(
        [str(Path(sys.executable).with_name("vermin")), "--no-tips", "--violations", "--target=3.9-", *CORE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("version", sorted(interpreters()))
def test_every_interpreter_prints_the_same(version: str) -> None:
    for folder, argv in COMMANDS:
        # -S leaves site-packages out and -I the checkout: nothing but the standard library and the script's own folder.
        isolated = ["-I", "-S"] if argv[0].endswith(".py") else ["-S"]
        printed = [
            subprocess.run(
                [python, *isolated, *argv], cwd=ROOT / folder, capture_output=True, encoding="utf-8", check=False
            )
            for python in (interpreters()[version], sys.executable)
        ]
        assert printed[0].returncode == 0, printed[0].stderr
        assert printed[0].stdout == printed[1].stdout
        assert printed[0].stdout
