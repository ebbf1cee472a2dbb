"""The nearest legal change for each failure, where there is one, and in words where there is none.

A change is a mapping of config keys; applied to the config that was given, its rule is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Callable, NamedTuple

from tilesite.fields import LARGEST
from tilesite.findings import Finding, failed_rules
from tilesite.language import Message
from tilesite.tma import suggest_box, suggest_modes, suggest_tensor
from tilesite.tma.changes import Change
from tilesite.tma.types import Request


class Suggestion(NamedTuple):
    """What to do about a failed rule. ``change`` is None where words are all there is."""

    rule: str
    message: Message
    change: Change | None


_Advice = Iterator[tuple[Message, "Change | None"]]
_ADVISERS: Mapping[str, Callable[[Request], _Advice]] = {
    **suggest_tensor.ADVISERS,
    **suggest_box.ADVISERS,
    **suggest_modes.ADVISERS,
}


def suggest(request: Request, findings: Iterable[Finding]) -> tuple[Suggestion, ...]:
    """One suggestion or more for every rule that failed, in the order of the rules."""
    return tuple(
        Suggestion(rule, message, change if change and _is_readable(change) else None)
        for rule in failed_rules(findings)
        for message, change in _ADVISERS[rule](request)
    )


def _is_readable(change: Change) -> bool:
    """Whether no number of the change is past what a config may hold; strides of huge extents can be."""
    lists = [value for value in change.values() if isinstance(value, list)]
    return all(number <= LARGEST for numbers in lists for number in numbers)
