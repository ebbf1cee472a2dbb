"""What every test file may import by its plain name."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

# The ordinary tests try the same examples each time, so that a change is judged by what it changes; the long
# profile tries new ones.
settings.register_profile("ordinary", derandomize=True)
settings.load_profile("ordinary")

for folder in (Path(__file__).parent, Path(__file__).parent / "pages", Path(__file__).parent / "live"):
    sys.path.insert(0, str(folder))


def pytest_report_header() -> str:
    """Names the interpreters, so that a machine with only one is seen to be one."""
    from interpreters import interpreters

    return "core tested on: " + ", ".join(f"CPython {version}" for version in sorted(interpreters()))
