"""The program tma-descriptor. Sub-commands branch off here, before the flags of a descriptor are read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilesite.console import Streams, guarded, run_program
from tilesite.tma import program
from tilesite.tma.command import PROG
from tilesite.tma.reports import DEFAULT_LANG

if TYPE_CHECKING:
    from tilesite.console import Main


def _swizzle(argv: Sequence[str], streams: Streams) -> int:
    from tilesite.tma.swizzle_program import main as swizzle

    return swizzle(argv, streams)


def _plan(argv: Sequence[str], streams: Streams) -> int:
    from tilesite.tma.plan.command import run_plan

    return run_plan(argv, streams)


def _gemm(argv: Sequence[str], streams: Streams) -> int:
    from tilesite.tma.plan.command import run_gemm

    return run_gemm(argv, streams)


SUBCOMMANDS: dict[str, Main] = {"plan": _plan, "gemm": _gemm, "swizzle": _swizzle}
"""Each imports its program when it is asked for."""


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs tma-descriptor on ``argv`` and returns its exit code."""
    subcommand = SUBCOMMANDS.get(argv[0]) if argv else None
    if subcommand is None:
        return guarded(PROG, program.main, DEFAULT_LANG)(argv, streams)
    return guarded(f"{PROG} {argv[0]}", subcommand, DEFAULT_LANG)(argv[1:], streams)


def run() -> None:
    """The console script."""
    sys.exit(run_program(main))


if __name__ == "__main__":
    run()
