"""Writing a file so that at any moment it is the old one or the new one, and only if it is still what was read."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from tilesite.pages.paths import real

PREFIX = ".tilesite-"


class ChangedError(Exception):
    """The file is no longer what was read; nothing was written."""


def replace_file(path: Path, old: bytes, new: bytes) -> None:
    """Puts ``new`` in the place of ``old``. Raises ChangedError, or OSError when the folder cannot be written to.

    The new bytes are on the disk before the name points to them, so that a crash leaves no empty file.
    """
    target = real(path)
    handle, name = tempfile.mkstemp(prefix=PREFIX, dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, temporary)
        if target.read_bytes() != old:
            raise ChangedError(path.as_posix())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Has the new name on the disk too, where the system can be asked for it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
