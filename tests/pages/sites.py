"""Small sites for the tests: written into a folder and built by the real MkDocs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[2]
GOOD = '```yaml tile id="{id}" expect="pass"\nblock_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n```\n'

_CONFIG = """site_name: test
use_directory_urls: true
theme:
  name: {theme}
markdown_extensions:
  - admonition
  - footnotes
  - def_list
  - md_in_html
  - attr_list
  - pymdownx.details
  - pymdownx.superfences
  - pymdownx.tabbed:
      alternate_style: true
plugins: []
"""


class Built(NamedTuple):
    """What a build left: its exit code, all it printed, and the folder of the site."""

    code: int
    printed: str
    site: Path

    def html(self, page: str = "") -> str:
        return (self.site / page / "index.html").read_text("utf-8")


def write_site(root: Path, pages: Mapping[str, str | bytes], hook: bool = True, theme: str = "mkdocs") -> Path:
    """Writes pages and mkdocs.yml below ``root``."""
    config = _CONFIG.format(theme=theme)
    if hook:
        config += f"hooks:\n  - {REPOSITORY / 'hooks' / 'tilesite_hook.py'}\n"
    (root / "mkdocs.yml").write_text(config, "utf-8")
    for name, content in pages.items():
        page = root / "docs" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return root


def run(*argv: str, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A module of this interpreter as a process, its two outputs joined."""
    return subprocess.run(
        [sys.executable, "-m", *argv],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def build(root: Path, *flags: str, env: Mapping[str, str] | None = None) -> Built:
    """Builds the site below ``root`` as ``mkdocs build`` with these flags."""
    done = run("mkdocs", "build", *flags, cwd=root, env=env)
    return Built(done.returncode, done.stdout, root / "site")
