"""How a plan ends early: the compiler refuses, at a stage, with its own words."""

from __future__ import annotations

from typing import NamedTuple

SELECT = "select"
PLAN = "plan"
COMPILER_CHECK = "compiler_check"


class Refusal(NamedTuple):
    """What the compiler refused, at which stage, in its words."""

    stage: str
    reason: str


class Refused(Exception):  # noqa: N818 - no error of the input: the answer of the compiler
    """Raised where the compiler stops; ``plan`` turns it into an answer."""

    def __init__(self, stage: str, reason: str) -> None:
        super().__init__(reason)
        self.refusal = Refusal(stage, reason)


class NotModelled(Exception):  # noqa: N818 - no error of the input: nothing is known about it
    """Raised where the compiler may do something that was not read and tried; ``plan`` turns it into an answer."""


def check(condition: bool, reason: str, *values: object) -> None:
    """One of the compiler's internal checks: Refused at its stage unless the condition holds."""
    if not condition:
        raise Refused(COMPILER_CHECK, "Check failed: " + reason.format(*values))
