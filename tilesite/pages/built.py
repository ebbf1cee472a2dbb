"""Pages compared with a site that was built of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text
from tilesite.pages.check import CheckedPage
from tilesite.pages.completeness import compare_with_built, wanted_of
from tilesite.pages.live.files import SCRIPT
from tilesite.pages.page import Page
from tilesite.pages.paths import real
from tilesite.pages.problems import DIFFERENCE, Place, Problem
from tilesite.pages.site import Site, built_into
from tilesite.pages.source import decode_page, front_data

_LIVE = "<tilesite-live"
_A_SITE = Text("the folder of a built site", "已构建站点的文件夹")
_LANGUAGE = re.compile(r"\.[a-z]{2}(?:-[A-Za-z]{2,4})?")


def compare_with_site(pages: Sequence[CheckedPage], site: str) -> Iterator[Problem]:
    """The problems of a built site: what the pages have and it lacks. Raises InputError when there is no site."""
    root = Path(site)
    if not root.is_dir():
        raise InputError(Fault("site", Message(_A_SITE), quoted(site), "site/", "site"))
    # A blog shows its posts on other pages as well.
    shown_elsewhere = {each.mark for checked in pages if checked.site.has_blog for each in wanted_of(checked.page)}
    sites: dict[Path | None, Site] = {}
    placed = []
    for checked in pages:
        file = checked.site.file
        built_by = sites.get(file) or sites.setdefault(file, built_into(checked.site, root))
        placed.append(checked._replace(site=built_by))
    built = [(each, _built_file(each, root)) for each in placed if not _is_unbuilt(each)]
    others = frozenset(file for _, file in built if file)
    for checked, own in built:
        yield from _compared(checked, own, root, others, shown_elsewhere)


def _built_file(checked: CheckedPage, root: Path) -> Path | None:
    """What the page's own name is built into, where that is there."""
    return next((root / each for each in _built_names(checked) if (root / each).is_file()), None)


def _compared(
    checked: CheckedPage, built: Path | None, root: Path, others: Collection[Path], shown_elsewhere: Collection[str]
) -> Iterator[Problem]:
    page = checked.page
    if built is not None:
        html = _html(built)
        yield from compare_with_built(page, html, shown_elsewhere)
        if checked.site.settings.live and _LIVE in html and SCRIPT not in html:
            message = (
                f"live blocks: expected the script {SCRIPT} in the built page, got none. "
                "Example: in mkdocs.yml, tilesite under plugins"
            )
            yield Problem(Place(page.path, 1), DIFFERENCE, "not-built", message)
    elif not _has_something(page) or _is_draft(checked):
        return
    elif not any(_is_of(page, file) for file in sorted(root.rglob("*.html")) if file not in others):
        # Some plugins, blogs among them, give a page a name of their own: any page without a source may be this one.
        message = f"page: expected a built page in {root.as_posix()}, got none. Example: mkdocs build --strict"
        yield Problem(Place(page.path, 1), DIFFERENCE, "page-not-built", message)


def _has_something(page: Page) -> bool:
    return bool(page.answers or page.recorded or page.values or page.citations or page.inserts)


def _is_of(page: Page, file: Path) -> bool:
    return next(compare_with_built(page, _html(file)), None) is None


def _html(file: Path) -> str:
    return file.read_text("utf-8", errors="replace")


def _uri(checked: CheckedPage, docs: Path) -> PurePosixPath:
    """The page's path below the folder ``docs``."""
    file = real(checked.file)
    within = file.relative_to(docs) if file.is_relative_to(docs) else file.relative_to(real(checked.folder))
    return PurePosixPath(within.as_posix())


def _is_unbuilt(checked: CheckedPage) -> bool:
    from pathspec.gitignore import GitIgnoreSpec  # slow to import

    spec = GitIgnoreSpec.from_lines(checked.site.unbuilt)
    page = _uri(checked, checked.site.docs)
    index = page.with_name("index.md")
    gives_way = page.name == "README.md" and (checked.site.docs / index).is_file() and not spec.match_file(str(index))
    return gives_way or spec.match_file(str(page))


def _is_draft(checked: CheckedPage) -> bool:
    """Whether a page of a site with a blog says that it is a draft, which the blog leaves out."""
    return checked.site.has_blog and front_data(decode_page(checked.data, checked.page.path)).get("draft") is True


def _built_names(checked: CheckedPage) -> Iterator[PurePosixPath]:
    page = _uri(checked, checked.site.whole or checked.site.docs).with_suffix("")
    has_folders = checked.site.has_folders
    yield from _names(page, has_folders=has_folders)
    if _LANGUAGE.fullmatch(page.suffix):  # a translation: page.zh.md is built below zh/, or without the suffix
        plain = page.with_suffix("")
        yield from _names(PurePosixPath(page.suffix[1:]) / plain, has_folders=has_folders)
        yield from _names(plain, has_folders=has_folders)


def _names(page: PurePosixPath, *, has_folders: bool) -> Iterator[PurePosixPath]:
    """Where a page may have been built: as its site says, or the other way, which a flag of the build may ask for."""
    if page.name in ("index", "README"):
        yield page.parent / "index.html"
        return
    names = (page / "index.html", page.with_name(f"{page.name}.html"))
    yield from names if has_folders else names[::-1]
