"""Small sites for the tests: written into a folder and built by the real MkDocs."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from tilesite.__main__ import main
from tilesite.console import Streams

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


def page_names(docs: Path) -> list[str]:
    """The pages of one language below the folder ``docs``, without their suffix."""
    names = sorted(file.relative_to(docs).with_suffix("").as_posix() for file in docs.rglob("*.md"))
    return [name for name in names if not name.startswith((".", "examples/", "zh/"))]


def address_of(name: str) -> str:
    """The address of a page below its site."""
    return "" if name == "index" else f"{name.removesuffix('/index')}/"


class Converted(NamedTuple):
    """A strict build in this process: its problems, one a line (none when it succeeded), and the page's HTML."""

    problems: list[str]
    html: str

    @property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.html, "html.parser")


def strict_build(root: Path) -> Converted:
    """A strict build of the site below ``root``, of which the first page is given back. Far cheaper than a process."""
    config = load_config(str(root / "mkdocs.yml"), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    try:
        mkdocs_build(config)
    except Abort as error:
        return Converted(str(error.__context__).split("\n")[1:], "")
    finally:
        config.plugins.on_shutdown()
    return Converted([], (root / "site" / "index.html").read_text("utf-8"))


class Said(NamedTuple):
    """What ``tilesite`` answered in this process."""

    code: int
    text: str


def tilesite(root: Path, *argv: str) -> Said:
    """The program ``tilesite``, run in the folder ``root``."""
    out = io.StringIO()
    with contextlib.chdir(root):
        code = main(argv, Streams(io.StringIO(), out, out))
    return Said(code, out.getvalue())


def with_bare_theme(root: Path) -> Path:
    """The site below ``root`` with a theme that shows content alone, for tests that build many pages."""
    config = root / "mkdocs.yml"
    bare = re.sub(r"  name: \w+", "  name: null\n  custom_dir: theme", config.read_text("utf-8"), count=1)
    config.write_text(bare, "utf-8")
    (root / "theme").mkdir()
    (root / "theme" / "main.html").write_text("{{ page.content }}", "utf-8")
    return root
