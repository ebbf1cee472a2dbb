"""A chart of a few lines as inline SVG: it takes the page's own colours, so that it is right in the dark too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 480, 220, 56, 44, 26
_DASHES = ("", "6 4")

Points = Sequence[tuple[float, float]]


def chart(lines: Mapping[str, Points], across: str, up: str) -> str:
    """Lines from zero on, with their points named on both axes. On one line of text, as Markdown needs it."""
    widest = max(x for points in lines.values() for x, _ in points)
    highest = max(y for points in lines.values() for _, y in points)
    said = "; ".join(f"{name}: " + ", ".join(f"{_said(x)}: {_said(y)}" for x, y in pts) for name, pts in lines.items())
    parts = [
        (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" style="max-width:{WIDTH}px;width:100%;font-size:11px" '
            f'fill="currentColor" aria-label="{escape(f"{up}, {across}; {said}")}">'
        ),
        f'<text x="0" y="14">{escape(up)}</text>',
        f'<text x="{WIDTH}" y="{HEIGHT - 4}" text-anchor="end">{escape(across)}</text>',
        f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH}" fill="none" stroke="currentColor" stroke-opacity=".4"/>',
    ]
    for number, (name, points) in enumerate(lines.items()):
        places = [(_across(x, widest), _up(y, highest)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = f' stroke-dasharray="{_DASHES[number % len(_DASHES)]}"' if _DASHES[number % len(_DASHES)] else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="1.5"{dashes}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in places]
        x, y = places[-1]
        parts.append(f'<text x="{x - 6:.1f}" y="{y - 8:.1f}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_said(points[-1][1])}</text>')
    ticks = sorted({x for points in lines.values() for x, _ in points})
    parts += [
        f'<text x="{_across(x, widest):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{_said(x)}</text>'
        for x in ticks
        if x in (ticks[0], ticks[-1]) or _across(x, widest) - _across(ticks[0], widest) > 60
    ]
    return "".join(parts) + "</svg>"


def _across(x: float, widest: float) -> float:
    return LEFT + (WIDTH - LEFT - 24) * x / widest


def _up(y: float, highest: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP - 10) * y / highest


def _said(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
