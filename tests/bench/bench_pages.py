"""Speed and memory of builds and checks of pages, as ratios of one run: python tests/bench/bench_pages.py.

The same pages are built with their outputs pasted as plain fences, with verified blocks, and, when it is installed,
with markdown-exec doing the same computation. Processor time is compared, since other work of the machine is not
counted in it. Prints a line for each measure and exits 1 when one is past its bound. No test: a busy machine decides.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from tilesite.pages.page import verify_page

ROOT = Path(__file__).resolve().parents[2]
PAGES, BLOCKS, MANY_PAGES = 200, 10, 2_000
RUNS = 3
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
    """What the cheapest of some runs of a module used."""
    runs = []
    for _ in range(RUNS):
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        process = subprocess.Popen([sys.executable, "-m", *argv], cwd=root, env=environment, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{argv}: exit status {status}")
        runs.append(Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))
    return Used(min(run.seconds for run in runs), min(run.megabytes for run in runs))


def told(what: str, value: float, bound: float, unit: str) -> bool:
    """Prints one measure; whether it is within its bound."""
    sys.stdout.write(f"{what}: {value:.2f}{unit} (at most {bound:.2f})\n")
    return value <= bound


def main() -> int:
    """Measures, prints, and returns 1 when something is past its bound."""
    texts = pages(PAGES)
    figures = {name: text.replace(' show="config,output,command"', "") for name, text in texts.items()}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        plain = used(
            site(root / "plain", {name: pasted(text) for name, text in texts.items()}), "mkdocs", "build", "-q"
        )
        ours = site(root / "ours", texts, hook=HOOK)
        blocks = used(ours, "mkdocs", "build", "-q")
        whole = used(site(root / "whole", figures, hook=HOOK), "mkdocs", "build", "-q")
        checked = used(ours, "tilesite", "check", "docs")
        many = used(site(root / "many", pages(MANY_PAGES), hook=HOOK), "tilesite", "check", "docs")
        right = [
            told("build, outputs, against pasted fences", blocks.seconds / plain.seconds, 1.10, "x"),
            told("build, figures and sources too, against pasted fences", whole.seconds / plain.seconds, 1.35, "x"),
            told("memory of a build, outputs, against pasted fences", blocks.megabytes / plain.megabytes, 1.20, "x"),
            told(f"check of {PAGES * BLOCKS} blocks", checked.seconds, 1.50, " s"),
            told(
                f"check of {MANY_PAGES} pages, a page against {PAGES}", many.seconds / checked.seconds / 10, 1.10, "x"
            ),
        ]
        if find_spec("markdown_exec"):
            peer = site(root / "peer", {name: executed(text) for name, text in texts.items()}, plugins="markdown-exec")
            exec_seconds = used(peer, "mkdocs", "build", "-q").seconds
            right.append(told("build, outputs, against markdown-exec", blocks.seconds / exec_seconds, 1.00, "x"))
        else:
            sys.stdout.write("build against markdown-exec: not measured (pip install markdown-exec)\n")
    return 0 if all(right) else 1


if __name__ == "__main__":
    raise SystemExit(main())
