"""Reading what the command line names: files and standard input, as UTF-8, bounded, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import TextIO

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text

STDIN = "-"

_NO_FILE = Text("no file, since none may be read here", "此处不可读取文件")
_A_FILE = Text("a file that can be read, or - for standard input", "可读的文件，或以 - 表示标准输入")
_UTF8 = Text("a file in UTF-8", "UTF-8 编码的文件")
_A_SIZE = Text("a file of at most {bound} characters", "至多 {bound} 个字符的文件")
_MORE = Text("more", "更多")


class Sealed(StringIO):
    """The standard input of a program that may read nothing: neither this stream nor any file."""


@contextmanager
def opened(path: str, stdin: TextIO) -> Iterator[TextIO]:
    r"""The file of that name, or ``stdin`` for "-". Raises InputError when it cannot be opened.

    Lines end at \\n alone. What is not UTF-8 arrives as lone surrogates, for the reader to refuse.
    """
    if isinstance(stdin, Sealed):
        raise InputError(Fault(quoted(path), Message(_NO_FILE), quoted(path), "--help"))
    if path == STDIN:
        yield stdin
        return
    try:
        file = open(path, encoding="utf-8-sig", errors="surrogateescape", newline="\n")  # noqa: SIM115, PTH123 - closed below; a name may be any string
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    with file:
        yield file


def lines_of(path: str, file: TextIO, longest: int) -> Iterator[str]:
    """The lines of ``file``; one longer than ``longest`` characters is cut just past it, so memory stays bounded.

    Raises InputError, which names ``path``, when the file cannot be read any further.
    """
    while line := _line(path, file, longest):
        yield line
        while len(line) > longest and not line.endswith("\n"):
            line = _line(path, file, longest)


def read_text(path: str, stdin: TextIO, longest: int, example: str) -> str:
    """The whole text of a file, or of ``stdin`` for "-". Raises InputError when it is too long or no UTF-8."""
    with opened(path, stdin) as file:
        try:
            text = file.read(longest + 1)
        except OSError as error:
            raise _unreadable(path, error) from None
    if len(text) > longest:
        raise InputError(Fault(quoted(path), _A_SIZE.with_values(bound=longest), Message(_MORE), example))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(Fault(quoted(path), Message(_UTF8), quoted(text[:60]), example)) from None
    return text


def _line(path: str, file: TextIO, longest: int) -> str:
    try:
        return file.readline(longest + 1)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: Exception) -> InputError:
    problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(Fault(quoted(path), Message(_A_FILE), problem, STDIN))
