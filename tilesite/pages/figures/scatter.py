"""Traffic against shared memory: the candidates of a sweep, what binds each, and the Pareto front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tilesite.pages.figures import texts
from tilesite.pages.figures.axis import Axis, axis
from tilesite.pages.figures.candidates import Candidate, candidates_of, gathered, pareto_front, row_of
from tilesite.pages.figures.marks import keys, marks_of
from tilesite.pages.figures.numbers import grouped, kilobytes
from tilesite.pages.figures.svg import END, FULL, LINE, MIDDLE, START, Figure, breadth, label, line, percent
from tilesite.pages.figures.texts import say
from tilesite.tile.numbers import KB, MB

_LEFT, _RIGHT = 1800, 9800
_TOP, _BOTTOM = 40, 270
_INSIDE_X, _INSIDE_TOP, _INSIDE_BOTTOM = 150, 12, 26
"""Room that the marks leave free inside the axes."""
_LEAST_PLACES = 2
_MOST_SAID = 12


def scatter(result: Mapping[str, Any], lang: str, uid: str) -> Figure | None:
    """The figure of a sweep's candidates; None when they are fewer than two points. ``uid`` begins its ids."""
    candidates = candidates_of(result)
    if not candidates:
        return None
    limit = result["device"]["shared_per_block_bytes"]
    across, down = _axes(candidates, limit)
    places = gathered(candidates, across, down)
    if len(places) < _LEAST_PLACES:
        return None
    marks = marks_of(candidates, f"{uid}-at")
    front = pareto_front(candidates)
    shapes = [marks.defined(), *_marked_axes(across, down, limit, lang)]
    shapes += [marks.place(place, lang) for place in places if not place.best]
    shapes += _front([(across.at(each.shared), down.at(each.traffic)) for each in front])
    shapes += [marks.place(place, lang) for place in places if place.best]
    top = row_of(result["rows"][0]) if result["rows"] else None
    if top:
        shapes += _ring(across.at(top.shared), down.at(top.traffic), lang)
    y = _BOTTOM + 54
    if marks.binding:
        shapes.append(label(say(texts.BOUND_BY, lang), 0, y, classes="tf-name"))
        y += LINE + 4
    drawn, y = keys(marks, candidates, y, lang)
    says = " ".join(_says(result, front, top, lang))
    caption = _caption(result, len(candidates), lang)
    return Figure("sweep", say(texts.SWEEP, lang), caption, says, y, (*shapes, *drawn))


def _caption(result: Mapping[str, Any], shown: int, lang: str) -> str:
    text = texts.SWEEP_CAPTION if result.get("space") else texts.SWEEP_ROWS_CAPTION
    feasible, candidates = grouped(result["feasible"]), grouped(result["candidates"])
    return say(text, lang, feasible=feasible, candidates=candidates, shown=grouped(shown))


def _axes(candidates: Sequence[Candidate], limit: int) -> tuple[Axis, Axis]:
    sizes = [each.shared for each in candidates]
    traffics = [each.traffic for each in candidates]
    across = axis(min(sizes), max(*sizes, limit), _LEFT + _INSIDE_X, _RIGHT - _INSIDE_X)
    return across, axis(min(traffics), max(traffics), _BOTTOM - _INSIDE_BOTTOM, _TOP + _INSIDE_TOP)


def _marked_axes(across: Axis, down: Axis, limit: int, lang: str) -> list[str]:
    """Both axes with their titles and marks, and the limit of shared memory as a line."""
    title = texts.TRAFFIC_AXIS_LOG if down.logarithmic else texts.TRAFFIC_AXIS
    shapes = [label(say(title, lang), 0, 12, classes="tf-name")]
    for mark in down.decimal():
        y = down.at(mark)
        shapes.append(line("tf-grid", _LEFT, y, _RIGHT, y))
        shapes.append(label(_plain_megabytes(mark), _LEFT, y + 4, classes="tf-soft", anchor=END, dx=-5))
    for mark in across.powers_of_two(KB):
        x = across.at(mark)
        shapes.append(line("tf-tick", x, _BOTTOM, x, _BOTTOM + 4))
        shapes.append(label(grouped(mark // KB), x, _BOTTOM + 17, classes="tf-soft", anchor=MIDDLE))
    shapes.append(line("tf-axis", _LEFT, _BOTTOM, _RIGHT, _BOTTOM))
    title = texts.SHARED_AXIS_LOG if across.logarithmic else texts.SHARED_AXIS
    shapes.append(label(say(title, lang), _RIGHT, _BOTTOM + 34, classes="tf-name", anchor=END))
    x = across.at(limit)
    text = say(texts.LIMIT_KB, lang, limit=kilobytes(limit))
    before = x >= breadth(text)
    shapes.append(line("tf-limit", x, _TOP - 6, x, _BOTTOM))
    anchor, dx = (END, 4) if before else (START, 0)
    shapes.append(label(text, x, _TOP - 9, classes="tf-strong", anchor=anchor, dx=dx))
    return shapes


def _plain_megabytes(size: int) -> str:
    """A marked value of the traffic axis, which is a round number of bytes."""
    whole, rest = divmod(size, MB)
    decimals = f"{rest:06d}".rstrip("0")
    return f"{grouped(whole)}.{decimals}" if decimals else grouped(whole)


def _front(points: Sequence[tuple[int, int]]) -> list[str]:
    """The front as steps: on a step, more shared memory buys no less traffic. Steps too small to see are left out."""
    shapes = []
    points = list(dict.fromkeys(points))
    for (x, y), (next_x, next_y) in zip(points, points[1:], strict=False):
        shapes += [line("tf-front", x, y, next_x, y)] if next_x > x else []
        shapes += [line("tf-front", next_x, y, next_x, next_y)] if next_y > y else []
    return shapes


def _ring(x: int, y: int, lang: str) -> list[str]:
    text = say(texts.TOP_ROW, lang)
    right = x + breadth(text) + 400 <= FULL
    anchor, dx = (START, -6) if right else (END, 6)
    below = y + 21  # what is drawn first is above it: no candidate that fits has less traffic
    return [
        f'<circle class="tf-ring" cx="{percent(x)}" cy="{y}" r="9"/>',
        label(text, x, below if below < _BOTTOM else y - 12, classes="tf-strong tf-halo", anchor=anchor, dx=dx),
    ]


def _says(result: Mapping[str, Any], front: Sequence[Candidate], top: Candidate | None, lang: str) -> Iterator[str]:
    yield counts_in_words(result, lang)
    yield say(texts.SAY_LIMIT_BYTES, lang, limit=result["device"]["shared_per_block_bytes"])
    if top:
        yield say(texts.SAY_TOP, lang, shared=top.shared, traffic=top.traffic)
    if front:
        points = [say(texts.SAY_FRONT_POINT, lang, shared=each.shared, traffic=each.traffic) for each in front]
        said = say(texts.LIST_COMMA, lang).join(points[:_MOST_SAID])
        if len(points) > _MOST_SAID:
            said = say(texts.SAY_FRONT_REST, lang, points=said, count=len(points) - _MOST_SAID)
        yield say(texts.SAY_FRONT, lang, points=said)


def counts_in_words(result: Mapping[str, Any], lang: str) -> str:
    """How many candidates there are, how many are feasible, and what stopped the others."""
    stopped = {rule.lower(): count for rule, count in result["stopped"].items()}
    return say(texts.SAY_COUNTS, lang, candidates=result["candidates"], feasible=result["feasible"], **stopped)
