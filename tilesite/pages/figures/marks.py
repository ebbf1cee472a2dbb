"""The marks of a sweep's chart: a shape for what binds, a size for how full the last wave is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilesite.pages.figures import texts
from tilesite.pages.figures.candidates import Candidate, Place
from tilesite.pages.figures.numbers import grouped, kilobytes, megabytes
from tilesite.pages.figures.svg import FULL, LINE, escaped, label, percent
from tilesite.pages.figures.texts import say
from tilesite.tile.calculator import LIMITS

_RADII = (3, 4, 5)
_FULLER = (0.5, 0.8)
"""The fills of a last wave from which on a mark is one size larger."""

_SHAPES = {
    "registers": '<circle id="{id}" r="{r}"/>',
    "shared": '<path id="{id}" d="M-{r}-{r}H{r}V{r}H-{r}z"/>',
    "threads": '<path id="{id}" d="M-{r} {r}L0-{r}L{r} {r}z"/>',
    "blocks": '<path id="{id}" d="M-{r} 0L0-{r}L{r} 0L0 {r}z"/>',
}
_STOPPED = '<circle id="{id}" r="2.5"/>'
_KEY_WIDTH = 32
_APART = 9


class Marks(NamedTuple):
    """The marks of one chart: the beginning of their ids, and the limits that bind some candidate of it."""

    ids: str
    binding: tuple[str, ...]

    def defined(self) -> str:
        """Every shape once, to be used by its id."""
        shapes = [
            _SHAPES[name].format(id=self._id(name, size), r=radius)
            for name in self.binding
            for size, radius in enumerate(_RADII)
        ]
        return f"<defs>{''.join(shapes)}{_STOPPED.format(id=self._id(None, 0))}</defs>"

    def place(self, place: Place, lang: str) -> str:
        """The mark of a place: its best candidate's, hollow when all are stopped; its words are shown on hover."""
        best = place.best
        stopped = Counter(each.stopped_by for each in place.candidates if each.stopped_by)
        rules = "".join(f" tf-by-{rule}" for rule in sorted(stopped))
        used = self._use(best.binding, _size(best.fill), rules) if best else self._use(None, 0, rules)
        title = f"<title>{escaped(_told(place, stopped, lang))}</title>"
        return f'{used} x="{percent(place.x)}" y="{place.y}">{title}</use>'

    def key(self, binding: str | None, sizes: Sequence[int] = (1,)) -> str:
        """Marks of these sizes in a row, centred in the room before a key's words."""
        first = _KEY_WIDTH // 2 - 2 - _APART * (len(sizes) - 1) // 2
        uses = [
            f'{self._use(binding, size if binding else 0, "")} x="{first + _APART * index}"/>'
            for index, size in enumerate(sizes)
        ]
        return "".join(uses)

    def _use(self, binding: str | None, size: int, rules: str) -> str:
        kind = f"tf-at tf-{binding}" if binding else "tf-none"
        # Material's instant navigation assigns every `href` of a page it fetched, which a `use` does not allow.
        return f'<use class="{kind}{escaped(rules)}" xlink:href="#{self._id(binding, size)}"'

    def _id(self, binding: str | None, size: int) -> str:
        return f"{escaped(self.ids)}-{binding or 'stopped'}-{size}"


def marks_of(candidates: Iterable[Candidate], ids: str) -> Marks:
    """The marks that these candidates need."""
    binding = {each.binding for each in candidates}
    return Marks(ids, tuple(name for name in LIMITS if name in binding))


def keys(marks: Marks, candidates: Sequence[Candidate], y: int, lang: str) -> tuple[list[str], int]:
    """What the marks mean, in two columns from the baseline ``y`` on, and where they end."""
    binding = Counter(each.binding for each in candidates if each.binding)
    stopped = sum(1 for each in candidates if each.stopped_by)
    items = []
    for name in marks.binding:
        said = say(texts.RULE_KEY, lang, rule=say(texts.LIMIT_NAMES[name], lang), count=grouped(binding[name]))
        items.append((marks.key(name), said))
    if stopped:
        items.append((marks.key(None), say(texts.STOPPED_KEY, lang, count=grouped(stopped))))
    if binding:
        most = max(marks.binding, key=lambda name: binding[name])
        items.append(('<path class="tf-front" d="M0 0h22"/>', say(texts.FRONT_KEY, lang)))
        items.append((marks.key(most, range(len(_RADII))), say(texts.SIZE_KEY, lang)))
    shapes = []
    for index, (mark, text) in enumerate(items):
        row, column = divmod(index, 2)
        x, at = column * FULL // 2, y + row * (LINE + 4)
        shapes.append(f'<svg class="tf-loose" x="{percent(x)}" y="{at - 4}">{mark}</svg>')
        shapes.append(label(text, x, at, dx=_KEY_WIDTH))
    return shapes, y + -(-len(items) // 2) * (LINE + 4)


def _size(fill: float | None) -> int:
    return 1 if fill is None else sum(fill >= least for least in _FULLER)


def _told(place: Place, stopped: Counter[str], lang: str) -> str:
    best = place.best
    first = best or place.candidates[0]
    told = []
    if best and best.binding:
        count = len(place.candidates) - stopped.total()
        told.append(say(texts.AT_FEASIBLE, lang, count=count, name=say(texts.LIMIT_NAMES[best.binding], lang)))
    told += [say(texts.AT_STOPPED, lang, count=count, rule=rule) for rule, count in sorted(stopped.items())]
    shared, traffic = kilobytes(first.shared), megabytes(first.traffic)
    return say(texts.AT_PLACE, lang, shared=shared, traffic=traffic, told=say(texts.LIST_COMMA, lang).join(told))
