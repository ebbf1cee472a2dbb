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

from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.language import Message, Text
from tilesite.pages.bounds import LARGEST_PAGE, MOST_SNIPPETS, TOO_LARGE
from tilesite.pages.paths import real
from tilesite.pages.problems import UNREADABLE, Place, Problem

SNIPPETS_PRIORITY = 32
"""Of preprocessors: the extension's own."""

_A_KEY = Text("one of {names}", "下列之一：{names}")
_A_FLAG = Text("true or false", "true 或 false")
_A_TEXT = Text("a text", "文本")
_TEXTS = Text("a list of texts", "文本列表")


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

    def is_shifted(self, line: int) -> bool:
        """Whether a line of the expanded text was moved to the right or to the left."""
        return bool(self.origins) and self.origins[min(line, len(self.origins)) - 1].shift != 0


class Snippets(NamedTuple):
    """How a site includes snippets: the options of the extension, and the folders that pages may reach into.

    ``root`` is the folder that paths are shown relative to. ``pending`` are a file and what is to be written into
    it: it is read as if it were written already.
    """

    options: Mapping[str, object]
    folders: tuple[Path, ...]
    root: Path
    pending: tuple[Path, str] | None = None

    def expand(self, text: str, path: str) -> Expanded:
        """``text`` with all that it includes."""
        if "8<-" not in text and not self.options.get("auto_append"):
            return Expanded(text)
        reader = _Reader(self, path)
        lines = reader.expanded(text)
        if reader.count > MOST_SNIPPETS:
            message = f"page: expected at most {MOST_SNIPPETS} included files, got more. Example: links instead"
            return Expanded(text, (), (Problem(Place(path, 1), UNREADABLE, TOO_LARGE, message),))
        if max(reader.size, sum(map(len, lines))) > LARGEST_PAGE:
            message = (
                f"page: expected at most {LARGEST_PAGE} characters with its snippets, got more. Example: links instead"
            )
            return Expanded(text, (), (Problem(Place(path, 1), UNREADABLE, TOO_LARGE, message),))
        return Expanded("\n".join(lines), _origins(lines, path), tuple(reader.problems))


def site_snippets(options: Mapping[str, object], docs: Path, root: Path) -> Snippets:
    """How a site with these options includes snippets. Raises InputError.

    Pages may reach into the folder of the pages, and into the folders that the site names for its snippets if these
    stand inside the site's folder and not around the pages.
    """
    given = _checked(options).get("base_path", ["."])
    folders = [real(root / base) for base in ([given] if isinstance(given, str) else cast("Sequence[str]", given))]
    within = [folder for folder in folders if folder.is_relative_to(real(root)) and not docs.is_relative_to(folder)]
    named = {**options, "base_path": [str(folder) for folder in folders]}
    return Snippets(named, (docs, *within), real(root))


def _checked(options: Mapping[str, object]) -> Mapping[str, object]:
    """``options`` where each is of the type that the extension takes without a look at it."""
    known = SnippetExtension().getConfigs()
    for name, value in options.items():
        if name not in known:
            raise _fault(name, _A_KEY.with_values(names=", ".join(known)), quoted(str(name)), "base_path: [docs]")
        if isinstance(known[name], bool) and not isinstance(value, bool):
            raise _fault(name, Message(_A_FLAG), shown(value), f"{name}: true")
        if isinstance(known[name], str) and not _is_text(value):
            raise _fault(name, Message(_A_TEXT), shown(value), f"{name}: {known[name]}")
        if isinstance(known[name], list) and not _are_texts(value) and not (name == "base_path" and _is_text(value)):
            raise _fault(name, Message(_TEXTS), shown(value), f"{name}: [docs]")
    return options


def _fault(name: object, expected: Message, got: Message | str, example: str) -> InputError:
    return InputError(Fault(f"pymdownx.snippets: {name}", expected, got, example))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value


