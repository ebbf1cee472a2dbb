"""Finding the pages of a folder, and verifying them without building a site."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from fnmatch import fnmatch
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text
from tilesite.pages.page import Page, verify_page
from tilesite.pages.paths import plain, real
from tilesite.pages.problems import UNREADABLE, Place, Problem
from tilesite.pages.settings import Settings
from tilesite.pages.site import Site, pages_here, site_of
from tilesite.pages.source import SourceError, decode_page, front_matter, read_file, without_front_matter
from tilesite.workers import Here, Processes, in_order

_PAGES_OF_A_PIECE = 8

SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_SOME_PAGES = Text("at least one Markdown page that is not excluded", "至少一个未被排除的 Markdown 页面")
_A_PATH = Text("a page or a folder of pages that exists", "已有的页面或页面文件夹")


class CheckedPage(NamedTuple):
    """A page with the folder that was named for it, its file, its site, and the bytes that were verified."""

    folder: Path
    file: Path
    site: Site
    page: Page
    data: bytes


Change = Callable[[Settings], Settings]
FindSite = Callable[[Path], Site]


def unchanged(settings: Settings) -> Settings:
    """The settings as they are."""
    return settings


def find_pages(
    paths: Sequence[str], exclude: Sequence[str] = (), find_site: FindSite = site_of
) -> tuple[tuple[Path, Path], ...]:
    """Every Markdown file below the paths, as (folder named, file), sorted. Raises InputError on a path not there."""
    found: dict[Path, tuple[Path, Path]] = {}
    for name in paths:
        path = Path(name)
        if "\0" in name or not os.path.lexists(path):
            example = f"tilesite check {(pages_here() or Path('docs')).as_posix()}/"
            raise InputError(Fault("PATHS", Message(_A_PATH), quoted(name), example))
        folder, files = (path, _below(path, find_site)) if path.is_dir() else (path.parent, [path])
        for file in files:
            if not any(fnmatch(file.relative_to(folder).as_posix(), glob) for glob in exclude):
                found.setdefault(plain(file), (folder, file))
    if not found:
        names = ", ".join(paths)
        raise InputError(Fault("PATHS", Message(_SOME_PAGES), quoted(names), "tilesite check docs/"))
    return tuple(sorted(found.values(), key=lambda each: each[1]))


class Task(NamedTuple):
    """A page to verify, and the candidates that its sweeps may try."""

    folder: Path
    file: Path
    site: Site
    budget: int


def verify_pages(
    found: Sequence[tuple[Path, Path]], change: Change = unchanged, jobs: int = 1, find_site: FindSite = site_of
) -> tuple[CheckedPage, ...]:
    """The pages verified, in order, each with the settings of its own site as ``change`` makes them.

    ``find_site`` says which site the pages of a folder belong to.

    On ``jobs`` processes, with the same outcome. Raises BrokenExecutor when these die over the same pages again.
    """
    left: dict[Path, int] = {}
    tasks = _tasks(found, partial(_changed_site, find_site, change), left)
    size = 1 if jobs == 1 else _PAGES_OF_A_PIECE
    pieces = iter(lambda: tuple(islice(tasks, size)), ())
    executors, ahead = (Here, 1) if jobs == 1 else (partial(Processes, jobs), 2 * jobs)
    pages = []
    with closing(in_order(executors, check_tasks, pieces, ahead)) as worked:
        for task, checked in chain.from_iterable(worked):
            budget = left.get(task.site.root, task.budget)
            exact = checked if _is_same(checked, task.budget, budget) else _checked(*task._replace(budget=budget))
            left[task.site.root] = budget - exact.page.candidates
            pages.append(exact)
    return tuple(pages)


def check_tasks(tasks: tuple[Task, ...]) -> tuple[tuple[Task, CheckedPage], ...]:
    """The pages of some tasks, verified: what executors run."""
    return tuple((task, _checked(*task)) for task in tasks)


def _tasks(found: Sequence[tuple[Path, Path]], find_site: FindSite, left: Mapping[Path, int]) -> Iterator[Task]:
    """One for each page. Its budget is what the pages before it that are done have ``left``: at least its due."""
    sites: dict[Path, Site] = {}
    for folder, file in found:
        if folder not in sites:
            sites[folder] = find_site(folder)
        site = sites[folder].owner(file)
        yield Task(folder, file, site, left.get(site.root, site.settings.site_candidates))


def _is_same(checked: CheckedPage, given: int, due: int) -> bool:
    """Whether a page comes out the same with the budget that is its due: all that it tried was within that."""
    return given == due or (checked.page.candidates <= due and not checked.page.problems)


def _changed_site(find_site: FindSite, change: Change, folder: Path) -> Site:
    site = find_site(folder)
    translations = tuple(each._replace(settings=change(each.settings)) for each in site.translations)
    return site._replace(settings=change(site.settings), translations=translations)


def _checked(folder: Path, file: Path, site: Site, budget: int) -> CheckedPage:
    shown = file.as_posix()

    def refused(code: str, message: str) -> CheckedPage:
        problem = Problem(Place(shown, 1), UNREADABLE, code, message)
        return CheckedPage(folder, file, site, Page(shown, problems=(problem,)), b"")

    if not real(file).is_relative_to(site.bound):
        expected = f"expected a file inside {_shown(site.bound)}, got a link out of it"
        return refused("outside", f"page: {expected}. Example: a copy of the file")
    try:
        data = read_file(file)
    except OSError as error:
        expected = f"expected a file that can be read, got {error.strerror}"
        return refused("unreadable-file", f"page: {expected}. Example: chmod +r on it")
    try:
        text = decode_page(data, shown)
    except SourceError as error:
        return CheckedPage(folder, file, site, Page(shown, problems=(error.problem,)), data)
    # Included files are named as the page is: as seen from where the check was started.
    snippets = site.snippets and site.snippets._replace(root=Path.cwd())
    page = verify_page(without_front_matter(text), shown, site.settings, snippets, budget, front=front_matter(text))
    return CheckedPage(folder, file, site, page, data)


def _shown(folder: Path) -> str:
    here = Path.cwd()
    return folder.relative_to(here).as_posix() if folder.is_relative_to(here) else folder.as_posix()


def _below(folder: Path, find_site: FindSite) -> Iterator[Path]:
    """The Markdown files of a folder, and the links to folders outside of it (which are refused by name).

    Hidden ones are pages only where the site says so.
    """
    inside = real(folder)
    is_shown = _shown_names(find_site(folder))
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if is_shown(Path(base, name)))
        for name in folders:
            link = Path(base, name)
            if link.is_symlink() and not real(link).is_relative_to(inside):
                yield link
        shown = (name for name in sorted(files) if name.endswith(SUFFIXES) and is_shown(Path(base, name)))
        yield from (Path(base, name) for name in shown)


def _shown_names(site: Site) -> Callable[[Path], bool]:
    """Says of a file or a folder whether it is none of the hidden ones."""

    def is_plain(path: Path) -> bool:
        return not path.name.startswith(".")

    if not any(line.startswith("!") for line in site.excluded):
        return is_plain
    from pathspec.gitignore import GitIgnoreSpec  # only sites that take hidden pages in need it

    spec = GitIgnoreSpec.from_lines(site.excluded)

    def is_taken_in(path: Path) -> bool:
        file = real(path)
        within = file.relative_to(site.docs) if file.is_relative_to(site.docs) else None
        if within is None or all(not part.startswith(".") for part in within.parts):
            return is_plain(path)
        return path.is_dir() or not spec.match_file(within.as_posix())

    return is_taken_in
