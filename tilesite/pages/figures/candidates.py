"""The candidates of a sweep as its chart sees them: where each is drawn, and which are on the Pareto front."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tilesite.pages.figures.axis import Axis

MOST_PLACES = 400
"""Points of a chart; more candidates are gathered on a coarser grid."""

_FINEST = 50, 2


class Candidate(NamedTuple):
    """One candidate: bytes of shared memory and of traffic; ``stopped_by`` or ``binding`` is None.

    ``fill`` is the last wave's, from 0 to 1, or None.
    """

    shared: int
    traffic: int
    stopped_by: str | None
    binding: str | None
    fill: float | None


class Place(NamedTuple):
    """Candidates that are drawn as one point."""

    x: int
    y: int
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate | None:
        """The feasible candidate whose last wave is the fullest, the first of several; None without a feasible one."""
        feasible = [each for each in self.candidates if not each.stopped_by]
        return max(feasible, key=lambda each: each.fill or 0) if feasible else None


def candidates_of(result: Mapping[str, Any]) -> tuple[Candidate, ...]:
    """The candidates of the whole space where the result has it, else its rows."""
    space = result.get("space")
    if not space:
        return tuple(row_of(row) for row in result["rows"])
    keys = ("shared_bytes", "traffic_bytes", "stopped_by", "binding", "tail_fill")
    return tuple(Candidate(*(each[key] for key in keys)) for each in space["candidates"])


def row_of(row: Mapping[str, Any]) -> Candidate:
    """The candidate of one row of the sweep's table."""
    binding = row["occupancy"]["binding"][0]
    return Candidate(row["shared"]["total_bytes"], row["traffic_bytes"], None, binding, row["waves"]["tail_fill"])


def gathered(candidates: Iterable[Candidate], across: Axis, down: Axis) -> tuple[Place, ...]:
    """The candidates by where they are drawn, on the finest grid that leaves few enough places."""
    same: dict[tuple[int, int], list[Candidate]] = {}
    for each in candidates:
        same.setdefault((each.shared, each.traffic), []).append(each)
    exact = [Place(across.at(shared), down.at(traffic), tuple(found)) for (shared, traffic), found in same.items()]
    step_x, step_y = _FINEST
    while True:
        places: dict[tuple[int, int], list[Place]] = {}
        for place in exact:
            places.setdefault((place.x // step_x, place.y // step_y), []).append(place)
        if len(places) <= MOST_PLACES:
            return tuple(_merged(found) for _, found in sorted(places.items()))
        step_x, step_y = 2 * step_x, 2 * step_y


def _merged(places: Sequence[Place]) -> Place:
    """Several places as one, drawn at the first of them that has a feasible candidate."""
    at = next((place for place in places if place.best), places[0])
    return Place(at.x, at.y, tuple(each for place in places for each in place.candidates))


def pareto_front(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The feasible candidates that none beats in shared memory and traffic, from the least shared memory on.

    Of several with the same two numbers, one.
    """
    front: list[Candidate] = []
    feasible = [each for each in candidates if not each.stopped_by]
    for each in sorted(feasible, key=lambda each: (each.shared, each.traffic)):
        if not front or each.traffic < front[-1].traffic:
            front.append(each)
    return front