def _are_texts(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_text, value))


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


class GuardedSnippets(SnippetPreprocessor):  # type: ignore[misc]  # pymdownx has no types
    """The extension's own search, told which files it may read, and how much of them."""

    def __init__(self, snippets: Snippets | None, options: Mapping[str, object], md: Markdown) -> None:
        super().__init__(SnippetExtension(**options).getConfigs(), md)
        self.snippets = snippets
        self.size = 0
        self.count = 0

    def run(self, lines: list[str]) -> list[str]:
        """The lines with all that they include; as they are when one of the files that must exist does not."""
        self.size = self.count = 0
        try:
            return cast("list[str]", super().run(lines))
        except SnippetMissingError as error:
            self.refused("snippet-missing", f"a snippet that exists, got none ({error})")
            return lines

    def refused(self, code: str, expected: str) -> None:
        """Told of each file that is not included, and why. Here nothing comes of it: the page was verified."""

    def get_snippet_path(self, path: str) -> str | None:
        """The file that is included, None when there is none or it is outside."""
        self.count += 1
        if self.snippets is None or self.count > MOST_SNIPPETS:
            return None  # `expand` reports the number
        found = super().get_snippet_path(path)
        if found is None:
            return None
        file = real(Path(found))
        if not any(file.is_relative_to(real(folder)) for folder in self.snippets.folders):
            self.refused("snippet-outside", f"a file inside the pages' folder, got {quoted(path)}")
            return None
        return cast("str", found)

    def read_lines(self, path: str) -> list[str]:
        """The lines of a file, none when it cannot be read or all files together are too large."""
        file = Path(path)
        shown_path = _shown(file, self.snippets.root) if self.snippets else path
        try:
            lines = self._lines(file)
        except (OSError, UnicodeError, LookupError):
            self.refused("snippet-unreadable", f"a file in UTF-8 that can be read, got {quoted(shown_path)}")
            return []
        self.size += sum(map(len, lines))
        return lines if self.size <= LARGEST_PAGE else []  # `expand` reports the size

    def _lines(self, file: Path) -> list[str]:
        pending = self.snippets.pending if self.snippets else None
        if pending and real(file) == real(pending[0]):
            return pending[1].split("\n")
        if not file.is_file():  # a pipe would be read for ever
            raise IsADirectoryError
        return cast("list[str]", super().read_lines(str(file)))


class _Reader(GuardedSnippets):
    """The same search, which knows where each line came from and notes what it refuses."""

    snippets: Snippets

    def __init__(self, snippets: Snippets, path: str) -> None:
        super().__init__(snippets, {**snippets.options, "url_download": False, "restrict_base_path": True}, Markdown())
        self.problems: list[Problem] = []
        self.at = Origin(path, 1)
        self._path = path
        self.RE_ALL_SNIPPETS = _Noting(SnippetPreprocessor.RE_ALL_SNIPPETS, self)
        self.RE_SNIPPET = _Noting(SnippetPreprocessor.RE_SNIPPET, self)

    def expanded(self, text: str) -> list[str]:
        return self.run([_Line(line, Origin(self._path, number)) for number, line in enumerate(text.split("\n"), 1)])

    def read_lines(self, path: str) -> list[str]:
        shown_path = _shown(Path(path), self.snippets.root)
        return [_Line(line, Origin(shown_path, number)) for number, line in enumerate(super().read_lines(path), 1)]

    def refused(self, code: str, expected: str) -> None:
        place = Place(self.at.path, self.at.line, 1)
        message = f'snippet: expected {expected}. Example: --8<-- "part.md"'
        self.problems.append(Problem(place, UNREADABLE, code, message))

    def dedent(self, lines: list[str]) -> list[str]:
        cut = cast("list[str]", super().dedent(lines))
        if len(cut) != len(lines):
            return cut
        return [_moved(before, after) for before, after in zip(lines, cut, strict=True)]


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
