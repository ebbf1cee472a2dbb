"""The reader of command lines: what it takes, what it refuses, and its help page."""

from __future__ import annotations

import io

import pytest

from tilesite.console import Arguments, add_common_flags
from tilesite.errors import InputError
from tilesite.language import Text

EXAMPLE = "prog --name x"


def parser() -> Arguments:
    made = Arguments(prog="prog", example=EXAMPLE, description="What it does.", epilog="The end.")
    add_common_flags(made, "en")
    group = made.add_argument_group(Text("a group", "一组"))
    group.add_argument("--name", metavar="N", help=Text("a name", "名字"), usual="x")
    group.add_argument("--more", action="append", metavar="M", help="may be given again")
    group.add_argument("paths", metavar="PATHS", help="files")
    return made


TAKEN = {
    "nothing": ([], {"name": None, "more": [], "paths": [], "json": False, "lang": "en"}),
    "a value": (["--name", "x"], {"name": "x"}),
    "a value after =": (["--name=a=b"], {"name": "a=b"}),
    "an empty value": (["--name="], {"name": ""}),
    "a number below zero": (["--name", "-1"], {"name": "-1"}),
    "standard input": (["--name", "-"], {"name": "-"}),
    "the last one": (["--name", "x", "--name", "y"], {"name": "y"}),
    "several": (["--more", "1", "--more=2"], {"more": ["1", "2"]}),
    "words that look like flags": (
        ["--json", "--", "--name", "--help", "--lang", "zh", "--"],
        {"paths": ["--name", "--help", "--lang", "zh", "--"], "json": True, "name": None, "lang": "en"},
    ),
    "words": (["a", "--json", "-", "b"], {"paths": ["a", "-", "b"], "json": True}),
}


@pytest.mark.parametrize(("argv", "values"), TAKEN.values(), ids=TAKEN)
def test_what_is_taken(argv: list[str], values: dict) -> None:
    given = parser().read(argv, io.StringIO())
    assert {name: getattr(given, name) for name in values} == values


REFUSED = {
    "an unknown flag": (
        ["--nam", "x"],
        'arguments: expected a flag that exists (did you mean --name?), got "--nam". Example: prog --name x',
    ),
    "an unknown flag with a value": (
        ["--nme=x"],
        'arguments: expected a flag that exists (did you mean --name?), got "--nme=x". Example: prog --name x',
    ),
    "a letter": (["-q"], 'arguments: expected a flag that exists: see --help, got "-q". Example: prog --name x'),
    "no value": (["--name"], "--name: expected a value after it, got nothing. Example: prog --name x"),
    "a flag for a value": (
        ["--name", "--json"],
        "--name: expected a value after it, got nothing. Example: prog --name x",
    ),
    "no value before the end of flags": (
        ["--name", "--", "x"],
        "--name: expected a value after it, got nothing. Example: prog --name x",
    ),
    "a value for a switch": (
        ["--json=yes"],
        '--json: expected no value after it, got "yes". Example: prog --name x',
    ),
    "a language that is none": (["--lang", "de"], 'lang: expected one of en, zh, got "de". Example: lang: en'),
}


@pytest.mark.parametrize(("argv", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(argv: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        parser().read(argv, io.StringIO())
    assert str(caught.value) == message


def test_a_word_where_none_is_taken() -> None:
    made = Arguments(prog="prog", example=EXAMPLE, description="")
    with pytest.raises(InputError, match='arguments: expected no further words, got "word"'):
        made.read(["word"], io.StringIO())


PAGE = """\
usage: prog [flags] [PATHS ...]

What it does.

options:
  --help                  print this page
  --version               print the version
  --json                  print one JSON object
  --batch FILE            read JSON Lines from FILE (- is stdin), answer each line in order
  --lang LANG             en or zh (default: en)
  --strict                exit 1 when something failed its constraints

a group:
  --name N                a name (default: x)
  --more M                may be given again
  paths                   files

The end.
"""


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_help_page(flag: str) -> None:
    out = io.StringIO()
    assert parser().read(["--json", flag], out) is None
    assert out.getvalue() == PAGE


def test_the_help_page_in_chinese() -> None:
    out = io.StringIO()
    assert parser().read(["--help", "--lang", "zh"], out) is None
    assert "一组:\n  --name N                名字（默认 x）\n" in out.getvalue()
