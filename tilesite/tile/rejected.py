"""The candidates that a sweep rejects, each with the first constraint that stops it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilesite.findings import Finding
from tilesite.tile import texts
from tilesite.tile.as_json import finding_object
from tilesite.tile.config import AXES, Job
from tilesite.tile.constraints import CONSTRAINTS
from tilesite.tile.measures import measure
from tilesite.tile.space import Space


class Rejected(NamedTuple):
    """A candidate's five sizes, and what stops it."""

    sizes: tuple[int, ...]
    finding: Finding


def rejected(space: Space, job: Job) -> Iterator[Rejected]:
    """The rejected candidates, in the order of the space."""
    for sizes in space.candidates():
        candidate = job._replace(config=job.config.with_sizes(sizes))
        measures = measure(*candidate)
        for rule in CONSTRAINTS:
            finding = next(rule(candidate, measures), None)
            if finding:
                yield Rejected(sizes, finding)
                break


def rejected_text(space: Space, job: Job, lang: str) -> str:
    """The list as text, each line ended."""
    lines = [texts.REJECTED.with_values().say(lang)]
    for candidate in rejected(space, job):
        sizes = " ".join(str(size).rjust(5) for size in candidate.sizes)
        lines.append(f"{sizes}  {candidate.finding.rule} {candidate.finding.message.say(lang)}")
    return "".join(line + "\n" for line in lines)


def rejected_objects(space: Space, job: Job, lang: str) -> list[dict[str, object]]:
    """The list as JSON."""
    return [
        {**dict(zip(AXES, candidate.sizes)), "stopped_by": finding_object(candidate.finding, lang)}
        for candidate in rejected(space, job)
    ]
