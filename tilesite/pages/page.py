"""A page: text in, its answered blocks and all its problems out. Files, logs and sites are the callers' affair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markdown.util import ETX, STX

from tilesite.pages.blocks import Answer, answer_block
from tilesite.pages.bounds import over_bounds, too_deep
from tilesite.pages.citations import ReadCitation
from tilesite.pages.commonmark import commonmark_sees
from tilesite.pages.fence import Fence
from tilesite.pages.fences import rendered_fences
from tilesite.pages.header import Header, read_header
from tilesite.pages.inserts import Inserted, check_inserts, fault_problems, find_inserts
from tilesite.pages.meant import meant_fences
from tilesite.pages.missed import broken_lists, displaced_blocks, missed_blocks
from tilesite.pages.nesting import Nesting
from tilesite.pages.placing import Placed, Span, place
from tilesite.pages.problems import UNREADABLE, Place, Problem
from tilesite.pages.prose import Prose, ReadValue, Recorded, check_prose, find_prose, front_problems
from tilesite.pages.recorded import is_closing, is_opening
from tilesite.pages.required import unverified_fences
from tilesite.pages.settings import Settings
from tilesite.pages.snippets import Expanded, Snippets

DEFAULTS = Settings()
_CODE_INDENT = 4
_MARKS_OF_OURS = ("tilesite", "{{", "```", "~~~")


class Page(NamedTuple):
    """A verified page: the answers of its blocks in the order of the source, and all problems in that order.

    ``recorded`` are its recorded outputs, ``values`` its inline values, ``inserts`` what is generated in it and
    ``citations`` its citations, those that the built page must show.
    """

    path: str
    answers: tuple[Answer, ...] = ()
    problems: tuple[Problem, ...] = ()
    recorded: tuple[Recorded, ...] = ()
    values: tuple[ReadValue, ...] = ()
    inserts: tuple[Inserted, ...] = ()
    citations: tuple[ReadCitation, ...] = ()

    @property
    def candidates(self) -> int:
        """How many candidates its sweeps tried."""
        return sum(answer.candidates for answer in self.answers)


def verify_page(
    text: str,
    path: str,
    settings: Settings = DEFAULTS,
    snippets: Snippets | None = None,
    bound: int | None = None,
    *,
    front: str = "",
) -> Page:
    """Finds, reads and runs every block of a page. ``path`` is what the problems call it.

    Its front matter is cut off already, or blanked as ``without_front_matter`` does it; ``front`` is what it was.

    ``bound`` is how many candidates its sweeps may try where that is less than the settings say.
    """
    expanded = snippets.expand(text, path) if snippets else Expanded(text)
    too_large = over_bounds(expanded.text, path)
    if too_large:
        return Page(path, problems=(too_large,))
    try:
        page = _verify(
            expanded.text,
            path,
            settings,
            settings.page_candidates if bound is None else min(settings.page_candidates, bound),
        )
    except RecursionError:
        return Page(path, problems=(too_deep(path),))
    page = _located(page, expanded)
    return page._replace(problems=(*front_problems(front, page.answers, path), *page.problems))


def _verify(text: str, path: str, settings: Settings, bound: int) -> Page:
    fences = rendered_fences(text)
    lines = text.split("\n")
    ours = [fence for fence in fences if fence.kind]
    headers = [read_header(fence.info) or Header(str(fence.kind), {}, ()) for fence in ours]
    prose = find_prose(lines, fences, [header.options["id"] for header in headers if "id" in header.options])
    inserts, odd = find_inserts(lines, fences)
    spans = [fault.span for fault in prose.faults]
    spans += [*(insert.span for insert in inserts), *(fault.span for fault in odd)]
    placed = _with_lost(_placed(text, ours, prose, spans, settings.nesting), prose, text)
    shown = [index in placed.faults for index in range(len(prose.faults), len(spans))]
    html_at = frozenset() if all(shown[: len(inserts)]) else commonmark_sees(text).comments
    inserted, unknown = check_inserts(inserts, shown, html_at, path)
    answers = _answers(
        [each for at, each in enumerate(zip(headers, ours)) if at in placed.blocks], path, settings, bound
    )
    checked = check_prose(prose, placed, answers, path)
    meant = meant_fences(text, fences)
    problems = [problem for answer in answers for problem in answer.problems]
    problems += _repeated_ids(answers)
    problems += _dropped_characters(lines, path)
    problems += displaced_blocks(text, ours, placed.blocks, path)
    problems += missed_blocks(text, fences, meant, path, settings.nesting)
    problems += broken_lists(lines, fences, meant, path)
    problems += unverified_fences(fences, meant, path, require_all=settings.require_all)
    problems += [*checked.problems, *unknown, *fault_problems(odd, shown[len(inserts) :], path)]
    return Page(path, answers, tuple(problems), checked.recorded, checked.values, inserted, checked.citations)


def _dropped_characters(lines: Sequence[str], path: str) -> Iterator[Problem]:
    """A problem for each line that means something else once Python-Markdown has dropped its own two marks from it."""
    for number, line in enumerate(lines, 1):
        if STX not in line and ETX not in line:
            continue
        left = line.replace(STX, "").replace(ETX, "")
        if any(left.count(mark) != line.count(mark) for mark in _MARKS_OF_OURS):
            column = min(line.find(mark) for mark in (STX, ETX) if mark in line) + 1
            message = (
                f"page: expected no control character in this line, got U+{ord(line[column - 1]):04X}, which "
                "Python-Markdown drops. Example: the line without it"
            )
            yield Problem(Place(path, number, column), UNREADABLE, "control-character", message)


def _answers(found: Sequence[tuple[Header, Fence]], path: str, settings: Settings, bound: int) -> tuple[Answer, ...]:
    answers = []
    for header, fence in found:
        answer = answer_block(header, fence, Place(path, fence.line, fence.column), settings, bound)
        bound -= answer.candidates
        answers.append(answer)
    return tuple(answers)


def _placed(text: str, ours: Sequence[Fence], prose: Prose, faults: Sequence[Span], nesting: Nesting) -> Placed:
    # Only indented code and HTML comments take a found fence away again, so that most pages need no conversion.
    regions = [region.opening for region in prose.regions]
    if _needs_conversion(text, ours, [*regions, *faults]) or prose.inline:
        placed = place(text, regions, faults, prose.inline, nesting)
        kept = sorted(placed.regions)
        if len(kept) == len(regions):
            return placed
        # The comments of the others stay as they are, and may end a comment that is never closed above them.
        others = [index for index in range(len(regions)) if index not in placed.regions]
        left = [*faults, *(regions[index] for index in others)]
        again = place(text, [regions[index] for index in kept], left, prose.inline, nesting)
        alone = {others[index - len(faults)] for index in again.faults if index >= len(faults)}
        return again._replace(
            regions=frozenset(kept[index] for index in again.regions),
            faults=frozenset(index for index in again.faults if index < len(faults)),
            lost=placed.lost | alone,
        )
    return Placed(*(frozenset(range(len(each))) for each in (ours, regions, faults)))


def _with_lost(placed: Placed, prose: Prose, text: str) -> Placed:
    """``placed`` with the recorded outputs that the renderer shows as code, though a CommonMark reader sees them."""
    rest = set(range(len(prose.regions))) - placed.regions - placed.lost
    if not rest:
        return placed
    comments = commonmark_sees(text).comments
    seen = {index for index in rest if prose.regions[index].opening.line in comments}
    return placed._replace(lost=placed.lost | seen)


def _needs_conversion(text: str, ours: Sequence[Fence], openings: Sequence[Span]) -> bool:
    lines = text.split("\n")
    if any(fence.indent >= _CODE_INDENT for fence in ours) or any(span.start >= _CODE_INDENT for span in openings):
        return True
    starts = [*(fence.line for fence in ours), *(span.line for span in openings)]
    if any(line > 1 and _is_tight(lines[line - 2], lines[line - 1]) for line in starts):
        return True  # right under a line of indented code a fence becomes text
    if any("\t" in lines[span.line - 1][: span.start] for span in openings):
        return True
    if not ours and not openings:
        return False
    # Comments hide, and raw HTML that is never closed swallows.
    return any("<" in line and _is_html(line) for line in lines)


def _is_tight(above: str, line: str) -> bool:
    # In a quotation, a line of its marks alone is a blank one.
    return bool(above.strip(" \t>" if line.lstrip().startswith(">") else " \t"))


def _is_html(line: str) -> bool:
    return not is_opening(line) and not is_closing(line) and ("<!--" in line or line.lstrip(" \t>").startswith("<"))


def _repeated_ids(answers: Sequence[Answer]) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for answer in answers:
        name = answer.block.options.id
        if name is None:
            continue
        if name in first:
            message = (
                f"option id: expected an id that no other block of the page has, got {name} again "
                f'(first in line {first[name].line}). Example: id="{name}-2"'
            )
            yield Problem(answer.block.place, UNREADABLE, "repeated-id", message)
        first.setdefault(name, answer.block.place)


def _located(page: Page, expanded: Expanded) -> Page:
    """The page with every place in the file that its author has to edit."""

    def at(problem: Problem) -> Problem:
        return problem._replace(place=expanded.locate(problem.place))

    answers = tuple(
        answer._replace(
            block=answer.block._replace(place=expanded.locate(answer.block.place)),
            problems=tuple(map(at, answer.problems)),
        )
        for answer in page.answers
    )
    problems = sorted([*map(at, page.problems), *expanded.problems], key=lambda problem: problem.place)
    recorded = tuple(_recorded_at(each, expanded, page.path) for each in page.recorded)
    values = tuple(each._replace(place=expanded.locate(each.place)) for each in page.values)
    inserts = tuple(each._replace(place=expanded.locate(each.place)) for each in page.inserts)
    citations = tuple(each._replace(place=expanded.locate(each.place)) for each in page.citations)
    return Page(page.path, answers, tuple(problems), recorded, values, inserts, citations)


def _recorded_at(recorded: Recorded, expanded: Expanded, path: str) -> Recorded:
    """A recorded output with the lines of the page's file, where all of it stands in that file.

    A copy that the page includes further to the right stands there, but not as it is.
    """
    region = recorded.region
    start = expanded.locate(recorded.place)
    end = expanded.locate(Place(path, region.closing))
    moved = start.line - region.opening.line
    is_shifted = expanded.is_shifted(region.opening.line)
    in_page = start.path == end.path == path and end.line - region.closing == moved and not is_shifted
    if moved and in_page:
        fence = region.fence and region.fence._replace(line=region.fence.line + moved, end=region.fence.end + moved)
        opening = region.opening._replace(line=region.opening.line + moved)
        region = region._replace(opening=opening, fence=fence, closing=region.closing + moved)
    return recorded._replace(region=region, place=start, in_page=in_page)
