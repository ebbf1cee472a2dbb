"""Opened sources: the files of a wheel or of a local folder, read as text and bounded, links refused."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from tilesite.errors import Fault, InputError, quoted
from tilesite.facts.locators import is_inside
from tilesite.facts.sources import SEED_FOLDERS
from tilesite.facts.types import Source
from tilesite.facts.verify import Tree
from tilesite.language import Message
from tilesite.pages.cite import texts

LARGEST = 16 * 1024 * 1024
"""Bytes of one file that is opened."""

_MOST_FILES = 200_000


def wheel_tree(path: Path, folder: str) -> Tree:
    """The files of a wheel, by their paths below ``folder``. Raises InputError when it is no whole wheel."""
    try:
        names = _names(path)
    except (BadZipFile, OSError) as error:
        raise InputError(Fault(path.name, Message(texts.A_WHOLE_WHEEL), quoted(str(error)), f"rm {path}")) from None
    known = {name[len(folder) :] for name in names if name.startswith(folder) and is_inside(name)}

    @cache
    def read(name: str) -> Sequence[str] | None:
        return _lines(_member(path, folder + name)) if name in known else None

    def named(name: str) -> Sequence[str]:
        return sorted(each for each in known if each.rsplit("/", 1)[-1] == name)

    return Tree(read, named)


def folder_tree(root: Path, source: Source | None = None) -> Tree:
    """The files of a local folder: an unpacked wheel of ``source``, its repository, or any other folder."""
    folder = source.wheel.folder if source and source.wheel else ""
    starts = [*_starts(source), (folder, ""), ("", "")]

    @cache
    def read(name: str) -> Sequence[str] | None:
        for start, cut in starts:
            if name.startswith(cut):
                path = root / (start + name[len(cut) :])
                if os.path.lexists(path):
                    return _lines(_content(root, path))
        return None

    def named(name: str) -> Sequence[str]:
        return sorted(path for path in _below(root) if path.rsplit("/", 1)[-1] == name)

    return Tree(read, named)


def _starts(source: Source | None) -> Iterator[tuple[str, str]]:
    """How paths of a source's repository begin, with how its own begin: its wheel may have them elsewhere."""
    for folder in SEED_FOLDERS:
        if source and folder.source == source.key:
            yield from ((old, new) for old, new in folder.starts if old)


def _names(path: Path) -> list[str]:
    with ZipFile(path) as archive:
        return archive.namelist()


def _member(path: Path, name: str) -> bytes:
    try:
        with ZipFile(path) as archive, archive.open(name) as file:
            data = file.read(LARGEST + 1)
    except (BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, zlib.error) as error:
        raise InputError(Fault(path.name, Message(texts.A_WHOLE_WHEEL), quoted(str(error)), f"rm {path}")) from None
    return _bounded(data, name)


def _content(root: Path, path: Path) -> bytes:
    _refuse_links(root, path)
    try:
        if not path.is_file():  # a pipe would never end
            kind = Message(texts.A_FOLDER_HERE if path.is_dir() else texts.ANOTHER_KIND)
            raise InputError(Fault(path.as_posix(), Message(texts.A_REGULAR), kind, "a copy of the file"))
        with path.open("rb") as file:
            return _bounded(file.read(LARGEST + 1), path.name)
    except OSError as error:
        got = error.strerror or str(error)
        raise InputError(Fault(path.as_posix(), Message(texts.A_READABLE), got, f"chmod +r {path.name}")) from None


def _refuse_links(root: Path, path: Path) -> None:
    """Raises InputError when the path leads through a link: it may lead anywhere."""
    at = root
    for part in path.relative_to(root).parts:
        at = at / part
        if at.is_symlink():
            got = texts.A_LINK.with_values(target=quoted(os.readlink(at)))  # noqa: PTH115 - a link of any content
            raise InputError(Fault(at.as_posix(), Message(texts.NO_LINK), got, "a copy of the file"))


def _bounded(data: bytes, name: str) -> bytes:
    if len(data) > LARGEST:
        raise InputError(Fault(name, texts.A_FILE.with_values(bound=LARGEST), Message(texts.MORE), "a smaller file"))
    return data


def _lines(data: bytes) -> tuple[str, ...]:
    return tuple(data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").split("\n"))


def _below(root: Path) -> Iterator[str]:
    count = 0
    for base, folders, files in os.walk(root):
        folders.sort()
        for name in files:
            count += 1
            if count > _MOST_FILES:
                return
            yield Path(base, name).relative_to(root).as_posix()
