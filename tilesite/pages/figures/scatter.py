"""Traffic against shared memory: the candidates of a sweep, what binds each, and the Pareto front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tilesite.language import Text
from tilesite.pages.figures import texts
from tilesite.pages.figures.axis import Axis
from tilesite.pages.figures.numbers import grouped, kilobytes, megabytes
from tilesite.pages.figures.svg import (
    END,
    FULL,
    LINE,
    MIDDLE,
    Figure,
    breadth,
    escaped,
    label,
    line,
    percent,
)
from tilesite.tile.numbers import KB, MB
from tilesite.tile.occupancy import LIMITS

_LEFT, _RIGHT = 1800, 9800
_TOP, _HEIGHT = 40, 230
_MOST_PLACES = 400
_GRID = 50, 2
_LOG_SHARED = 8
_SIZES = (3, 4, 5)
_SHAPES = {
    "registers": '<circle id="{id}" r="{r}"/>',
    "shared": '<path id="{id}" d="M-{r}-{r}H{r}V{r}H-{r}z"/>',
    "threads": '<path id="{id}" d="M-{r} {r}L0-{r}L{r} {r}z"/>',
    "blocks": '<path id="{id}" d="M-{r} 0L0-{r}L{r} 0L0 {r}z"/>',
    "none": '<circle id="{id}" r="2.5"/>',
}
_MOST_SAID = 12


class Candidate(NamedTuple):
    """One candidate of a sweep; ``stopped_by`` or ``binding`` is None."""

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
    if space:
        return tuple(
            Candidate(each["shared_bytes"], each["traffic_bytes"], each["stopped_by"], each["binding"], each["tail_fill"])
            for each in space["candidates"]
        )
    return tuple(_row(row) for row in result["rows"])


def scatter(result: Mapping[str, Any], lang: str, uid: str) -> Figure | None:
    """The figure of a sweep's candidates; None when there is none to draw. ``uid`` begins the ids of its marks."""
    candidates = candidates_of(result)
    if not candidates:
        return None
    limit = result["device"]["shared_per_block_bytes"]
    across, down = _axes(candidates, limit)
    places = gathered(candidates, across, down)
    shapes = [_marks(places, f"{uid}-at")]
    shapes += _grid(across, down, limit, lang)
    front = pareto((place.x, place.y) for place in places if place.best)
    hollow = [place for place in places if not place.best]
    shapes += [_mark(place, f"{uid}-at", lang) for place in hollow]
    shapes += _front(front)
    shapes += [_mark(place, f"{uid}-at", lang) for place in places if place.best]
    top = _row(result["rows"][0]) if result["rows"] else None
    if top:
        shapes += _ring(across.at(top.shared), down.at(top.traffic), lang)
    keys, y = _keys(candidates, bool(front), f"{uid}-at", lang)
    whole = bool(result.get("space"))
    caption = _say(
        texts.SWEEP_CAPTION if whole else texts.SWEEP_ROWS_CAPTION,
        lang,
        feasible=grouped(result["feasible"]),
        candidates=grouped(result["candidates"]),
        shown=grouped(len(candidates)),
    )
    says = " ".join(_says(result, candidates, top, lang))
    return Figure("sweep", _say(texts.SWEEP, lang), caption, says, y + 4, (*shapes, *keys))


def _say(text: Text, lang: str, **values: object) -> str:
    return text.with_values(**values).say(lang)


def _row(row: Mapping[str, Any]) -> Candidate:
    binding = row["occupancy"]["binding"][0]
    return Candidate(row["shared"]["total_bytes"], row["traffic_bytes"], None, binding, row["waves"]["tail_fill"])


def _axes(candidates: Sequence[Candidate], limit: int) -> tuple[Axis, Axis]:
    sizes = [each.shared for each in candidates]
    traffics = [each.traffic for each in candidates]
    largest = max(*sizes, limit)
    wide = largest > _LOG_SHARED * max(limit, 1)
    across = Axis(max(min(*sizes, limit), 1) if wide else 0, max(largest, 1), _LEFT, _RIGHT, wide)
    low, high = max(min(traffics), 1), max(traffics)
    long = high > 10 * low
    bottom = _TOP + _HEIGHT
    return across, Axis(low if long else 0, max(high, 1), bottom, _TOP, long)


