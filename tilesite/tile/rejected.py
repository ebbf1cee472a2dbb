"""The candidates that a sweep rejects, each with the first constraint that stops it and the nearest change."""

from __future__ import annotations

from tilesite.findings import Finding
from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile import texts
from tilesite.tile.as_json import finding_object, suggestion_object
from tilesite.tile.config import AXES, Job
from tilesite.tile.constraints import CONSTRAINTS
from tilesite.tile.measures import measure
from tilesite.tile.space import Space
from tilesite.tile.suggestions import Suggestion, suggest

if TYPE_CHECKING:
    from collections.abc import Iterator


class Rejected(NamedTuple):
    """A candidate's five sizes, what stops it, and what would make it fit, None when nothing near does."""

    sizes: tuple[int, ...]
    finding: Finding
    suggestion: Suggestion | None


def rejected(space: Space, job: Job) -> Iterator[Rejected]:
    """The rejected candidates, in the order of the space."""
    for sizes in space.candidates():
        candidate = job._replace(config=job.config.with_sizes(sizes))
        measures = measure(*candidate)
        findings = [finding for rule in CONSTRAINTS for finding in rule(candidate, measures)]
        if findings:
            yield Rejected(sizes, findings[0], next(iter(suggest(candidate, findings)), None))


def rejected_lines(space: Space, job: Job, lang: str) -> Iterator[str]:
    """The list as lines, each ended."""
    yield texts.REJECTED.with_values().say(lang) + "\n"
    for candidate in rejected(space, job):
        sizes = " ".join(str(size).rjust(5) for size in candidate.sizes)
        nearest = f"; {candidate.suggestion.message.say(lang)}" if candidate.suggestion else ""
        yield f"{sizes}  {candidate.finding.rule} {candidate.finding.message.say(lang)}{nearest}\n"


def rejected_objects(space: Space, job: Job, lang: str) -> list[dict[str, object]]:
    """The list as JSON."""
    return [
        {
            **dict(zip(AXES, candidate.sizes)),
            "stopped_by": finding_object(candidate.finding, lang),
            "suggestion": suggestion_object(candidate.suggestion, lang) if candidate.suggestion else None,
        }
        for candidate in rejected(space, job)
    ]
