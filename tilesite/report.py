"""What a program answers about one config, ready for a terminal or a page."""

from __future__ import annotations

from tilesite.findings import Finding, passes
from tilesite.records import NamedTuple


class Report(NamedTuple):
    """One answer. ``command`` is the argv that prints ``text`` again, byte for byte; ``json`` is its --json object.

    ``cites`` are the keys of the facts that decided the answer, in the order they were used.
    """

    command: tuple[str, ...]
    text: str
    json: dict[str, object]
    findings: tuple[Finding, ...]
    cites: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether no finding is a failure."""
        return passes(self.findings)
