"""Pages compared with a site that was built of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text
from tilesite.pages.check import CheckedPage
from tilesite.pages.completeness import compare_with_built
from tilesite.pages.page import Page
from tilesite.pages.problems import DIFFERENCE, Place, Problem

_A_SITE = Text("the folder of a built site", "已构建站点的文件夹")
_LANGUAGE = re.compile(r"\.[a-z]{2}(?:-[A-Za-z]{2,4})?")


def compare_with_site(pages: Sequence[CheckedPage], site: str) -> Iterator[Problem]:
    """The problems of a built site: what the pages have and it lacks. Raises InputError when there is no site."""
    root = Path(site)
    if not root.is_dir():
        raise InputError(Fault("site", Message(_A_SITE), quoted(site), "site/", "site"))
    for checked in pages:
        if not _is_unbuilt(checked):
            yield from _compared(checked, root)


def _compared(checked: CheckedPage, root: Path) -> Iterator[Problem]:
    page = checked.page
    built = next((each for each in _built_names(checked) if (root / each).is_file()), None)
    if built is not None:
        yield from compare_with_built(page, _html(root / built))
    elif not (page.answers or page.recorded or page.values):
        return
    elif not any(_is_of(page, file) for file in sorted(root.rglob("*.html"))):
        # Some plugins, blogs among them, give a page a name of their own: any page of the site may be this one.
        message = f"page: expected a built page in {root.as_posix()}, got none. Example: mkdocs build --strict"
        yield Problem(Place(page.path, 1), DIFFERENCE, "page-not-built", message)


def _is_of(page: Page, file: Path) -> bool:
    return next(compare_with_built(page, _html(file)), None) is None


def _html(file: Path) -> str:
    return file.read_text("utf-8", errors="replace")


def _uri(checked: CheckedPage, docs: Path) -> PurePosixPath:
    """The page's path below the folder ``docs``."""
    file = checked.file.resolve()
    within = file.relative_to(docs) if file.is_relative_to(docs) else file.relative_to(checked.folder.resolve())
    return PurePosixPath(within.as_posix())


def _is_unbuilt(checked: CheckedPage) -> bool:
    patterns = [line for line in checked.site.unbuilt if line.strip()]
    if not patterns:
        return False
    from pathspec.gitignore import GitIgnoreSpec  # only sites that leave pages out need it

    return GitIgnoreSpec.from_lines(patterns).match_file(str(_uri(checked, checked.site.docs)))


def _built_names(checked: CheckedPage) -> Iterator[PurePosixPath]:
    page = _uri(checked, checked.site.whole or checked.site.docs).with_suffix("")
    yield from _names(page)
    if _LANGUAGE.fullmatch(page.suffix):  # a translation: page.zh.md is built below zh/, or without the suffix
        plain = page.with_suffix("")
        yield from _names(PurePosixPath(page.suffix[1:]) / plain)
        yield from _names(plain)


def _names(page: PurePosixPath) -> Iterator[PurePosixPath]:
    if page.name in ("index", "README"):
        yield page.parent / "index.html"
    else:
        yield page / "index.html"
        yield page.with_name(f"{page.name}.html")
