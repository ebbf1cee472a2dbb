"""What stands around the blocks of a page and speaks of them: recorded outputs and inline values, checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilesite.errors import quoted
from tilesite.pages.blocks import Answer
from tilesite.pages.bounds import MOST_CITATIONS, MOST_VALUES, TOO_LARGE
from tilesite.pages.citations import Citation, ReadCitation, find_citations, front_citations, read_citations
from tilesite.pages.fence import Fence
from tilesite.pages.placing import Placed, Span
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, WARNING, Place, Problem
from tilesite.pages.recorded import (
    LOST,
    Difference,
    Region,
    RegionFault,
    as_recorded,
    find_regions,
    first_difference,
    unknown_block,
)
from tilesite.pages.values import PathError, Value, find_stray, find_values, resolve, stray_message

_LONGEST_SHOWN = 120


class Prose(NamedTuple):
    """What was found in the source: recorded outputs with the comments that make none, values, and citations.

    ``stray`` are values of blocks that the page does not have.
    """

    regions: tuple[Region, ...]
    faults: tuple[RegionFault, ...]
    values: tuple[Value, ...]
    citations: tuple[Citation, ...] = ()
    stray: tuple[Value, ...] = ()

    @property
    def inline(self) -> tuple[Span, ...]:
        """Where something stands that only prose makes anything of: the values, the citations, the stray values."""
        # A page with too many is told so, and takes no longer for it.
        few = self.citations if len(self.citations) <= MOST_CITATIONS else ()
        values = (value.span for value in self.values)
        return (*values, *(each.span for each in few), *(value.span for value in self.stray))


class Recorded(NamedTuple):
    """A recorded output of a block that ran: the comments and fence, the answer, and whether they differ.

    ``in_page``: the lines of ``region`` are those of the page's own file, none of it was included.
    """

    region: Region
    answer: Answer
    place: Place
    differs: bool
    in_page: bool = True


class ReadValue(NamedTuple):
    """An inline value that the built page must show: its place, what is written, and the text it stands for."""

    place: Place
    name: str
    text: str


class CheckedProse(NamedTuple):
    """The outputs, values and citations that are right, and the problems of the rest."""

    recorded: tuple[Recorded, ...]
    values: tuple[ReadValue, ...]
    citations: tuple[ReadCitation, ...]
    problems: tuple[Problem, ...]


def find_prose(lines: Sequence[str], fences: Sequence[Fence], ids: Sequence[str]) -> Prose:
    """The recorded outputs of a page, the values of the blocks with these ids, and its citations."""
    regions, faults = find_regions(lines, fences)
    # Without a block, the comments of an output stay as they are: they may end one that is never closed above.
    unknown = [RegionFault(each.opening, unknown_block(each.id, ids)) for each in regions if each.id not in ids]
    known = tuple(each for each in regions if each.id in ids)
    titles = {fence.line for fence in fences if fence.kind}
    citations = tuple(each._replace(in_title=each.span.line in titles) for each in find_citations(lines))
    stray = find_stray(lines, frozenset(ids)) if titles else ()
    return Prose(known, (*faults, *unknown), find_values(lines, frozenset(ids)), citations, stray)


def check_prose(prose: Prose, placed: Placed, answers: Sequence[Answer], path: str) -> CheckedProse:
    """Compares recorded outputs with the real ones, and looks values up."""
    by_id: dict[str, Answer] = {}
    for answer in answers:
        if answer.block.options.id:
            by_id.setdefault(answer.block.options.id, answer)
    problems: list[Problem] = []
    recorded = []
    for index, region in enumerate(prose.regions):
        at = Place(path, region.opening.line, region.opening.start + 1)
        if index not in placed.regions:
            problems += [Problem(at, UNREADABLE, "recorded-form", LOST)] if index in placed.lost else []
            continue
        found = by_id.get(region.id)
        if found is None:
            problems.append(Problem(at, UNREADABLE, "recorded-form", unknown_block(region.id, tuple(by_id))))
        elif found.output is not None:
            difference = _difference(region, found.output)
            problems += [_differs(region, difference, path)] if difference else []
            recorded.append(Recorded(region, found, at, bool(difference)))
    problems += _faults(prose, placed, path)
    values = list(_values(prose, placed, by_id, path))
    citations, wrong = read_citations(prose.citations, _shown_citations(prose, placed), path)
    return CheckedProse(
        tuple(recorded),
        tuple(value for value in values if isinstance(value, ReadValue)),
        citations,
        (
            *problems,
            *(value for value in values if isinstance(value, Problem)),
            *_strays(prose, placed, answers, path),
            *wrong,
        ),
    )


def _ids(answers: Sequence[Answer]) -> frozenset[str]:
    return frozenset(each.block.options.id for each in answers if each.block.options.id)


def front_problems(front: str, answers: Sequence[Answer], path: str) -> Iterator[Problem]:
    """A problem for each value and each citation in a page's front matter, where nothing is read."""
    yield from front_citations(front, path)
    for value in find_values(front.split("\n"), _ids(answers)):
        message = (
            f"value: expected it in the text of the page (front matter is not read), got {quoted(value.text)}. "
            "Example: The block fits: {{ " + value.id + ".ok }}"
        )
        yield Problem(Place(path, value.span.line, value.span.start + 1), UNREADABLE, "value-in-code", message)


