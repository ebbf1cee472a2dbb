"""Every link of a built site, and of the Markdown files beside it, leads somewhere: python tests/links.py site FILES.

Addresses of other sites are not opened: a check that needs the network fails for reasons that are nobody's fault.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup, Tag

_MARKDOWN = re.compile(r"\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


class Page(NamedTuple):
    """A built page: the names that a link may end in, and its links with the elements that they stand in."""

    names: frozenset[str]
    links: tuple[tuple[str, str], ...]
    canonical: str


def read_page(path: Path) -> Page:
    """What one page holds."""
    soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
    tags = [tag for tag in soup.find_all(True) if isinstance(tag, Tag)]
    names = {str(tag[key]) for tag in tags for key in ("id", "name") if tag.has_attr(key)}
    links = [(str(tag[key]), tag.name) for tag in tags for key in ("href", "src") if tag.has_attr(key)]
    canonical = next((str(tag["href"]) for tag in soup.select("link[rel=canonical]")), "")
    return Page(frozenset(names), tuple(links), canonical)


def broken_links(site: Path) -> Iterator[str]:
    """One line for each link that leads nowhere."""
    pages = {path: read_page(path) for path in sorted(site.rglob("*.html"))}
    base = pages[site / "index.html"].canonical or "http://localhost/"
    for path, page in pages.items():
        for link, tag in page.links:
            target = _target(link, path, site, base)
            if target is None or (tag == "link" and target[0] == path):
                continue
            file, name = target
            shown = path.relative_to(site).as_posix()
            if not file.is_file():
                yield f"{shown}: {link}: expected a file of the site, got none"
            elif name and file in pages and name not in pages[file].names and not name.startswith("__"):
                yield f"{shown}: {link}: expected a place of that name in the page, got none"


def _target(link: str, page: Path, site: Path, base: str) -> tuple[Path, str] | None:
    """The file and the name in it that a link leads to; None when it leads out of the site."""
    root = urlsplit(base)
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        inside = (parts.scheme or root.scheme, parts.netloc) == (root.scheme, root.netloc)
        if not inside or not parts.path.startswith(root.path):
            return None
    where = unquote(parts.path)
    if where.startswith("/"):
        file = site / where.removeprefix(root.path).lstrip("/")
    else:
        file = page.parent / where if where else page
    if where.endswith("/") or file.is_dir():
        file /= "index.html"
    return file.resolve(), unquote(parts.fragment)


def broken_references(files: Sequence[Path]) -> Iterator[str]:
    """One line for each relative link of Markdown files that leads to no file."""
    for file in files:
        for link in _MARKDOWN.findall(_FENCE.sub("", file.read_text("utf-8"))):
            parts = urlsplit(link)
            if not parts.scheme and parts.path and not (file.parent / unquote(parts.path)).exists():
                yield f"{file.name}: {link}: expected a file, got none"


def main(argv: Sequence[str]) -> int:
    """Prints what is broken; 1 when anything is."""
    site, *files = (Path(name).resolve() for name in argv)
    broken = [*broken_links(site), *broken_references(files)]
    for line in broken:
        print(line)  # noqa: T201 - the program's answer
    print(f"links: {len(broken)} broken")  # noqa: T201 - likewise
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
