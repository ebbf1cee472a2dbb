"""The rim of the command-line programs: arguments in, text out, exit codes, and nothing of what they compute.

A program is a function ``main(argv, streams) -> exit code``. It is called with real streams by ``run_program``,
and in-process, with streams of text, by whoever verifies a command (a page, a test).
"""

from __future__ import annotations

import os
import sys

from tilesite import __version__
from tilesite.errors import Fault, InputError, flag_name, quoted
from tilesite.fields import Field, nearest, one_of, typed
from tilesite.language import LANGUAGES, Message, Text
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Callable, Literal, TextIO

DONE = 0
FAILED = 1
UNUSABLE = 2
INTERRUPTED = 130

END = "--"
"""What stands before words that are no flags, whatever they begin with."""


_OPTIONS = Text("options", "通用参数")
_CONFIG = Text("the config", "配置")
_HELP = Text("print this page", "打印本页")
_VERSION = Text("print the version", "打印版本")
_JSON = Text("print one JSON object", "打印一个 JSON 对象")
_BATCH = Text(
    "read JSON Lines from FILE (- is stdin), answer each line in order",
    "从 FILE 读取 JSON Lines（- 为标准输入），按顺序逐行作答",
)
_LANG = Text("en or zh", "en 或 zh")
_STRICT = Text("exit 1 when something failed its constraints", "有约束不满足时以 1 退出")

_A_FLAG = Text("a flag that exists: see --help", "已有的参数：见 --help")
_A_FLAG_NEAR = Text("a flag that exists (did you mean {near}?)", "已有的参数（是否想写 {near}？）")
_A_WORD = Text("no further words", "没有更多的词")
_A_VALUE = Text("a value after it", "其后有一个值")
_NO_VALUE = Text("no value after it", "其后没有值")
_CANNOT_WRITE = Text(
    "error: output: expected room to write to, got {problem}. Example: a disk with free space",
    "错误：输出：应为可写入的位置，实际为 {problem}。例如：有剩余空间的磁盘",
)
_NOTHING = Text("nothing", "空")
_ERROR = Text("error", "错误")


class Streams(NamedTuple):
    """Where a program reads and writes."""

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO


if TYPE_CHECKING:
    Main = Callable[[Sequence[str], Streams], int]


class Flag(NamedTuple):
    """One argument: ``--name``, or a bare name for the words that are no flags.

    ``action`` is "store", "store_true" (it takes no value) or "append" (it may be given again). ``usual`` is what
    the help page calls its default: what is taken in the end when it is not given.
    """

    name: str
    action: str
    metavar: str
    default: object
    help: Text | str
    group: Text | str
    usual: object = None

    @property
    def key(self) -> str:
        """The attribute that holds its value."""
        return self.name.lstrip("-").replace("-", "_")


class Given:
    """The values of a command line, one attribute each."""

    def __init__(self, values: dict[str, object]) -> None:
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # noqa: ANN401, D105 - a type checker reads it, nobody calls it


class Group(NamedTuple):
    """Flags that stand together on the help page, under a title."""

    title: Text | str
    flags: list[Flag]

    def add_argument(
        self,
        name: str,
        *,
        action: str = "store",
        metavar: str = "",
        default: object = None,
        help: Text | str = "",  # noqa: A002 - argparse's names are known
        usual: object = None,
    ) -> None:
        """Adds a flag; without leading dashes, the words that are no flags, of which there may be any number."""
        self.flags.append(Flag(name, action, metavar or name, default, help, self.title, usual))


