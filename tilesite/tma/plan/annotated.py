"""The layout that a request annotates, and the one that the compiler infers where none is."""

from __future__ import annotations

from tilesite.tma.plan.addresses import first_collision, least
from tilesite.tma.plan.copies import Copy, Tile
from tilesite.tma.plan.expressions import evaluate
from tilesite.tma.plan.families import FULL, HALF, QUARTER, bank, hopper, operand, over_last_two, volta
from tilesite.tma.plan.layouts import Layout, axis, custom, extents, linear, tma_linear
from tilesite.tma.plan.refusal import COMPILER_CHECK, NotModelled, Refused
from tilesite.tma.plan.request import LayoutRequest

LARGEST_CHECKED = 262144
"""Points of a layout that the compiler checks one by one for two with the same place."""

_NOT_PROVEN = (
    "injectivity could not be proven: "
    f"the logical input domain exceeds the exact-check limit of {LARGEST_CHECKED} points"
)
_BANKS = {"full": FULL, "half": HALF, "quarter": QUARTER}
_SWIZZLED = (*_BANKS, "swizzled", "wgmma", "volta")


def annotated_layout(wanted: LayoutRequest, tile: Tile) -> Layout | None:
    """The annotated layout of the tile, None for the default.

    Raises Refused where its maker refuses the shape, and where two elements would share a place.
    """
    layout = _made(wanted, tile)
    if layout is not None:
        _check_injective(layout, wanted)
    return layout


def inferred_layout(copy: Copy) -> Layout:
    """The layout that a copy with a descriptor gives a tile without one: a load's is linear, a store's swizzled."""
    tile = copy.tile
    in_order = tma_linear(tile.shape, tile.extent)
    if copy.load or len(tile.shape) < 2:
        return in_order
    swizzled = over_last_two(tile.shape, lambda rows, columns: hopper(rows, columns, tile.dtype.bits, True))
    plain = over_last_two(tile.shape, lambda rows, columns: linear((rows, columns)))
    return in_order if swizzled == plain else swizzled


def _made(wanted: LayoutRequest, tile: Tile) -> Layout | None:
    if wanted.kind == "linear":
        return linear(tile.shape)
    if wanted.kind == "custom" and wanted.function is not None:
        return custom(wanted.function, tile.shape)
    if wanted.kind in _SWIZZLED:
        return over_last_two(tile.shape, lambda rows, columns: _swizzled(wanted, rows, columns, tile.dtype.bits))
    return None


def _swizzled(wanted: LayoutRequest, rows: int, columns: int, bits: int) -> Layout:
    if wanted.kind in _BANKS:
        return bank(rows, columns, bits, _BANKS[wanted.kind])
    if wanted.kind == "volta":
        return volta(rows, columns, wanted.is_a, wanted.k_inner)
    if wanted.kind == "wgmma":
        return hopper(rows, columns, bits, wanted.k_major, wanted.continuity)
    return (
        operand(rows, columns, bits, wanted.k_major)
        if wanted.allow_pad
        else hopper(rows, columns, bits, wanted.k_major)
    )


def _check_injective(layout: Layout, wanted: LayoutRequest) -> None:
    points = 1
    for extent in layout.shape:
        points *= extent
    if wanted.kind != "custom":
        if points > LARGEST_CHECKED and len(layout.outputs) > 1:
            raise Refused(COMPILER_CHECK, _invalid(_NOT_PROVEN))
        return
    if points > LARGEST_CHECKED:
        raise NotModelled(f"custom layout over more than {LARGEST_CHECKED} points")
    if any(extent == 1 and least(output, layout.shape) < 0 for output, extent in zip(layout.outputs, extents(layout))):
        raise NotModelled("custom layout with a coordinate of -1 and 0")
    collision = first_collision(layout)
    if collision is not None:
        one, other = (list(point) for point in collision)
        place = [evaluate(output, {axis(k): x for k, x in enumerate(one)}) for output in layout.outputs]
        both = f"logical coordinates {one} and {other} both map to physical coordinates {place}"
        raise Refused(COMPILER_CHECK, _invalid(both))


def _invalid(details: str) -> str:
    return f"Invalid layout for shared buffer `S`: the forward map must be injective. Details: {details}"
