"""The rim of the command-line programs: arguments in, text out, exit codes, and nothing of what they compute.

A program is a function ``main(argv, streams) -> exit code``. It is called with real streams by ``run_program``,
and in-process, with streams of text, by whoever verifies a command (a page, a test).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Callable, NamedTuple, NoReturn, TextIO

from tilesite import __version__
from tilesite.errors import Fault, InputError, flag_name, quoted
from tilesite.fields import Field, nearest, one_of, typed
from tilesite.language import LANGUAGES, Message, Text

DONE = 0
FAILED = 1
UNUSABLE = 2
_INTERRUPTED = 130


_A_FLAG = Text("a flag that exists: see --help", "已有的参数：见 --help")
_A_FLAG_NEAR = Text("a flag that exists (did you mean {near}?)", "已有的参数（是否想写 {near}？）")
_A_WORD = Text("no further words", "没有更多的词")
_A_VALUE = Text("a value after it", "其后有一个值")
_NO_VALUE = Text("no value after it", "其后没有值")
_NOTHING = Text("nothing", "空")
_ERROR = Text("error", "错误")


class Streams(NamedTuple):
    """Where a program reads and writes."""

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO


Main = Callable[[Sequence[str], Streams], int]


class _Leave(Exception):  # noqa: N818 - not an error: --help and --version have been answered
    """Raised where argparse would end the process."""


class Arguments(argparse.ArgumentParser):
    """An argument parser that writes to a given stream, raises InputError, and never ends the process.

    ``example`` is a right command line, shown with each error of usage.
    """

    def __init__(self, *, prog: str, example: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.example = example
        self._out: TextIO | None = None
        self.add_argument("--version", action="version", version=f"{prog} {__version__}", help="print the version")

    def read(self, argv: Sequence[str], out: TextIO) -> argparse.Namespace | None:
        """The arguments, or None when they only asked for help or the version, which went to ``out``.

        Raises InputError on a flag that does not exist, a flag without its value, or a stray word.
        """
        self._out = out
        try:
            known, rest = self.parse_known_args(list(argv))
        except _Leave:
            return None
        except argparse.ArgumentError as error:
            where = error.argument_name or "arguments"
            raise InputError(self._value_fault(where, error.message)) from None
        if rest:
            raise InputError(self._unknown_fault(rest[0]))
        if known.lang not in LANGUAGES:
            raise one_of("lang", LANGUAGES, known.lang, LANGUAGES[0])
        return known

    def _value_fault(self, where: str, problem: str) -> Fault:
        if problem.startswith("expected"):
            return Fault(where, Message(_A_VALUE), Message(_NOTHING), self.example)
        return Fault(where, Message(_NO_VALUE), quoted(problem), self.example)

    def _unknown_fault(self, word: str) -> Fault:
        if not word.startswith("-"):
            return Fault("arguments", Message(_A_WORD), quoted(word), self.example)
        near = nearest(word.split("=", maxsplit=1)[0], list(self._option_string_actions))
        expected = _A_FLAG_NEAR.with_values(near=near) if near else Message(_A_FLAG)
        return Fault("arguments", expected, quoted(word), self.example)

    def _print_message(self, message: str, file: object = None) -> None:
        del file  # argparse names the process's own streams
        if self._out:
            self._out.write(message)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:  # noqa: ARG002 - argparse's signature
        """Leaves ``read`` where argparse would end the process."""
        raise _Leave

    def error(self, message: str) -> NoReturn:
        """Raises where argparse would print usage and end the process."""
        raise argparse.ArgumentError(None, message)


def add_common_flags(parser: argparse.ArgumentParser, default_lang: str) -> None:
    """The flags that every program has: --json, --batch, --lang, --strict (--version comes with Arguments)."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--batch", metavar="FILE", help="read JSON Lines from FILE (- is stdin), answer each line in order"
    )
    parser.add_argument("--lang", metavar="LANG", default=default_lang, help=f"en or zh (default: {default_lang})")
    parser.add_argument("--strict", action="store_true", help="exit 1 when something failed its constraints")


def add_field_flags(parser: argparse.ArgumentParser, fields: Sequence[Field]) -> None:
    """One flag per config key, with its own help line; values stay text until ``read_fields`` reads them."""
    group = parser.add_argument_group("the config")
    for field in fields:
        default = "" if field.default is None else f" (default: {field.default})"
        group.add_argument(flag_name(field.name), metavar="V", help=(field.help.en + default).replace("%", "%%"))


def given_fields(arguments: argparse.Namespace, fields: Sequence[Field]) -> dict[str, object]:
    """The config keys whose flags were given, each with the value that its text spells."""
    texts = {field: getattr(arguments, field.name) for field in fields}
    return {field.name: typed(field, text) for field, text in texts.items() if text is not None}


def guarded(prog: str, main: Main, default_lang: str = "en") -> Main:
    """``main`` with its InputErrors printed, one line a fault, as exit code 2."""

    def run(argv: Sequence[str], streams: Streams) -> int:
        try:
            return main(argv, streams)
        except InputError as error:
            lang = asked_language(argv, default_lang)
            for fault in error.faults:
                streams.stderr.write(f"{prog}: {Message(_ERROR).say(lang)}: {fault.say(lang, flags=True)}\n")
            return UNUSABLE

    return run


def asked_language(argv: Sequence[str], default: str) -> str:
    """The language that ``argv`` asks for, when it asks for one that exists; errors of usage are said in it."""
    words = [word for flag in argv for word in flag.split("=", 1)]
    for flag, value in zip(words, words[1:]):
        if flag == "--lang" and value in LANGUAGES:
            return value
    return default


def run_program(main: Main) -> int:
    """Runs a program as a process: UTF-8 whatever the locale, quiet on a closed pipe, the exit code returned."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "backslashreplace")
    try:
        code = main(sys.argv[1:], Streams(sys.stdin, sys.stdout, sys.stderr))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has left; what Python would still flush at exit must not raise again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code
