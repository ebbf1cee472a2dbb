"""What a sweep's figures need beyond its --json object: a verdict on every candidate, in the order of the space."""

from __future__ import annotations

from collections.abc import Mapping

from tilesite.tile.config import AXES, Job
from tilesite.tile.constraints import CONSTRAINTS
from tilesite.tile.measures import Measures, measure
from tilesite.tile.space import CANDIDATES_IN_A_PAGE, read_sweep

MOST_DRAWN = 10_000
"""Candidates of the largest space that is drawn whole; it takes a few hundred milliseconds."""


def sweep_space(values: Mapping[str, object]) -> dict[str, object] | None:
    """The whole space of a sweep, for the key ``space`` of its object; None when it is too large to be drawn.

    ``values`` are the keys of the block. ``axes`` are the five axes; ``candidates`` has for each candidate
    ``shared_bytes``, ``traffic_bytes`` (rounded up), ``stopped_by`` (the first constraint that fails, or null),
    and when it is feasible ``binding`` (the name that is printed) and ``tail_fill`` (from 0 to 1, or null).
    Raises InputError as the sweep itself does.
    """
    job = read_sweep(values, CANDIDATES_IN_A_PAGE)
    if job.space.size > MOST_DRAWN:
        return None
    return {
        "axes": {name: list(axis) for name, axis in zip(AXES, job.space, strict=True)},
        "candidates": [
            _candidate(job.job._replace(config=job.job.config.with_sizes(sizes))) for sizes in job.space.candidates()
        ],
    }


def _candidate(job: Job) -> dict[str, object]:
    measures = measure(*job)
    numerator, denominator = measures.traffic
    stopped_by = _stopped_by(job, measures)
    waves = measures.waves
    return {
        "shared_bytes": measures.shared,
        "traffic_bytes": -(-numerator // denominator),
        "stopped_by": stopped_by,
        "binding": None if stopped_by else measures.occupancy.binding[0],
        "tail_fill": waves.last / waves.slots if not stopped_by and waves.last and waves.slots else None,
    }


def _stopped_by(job: Job, measures: Measures) -> str | None:
    for rule in CONSTRAINTS:
        for finding in rule(job, measures):
            return finding.rule
    return None
