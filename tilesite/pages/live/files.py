"""The files that a site with live blocks publishes: scripts, Pyodide, and the Python code that it runs."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.language import LANGUAGES
from tilesite.pages.live.explorer import form
from tilesite.pages.live.texts import ELEMENT_TEXTS
from tilesite.pages.live.wheel import needed_packages, wheel, wheel_name
from tilesite.pages.settings import Settings

FOLDER = "assets/tilesite-live"
SCRIPT = f"{FOLDER}/live.js"
"""The module that a page names; it finds everything else beside itself."""

PACKAGES = "packages.zip"
_ASSETS = Path(__file__).resolve().parents[1] / "assets" / "live"
_PINNED = Path(__file__).with_name("package.json")
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Of these a page can tell how much is loaded; the others are modules."""


class LiveFile(NamedTuple):
    """A file of the site: its path there, and its bytes, or the file that it is a copy of."""

    path: str
    content: bytes | Path


class LiveError(ValueError):
    """The folder of Pyodide is not what it should be; the message says what was expected."""


def live_files(pyodide: Path, settings: Settings) -> tuple[LiveFile, ...]:
    """All files that the live blocks of a site need. ``pyodide`` is the folder of npm's package. Raises LiveError."""
    _require_runtime(pyodide)
    python = {wheel_name(): _wheel(), PACKAGES: _packages()}
    scripts = [LiveFile(f"{FOLDER}/{path.name}", path) for path in sorted(_ASSETS.glob("*.js"))]
    runtime = [LiveFile(f"{FOLDER}/pyodide/{name}", pyodide / name) for name in _RUNTIME]
    generated = [LiveFile(f"{FOLDER}/site.js", site_module(settings, _sizes(pyodide), python).encode())]
    return (*scripts, *generated, *runtime, *(LiveFile(f"{FOLDER}/{name}", data) for name, data in python.items()))


def pinned_version() -> str:
    """The version of Pyodide that this package is tested with."""
    version: str = json.loads(_PINNED.read_text("utf-8"))["dependencies"]["pyodide"]
    return version


def site_module(settings: Settings, sizes: Mapping[str, int], python: Mapping[str, bytes]) -> str:
    """What the scripts know of this site, as a module of constants: its settings, words, form and files."""
    known = {
        "SETTINGS": _settings(settings),
        "TEXTS": {lang: _texts(lang) for lang in LANGUAGES},
        "FORM": {lang: form(lang) for lang in LANGUAGES},
        "SIZES": dict(sizes),
        "PYTHON": [{"name": name, "size": len(data), "integrity": _integrity(data)} for name, data in python.items()],
    }
    lines = [f"export const {name} = {json.dumps(value, sort_keys=True)};" for name, value in known.items()]
    return "\n".join([*lines, ""])


def _require_runtime(folder: Path) -> None:
    example = f"npm install pyodide@{pinned_version()}, and live: node_modules/pyodide"
    missing = [name for name in (*_RUNTIME, "package.json") if not (folder / name).is_file()]
    if missing:
        expected = f"expected the folder of npm's package pyodide, with {missing[0]} in it"
        raise LiveError(f"setting live: {expected}, got {quoted(str(folder), 200)}. Example: {example}")
    version = str(json.loads((folder / "package.json").read_text("utf-8")).get("version"))
    if version != pinned_version():
        raise LiveError(f"setting live: expected pyodide {pinned_version()}, got {quoted(version)}. Example: {example}")


def _settings(settings: Settings) -> dict[str, object]:
    """Those that a block's answer depends on."""
    kept = ("lang", "page_candidates", "output_characters", "search_characters")
    return {name: value for name, value in settings._asdict().items() if name in kept}


def _texts(lang: str) -> dict[str, str]:
    return {name: text.zh if lang == "zh" else text.en for name, text in ELEMENT_TEXTS.items()}


def _sizes(pyodide: Path) -> dict[str, int]:
    return {name: (pyodide / name).stat().st_size for name in _FETCHED}


def _integrity(data: bytes) -> str:
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"


@lru_cache(maxsize=1)
def _wheel() -> bytes:
    # A process runs one tilesite: `serve` packs it once.
    return wheel()


@lru_cache(maxsize=1)
def _packages() -> bytes:
    return needed_packages()
