"""The nearest legal change for each failure, where there is one, and in words where there is none.

A change is a mapping of config keys; applied to the config that was given, its rule is kept and no other is newly
broken. Where an adviser's change would break one, that rule's adviser is asked in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Callable, NamedTuple

from tilesite.fields import LARGEST
from tilesite.findings import Finding, failed_rules
from tilesite.language import Message
from tilesite.tma import suggest_box, suggest_modes, suggest_tensor
from tilesite.tma import suggestion_texts as texts
from tilesite.tma.changes import Change, applied
from tilesite.tma.encode import encode_request
from tilesite.tma.types import Request


class Suggestion(NamedTuple):
    """What to do about a failed rule. ``change`` is None where words are all there is."""

    rule: str
    message: Message
    change: Change | None


_MOST_STEPS = 8
_Step = tuple[Message, Change]
_Advice = Iterator[tuple[Message, "Change | None"]]
_ADVISERS: Mapping[str, Callable[[Request], _Advice]] = {
    **suggest_tensor.ADVISERS,
    **suggest_box.ADVISERS,
    **suggest_modes.ADVISERS,
}


def suggest(request: Request, findings: Iterable[Finding]) -> tuple[Suggestion, ...]:
    """One suggestion or more for every rule that failed, in the order of the rules."""
    failing = failed_rules(findings)
    return tuple(suggestion for rule in failing for suggestion in _suggestions(request, rule, failing))


def _suggestions(request: Request, rule: str, failing: tuple[str, ...]) -> Iterator[Suggestion]:
    """The first change that works out; else what there is in words; else the change in words, with what it breaks."""
    advice = list(_ADVISERS[rule](request))
    changes = [(message, change) for message, change in advice if change]
    for message, change in changes:
        steps = _worked_out(request, rule, (message, change), failing)
        if steps:
            yield Suggestion(rule, _joined([each for each, _ in steps]), _merged(steps))
            return
    words = [message for message, change in advice if not change]
    for message in words or [_limited(request, message, change, failing) for message, change in changes]:
        yield Suggestion(rule, message, None)


def _worked_out(request: Request, rule: str, first: _Step, failing: tuple[str, ...]) -> list[_Step]:
    """The change and what must be changed with it so that no further rule breaks; empty where that is not found."""
    steps = [first]
    for _ in range(_MOST_STEPS):
        change = _merged(steps)
        if not _is_readable(change):
            return []
        changed = applied(request, change)
        fails = failed_rules(encode_request(changed).findings)
        broken = [each for each in fails if each not in failing]
        if rule in fails:
            return []
        if not broken:
            return steps
        more = next(((message, each) for message, each in _ADVISERS[broken[0]](changed) if each), None)
        if more is None:
            return []
        # A step that this one sets anew need not be told.
        steps = [step for step in steps if step is first or not set(step[1]) <= set(more[1])] + [more]
    return []


def _limited(request: Request, message: Message, change: Change, failing: tuple[str, ...]) -> Message:
    if not _is_readable(change):
        return message
    fails = failed_rules(encode_request(applied(request, change)).findings)
    broken = [each for each in fails if each not in failing]
    return texts.BUT_THEN.with_values(first=message, rules=", ".join(broken)) if broken else message


def _merged(steps: Sequence[_Step]) -> Change:
    return {key: value for _, change in steps for key, value in change.items()}


def _joined(messages: Sequence[Message]) -> Message:
    joined = messages[0]
    for message in messages[1:]:
        joined = texts.AND.with_values(first=joined, then=message)
    return joined


def _is_readable(change: Change) -> bool:
    """Whether no number of the change is past what a config may hold; strides of huge extents can be."""
    lists = [value for value in change.values() if isinstance(value, list)]
    return all(number <= LARGEST for numbers in lists for number in numbers)
