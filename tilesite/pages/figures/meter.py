"""A meter: what is used, part by part, against a limit that is marked. What is over it keeps its own length."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.pages.figures.svg import (
    END,
    FULL,
    LINE,
    MIDDLE,
    START,
    breadth,
    hatched,
    label,
    line,
    rect,
    share,
    titled,
)

BAR = 18
_CLEAR = 200
"""Room that stays free beside a label, in hundredths of a percent."""


class Part(NamedTuple):
    """What is used from ``start`` to ``end``, in the meter's unit. ``text`` is written into it where it fits."""

    start: int
    end: int
    classes: str
    text: str = ""


class Meter(NamedTuple):
    """What is used of what.

    ``limit_text`` stands at the limit, ``over_text`` beside it when the limit is passed, ``note`` before them or
    below. ``hatched`` marks what lies between the last part and the limit, and the note is then about that.
    """

    name: str
    value: str
    parts: tuple[Part, ...]
    limit: int
    limit_text: str
    over_text: str = ""
    note: str = ""
    hatched: bool = False

    @property
    def used(self) -> int:
        """The end of the last part."""
        return self.parts[-1].end if self.parts else 0


def draw_meter(meter: Meter, y: int, hatch: str) -> tuple[list[str], int]:
    """The shapes of a meter whose top is at ``y``, and where the next thing may begin."""
    scale = max(meter.limit, meter.used, 1)
    over = meter.used > meter.limit
    shapes, base = titled(meter.name, meter.value, y + 12, "tf-over-text" if over else "tf-strong")
    top = base + 8
    shapes.append(rect("tf-track", 0, top, share(meter.limit, scale), BAR))
    for part in meter.parts:
        shapes += _part(part, meter.limit, scale, top)
    if meter.hatched and not over:
        used = share(meter.used, scale)
        shapes.append(hatched(hatch, used, top, FULL - used, BAR))
    at = share(meter.limit, scale)
    shapes.append(line("tf-limit", at, top - 3, at, top + BAR + 3))
    return _captions(meter, at, top + BAR + LINE, shapes)


def _part(part: Part, limit: int, scale: int, top: int) -> list[str]:
    inside = part._replace(end=min(part.end, limit))
    beyond = part._replace(start=max(part.start, limit), classes="tf-over", text="")
    shapes = []
    for piece in (inside, beyond):
        if piece.start >= piece.end:
            continue
        start, end = share(piece.start, scale), share(piece.end, scale)
        shapes.append(rect(piece.classes, start, top, end - start, BAR))
        if piece.text and breadth(piece.text) + _CLEAR <= end - start:
            shapes.append(label(piece.text, (start + end) // 2, top + 13, anchor=MIDDLE))
    return shapes


def _captions(meter: Meter, at: int, y: int, shapes: list[str]) -> tuple[list[str], int]:
    """The line below the bar: the note from the left, the limit at its mark; two lines when they would meet."""
    over = meter.used > meter.limit
    text = f"{meter.limit_text} · {meter.over_text}" if over else meter.limit_text
    room = breadth(text)
    ends_here = at >= room
    begins = at - room if ends_here else max(0, min(at, FULL - room))
    shapes.append(
        label(text, at, y, classes="tf-over-text" if over else "tf-soft", anchor=END)
        if ends_here
        else label(text, begins, y, classes="tf-over-text" if over else "tf-soft")
    )
    if not meter.note:
        return shapes, y + LINE
    down = LINE if meter.hatched or breadth(meter.note) + _CLEAR > begins else 0
    x, anchor = (FULL, END) if meter.hatched else (0, START)
    shapes.append(label(meter.note, x, y + down, classes="tf-soft", anchor=anchor))
    return shapes, y + down + LINE