class Arguments:
    """A reader of command lines. It raises InputError, writes help where it is told to, and never ends the process.

    ``example`` is a right command line, shown with each error of usage. It is its own because argparse takes
    longer to import than a program here takes to answer.
    """

    def __init__(self, *, prog: str, example: str, description: Text | str, epilog: Text | str = "") -> None:
        self.prog = prog
        self.example = example
        self.description = description
        self.epilog = epilog
        self.flags: list[Flag] = []
        group = self.add_argument_group(_OPTIONS)
        group.add_argument("--help", action="store_true", help=_HELP)
        group.add_argument("--version", action="store_true", help=_VERSION)
        self.add_argument = group.add_argument

    def add_argument_group(self, title: Text | str) -> Group:
        """A group of flags with a title of its own on the help page."""
        return Group(title, self.flags)

    def read(self, argv: Sequence[str], out: TextIO) -> Given | None:
        """The arguments, or None when they only asked for help or the version, which went to ``out``.

        Raises InputError on a flag that does not exist, a flag without its value, or a stray word.
        """
        flags = _flags(argv)
        if "--help" in flags or "-h" in flags:
            from tilesite.help_page import help_page

            out.write(help_page(self, asked_language(argv, LANGUAGES[0])))
            return None
        if "--version" in flags:
            out.write(f"{self.prog} {__version__}\n")
            return None
        values = self._values(argv)
        lang = values.get("lang", LANGUAGES[0])
        if lang not in LANGUAGES:
            raise one_of("lang", LANGUAGES, lang, LANGUAGES[0])
        return Given(values)

    def _values(self, argv: Sequence[str]) -> dict[str, object]:
        flags = {flag.name: flag for flag in self.flags}
        values: dict[str, object] = {flag.key: _empty(flag) for flag in self.flags}
        words = list(reversed(argv))
        while words:
            word = words.pop()
            if word == END:
                break
            if not _is_flag(word):
                self._take_word(word, values)
                continue
            name, _, inline = word.partition("=")
            flag = flags.get(name)
            if flag is None:
                raise InputError(self._unknown_fault(word, flags))
            values[flag.key] = self._value(flag, word, inline, words, values)
        for word in reversed(words):
            self._take_word(word, values)
        return values

    def _value(self, flag: Flag, word: str, inline: str, words: list[str], values: dict[str, object]) -> object:
        if flag.action == "store_true":
            if "=" in word:
                raise InputError(Fault(flag.name, Message(_NO_VALUE), quoted(inline), self.example))
            return True
        if "=" not in word:
            if not words or _is_flag(words[-1]):
                raise InputError(Fault(flag.name, Message(_A_VALUE), Message(_NOTHING), self.example))
            inline = words.pop()
        before = values[flag.key]
        return [*before, inline] if flag.action == "append" and isinstance(before, list) else inline

    def _take_word(self, word: str, values: dict[str, object]) -> None:
        taker = next((flag.key for flag in self.flags if not flag.name.startswith("-")), None)
        before = values[taker] if taker else None
        if taker is None or not isinstance(before, list):
            raise InputError(Fault("arguments", Message(_A_WORD), quoted(word), self.example))
        values[taker] = [*before, word]

    def _unknown_fault(self, word: str, flags: dict[str, Flag]) -> Fault:
        near = nearest(word.split("=", maxsplit=1)[0], list(flags))
        expected = _A_FLAG_NEAR.with_values(near=near) if near else Message(_A_FLAG)
        return Fault("arguments", expected, quoted(word), self.example)


def _flags(argv: Sequence[str]) -> Sequence[str]:
    """``argv`` without the words that are said to be no flags."""
    return argv[: argv.index(END)] if END in argv else argv


def _is_flag(word: str) -> bool:
    # "-" is standard input and "-1" is a number: both are values.
    return word.startswith("-") and word != "-" and not word[1].isdigit()


def _empty(flag: Flag) -> object:
    if flag.action == "append" or not flag.name.startswith("-"):
        return flag.default or []
    return False if flag.action == "store_true" else flag.default


def add_common_flags(parser: Arguments, default_lang: str) -> None:
    """The flags that every program has: --json, --batch, --lang, --strict (--version comes with Arguments)."""
    parser.add_argument("--json", action="store_true", help=_JSON)
    parser.add_argument("--batch", metavar="FILE", help=_BATCH)
    parser.add_argument("--lang", metavar="LANG", default=default_lang, help=_LANG, usual=default_lang)
    parser.add_argument("--strict", action="store_true", help=_STRICT)


def add_field_flags(parser: Arguments, fields: Sequence[Field], title: Text | str = _CONFIG) -> None:
    """One flag per config key, with its own help line; values stay text until ``read_fields`` reads them."""
    group = parser.add_argument_group(title)
    for field in fields:
        group.add_argument(flag_name(field.name), metavar="V", help=field.help, usual=field.default)


def given_fields(arguments: Given, fields: Sequence[Field]) -> dict[str, object]:
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
    words = [word for flag in _flags(argv) for word in flag.split("=", 1)]
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
    streams = Streams(sys.stdin or _nothing("r"), sys.stdout or _nothing("w"), sys.stderr or _nothing("w"))
    try:
        code = main(sys.argv[1:], streams)
        streams.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return DONE
    except OSError as error:
        _discard_output()
        streams.stderr.write(f"{_CANNOT_WRITE.en.format(problem=error.strerror)}\n")
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _nothing(mode: Literal["r", "w"]) -> TextIO:
    """What stands for a stream that the caller of the process has closed."""
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - open as long as the process runs


def _discard_output() -> None:
    # What Python would still flush when it ends must not raise again.
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
