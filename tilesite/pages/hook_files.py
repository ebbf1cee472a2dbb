"""Which of the hooks that a configuration names is tilesite's: read as text, never run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tilesite.pages.paths import real
from tilesite.pages.source import read_file

_USUAL = "tilesite_hook.py"
_IMPORT = re.compile(
    r"^[ \t]*(?:from tilesite\.hosts import [^\n#]*\bmkdocs\b|(?:from|import) tilesite\.hosts\.mkdocs\b)", re.MULTILINE
)
_MOST = 50
_LARGEST = 64 * 1024


def our_hook(hooks: Iterable[str], folder: Path) -> str | None:
    """The first hook that calls tilesite's events, None where none does. ``folder`` is the configuration's.

    A file outside of the folder is not read, and goes by its name, as one does that cannot be read.
    """
    return next((hook for hook in list(hooks)[:_MOST] if _is_ours(hook, folder)), None)


def _is_ours(hook: str, folder: Path) -> bool:
    text = _text(hook, folder)
    return Path(hook).name == _USUAL if text is None else bool(_IMPORT.search(text))


def _text(hook: str, folder: Path) -> str | None:
    if "\0" in hook:
        return None
    file = real(folder / hook)
    try:
        if not file.is_relative_to(real(folder)) or file.stat().st_size > _LARGEST:
            return None
        return read_file(file).decode("utf-8", "replace")
    except OSError:
        return None
