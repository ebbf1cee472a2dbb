"""What TileLang 0.1.15 does with a T.copy, or with the copies of a T.gemm: path, descriptor, instructions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilesite.tma.plan.copies import Plan

__all__ = ["plan"]


def plan(values: Mapping[str, object]) -> Plan:
    """The plan of one copy, described by the keys of ``keys.COPY_KEYS``.

    A copy that the compiler refuses is an answer (``reject``); so is one that is not modelled. Raises InputError
    on input that cannot be read.
    """
    # Imported here, so that whoever only encodes descriptors does not load the planner.
    from tilesite.tma.plan.planner import plan_request
    from tilesite.tma.plan.request import read_request

    return plan_request(read_request(values))
