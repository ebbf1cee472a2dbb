"""Waves: one cell per slot, one field of cells per wave, the last one filled as far as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilesite.pages.figures import texts
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import FULL, LINE, Figure, label, percent, wrapped
from tilesite.pages.figures.texts import say
from tilesite.tile.numbers import percent as percentage

_MOST_WAVES = 6
_MOST_CELLS = 528
_MANY_CELLS = 264
_LEAST_COLUMNS, _MOST_COLUMNS = 24, 44
_LEFT = 2200
_PITCH, _FINE_PITCH = 9, 7
_GAP = 7
_UNITS = 1000
"""Parts of a cell that a dash is measured in."""


class _Field(NamedTuple):
    """How the slots of a wave are laid out. ``per_cell`` slots share a cell."""

    slots: int
    per_cell: int
    cells: int
    columns: int

    @property
    def rows(self) -> int:
        return -(-self.cells // self.columns)

    @property
    def pitch(self) -> int:
        """Pixels from one row of cells to the next."""
        return _FINE_PITCH if self.cells > _MANY_CELLS else _PITCH

    @property
    def cell(self) -> int:
        """Width of a cell with its gap."""
        return (FULL - _LEFT) // max(self.columns, _LEAST_COLUMNS)


def waves(result: Mapping[str, Any], lang: str) -> Figure | None:
    """The figure of a tile's waves, or None when it has none: no SM count, or no resident block."""
    found = result["waves"]
    count, slots, last = found["count"], found["slots"], found["last_wave_blocks"]
    if not count or not slots:
        return None
    field = _field(slots)
    shapes: list[str] = []
    y = 0
    for number in _shown(count):
        if number is None:
            shapes.append(label(say(texts.MORE_WAVES, lang, count=grouped(count - 2)), _LEFT, y + 12))
            y += LINE + _GAP
            continue
        name = say(texts.LAST_WAVE if number > _MOST_WAVES else texts.WAVE, lang, number=number)
        shapes.append(label(name, 0, y + 8, classes="tf-soft"))
        shapes += _cells(field, last if number == count else slots, y)
        y += max(field.rows * field.pitch, 11) + _GAP
    for text in wrapped(_key(field, result, lang), say(texts.JOINT, lang)):
        shapes.append(label(text, 0, y + 12, classes="tf-soft"))
        y += LINE
    filled = percentage(last, slots)
    caption = (texts.WAVE_CAPTION if count == 1 else texts.WAVES_CAPTION).with_values(
        count=grouped(count), last=grouped(last), slots=grouped(slots), percent=filled
    )
    says = say(texts.SAY_WAVES, lang, grid=found["grid"], count=count, slots=slots, last=last, percent=filled)
    return Figure("waves", say(texts.WAVES, lang), caption.say(lang), says, y + 4, tuple(shapes))


def _shown(count: int) -> tuple[int | None, ...]:
    """The waves that are drawn; None stands for those left out."""
    return tuple(range(1, count + 1)) if count <= _MOST_WAVES else (1, None, count)


def _field(slots: int) -> _Field:
    least = -(-slots // _MOST_CELLS)
    # A divisor makes every cell whole; it is looked for among a few, so that huge numbers cost nothing.
    per_cell = next((each for each in range(least, min(2 * least, least + 64) + 1) if slots % each == 0), least)
    cells = -(-slots // per_cell)
    if cells <= _LEAST_COLUMNS:
        return _Field(slots, per_cell, cells, cells)
    even = (each for each in range(_MOST_COLUMNS, _LEAST_COLUMNS - 1, -1) if cells % each == 0)
    return _Field(slots, per_cell, cells, next(even, min(cells, _MOST_COLUMNS)))


def _cells(field: _Field, blocks: int, y: int) -> list[str]:
    """The cells of one wave: a dashed line for each row of them, and a darker one as far as it is filled."""
    shapes = []
    filled = blocks * _UNITS // field.per_cell
    fine = " tf-fine" if field.pitch < _PITCH else ""
    for row in range(field.rows):
        before = row * field.columns
        cells = min(field.columns, field.cells - before)
        middle = y + row * field.pitch + field.pitch // 2
        full = min(max(filled - before * _UNITS, 0), cells * _UNITS)
        if full < cells * _UNITS:
            shapes.append(_dashes(f"tf-empty{fine}", field.cell, cells * _UNITS, middle))
        if full:
            shapes.append(_dashes(f"tf-filled{fine}", field.cell, full, middle))
    return shapes


def _dashes(classes: str, cell: int, length: int, y: int) -> str:
    """A row of cells as one line; its dashes are counted in thousandths of a cell, whatever the page's width."""
    end = _LEFT + cell * length // _UNITS
    return (
        f'<line class="tf-cells {classes}" x1="{percent(_LEFT)}" y1="{y}" x2="{percent(end)}" y2="{y}"'
        f' pathLength="{length}"/>'
    )


def _key(field: _Field, result: Mapping[str, Any], lang: str) -> list[str]:
    one = field.per_cell == 1
    cell = say(texts.CELL, lang) if one else say(texts.CELL_OF, lang, count=grouped(field.per_cell))
    resident = result["occupancy"]["blocks_per_sm"]
    return [cell, say(texts.SLOTS, lang, sms=grouped(field.slots // resident), resident=grouped(resident))]
