"""Where a built page comes from: the tool's version, the commit, the date of the facts, the Python that built it."""

from __future__ import annotations

import platform
import re
import subprocess
from html import escape
from pathlib import Path

from tilesite import __version__
from tilesite.facts.lock import facts_date, package_lock
from tilesite.language import Text

_LINE = Text(
    "Verified by tilesite {version} · {commit} · facts of {facts} · Python {python}",
    "由 tilesite {version} 验证 · {commit} · 事实核对于 {facts} · Python {python}",
)
_COMMIT = Text("site at commit {commit}", "站点提交 {commit}")
_CHANGED = Text("site at commit {commit} with changes", "站点提交 {commit}，另有未提交的修改")
_NO_COMMIT = Text("no commit: not built from a Git checkout", "无提交号：不是从 Git 检出构建")
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SHORT = 12
_CLASS = "tilesite-provenance"
# A repository may name programs for Git to run, and a folder of pages may hold what looks like a repository.
_CAREFUL = ("-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false")


def with_provenance(footer: str | None, folder: Path, lang: str) -> str:
    """The footer of a site's pages, as HTML, with the line added that says where they come from.

    ``folder`` is the site's.
    """
    if footer and _CLASS in footer:
        return footer
    line = _LINE.with_values(
        version=__version__,
        commit=_commit(folder, lang),
        facts=facts_date(package_lock()),
        python=platform.python_version(),
    )
    said = f'<span class="{_CLASS}">{escape(line.say(lang))}</span>'
    return f"{footer}<br>{said}" if footer else said


def _commit(folder: Path, lang: str) -> str:
    commit = (_git(folder, "rev-parse", "--verify", "HEAD") or "").strip()
    if not _HASH.fullmatch(commit):
        return _NO_COMMIT.with_values().say(lang)
    changed = _git(folder, "status", "--porcelain") != ""
    return (_CHANGED if changed else _COMMIT).with_values(commit=commit[:_SHORT]).say(lang)


def _git(folder: Path, *words: str) -> str | None:
    """What Git prints, None when it fails or is not there."""
    try:
        done = subprocess.run(  # noqa: S603 - Git with fixed words
            ["git", "--no-optional-locks", *_CAREFUL, *words],  # noqa: S607 - wherever it is installed
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
