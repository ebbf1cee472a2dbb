"""A page's source as every later stage sees it: decoded, with one kind of line end, front matter blanked."""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from errno import EINVAL
from pathlib import Path

from tilesite.pages.bounded_yaml import BrokenYamlError, LargeYamlError, load_yaml
from tilesite.pages.bounds import TOO_LARGE
from tilesite.pages.problems import UNREADABLE, Place, Problem

NOT_UTF_8 = "not-utf-8"

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>(?:.*\n)+?)(?:---|\.\.\.)[ \t]*\n")
_SPLITS_LINES = re.compile(r"\r\n?")


class SourceError(ValueError):
    """A page that cannot be decoded; ``problem`` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def read_file(path: Path) -> bytes:
    """The bytes of a regular file. Raises OSError, also on a pipe, a socket or a device, which could have no end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(EINVAL, "a folder, a pipe, a socket or a device")
    return path.read_bytes()


def decode_page(data: bytes, path: str) -> str:
    r"""The text of a page: UTF-8, without a byte order mark, every line end a ``\n``.

    Raises SourceError, also when its front matter is larger than anything reads.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        got = f"the byte 0x{data[error.start]:02x}"
        message = f"page: expected UTF-8 text, got {got}. Example: save the file as UTF-8"
        raise SourceError(Problem(Place(path, line, column), UNREADABLE, NOT_UTF_8, message)) from None
    text = _SPLITS_LINES.sub("\n", text)
    try:
        front_matter(text)
    except LargeYamlError as error:
        message = f"front matter: expected {error}, got more. Example: title: A page"
        raise SourceError(Problem(Place(path, 1), UNREADABLE, TOO_LARGE, message)) from None
    return text


def without_front_matter(text: str) -> str:
    """``text`` with its front matter as empty lines, so that every line keeps its number.

    As site generators have it, front matter is a YAML mapping; lines between dashes that hold none are text.
    """
    front = front_matter(text)
    return "\n" * front.count("\n") + text[len(front) :]


def front_matter(text: str) -> str:
    """The front matter of a page with the lines of dashes around it, empty where there is none."""
    match = _FRONT_MATTER.match(text)
    return match.group() if match and _mapping(match["yaml"]) is not None else ""


def front_data(text: str) -> Mapping[str, object]:
    """What the front matter of a page says, empty where there is none."""
    match = _FRONT_MATTER.match(text)
    return (_mapping(match["yaml"]) if match else None) or {}


def _mapping(text: str) -> Mapping[str, object] | None:
    try:
        data = load_yaml(text)
    except BrokenYamlError:
        return None  # site generators take it for text
    return data if isinstance(data, dict) else None
