"""The program ``tilesite``: work on pages. Needs the extra ``site`` (Python 3.11 and later)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tilesite.console import Streams, guarded, run_program

PROG = "tilesite"


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs the sub-command that ``argv`` names; returns the exit code."""
    from tilesite.pages.command import run_command  # a page's reader is slow to import

    return guarded(PROG, run_command)(argv, streams)


def run() -> None:
    """The entry point of the installed program."""
    sys.exit(run_program(main))


if __name__ == "__main__":
    run()
