"""The shapes that figures are made of, as SVG text, and the frame around them.

Across, positions are hundredths of a percent of the figure's width, so that it follows the page; down, they are
pixels, and text keeps its size at every width. Every string is escaped here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import NamedTuple

FULL = 10_000
"""The figure's width."""

NARROWEST = 310
"""Pixels that a figure is given on a phone: what must fit is fitted to this width."""

LINE = 16
"""Pixels from one line of text to the next."""

START = "start"
MIDDLE = "middle"
END = "end"

_WIDE_FROM = 0x2E80
_WIDE = 12.4
_NARROW = 7.0
# What XML does not take, and what Markdown makes its own placeholders of.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Figure(NamedTuple):
    """One figure. ``says`` is what is drawn, in words; ``caption`` stands above it and draws the conclusion.

    ``shapes`` may name ids of their own: they begin with ``uid``. ``over`` is HTML that lies over the drawing, in
    its pixels and hundredths.
    """

    name: str
    title: str
    caption: str
    says: str
    height: int
    shapes: tuple[str, ...]
    over: str = ""


def framed(figure: Figure, uid: str) -> str:
    """The HTML of one figure. ``uid`` begins its ids."""
    own = f"{uid}-{figure.name}"
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img"'
        f' aria-labelledby="{escaped(own)}-title"'
        f' aria-describedby="{escaped(own)}-desc" width="100%" height="{figure.height}"'
        f' style="height:{figure.height}px">'
        f'<title id="{escaped(own)}-title">{escaped(figure.title)}</title>'
        f'<desc id="{escaped(own)}-desc">{escaped(figure.says)}</desc>'
        f"{''.join(figure.shapes)}</svg>"
    )
    if figure.over:
        drawing = f'<div class="tf-stage">{drawing}{figure.over}</div>'
    return (
        f'<figure class="tilesite-figure tilesite-figure-{figure.name}">'
        f"<figcaption>{escaped(figure.caption)}</figcaption>{drawing}</figure>"
    )


def sentence(text: str) -> str:
    """What a figure would say with one number."""
    return f'<p class="tilesite-figure-said">{escaped(text)}</p>'


def escaped(text: str) -> str:
    """``text`` as the content or a quoted attribute of an element; characters that no XML holds become U+FFFD."""
    if not text.isprintable():  # what is printable has none of them
        text = _UNFIT.sub("\ufffd", text)
    return escape(text)


def share(part: int, whole: int, span: int = FULL) -> int:
    """``part / whole`` of ``span``, rounded half up and kept within it. ``whole`` is positive."""
    return (2 * max(0, min(part, whole)) * span + whole) // (2 * whole)


@lru_cache(maxsize=4 * FULL)
def percent(position: int) -> str:
    """A position or a length across, as SVG has it.

    >>> percent(10000), percent(1250), percent(305), percent(-40)
    ('100%', '12.5%', '3.05%', '-0.4%')
    """
    whole, rest = divmod(abs(position), 100)
    sign = "-" if position < 0 else ""
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".") + "%"


def breadth(text: str) -> int:
    """About the width of ``text`` in hundredths of a percent of the narrowest figure."""
    pixels = sum(_WIDE if ord(char) >= _WIDE_FROM else _NARROW for char in text)
    return int(pixels * FULL / NARROWEST)


def rect(classes: str, x: int, y: int, width: int, height: int) -> str:
    """A rectangle."""
    return f'<rect class="{classes}" x="{percent(x)}" y="{y}" width="{percent(width)}" height="{height}"/>'


def line(classes: str, x1: int, y1: int, x2: int, y2: int) -> str:
    """A straight line."""
    return f'<line class="{classes}" x1="{percent(x1)}" y1="{y1}" x2="{percent(x2)}" y2="{y2}"/>'


def label(text: str, x: int, y: int, *, classes: str = "", anchor: str = START, dx: int = 0) -> str:
    """One line of text on the baseline ``y``. ``dx`` moves it by pixels."""
    attributes = f' class="{classes}"' if classes else ""
    attributes += f' text-anchor="{anchor}"' if anchor != START else ""
    attributes += f' dx="{dx}"' if dx else ""
    return f'<text{attributes} x="{percent(x)}" y="{y}">{escaped(text)}</text>'


def titled(name: str, value: str, y: int, classes: str) -> tuple[list[str], int]:
    """A name and its value on one line, or on two where they would meet; and the baseline of the last."""
    apart = breadth(name + value) * 21 // 20 + 300 > FULL  # both are bold
    below = y + LINE if apart else y
    shape = label(value, 0, below, classes=classes) if apart else label(value, FULL, y, classes=classes, anchor=END)
    return [label(name, 0, y, classes="tf-name"), shape], below


def moved(shapes: Iterable[str], right: int, down: int) -> str:
    """The shapes, moved by pixels."""
    return f'<g transform="translate({right} {down})">{"".join(shapes)}</g>'


def within(width: int, shapes: Iterable[str]) -> str:
    """The shapes, their hundredths those of a part of the figure that is this many pixels wide at any width."""
    return f'<svg width="{width}" height="100%" overflow="visible">{"".join(shapes)}</svg>'


def hatched(name: str, x: int, y: int, width: int, height: int) -> str:
    """A rectangle that is hatched with the pattern of this id."""
    shape = rect("tf-hatched", x, y, width, height)
    return shape.replace("<rect", f'<rect fill="url(#{escaped(name)})"', 1)


def with_hatching(shapes: Iterable[str], name: str) -> tuple[str, ...]:
    """The shapes, after the definition of the hatched fill of this id when one of them is ``hatched`` with it."""
    drawn = tuple(shapes)
    if not any(f"#{escaped(name)})" in shape for shape in drawn):
        return drawn
    definition = (
        f'<defs><pattern id="{escaped(name)}" patternUnits="userSpaceOnUse" width="6" height="6"'
        ' patternTransform="rotate(45)"><line class="tf-hatch" x1="1" y1="0" x2="1" y2="6"/></pattern></defs>'
    )
    return (definition, *drawn)


def wrapped(parts: Iterable[str], joint: str) -> list[str]:
    """The parts in as few lines as fit, those on one line with ``joint`` between them; a part is never broken."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{joint}{part}" if lines else part
        if lines and breadth(longer) <= FULL:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
