"""A site with a block of each kind, and what readers write in their place."""

from __future__ import annotations

from pathlib import Path

from sites import build, with_bare_theme, write_site

BODIES = {
    "tile": "block_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256",
    "sweep": "topk: 2",
    "tma": "dtype: f16\nshape: 4096, 4096\nbox: 64, 64",
    "copy": 'global_shape: [512, 1024]\nregion_min: ["bx*64", 0]\nregion_extent: [64, 64]\nshared_shape: [64, 64]\n'
    "grid: [8]\nlayout:\n  kind: full",
    "gemm": "block_m: 128\nblock_n: 128\nblock_k: 64\nstages: 2\nthreads: 128",
}

EDITS = {
    "legal": ("tile", "block_m: 64\nblock_n: 64\nblock_k: 32\nstages: 2\nthreads: 128"),
    "stopped": ("tile", "block_m: 256\nblock_n: 256\nblock_k: 128\nstages: 4\nthreads: 128"),
    "sweep": ("sweep", "device: a100\ninstr: mma\ntopk: 4"),
    "rejected": ("sweep", "block_m: 64, 128\nblock_n: 256\nstages: 3, 4\nrejected: true"),
    "descriptor": ("tma", "dtype: f16\nshape: 100, 30\nbox: 10, 30"),
    "another GEMM": ("gemm", "block_m: 128\nblock_n: 128\nblock_k: 32\nstages: 2\nthreads: 128"),
    "two faults": ("tile", "block_m: wide\nblock_n: 64\nblock_k: 32\nstages: 2\nthread: 128"),
    "a key twice": ("tile", "block_m: 64\nblock_m: 64"),
    "broken YAML": ("tma", "shape: [1, 2\nbox: 1"),
    "an alias": ("tile", "block_m: &a 64\nblock_n: *a"),
    "nothing": ("gemm", ""),
    "deep": ("copy", "shared_layout:\n  a:\n    b: 1"),
    "too many candidates": ("sweep", "block_m: " + ", ".join(map(str, range(1, 600))) + "\nblock_n: 1, 2, 3, 4, 5, 6"),
    "too large": ("tile", "# " + "x" * 70_000 + "\nblock_m: 64"),
    "control characters": ("tile", "block_m: \x07wzxhzdk:0\x1b"),
    "markup": ("tile", "block_m: <img src=x onerror=alert(1)><script>alert(1)</script>"),
}


THEME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ page.title }}</title><link rel="icon" href="data:,">
{% for path in config.extra_css %}<link rel="stylesheet" href="{{ path | url }}">{% endfor %}
{% for script in config.extra_javascript %}{{ script | script_tag }}{% endfor %}
</head><body>{{ page.content }}</body></html>
"""
"""The least theme that a site can have: live blocks need no other."""


def edited(kind: str = "", body: str = "") -> str:
    """The page of all kinds, with another body in the block of one ``kind``."""
    fences = [
        f'```yaml {each} id="{each}" strict="false"\n{body if each == kind else own}\n```\n'
        for each, own in BODIES.items()
    ]
    return "\n".join(["# T\n", *fences])


def live_site(root: Path, pyodide: Path) -> Path:
    """That page as a site with live blocks, a Chinese one, and one of blocks alike; the folder of the built site."""
    chinese = f'# T\n\n```tile lang="zh" expect="pass"\n{BODIES["tile"]}\n```\n'
    alike = f"# T\n\n```tile\n{BODIES['tile']}\n```\n\n" * 3
    pages = {"index.md": edited(), "zh.md": chinese, "alike.md": alike}
    site = with_bare_theme(with_live(write_site(root, pages), pyodide))
    (site / "theme" / "main.html").write_text(THEME, "utf-8")
    built = build(site, "--strict")
    assert built.code == 0, built.printed
    return built.site


def with_live(root: Path, pyodide: Path) -> Path:
    """The site below ``root`` with the setting that has its blocks edited."""
    config = root / "mkdocs.yml"
    written = config.read_text("utf-8")
    config.write_text(written.replace("plugins: []", f"  - tilesite:\n      live: {pyodide}\nplugins: []"), "utf-8")
    return root
