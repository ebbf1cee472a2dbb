"""The figures of a ``copy`` block and of a ``gemm`` block, chosen by the path that each copy takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tilesite.pages.figures import copy_texts as texts
from tilesite.pages.figures.box import box
from tilesite.pages.figures.instructions import box_words, cut_of, instructions, told
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.pixels import pixels
from tilesite.pages.figures.plane import product
from tilesite.pages.figures.run import Run, run
from tilesite.pages.figures.svg import framed, sentence
from tilesite.pages.figures.texts import say
from tilesite.tma.plan.copies import TMA_1D


def copy_figures(result: Mapping[str, Any], lang: str, uid: str) -> str:
    """The figures of one copy; ``result`` may hold its ``Run`` under ``run``. What is one number is a sentence."""
    drawn = list(_of_copy(result, lang, uid))
    return f'<div class="tilesite-figures">{"".join(drawn)}</div>'


def gemm_figures(result: Mapping[str, Any], lang: str, uid: str) -> str:
    """One small figure for each operand, side by side where there is room."""
    cuts = {name: cut_of(plan) for name, plan in result["operands"].items()}
    unit = max((max(cut.tile) for cut in cuts.values() if cut), default=1)
    drawn = "".join(
        framed(instructions(cut, lang, f"{uid}-{name}", name, unit), f"{uid}-{name}")
        if cut
        else _instead(name, result["operands"][name], lang)
        for name, cut in cuts.items()
    )
    return f'<div class="tilesite-figures tilesite-figures-small">{drawn}</div>'


def _of_copy(result: Mapping[str, Any], lang: str, uid: str) -> Iterator[str]:
    cut, found = cut_of(result), result.get("run")
    if isinstance(found, Run):
        yield framed(run(found, lang), uid)
    elif cut is None:
        yield sentence(_without_bulk(result, lang))
    elif cut.total == 1:
        yield sentence(say(texts.ONE, lang, box=box_words(cut, lang), told=told(cut, 0, lang)))
    else:
        yield framed(instructions(cut, lang, uid), uid)
    descriptor = result["descriptor"]
    if descriptor:
        drawn = box(result, lang, uid) or pixels(result, lang, uid)
        yield framed(drawn, uid) if drawn else sentence(_symbolic(descriptor, lang))


def _instead(name: str, plan: Mapping[str, Any], lang: str) -> str:
    return sentence(say(texts.CAPTION_OF, lang, name=name, caption=_without_bulk(plan, lang)))


def _without_bulk(plan: Mapping[str, Any], lang: str) -> str:
    if plan["path"] == TMA_1D:
        return say(texts.RUN_CAPTION, lang, size=grouped(plan["instructions_block0"][0]["bytes"]))
    said, reject = say(texts.ORDINARY[plan["path"]], lang), plan["reject"]
    note = plan["note"] or (reject["reason"] if reject else "")
    if not note:
        return said
    # A note may be a sentence of the compiler's, with its own full stop.
    return say(texts.WHY_SENTENCE if note.endswith((".", "。")) else texts.WHY, lang, said=said, note=note)


def _symbolic(descriptor: Mapping[str, Any], lang: str) -> str:
    dims = " × ".join(map(str, descriptor["global_dim"]))
    return say(texts.SYMBOLIC, lang, dims=dims, box=product(descriptor["box_dim"]))
