"""Speed and memory of builds and checks of pages.

The same pages are built with their outputs pasted as plain fences, with verified blocks, and with markdown-exec doing
the same computation. Processor time is compared, since other work of the machine is not counted in it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from measure import ROOT, RUNS, Measure, Series, of_runs, ratios

from tilesite.pages.page import verify_page

PAGES, BLOCKS = 200, 10
GROWTH = (200, 500, 1_000, 2_000)
"""Pages of the sites whose time is drawn; the first is what the others are compared with, a page at a time."""

CONFIG = """site_name: t
theme:
  name: material
  font: false
plugins: [{plugins}]
{hook}markdown_extensions:
  - pymdownx.superfences
"""
HOOK = f"hooks: [{ROOT / 'hooks' / 'tilesite_hook.py'}]\n"
AXES = {
    "block_m": (64, 128, 256),
    "block_n": (64, 128, 256),
    "block_k": (16, 32, 64),
    "stages": (2, 3, 4),
    "threads": (128, 256, 512),
}
BLOCK = re.compile(r"```yaml tile.*?```\n", re.DOTALL)
EXEC = (
    '```python exec="1" source="above" result="text"\nfrom tilesite.tile.reports import diagnose\n'
    "print(diagnose({values}).text)\n```\n"
)


class Used(NamedTuple):
    """Seconds of processor time, and MB of memory at the most."""

    seconds: float
    megabytes: float


def pages(count: int) -> dict[str, str]:
    """Pages of verified blocks with prose between them, the same in each run."""
    choose = Random(1).choice  # noqa: S311 - any numbers do, as long as they are the same each time
    made = {"index.md": "# Start\n"}
    for page in range(count):
        parts = [f"# Page {page}\n"]
        for block in range(BLOCKS):
            sizes = "".join(f"{key}: {choose(values)}\n" for key, values in AXES.items())
            parts.append(f"## Part {block}\n\nSome prose, `code` and *emphasis*.\n")
            parts.append(f'```yaml tile id="b{block}" strict="false" show="config,output,command"\n{sizes}```\n')
        made[f"p{page:04}.md"] = "\n".join(parts)
    return made


def pasted(text: str) -> str:
    """The page with its outputs as plain fences."""
    answers = iter(verify_page(text, "p.md").answers)

    def plain(_: re.Match[str]) -> str:
        answer = next(answers)
        command = shlex.join(answer.report.command) if answer.report else ""
        fences = (("yaml", answer.block.body + "\n"), ("text", answer.output or ""), ("bash", command + "\n"))
        return "\n".join(f"```{language}\n{body}```\n" for language, body in fences)

    return BLOCK.sub(plain, text)


def executed(text: str) -> str:
    """The page with the same computation done by markdown-exec."""
    answers = iter(verify_page(text, "p.md").answers)

    def code(_: re.Match[str]) -> str:
        lines = (line.split(": ") for line in next(answers).block.body.split("\n"))
        return EXEC.format(values={key: int(value) for key, value in lines})

    return BLOCK.sub(code, text)


def site(root: Path, texts: dict[str, str], plugins: str = "", hook: str = "") -> Path:
    """Writes a site."""
    (root / "docs").mkdir(parents=True)
    (root / "mkdocs.yml").write_text(CONFIG.format(plugins=plugins, hook=hook), "utf-8")
    for name, text in texts.items():
        (root / "docs" / name).write_text(text, "utf-8")
    return root


def used(root: Path, *argv: str) -> Used:
    """What one run of a module used."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen([sys.executable, "-m", *argv], cwd=root, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{argv}: exit status {status}")
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def builds(root: Path) -> dict[str, list[Used]]:
    """What the builds of the same pages used, round by round."""
    texts = pages(PAGES)
    figures = {name: text.replace(' show="config,output,command"', "") for name, text in texts.items()}
    sites = {
        "plain": site(root / "plain", {name: pasted(text) for name, text in texts.items()}),
        "ours": site(root / "ours", texts, hook=HOOK),
        "whole": site(root / "whole", figures, hook=HOOK),
        "peer": site(root / "peer", {name: executed(text) for name, text in texts.items()}, plugins="markdown-exec"),
    }
    found: dict[str, list[Used]] = {name: [] for name in sites}
    for _ in range(RUNS):
        for name, folder in sites.items():
            found[name].append(used(folder, "mkdocs", "build", "-q"))
    return found


def growth(root: Path) -> dict[tuple[str, int], list[float]]:
    """Seconds of checks and of builds of sites of each size, round by round; the theme shows content alone."""
    folders = {}
    for count in GROWTH:
        folders[count] = site(root / f"site{count}", pages(count), hook=HOOK)
        config = folders[count] / "mkdocs.yml"
        bare = config.read_text("utf-8").replace(
            "  name: material\n  font: false\n", "  name: null\n  custom_dir: theme\n"
        )
        config.write_text(bare, "utf-8")
        (folders[count] / "theme").mkdir()
        (folders[count] / "theme" / "main.html").write_text("{{ page.content }}", "utf-8")
    found: dict[tuple[str, int], list[float]] = {}
    for _ in range(RUNS):
        for count, folder in folders.items():
            found.setdefault(("check", count), []).append(used(folder, "tilesite", "check", "docs").seconds)
            found.setdefault(("build", count), []).append(used(folder, "mkdocs", "build", "-q").seconds)
    return found


def measures() -> tuple[list[Measure], list[Series]]:
    """The measures of pages."""
    with tempfile.TemporaryDirectory() as folder:
        built = builds(Path(folder))
        grown = growth(Path(folder))
    seconds = {name: [run.seconds for run in runs] for name, runs in built.items()}
    memory = {name: [run.megabytes for run in runs] for name, runs in built.items()}
    small, large = GROWTH[0], GROWTH[-1]
    per_page = [
        many / large / (few / small) for many, few in zip(grown["check", large], grown["check", small], strict=True)
    ]
    found = [
        of_runs(
            "pages.outputs",
            f"build of {PAGES} pages of {BLOCKS} blocks, against the outputs pasted as plain fences",
            f"构建 {PAGES} 页、每页 {BLOCKS} 块，对比把输出粘贴为普通代码块",
            ratios(seconds, "ours", "plain"),
            "x",
            1.10,
        ),
        of_runs(
            "pages.whole",
            "the same with figures and sources",
            "同上，含图与出处",
            ratios(seconds, "whole", "plain"),
            "x",
            1.35,
        ),
        of_runs(
            "pages.markdown_exec",
            "build with outputs, against markdown-exec doing the same computation",
            "带输出的构建，对比 markdown-exec 做同样的计算",
            ratios(seconds, "ours", "peer"),
            "x",
            1.00,
        ),
        of_runs(
            "pages.memory",
            "memory of the build, against plain fences",
            "构建的内存，对比普通代码块",
            ratios(memory, "ours", "plain"),
            "x",
            1.20,
        ),
        of_runs(
            "pages.check",
            f"tilesite check of {PAGES * BLOCKS:,} blocks, whole process",
            f"tilesite check 检查 {PAGES * BLOCKS:,} 个块，整个进程",
            grown["check", small],
            "s",
            1.5,
        ),
        of_runs(
            "pages.linear",
            f"check of {large:,} pages, a page against one of {small}",
            f"检查 {large:,} 页，单页用时对比 {small} 页",
            per_page,
            "x",
            1.10,
        ),
    ]
    series = [
        Series(f"pages.{name}", tuple((float(count), median(grown[name, count])) for count in GROWTH))
        for name in ("check", "build")
    ]
    return found, series
