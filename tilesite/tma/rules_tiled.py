"""The rules of cuTensorMapEncodeTiled, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterator

from tilesite.findings import Finding
from tilesite.tma import rule_rows as rows
from tilesite.tma import rules_shared as shared
from tilesite.tma.enums import INTERLEAVE
from tilesite.tma.types import TILED, Request


def rank(request: Request) -> Iterator[Finding]:
    """The rank is 1 to 5, and 3 at least with an interleave layout.

    Reason: a tensor map has room for five dimensions; interleaved layouts have channels beside two or three
    spatial dimensions. Source: cuda.h:23275-23276.
    """
    if request.rank == 0:
        yield rows.RANK_ZERO.found(TILED, {}, (0, 1, "dimensions"))
    elif request.rank > 5:
        yield rows.RANK_GT_5.found(TILED, {"rank": request.rank}, (request.rank, 5, "dimensions"))
    if request.interleave and request.rank < 3:
        values = {"rank": request.rank, "interleave": INTERLEAVE.names[request.interleave]}
        yield rows.RANK_LT_3_INTERLEAVED.found(TILED, values, (request.rank, 3, "dimensions"))


def box_range(request: Request) -> Iterator[Finding]:
    """Every box dimension is 1 to 256. Reason: none is given; TileLang cuts tiles there. Source: cuda.h:23300-23301."""
    for axis, extent in enumerate(request.box or ()):
        if extent == 0:
            yield rows.BOX_ZERO.found(TILED, {"axis": axis}, (0, 1, "elements"))
        elif extent > 256:
            yield rows.BOX_GT_256.found(TILED, {"axis": axis, "extent": extent}, (extent, 256, "elements"))


def box_in_tensor(request: Request) -> Iterator[Finding]:
    """A box dimension is larger than the tensor: a warning.

    Reason: drivers take it, the rest of the box is out of bounds; CCCL refuses it.
    Source: make_tma_descriptor.h:482-490.
    """
    for axis, (extent, box) in enumerate(zip(request.global_dim, request.box or ())):
        if box > extent:
            values = {"axis": axis, "box": box, "extent": extent}
            yield rows.BOX_GT_DIM.found(TILED, values, (box, extent, "elements"))


def box_packed(request: Request) -> Iterator[Finding]:
    """The inner box of 16U4_ALIGN16B and 16U6_ALIGN16B is 128 values.

    Reason: one row of them fills 128 bytes of shared memory, gaps included. Source: cuda.h:23303.
    """
    if request.dtype.gapped and request.box and request.box[0] != 128:
        values = {"extent": request.box[0], "dtype": request.dtype.name}
        yield rows.BOX_NOT_128.found(TILED, values, (request.box[0], 128, "elements"))


def inner_box_16(request: Request) -> Iterator[Finding]:
    """Without interleave the inner box is a multiple of 16 bytes.

    Reason: TMA writes shared memory in chunks of 16 bytes. Source: cuda.h:23302; copy_analysis.cc:195-231.
    """
    if request.interleave or not request.box:
        return
    extent, bits = request.box[0], request.dtype.bits
    if extent * bits % 128:
        values = {"extent": extent, "bits": bits, "total": extent * bits}
        yield rows.INNER_BOX_NOT_16.found(TILED, values, (extent * bits, 128, "bits"))


RULES_TILED = (
    shared.device,
    shared.dtype,
    shared.map_address,
    shared.address_null,
    shared.address_16,
    shared.address_32,
    rank,
    shared.dim_range,
    shared.dim_packed,
    shared.inner_stride,
    shared.stride_16,
    shared.stride_32,
    shared.stride_below_2_40,
    box_range,
    box_packed,
    inner_box_16,
    shared.element_strides,
    shared.interleave_dtype,
    shared.swizzle_span,
    shared.swizzle_interleave,
    shared.swizzle_dtype,
    shared.nan_fill,
    shared.stride_overlap,
    box_in_tensor,
    shared.store_overrun,
)
