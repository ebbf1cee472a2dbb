"""What every test file may import by its plain name."""

from __future__ import annotations

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parent / "pages"):
    sys.path.insert(0, str(folder))


def pytest_report_header() -> str:
    """Names the interpreters, so that a machine with only one is seen to be one."""
    from interpreters import interpreters

    return "core tested on: " + ", ".join(f"CPython {version}" for version in sorted(interpreters()))