def gathered(candidates: Iterable[Candidate], across: Axis, down: Axis) -> tuple[Place, ...]:
    """The candidates by where they are drawn, on the finest grid that leaves few enough places."""
    at = [(across.at(each.shared), down.at(each.traffic), each) for each in candidates]
    step_x, step_y = _GRID
    while True:
        places: dict[tuple[int, int], list[Candidate]] = {}
        for x, y, each in at:
            places.setdefault((x // step_x, y // step_y), []).append(each)
        if len(places) <= _MOST_PLACES:
            break
        step_x, step_y = 2 * step_x, 2 * step_y
    return tuple(
        Place(across.at(min(each.shared for each in found)), down.at(min(each.traffic for each in found)), tuple(found))
        for _, found in sorted(places.items())
    )


def pareto(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The points than which none lies further left and lower down (y grows downwards), from left to right.

    >>> pareto([(3, 9), (1, 2), (2, 1), (2, 5)])
    [(1, 2), (2, 5), (3, 9)]
    """
    front: list[tuple[int, int]] = []
    for x, y in sorted(points, key=lambda point: (point[0], -point[1])):
        if not front or y > front[-1][1]:
            front.append((x, y))
    return front


def _grid(across: Axis, down: Axis, limit: int, lang: str) -> list[str]:
    bottom = _TOP + _HEIGHT
    title = texts.TRAFFIC_AXIS_LOG if down.logarithmic else texts.TRAFFIC_AXIS
    shapes = [label(_say(title, lang), 0, 12, classes="tf-name")]
    for mark in down.decimal():
        y = down.at(mark)
        shapes.append(line("tf-grid", _LEFT, y, _RIGHT, y))
        shapes.append(label(_plain_megabytes(mark), _LEFT, y + 4, classes="tf-soft", anchor=END, dx=-5))
    for mark in across.powers_of_two(KB):
        x = across.at(mark)
        shapes.append(line("tf-tick", x, bottom, x, bottom + 4))
        shapes.append(label(grouped(mark // KB), x, bottom + 17, classes="tf-soft", anchor=MIDDLE))
    shapes.append(line("tf-axis", _LEFT, bottom, _RIGHT, bottom))
    title = texts.SHARED_AXIS_LOG if across.logarithmic else texts.SHARED_AXIS
    shapes.append(label(_say(title, lang), _RIGHT, bottom + 34, classes="tf-name", anchor=END))
    x = across.at(limit)
    text = _say(texts.LIMIT_KB, lang, limit=kilobytes(limit))
    left = x >= breadth(text)
    shapes.append(line("tf-limit", x, _TOP - 6, x, bottom))
    shapes.append(label(text, x, _TOP - 9, classes="tf-strong", anchor=END if left else "start", dx=4 if left else 0))
    return shapes


def _plain_megabytes(size: int) -> str:
    whole, rest = divmod(size, MB)
    decimals = f"{rest:06d}".rstrip("0")
    return f"{grouped(whole)}.{decimals}" if decimals else grouped(whole)


def _size(fill: float | None) -> int:
    return 1 if fill is None else (fill >= 0.5) + (fill >= 0.8)


def _marks(places: Iterable[Place], ids: str) -> str:
    """The shapes that the points use, each once."""
    needed = {("none", 0)}
    for place in places:
        best = place.best
        if best and best.binding:
            needed.add((best.binding, _size(best.fill)))
            needed.add((best.binding, 1))
    shapes = [_SHAPES[name].format(id=f"{escaped(ids)}-{name}-{size}", r=_SIZES[size]) for name, size in sorted(needed)]
    return f"<defs>{''.join(shapes)}</defs>"


def _use(ids: str, name: str, size: int, classes: str, x: int, y: int, title: str = "") -> str:
    told = f"<title>{escaped(title)}</title>" if title else ""
    return f'<use class="{classes}" href="#{escaped(ids)}-{name}-{size}" x="{percent(x)}" y="{y}">{told}</use>'


def _mark(place: Place, ids: str, lang: str) -> str:
    stopped = Counter(each.stopped_by for each in place.candidates if each.stopped_by)
    best = place.best
    first = best or place.candidates[0]
    told = [_say(texts.AT_PLACE, lang, shared=kilobytes(first.shared), traffic=megabytes(first.traffic))]
    if best and best.binding:
        name = _say(texts.LIMIT_NAMES[best.binding], lang)
        told.append(_say(texts.AT_FEASIBLE, lang, count=len(place.candidates) - stopped.total(), name=name))
    told += [_say(texts.AT_STOPPED, lang, count=count, rule=rule) for rule, count in sorted(stopped.items())]
    title = f"{told[0]} {_say(texts.LIST_COMMA, lang).join(told[1:])}"
    rules = "".join(f" tf-by-{rule}" for rule in sorted(stopped) if rule in ("C1", "C2", "C3", "C4"))
    if best and best.binding:
        return _use(ids, best.binding, _size(best.fill), f"tf-at tf-{best.binding}{rules}", place.x, place.y, title)
    return _use(ids, "none", 0, f"tf-none{rules}", place.x, place.y, title)


def _front(front: Sequence[tuple[int, int]]) -> list[str]:
    shapes = []
    for (x, y), (next_x, next_y) in zip(front, front[1:], strict=False):
        shapes += [line("tf-front", x, y, next_x, y), line("tf-front", next_x, y, next_x, next_y)]
    return shapes


def _ring(x: int, y: int, lang: str) -> list[str]:
    text = _say(texts.TOP_ROW, lang)
    right = x + breadth(text) + 400 <= FULL
    return [
        f'<circle class="tf-ring" cx="{percent(x)}" cy="{y}" r="9"/>',
        label(text, x, y - 11, classes="tf-strong tf-halo", anchor="start" if right else END, dx=-6 if right else 6),
    ]


def _keys(candidates: Sequence[Candidate], front: bool, ids: str, lang: str) -> tuple[list[str], int]:
    """What the marks mean, in two columns below the chart, and where they end."""
    binding = Counter(each.binding for each in candidates if each.binding)
    stopped = sum(1 for each in candidates if each.stopped_by)
    items: list[tuple[str, str]] = []
    for name in LIMITS:
        if binding[name]:
            text = _say(texts.BOUND_BY, lang, name=_say(texts.LIMIT_NAMES[name], lang), count=grouped(binding[name]))
            items.append((_use(ids, name, 1, f"tf-at tf-{name}", 200, 0), text))
    if stopped:
        text = _say(texts.STOPPED_KEY, lang, count=grouped(stopped))
        items.append((_use(ids, "none", 0, "tf-none", 200, 0), text))
    if front:
        items.append((line("tf-front", 0, 0, 400, 0), _say(texts.FRONT_KEY, lang)))
    if binding:
        items.append(("", _say(texts.SIZE_KEY, lang)))
    y = _TOP + _HEIGHT + 54
    shapes = []
    column, room = 0, FULL // 2
    for mark, text in items:
        wide = breadth(text) + 700 > room
        if column and wide:
            column, y = 0, y + LINE + 2
        x = column * room
        drawn = mark and f'<svg x="{percent(x)}" y="{y - 4}" overflow="visible" style="height:1px">{mark}</svg>'
        shapes += [drawn, label(text, x + (600 if mark else 0), y)]
        column = (column + 1) % 2
        if wide or not column:
            column, y = 0, y + LINE + 2
    return shapes, y + (LINE if column else 0)


def _says(
    result: Mapping[str, Any], candidates: Sequence[Candidate], top: Candidate | None, lang: str
) -> Iterable[str]:
    stopped = result["stopped"]
    yield _say(
        texts.SAY_COUNTS,
        lang,
        candidates=result["candidates"],
        feasible=result["feasible"],
        **{rule.lower(): stopped[rule] for rule in ("C1", "C2", "C3", "C4")},
    )
    yield _say(texts.SAY_LIMIT_BYTES, lang, limit=result["device"]["shared_per_block_bytes"])
    if top:
        yield _say(texts.SAY_TOP, lang, shared=top.shared, traffic=top.traffic)
    front = pareto((each.shared, -each.traffic) for each in candidates if not each.stopped_by)
    if front:
        points = [
            _say(texts.SAY_FRONT_POINT, lang, shared=shared, traffic=-traffic)
            for shared, traffic in front[:_MOST_SAID]
        ]
        said = _say(texts.LIST_COMMA, lang).join(points)
        if len(front) > _MOST_SAID:
            said = _say(texts.SAY_FRONT_REST, lang, points=said, count=len(front) - _MOST_SAID)
        yield _say(texts.SAY_FRONT, lang, points=said)
