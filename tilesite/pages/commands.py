"""Command blocks: a fence ``console verified`` of commands that are run in this process, without a shell.

Only our two programs, only modes that read and write no file. Words are split as a POSIX shell splits them, but
nothing that would mean something to a shell is allowed, so that a reader's shell runs what was run here.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tilesite.console import Streams
from tilesite.errors import InputError, quoted
from tilesite.files import Sealed
from tilesite.pages.body import Position
from tilesite.tile.config import AXES
from tilesite.tile.space import SPACE_FIELDS, read_sweep
from tilesite.tma.__main__ import main as tma_descriptor

if TYPE_CHECKING:
    from tilesite.console import Main

EXAMPLE = "$ tile-decision --topk 8"
LARGEST_OUTPUT = 1024 * 1024
"""Characters that one command may print."""

FILE_FLAGS = ("--batch", "--space", "--root")
"""The flags that read files, of all programs: none of them in a page."""

RUNNING_FLAGS = ("--against",)
"""The flags that run another program, an installed compiler: none of them in a page."""

MOST_COMMANDS = 100
_READS_A_WORD = "plan"  # a sub-command that takes a word without a flag for the name of a file
_TAKE_A_VALUE = ("--input", "--lang")

_PROGRAMS: dict[tuple[str, ...], str] = {
    ("tile-decision",): "tile-decision",
    ("tma-descriptor",): "tma-descriptor",
    **{(python, "-m", "tilesite.tile"): "tile-decision" for python in ("python3", "python")},
    **{(python, "-m", "tilesite.tma"): "tma-descriptor" for python in ("python3", "python")},
    **{(python, "tile_decision.py"): "tile-decision" for python in ("python3", "python")},
    **{(python, "tma_descriptor.py"): "tma-descriptor" for python in ("python3", "python")},
    **{(python, "tile_decision.pyz"): "tile-decision" for python in ("python3", "python")},
    **{(python, "tma_descriptor.pyz"): "tma-descriptor" for python in ("python3", "python")},
}
_PROMPT = re.compile(r"\$[ \t]+")
# Outside quotes, each of these would make a shell do more than pass the word on.
_SHELL = re.compile(r"[;|&<>()$`*?\[\]{}!~]")
_COMMENT = re.compile(r"(?:^|[ \t])#")
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\$`!]|\\.)*\"|\\.", re.DOTALL)


class Command(NamedTuple):
    """One command: the comments above it, its lines without their prompt, where it starts, program and arguments."""

    comments: tuple[str, ...]
    written: str
    at: Position
    program: str
    argv: tuple[str, ...]


class Printed(NamedTuple):
    """A command that was run: what it printed (errors included), and its exit code."""

    comments: tuple[str, ...]
    written: str
    text: str
    code: int


class CommandError(ValueError):
    """A line that is none of our commands, or a command that went wrong; ``position`` says where in the body."""

    def __init__(self, position: Position, message: str) -> None:
        super().__init__(message)
        self.position = position
        self.message = message


def read_commands(body: str) -> tuple[Command, ...]:
    """The commands of a body, in order. Raises CommandError."""
    commands = tuple(_commands(body.split("\n")))
    if not commands:
        raise CommandError(Position(0, 0), f"command: expected a command, got nothing. Example: {EXAMPLE}")
    if len(commands) > MOST_COMMANDS:
        got = f"expected at most {MOST_COMMANDS} commands in a block, got {len(commands)}"
        raise CommandError(commands[MOST_COMMANDS].at, f"command: {got}. Example: {EXAMPLE}")
    return commands


def run_command(command: Command, bound: int) -> tuple[Printed, int]:
    """Runs one command; also says how many candidates it tried. Raises CommandError past a bound."""
    candidates = _candidates(command, bound)
    out = _Bounded(LARGEST_OUTPUT)
    try:
        code = _main(command.program)(command.argv, Streams(Sealed(), out, out))
    except _TooLongError:
        message = f"command: expected at most {LARGEST_OUTPUT} characters of output, got more. Example: {EXAMPLE}"
        raise CommandError(command.at, message) from None
    return Printed(command.comments, command.written, out.getvalue(), code), candidates


def _main(program: str) -> Main:
    # Most pages have no commands, and the programs' rims take a while to import.
    if program == "tile-decision":
        from tilesite.tile.__main__ import main as tile_decision

        return tile_decision

    return tma_descriptor


def _commands(lines: Sequence[str]) -> Iterator[Command]:
    comments: list[str] = []
    numbered = iter(enumerate(lines))
    for number, line in numbered:
        if not line.strip():
            continue
        start = len(line) - len(line.lstrip())
        if line.lstrip().startswith("#"):
            comments.append(line.strip())
            continue
        prompt = _PROMPT.match(line, start)
        if not prompt:
            got = quoted(line.strip())
            message = (
                f"command: expected $ and a command, since output is not written here, got {got}. Example: {EXAMPLE}"
            )
            raise CommandError(Position(number, start), message)
        if line[prompt.end() :].lstrip().startswith("#"):
            comments.append(line[prompt.end() :].strip())
            continue
        written = [line[prompt.end() :].rstrip()]
        while written[-1].endswith("\\"):
            following = next(numbered, None)
            if following is None:
                break
            written.append(following[1].rstrip())
        at = Position(number, prompt.end())
        program, argv = _read("\n".join(written), at)
        yield Command(tuple(comments), "\n".join(written), at, program, argv)
        comments = []


def _read(written: str, at: Position) -> tuple[str, tuple[str, ...]]:
    _refuse_shell(written, at)
    try:
        words = shlex.split(_without_comment(written.replace("\\\n", "")))
    except ValueError as error:
        raise _error(at, written, 0, "words that a shell can split", f"{quoted(written)} ({error})") from None
    for start, program in _PROGRAMS.items():
        if tuple(words[: len(start)]) == start:
            argv = tuple(words[len(start) :])
            _refuse_flags(argv, written, at)
            return program, argv
    names = ", ".join(" ".join(start) for start in _PROGRAMS if start[0] != "python")
    raise _error(at, written, 0, f"one of {names}", quoted(words[0] if words else ""))


def _refuse_shell(written: str, at: Position) -> None:
    for match in _QUOTED.finditer(written):
        if "\n" in match.group() and not match.group().startswith("\\"):
            raise _error(at, written, match.start(), "quotes that close in their line", quoted(match.group()))
    found = _SHELL.search(_QUOTED.sub(_blanked, _without_comment(written)))
    if found:
        raise _error(at, written, found.start(), "a command without any meaning to a shell", quoted(found.group()))


def _without_comment(written: str) -> str:
    comment = _COMMENT.search(_QUOTED.sub(_blanked, written))
    return written[: comment.start()] if comment else written


def _blanked(match: re.Match[str]) -> str:
    return "_" * len(match.group())


def _refuse_flags(argv: Sequence[str], written: str, at: Position) -> None:
    for word in argv:
        flag = word.split("=", 1)[0]
        for refused, expected in ((FILE_FLAGS, "flags that read no file"), (RUNNING_FLAGS, "flags that run nothing")):
            if flag in refused:
                raise _error(at, written, max(written.find(flag), 0), expected, quoted(flag))
    if argv[:1] == (_READS_A_WORD,):
        for before, word in zip(argv, argv[1:]):
            if word == "-" or (not word.startswith("-") and before not in _TAKE_A_VALUE):
                raise _error(at, written, max(written.rfind(word), 0), "flags that read no file", quoted(word))


def _error(at: Position, written: str, offset: int, expected: str, got: str) -> CommandError:
    before = written[:offset]
    line = before.count("\n")
    column = offset - (before.rfind("\n") + 1) if line else at.column + offset
    return CommandError(
        Position(at.line + line, column), f"command: expected {expected}, got {got}. Example: {EXAMPLE}"
    )


def _candidates(command: Command, bound: int) -> int:
    """How many candidates a command is going to try, read from its flags before it runs."""
    if command.program != "tile-decision" or {"--diagnose", "--list-devices"} & set(command.argv):
        return 0
    values = {}
    for field, name in zip(SPACE_FIELDS, AXES):
        flag = "--" + name.replace("_", "-")
        given = _last_value(command.argv, flag)
        if given is not None:
            values[field.name] = given
    try:
        return read_sweep(values, bound).space.size
    except InputError as error:
        if any(fault.where == "space" for fault in error.faults):
            raise CommandError(command.at, error.faults[0].say()) from None
        return 0  # the program says what is wrong with its flags


def _last_value(argv: Sequence[str], flag: str) -> str | None:
    found = None
    for word, following in zip(argv, [*argv[1:], None]):
        if word == flag:
            found = following
        elif word.startswith(flag + "="):
            found = word.split("=", 1)[1]
    return found


class _TooLongError(Exception):
    """More was printed than is kept."""


class _Bounded(io.StringIO):
    """A stream of text that keeps at most so many characters."""

    def __init__(self, bound: int) -> None:
        super().__init__()
        self._left = bound

    def write(self, text: str) -> int:
        self._left -= len(text)
        if self._left < 0:
            raise _TooLongError
        return super().write(text)
