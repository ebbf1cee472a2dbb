"""Paths as they stand and as they really are, once links are followed."""

from __future__ import annotations

import os
from pathlib import Path


def real(path: Path) -> Path:
    """``path`` with its links followed, as far as they lead: a link to itself leads nowhere and stays as it is."""
    return Path(os.path.realpath(path))


def plain(path: Path) -> Path:
    """``path`` as an absolute one without ``..``, its links not followed."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - pathlib has no counterpart that leaves links alone
