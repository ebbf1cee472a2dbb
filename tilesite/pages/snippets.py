"""Included snippets (pymdownx.snippets): a page as its renderer reads it, each line with the file it came from.

The extension's own search runs, so that what is included is what the site shows. Files are read below the folders
that the site names, and nowhere else: neither a link nor a path leads out of them, and nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, cast

from markdown import Markdown
from pymdownx.snippets import SnippetExtension, SnippetMissingError, SnippetPreprocessor

from tilesite.errors import quoted
from tilesite.pages.bounds import LARGEST_PAGE, TOO_LARGE
from tilesite.pages.problems import UNREADABLE, Place, Problem


class Origin(NamedTuple):
    """Where a line of a page came from: file and line (from 1), and by how many characters it was moved right."""

    path: str
    line: int
    shift: int = 0


class Expanded(NamedTuple):
    """A page with its snippets: the text, where each line came from (empty: all from the page), what went wrong."""

    text: str
    origins: tuple[Origin, ...] = ()
    problems: tuple[Problem, ...] = ()

    def locate(self, place: Place) -> Place:
        """A place of the expanded text as a place of the file that the author has to edit."""
        if not self.origins:
            return place
        origin = self.origins[min(place.line, len(self.origins)) - 1]
        return Place(origin.path, origin.line, max(place.column - origin.shift, 1))


class Snippets(NamedTuple):
    """How a site includes snippets: the options of the extension, and the folders that pages may reach into.

    ``root`` is the folder that paths are shown relative to.
    """

    options: Mapping[str, object]
    folders: tuple[Path, ...]
    root: Path

    def expand(self, text: str, path: str) -> Expanded:
        """``text`` with all that it includes."""
        if "8<-" not in text and not self.options.get("auto_append"):
            return Expanded(text)
        reader = _Reader(self, path)
        lines = reader.expanded(text)
        if sum(map(len, lines)) > LARGEST_PAGE:
            message = (
                f"page: expected at most {LARGEST_PAGE} characters with its snippets, got more. Example: links instead"
            )
            return Expanded(text, (), (Problem(Place(path, 1), UNREADABLE, TOO_LARGE, message),))
        return Expanded("\n".join(lines), _origins(lines, path), tuple(reader.problems))


class _Line(str):
    """A line that knows where it came from, also after the search has moved it to the right."""

    __slots__ = ("origin",)
    origin: Origin

    def __new__(cls, text: str, origin: Origin) -> Self:
        line = super().__new__(cls, text)
        line.origin = origin
        return line

    def __radd__(self, left: str) -> _Line:
        return _Line(str.__add__(left, self), self.origin._replace(shift=self.origin.shift + len(left)))


class _Noting:
    """A regular expression that notes the line it is asked about."""

    def __init__(self, pattern: Any, reader: _Reader) -> None:  # noqa: ANN401 - a compiled pattern of pymdownx
        self._pattern = pattern
        self._reader = reader

    def match(self, line: str) -> object:
        if isinstance(line, _Line):
            self._reader.at = line.origin
        return self._pattern.match(line)


class _Reader(SnippetPreprocessor):  # type: ignore[misc]  # pymdownx has no types
    """The extension's own search, told which files it may read."""

    def __init__(self, snippets: Snippets, path: str) -> None:
        extension = SnippetExtension(**{**snippets.options, "url_download": False, "restrict_base_path": True})
        super().__init__(extension.getConfigs(), Markdown())
        self.problems: list[Problem] = []
        self.at = Origin(path, 1)
        self._snippets = snippets
        self._path = path
        self._size = 0
        self.RE_ALL_SNIPPETS = _Noting(SnippetPreprocessor.RE_ALL_SNIPPETS, self)
        self.RE_SNIPPET = _Noting(SnippetPreprocessor.RE_SNIPPET, self)

    def expanded(self, text: str) -> list[str]:
        lines: list[str] = [_Line(line, Origin(self._path, number)) for number, line in enumerate(text.split("\n"), 1)]
        try:
            return cast("list[str]", self.run(lines))
        except SnippetMissingError as error:
            self._problem("snippet-missing", f"a snippet that exists, got none ({error})")
            return lines

    def get_snippet_path(self, path: str) -> str | None:
        found = super().get_snippet_path(path)
        if found is None:
            return None
        file = Path(found).resolve()
        if not any(file.is_relative_to(folder.resolve()) for folder in self._snippets.folders):
            self._problem("snippet-outside", f"a file inside the pages' folder, got {quoted(path)}")
            return None
        return cast("str", found)

    def read_lines(self, path: str) -> list[str]:
        shown = _shown(Path(path), self._snippets.root)
        try:
            lines = cast("list[str]", super().read_lines(path))
        except (OSError, UnicodeError):
            self._problem("snippet-unreadable", f"a file in UTF-8 that can be read, got {quoted(shown)}")
            return []
        self._size += sum(map(len, lines))
        if self._size > LARGEST_PAGE:
            return []  # `expand` reports the size
        return [_Line(line, Origin(shown, number)) for number, line in enumerate(lines, 1)]

    def dedent(self, lines: list[str]) -> list[str]:
        cut = cast("list[str]", super().dedent(lines))
        if len(cut) != len(lines):
            return cut
        return [_moved(before, after) for before, after in zip(lines, cut, strict=True)]

    def _problem(self, code: str, expected: str) -> None:
        place = Place(self.at.path, self.at.line, 1)
        message = f'snippet: expected {expected}. Example: --8<-- "part.md"'
        self.problems.append(Problem(place, UNREADABLE, code, message))


def _moved(before: str, after: str) -> str:
    if not isinstance(before, _Line):
        return after
    return _Line(after, before.origin._replace(shift=before.origin.shift - len(before) + len(after)))


def _origins(lines: Sequence[str], path: str) -> tuple[Origin, ...]:
    """The origin of each line; one that the search made anew stands where the line before it stood."""
    found: list[Origin] = []
    last = Origin(path, 1)
    for line in lines:
        last = line.origin if isinstance(line, _Line) else last
        found.append(last)
    return tuple(found)


def _shown(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else file.as_posix()
