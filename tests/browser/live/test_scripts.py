"""The scripts of live blocks have types in their comments, which TypeScript's compiler checks."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from machine import module, node

from tilesite.pages.live.files import site_module
from tilesite.pages.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
ASSETS = ROOT / "tilesite" / "pages" / "assets" / "live"
WORKER = "worker.js"
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "noUnusedLocals": True,
    "noUnusedParameters": True,
    "noImplicitReturns": False,
    "target": "es2022",
    "module": "es2022",
    "moduleResolution": "bundler",
    "types": [],
}
# What the page's texts and forms are looked up by is a name of any language and word.
GENERATED = """export const SETTINGS: Record<string, string | number>;
export const TEXTS: Record<string, Record<string, string>>;
export const FORM: Record<string, {key: string, group: string, help: string, usual: string, names: string[]}[]>;
export const SIZES: Record<string, number>;
export const PYTHON: {name: string, size: number, integrity: string}[];
"""


@pytest.fixture(scope="module")
def compiler() -> list[str]:
    """The command that runs TypeScript's compiler, which make installs from its lock."""
    return [node(), str(module("typescript/lib/tsc.js"))]


@pytest.mark.parametrize("of", ["page", "worker"])
def test_the_scripts_are_well_typed(of: str, tmp_path: Path, compiler: list[str]) -> None:
    for path in ASSETS.glob("*.js"):
        if (path.name == WORKER) == (of == "worker"):
            shutil.copy(path, tmp_path)
    (tmp_path / "site.d.ts").write_text(GENERATED, "utf-8")
    libraries = ["es2022", "webworker"] if of == "worker" else ["es2022", "dom", "dom.iterable"]
    options = {"compilerOptions": {**OPTIONS, "lib": libraries}, "include": ["*.js", "*.d.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(options), "utf-8")
    checked = subprocess.run([*compiler, "-p", str(tmp_path)], capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout


def test_what_is_generated_for_them_has_the_declared_types(tmp_path: Path, compiler: list[str]) -> None:
    (tmp_path / "site.js").write_text(site_module(Settings(), {"a": 1}, {"b": b"x"}), "utf-8")
    (tmp_path / "declared.d.ts").write_text(GENERATED, "utf-8")
    names = ("SETTINGS", "TEXTS", "FORM", "SIZES", "PYTHON")
    lines = [
        'import * as site from "./site.js";',
        *(f'/** @type {{typeof import("./declared").{name}}} */ export const {name} = site.{name};' for name in names),
    ]
    (tmp_path / "same.js").write_text("\n".join(lines), "utf-8")
    options = {"compilerOptions": {**OPTIONS, "lib": ["es2022"]}, "include": ["*.js", "*.d.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(options), "utf-8")
    checked = subprocess.run([*compiler, "-p", str(tmp_path)], capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout
