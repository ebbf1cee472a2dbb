"""``tilesite adopt``: the lines that an existing site's configuration lacks, as a patch."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from tilesite.console import DONE, Streams
from tilesite.errors import Fault, InputError, quoted
from tilesite.files import read_text
from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.additions import with_additions
from tilesite.language import Message
from tilesite.pages.command_flags import EXAMPLES, adopt_flags

LONGEST = 2**20


def run_adopt(argv: Sequence[str], streams: Streams) -> int:
    """Prints the lines. Raises InputError when the configuration cannot be read, or written to in this way."""
    arguments = adopt_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    if len(arguments.config) > 1:
        got = texts.COUNT.with_values(count=len(arguments.config))
        raise InputError(Fault("CONFIG", Message(texts.ONE_CONFIG), got, EXAMPLES["adopt"]))
    name = arguments.config[0] if arguments.config else "mkdocs.yml"
    if Path(name).suffix not in (".yml", ".yaml"):
        expected = texts.A_CONFIG.with_values(problem=Path(name).suffix or name)
        raise InputError(Fault(quoted(name), expected, Message(texts.NOT_YAML), EXAMPLES["adopt"]))
    old = read_text(name, streams.stdin, LONGEST, EXAMPLES["adopt"])
    new = with_additions(old, name)
    if new == old:
        streams.stderr.write(texts.NOTHING.with_values(name=name).say(arguments.lang))
        return DONE
    streams.stdout.write(texts.PREFACE.with_values(name=name).say(arguments.lang) + patch(old, new, name))
    streams.stderr.write(Message(texts.NEXT).say(arguments.lang))
    return DONE


def patch(old: str, new: str, name: str) -> str:
    """What makes ``new`` of ``old``, as ``git apply`` and ``patch -p1`` take it."""
    path = Path(name).as_posix()
    lines = unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