def _shown_citations(prose: Prose, placed: Placed) -> dict[int, bool]:
    """Of each citation that a reader sees, whether it stands in prose; none in a comment or in a recorded output."""
    if len(prose.citations) > MOST_CITATIONS:
        return {MOST_CITATIONS: True}
    first, recorded = len(prose.values), _recorded_lines(prose)
    return {
        index: first + index in placed.values
        for index, each in enumerate(prose.citations)
        if first + index not in placed.hidden_values and each.span.line not in recorded
    }


def _recorded_lines(prose: Prose) -> set[int]:
    return {number for each in prose.regions for number in range(each.opening.line, each.closing + 1)}


def _faults(prose: Prose, placed: Placed, path: str) -> Iterator[Problem]:
    for index, fault in enumerate(prose.faults):
        if index in placed.faults:
            place = Place(path, fault.span.line, fault.span.start + 1)
            yield Problem(place, UNREADABLE, "recorded-form", fault.message)


def _difference(region: Region, output: str) -> Difference | None:
    if region.fence is None:
        return Difference(0, 0, None, as_recorded(output).split("\n")[0])
    return first_difference(region.fence.body, as_recorded(output))


def _differs(region: Region, difference: Difference, path: str) -> Problem:
    fence = region.fence
    nothing = "a line that the real output has behind those above" if difference.is_excerpt else "nothing more"
    expected = nothing if difference.real is None else quoted(difference.real, _LONGEST_SHOWN)
    got = "nothing" if difference.recorded is None else quoted(difference.recorded, _LONGEST_SHOWN)
    if fence is None:
        place = Place(path, region.opening.line, region.opening.start + 1)
    else:
        line = min(fence.line + 1 + difference.line, fence.end)
        start = fence.starts[difference.line] if difference.line < len(fence.starts) else fence.column - 1
        place = Place(path, line, start + difference.column + 1)
    message = f"recorded output of {region.id}: expected {expected}, got {got}. Example: tilesite update {path}"
    return Problem(place, DIFFERENCE, "recorded-output", message)


def _values(prose: Prose, placed: Placed, by_id: dict[str, Answer], path: str) -> Iterator[ReadValue | Problem]:
    recorded = _recorded_lines(prose)
    for index, value in enumerate(prose.values):
        answer = by_id.get(value.id)
        place = Place(path, value.span.line, value.span.start + 1)
        if answer is None or index in placed.hidden_values or value.span.line in recorded:
            continue  # no block of that id is rendered, or the value stands in a comment or in an output
        if not value.path:
            expected = f"{{{{ {value.id}.field }}}}, got {quoted(value.text)}"
            message = f"value: expected {expected}. Example: {{{{ {value.id}.ok }}}}"
            yield Problem(place, UNREADABLE, "value-form", message)
        elif index >= MOST_VALUES:
            message = f"page: expected at most {MOST_VALUES} values, got more. Example: several pages"
            yield Problem(place, UNREADABLE, TOO_LARGE, message)
        elif index not in placed.values or value.in_address:
            message = (
                "value: expected prose around it (values are not read in code, raw HTML and addresses), "
                f"got {quoted(value.text)}. Example: The block fits: {{{{ {value.id}.ok }}}}"
            )
            yield Problem(place, UNREADABLE, "value-in-code", message)
        elif answer.report is not None:
            yield _read(value, answer.report.json, place)
        elif answer.printed:
            message = (
                f"value {value.id}: expected a block whose answer has fields, got commands. "
                'Example: ```yaml tile id="fig1", then {{ fig1.ok }}'
            )
            yield Problem(place, UNREADABLE, "value-unknown", message)


def _strays(prose: Prose, placed: Placed, answers: Sequence[Answer], path: str) -> Iterator[Problem]:
    """A warning for each value in prose that would be one, were its id that of a block."""
    ids = sorted(_ids(answers))
    kinds = {each.block.kind: each.report.json for each in answers if each.report is not None}
    first = len(prose.inline) - len(prose.stray)
    for index, value in enumerate(prose.stray, first):
        message = stray_message(value, ids, kinds.values()) if index in placed.values else None
        if message:
            yield Problem(Place(path, value.span.line, value.span.start + 1), WARNING, "stray-value", message)


def _read(value: Value, json: dict[str, object], place: Place) -> ReadValue | Problem:
    try:
        return ReadValue(place, ".".join([value.id, *value.path]), resolve(json, value.id, value.path))
    except PathError as fault:
        return Problem(place, UNREADABLE, "value-unknown", str(fault))
