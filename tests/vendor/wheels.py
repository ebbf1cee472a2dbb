"""Files of NVIDIA's tools, found in the installed wheels that carry them."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path


class MissingFileError(Exception):
    """An installed distribution that carries no such file."""


def installed_file(distribution: str, name: str) -> Path:
    """The one file called `name` in an installed distribution; raises when it is absent or ambiguous."""
    files = metadata.files(distribution) or []
    found = [Path(str(entry.locate())) for entry in files if entry.name == name]
    if len(found) != 1:
        raise MissingFileError(f"{distribution} has {len(found)} files called {name}, expected 1")
    return found[0]


def version_of(distribution: str) -> str:
    """The installed version, as the wheel states it."""
    return metadata.version(distribution)
