"""The sub-commands of ``tilesite``."""

from __future__ import annotations

from collections.abc import Sequence

from tilesite.console import DONE, FAILED, UNUSABLE, Arguments, Streams
from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.fields import nearest
from tilesite.language import LANGUAGES, Text
from tilesite.pages.check import compare_with_site, find_pages, verify_file
from tilesite.pages.problems import UNREADABLE

_COMMANDS = ("check",)
_EXAMPLE = "tilesite check docs/"
_A_COMMAND = Text("one of {names}", "下列之一：{names}")
_DESCRIPTION = """Verifies the blocks of Markdown pages without building a site.

exit codes: 0 all verified; 1 an expectation is not met or a built page differs; 2 something cannot be read"""


def run_command(argv: Sequence[str], streams: Streams) -> int:
    """``tilesite check …``. Raises InputError on bad usage."""
    if argv and argv[0] == "check":
        return _check(argv[1:], streams)
    if argv and argv[0] in ("--help", "--version"):
        _check_arguments().read(argv[:1], streams.stdout)
        return DONE
    got = quoted(argv[0]) if argv else shown(None)
    near = nearest(argv[0], _COMMANDS) if argv else None
    example = f"tilesite {near} docs/" if near else _EXAMPLE
    raise InputError(Fault("arguments", _A_COMMAND.with_values(names=", ".join(_COMMANDS)), got, example))


def _check(argv: Sequence[str], streams: Streams) -> int:
    arguments = _check_arguments().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    found = find_pages(arguments.paths or ["docs"], arguments.exclude)
    pages = [(folder, verify_file(folder, file, arguments.lang)) for folder, file in found]
    problems = [problem for _, page in pages for problem in page.problems]
    if arguments.site:
        problems += compare_with_site(pages, arguments.site)
    for problem in problems:
        streams.stdout.write(f"{problem}\n")
    blocks = sum(len(page.answers) for _, page in pages)
    streams.stdout.write(f"{len(pages)} pages, {blocks} blocks, {len(problems)} problems\n")
    if any(problem.kind == UNREADABLE for problem in problems):
        return UNUSABLE
    return FAILED if problems else DONE


def _check_arguments() -> Arguments:
    parser = Arguments(prog="tilesite check", example=_EXAMPLE, description=_DESCRIPTION)
    parser.add_argument("paths", metavar="PATHS", help="pages and folders of pages (default: docs)")
    parser.add_argument("--site", metavar="DIR", help="also compare with the site that was built into DIR")
    parser.add_argument("--exclude", metavar="GLOB", action="append", default=[], help="pages to leave out")
    parser.add_argument(
        "--lang", metavar="LANG", default="en", help=f"of blocks that name none: {' or '.join(LANGUAGES)}"
    )
    return parser
