"""The program tma-descriptor. Sub-commands branch off here, before the flags of a descriptor are read."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tilesite.console import Streams, guarded, run_program
from tilesite.tma import program


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs tma-descriptor on ``argv`` and returns its exit code."""
    return guarded(program.PROG, program.main, program.DEFAULT_LANG)(argv, streams)


def run() -> None:
    """The console script."""
    sys.exit(run_program(main))


if __name__ == "__main__":
    run()
