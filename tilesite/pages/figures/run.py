"""One run of bytes: a bulk copy without a descriptor, where it lies in global memory and in the tile."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, NamedTuple

from tilesite.pages.figures import copy_texts as texts
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.svg import FULL, LINE, Figure, label, line, rect, share, titled
from tilesite.pages.figures.texts import say
from tilesite.tma.plan.copies import TMA_1D, Tensor, Tile
from tilesite.tma.plan.dtypes import FP4_PACKED, DType
from tilesite.tma.plan.request import read_request
from tilesite.tma.plan.symbolic import constant_of

_BAR = 18
_BETWEEN = 8
_LEAST = 60


class Run(NamedTuple):
    """A run of ``size`` bytes: byte ``start`` of the tensor and byte ``at`` of the tile.

    ``tensor`` and ``tile`` are the bytes of each, None where a size is a symbol.
    """

    load: bool
    size: int
    start: int
    at: int
    tensor: int | None
    tile: int


def with_run(plan: Mapping[str, Any], values: Mapping[str, object]) -> dict[str, Any]:
    """The --json object of a copy, with its ``Run`` under ``run`` where it is one; ``values`` are its block's keys."""
    if plan["path"] != TMA_1D:
        return {**plan}
    copy = read_request(values).copy
    (listed,) = plan["instructions_block0"]
    found = Run(
        copy.load,
        listed["bytes"],
        _bytes(listed["global_offset_elems"], copy.tensor.dtype),
        _bytes(listed["smem_offset_elems"], copy.tile.dtype),
        _tensor_bytes(copy.tensor),
        _tile_bytes(copy.tile),
    )
    return {**plan, "run": found}


def run(found: Run, lang: str) -> Figure:
    """The figure of a run: both memories as bars, each to its own scale."""
    size = grouped(found.size)
    shapes, y = [], 0
    for name, at, whole in ((texts.GLOBAL, found.start, found.tensor), (texts.SHARED, found.at, found.tile)):
        value = say(texts.RUN_OF if whole else texts.RUN_SIZE, lang, size=size, whole=grouped(whole or 0))
        drawn, base = titled(say(name, lang), value, y + 12, "tf-strong")
        scale = max(whole or 0, at + found.size, 1)
        top, x = base + 8, min(share(at, scale), FULL - _LEAST)
        wide = max(min(share(found.size, scale), FULL - x), _LEAST)
        shapes += [*drawn, rect("tf-track", 0, top, FULL, _BAR), rect("tf-a", x, top, wide, _BAR)]
        shapes.append(line("tf-limit", x, top - 3, x, top + _BAR + 3))
        shapes.append(label(say(texts.BEGINS, lang, start=grouped(at)), 0, top + _BAR + LINE, classes="tf-soft"))
        y = top + _BAR + LINE + _BETWEEN
    caption = say(texts.RUN_CAPTION, lang, size=size)
    return Figure("run", say(texts.RUN, lang), caption, _says(found, lang), y, tuple(shapes))


def _says(found: Run, lang: str) -> str:
    text = texts.SAY_RUN if found.load else texts.SAY_RUN_STORE
    said = [say(text, lang, size=found.size, start=found.start, at=found.at)]
    if found.tensor is not None:
        said.append(say(texts.SAY_WHOLE, lang, whole=found.tensor))
    return " ".join([*said, say(texts.SAY_TILE, lang, whole=found.tile)])


def _bytes(offset: int, dtype: DType) -> int:
    """An offset as a plan has it, in bytes: that of packed FP4 counts them already."""
    return offset if dtype.name == FP4_PACKED else offset * dtype.bits // 8


def _tensor_bytes(tensor: Tensor) -> int | None:
    """From the tensor's first byte to its last, whatever its strides."""
    extents, strides = [constant_of(size) for size in tensor.shape], [constant_of(each) for each in tensor.strides]
    last = 0
    for extent, stride in zip(extents, strides):
        if extent is None or stride is None:
            return None
        last += (extent - 1) * stride
    return ((last + 1) * tensor.dtype.payload_bits + 7) // 8


def _tile_bytes(tile: Tile) -> int:
    return (prod(tile.shape) * tile.dtype.payload_bits + 7) // 8
