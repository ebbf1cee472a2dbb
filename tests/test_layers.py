"""Imports go down only: hosts over pages over core, and the core needs the standard library alone."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "tilesite"
LAYERS = ("core", "pages", "hosts")


def layer(module: str) -> str:
    part = module.split(".")[1] if "." in module else ""
    return part if part in LAYERS else "core"


def imports(path: Path) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            found.append((node.lineno, node.module or ""))
    return found


def modules() -> list[tuple[Path, str]]:
    found = [(path, ".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in sorted(PACKAGE.rglob("*.py"))]
    assert len(found) > 20
    return found


# The program `tilesite` is the rim: it starts the page layer from the package's root.
RIM = {"tilesite.__main__"}


# What each needs is imported when it is asked for: a compiler, a cluster, a progress bar.
OPTIONAL = {
    "tilesite.tma.plan.against": {"tilelang", "tvm"},
    "tilesite.tile.atlas_cluster": {"distributed"},
    "tilesite.tile.atlas_progress": {"tqdm"},
}


def test_imports_go_down_only() -> None:
    wrong = []
    for path, name in modules():
        for line, target in imports(path):
            upward = target.startswith("tilesite") and LAYERS.index(layer(target)) > LAYERS.index(layer(name))
            if upward and name not in RIM:
                wrong.append(f"{path}:{line}: {name} imports {target}")
    assert wrong == []


def test_the_core_needs_the_standard_library_alone() -> None:
    wrong = []
    for path, name in modules():
        for line, target in imports(path):
            top = target.split(".")[0]
            needed = top != "tilesite" and top not in sys.stdlib_module_names
            if layer(name) == "core" and needed and top not in OPTIONAL.get(name, set()):
                wrong.append(f"{path}:{line}: {name} imports {target}")
    assert wrong == []


def test_pages_know_no_site_generator() -> None:
    generators = {"mkdocs", "properdocs", "zensical", "material"}
    wrong = [
        f"{path}:{line}: {name} imports {target}"
        for path, name in modules()
        for line, target in imports(path)
        if layer(name) == "pages" and target.split(".")[0] in generators
    ]
    assert wrong == []


def test_the_hook_is_short() -> None:
    assert len((ROOT / "hooks" / "tilesite_hook.py").read_text("utf-8").splitlines()) <= 40


def test_what_is_optional_is_imported_inside_a_function_alone() -> None:
    at_the_top = {
        name: {
            node.module or "" for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)
        }
        for path, name in modules()
    }
    eager = {name for name, wanted in OPTIONAL.items() if wanted & {each.split(".")[0] for each in at_the_top[name]}}
    assert eager == {"tilesite.tma.plan.against"}
    assert [name for name, targets in at_the_top.items() if targets & eager] == []
