"""What a rule says about a config that could be read: data, never an exception."""

from __future__ import annotations

from tilesite.language import Message
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

FAIL = "fail"
WARN = "warn"
INFO = "info"


class Finding(NamedTuple):
    """One rule's word about one config.

    ``actual`` and ``limit`` are numbers in ``unit`` where the rule compares numbers, else None.
    ``cites`` are the keys of the facts the rule rests on. ``imposed_by`` says who insists:
    "driver", "observed" or "library" for descriptors, None for tiles.
    """

    rule: str
    severity: str
    message: Message
    actual: object | None = None
    limit: object | None = None
    unit: str | None = None
    cites: tuple[str, ...] = ()
    imposed_by: str | None = None


def failed_rules(findings: Iterable[Finding]) -> tuple[str, ...]:
    """The ids of the rules that failed, each once, in the order they were found."""
    return tuple(dict.fromkeys(finding.rule for finding in findings if finding.severity == FAIL))


def passes(findings: Iterable[Finding]) -> bool:
    """Whether no finding is a failure; warnings do not make a config infeasible."""
    return all(finding.severity != FAIL for finding in findings)
