"""A page's source as every later stage sees it: decoded, with one kind of line end, front matter blanked."""

from __future__ import annotations

import re

import yaml

from tilesite.pages.problems import UNREADABLE, Place, Problem

NOT_UTF_8 = "not-utf-8"

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>(?:.*\n)+?)(?:---|\.\.\.)[ \t]*\n")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SPLITS_LINES = re.compile(r"\r\n?")


class SourceError(ValueError):
    """A page that cannot be decoded; ``problem`` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def decode_page(data: bytes, path: str) -> str:
    r"""The text of a page: UTF-8, without a byte order mark, every line end a ``\n``. Raises SourceError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        got = f"the byte 0x{data[error.start]:02x}"
        message = f"page: expected UTF-8 text, got {got}. Example: save the file as UTF-8"
        raise SourceError(Problem(Place(path, line, column), UNREADABLE, NOT_UTF_8, message)) from None
    return _SPLITS_LINES.sub("\n", text)


def without_front_matter(text: str) -> str:
    """``text`` with its front matter as empty lines, so that every line keeps its number.

    As site generators have it, front matter is a YAML mapping; lines between dashes that hold none are text.
    """
    front = front_matter(text)
    return "\n" * front.count("\n") + text[len(front) :]


def front_matter(text: str) -> str:
    """The front matter of a page with the lines of dashes around it, empty where there is none."""
    match = _FRONT_MATTER.match(text)
    return match.group() if match and _is_mapping(match["yaml"]) else ""


def _is_mapping(text: str) -> bool:
    try:
        return isinstance(yaml.load(text, Loader=_Loader), dict)  # noqa: S506 - a safe loader
    except (yaml.YAMLError, ValueError, RecursionError):
        return False
