"""The figures of verified blocks: a result's JSON object in, inline SVG out. Nothing is drawn from typed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilesite.pages.figures.box import box
from tilesite.pages.figures.candidates import candidates_of
from tilesite.pages.figures.fit import fit
from tilesite.pages.figures.picker import picker
from tilesite.pages.figures.pixels import pixels
from tilesite.pages.figures.scatter import scatter
from tilesite.pages.figures.space import sweep_space
from tilesite.pages.figures.strip import strip
from tilesite.pages.figures.svg import Figure, framed
from tilesite.pages.figures.swizzle import swizzle
from tilesite.pages.figures.table import only_one, table
from tilesite.pages.figures.waves import waves

__all__ = ["figure", "sweep_space"]


def figure(kind: str, result: Mapping[str, Any], lang: str, uid: str) -> str:
    """The figures of one block as an HTML fragment that is safe to insert; empty when there is nothing to draw.

    ``result`` is the --json object of the block. A sweep's may hold the whole space under ``space`` (see
    ``sweep_space``), else its rows alone are drawn; a copy's that is one run of bytes holds it under ``run`` (see
    ``tilesite.pages.figures.run``). ``uid`` begins every id of the fragment.
    """
    if kind == "sweep":
        return _sweep(result, lang, uid)
    if kind == "tile":
        return _together(fit(result, lang, uid), waves(result, lang), uid)
    if kind == "tma":
        return _together(box(result, lang, uid) or pixels(result, lang, uid), swizzle(result, lang), uid)
    if kind in ("copy", "gemm"):
        from tilesite.pages.figures import copies  # few pages plan, and the planner is large

        return (copies.copy_figures if kind == "copy" else copies.gemm_figures)(result, lang, uid)
    return ""


def _sweep(result: Mapping[str, Any], lang: str, uid: str) -> str:
    candidates = candidates_of(result)
    if result["candidates"] == len(candidates) == 1:
        return f'<div class="tilesite-figures">{only_one(candidates[0], lang)}</div>'
    between = table(result, lang) + (picker(result, lang, uid) if result.get("space") else "")
    return _together(scatter(result, lang, uid), strip(result, lang), uid, between)


def _together(first: Figure | None, second: Figure | None, uid: str, between: str = "") -> str:
    drawn = [framed(each, uid) if each else "" for each in (first, second)]
    return f'<div class="tilesite-figures">{between.join(drawn)}</div>' if any(drawn) else ""
