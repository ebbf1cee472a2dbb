"""``tilesite check``: the pages of a folder verified without building a site, and against a built one when asked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text
from tilesite.pages.completeness import compare_with_built
from tilesite.pages.page import Page, verify_page
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, Place, Problem
from tilesite.pages.source import SourceError, decode_page

_A_PATH = Text("a page or a folder of pages that exists", "已有的页面或页面文件夹")
_A_SITE = Text("the folder of a built site", "已构建站点的文件夹")


def find_pages(paths: Sequence[str], exclude: Sequence[str] = ()) -> tuple[tuple[Path, Path], ...]:
    """Every Markdown file below the paths, as (folder named, file), sorted. Raises InputError on a path not there."""
    found: dict[Path, Path] = {}
    for name in paths:
        path = Path(name)
        if not path.exists():
            raise InputError(Fault("PATHS", Message(_A_PATH), quoted(name), "tilesite check docs/"))
        folder, files = (path, _below(path)) if path.is_dir() else (path.parent, [path])
        for file in files:
            if not any(fnmatch(file.relative_to(folder).as_posix(), glob) for glob in exclude):
                found.setdefault(file, folder)
    return tuple((folder, file) for file, folder in sorted(found.items()))


def verify_file(folder: Path, file: Path, lang: str = "en") -> Page:
    """One file verified; a file that cannot be read is a page with that problem."""
    shown = file.as_posix()
    if not file.resolve().is_relative_to(folder.resolve()):
        message = f"page: expected a file inside {folder.as_posix()}, got a link out of it. Example: a copy of the file"
        return Page(shown, (), (Problem(Place(shown, 1), UNREADABLE, "outside", message),))
    try:
        return verify_page(decode_page(file.read_bytes(), shown), shown, lang)
    except SourceError as error:
        return Page(shown, (), (error.problem,))
    except OSError as error:
        message = f"page: expected a file that can be read, got {error.strerror}. Example: chmod +r on it"
        return Page(shown, (), (Problem(Place(shown, 1), UNREADABLE, "unreadable-file", message),))


def compare_with_site(pages: Sequence[tuple[Path, Page]], site: str) -> Iterator[Problem]:
    """The problems of a built site: blocks of the pages that it lacks. Each page comes with its folder."""
    root = Path(site)
    if not root.is_dir():
        raise InputError(Fault("site", Message(_A_SITE), quoted(site), "site/", "site"))
    for folder, page in pages:
        if not page.answers:
            continue
        built = next((each for each in _built_names(page.path, folder) if (root / each).is_file()), None)
        if built is None:
            message = f"page: expected a built page in {root.as_posix()}, got none. Example: mkdocs build --strict"
            yield Problem(Place(page.path, 1), DIFFERENCE, "page-not-built", message)
        else:
            yield from compare_with_built(page, (root / built).read_text("utf-8"))


def _below(folder: Path) -> Iterator[Path]:
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(base, name) for name in sorted(files) if name.endswith((".md", ".markdown")))


def _built_names(path: str, folder: Path) -> tuple[PurePosixPath, ...]:
    page = PurePosixPath(path).relative_to(folder.as_posix()).with_suffix("")
    if page.name in ("index", "README"):
        return (page.parent / "index.html",)
    return (page / "index.html", page.with_suffix(".html"))
