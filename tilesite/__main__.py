"""The program ``tilesite``: work on pages. Needs the extra ``site`` (Python 3.11.5 and later)."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence

from tilesite import __version__
from tilesite.console import DONE, Streams, guarded, run_program
from tilesite.errors import Fault, InputError
from tilesite.language import Message, Text

PROG = "tilesite"

_THE_EXTRA = Text(
    'the packages of the extra "site" (Python 3.11.5 or later)',
    "附加依赖 site 的各个包（需要 Python 3.11.5 或更高版本）",
)
_OLDEST = (3, 11, 5)
_OLD = Text("Python {version}", "Python {version}")
_NO_MODULE = Text("none of them: no module named {name}", "没有：缺少模块 {name}")


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs the sub-command that ``argv`` names; returns the exit code."""
    return guarded(PROG, _run)(argv, streams)


def _run(argv: Sequence[str], streams: Streams) -> int:
    if argv and argv[0] == "--version":
        streams.stdout.write(f"{PROG} {__version__}\n")
        return DONE
    try:
        if argv and argv[0] == "new":
            from tilesite.hosts.new import run_new

            return run_new(argv[1:], streams)
        if argv and argv[0] == "adopt":
            from tilesite.hosts.adopt import run_adopt

            return run_adopt(argv[1:], streams)
        from tilesite.pages.command import run_command  # a page's reader is slow to import
    except ModuleNotFoundError as error:
        where = f"{PROG} {argv[0]}" if argv else PROG
        got, example = _NO_MODULE.with_values(name=error.name), "pip install 'tilesite[site]'"
        if sys.version_info < _OLDEST:
            got, example = _OLD.with_values(version=platform.python_version()), f"python3.12 -m {example}"
        raise InputError(Fault(where, Message(_THE_EXTRA), got, example)) from None
    return run_command(argv, streams)


def run() -> None:
    """The entry point of the installed program."""
    sys.exit(run_program(main))


if __name__ == "__main__":
    run()
