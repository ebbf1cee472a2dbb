"""The rules that hold for both calls: device, addresses, extents, strides, modes.

Each is a function from a Request to the findings it yields. Tuples of them are ordered; a request breaks a rule or
keeps it whatever the others say.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilesite.findings import Finding
from tilesite.tma import enums
from tilesite.tma import rule_rows as rows
from tilesite.tma.enums import INTERLEAVE, SWIZZLE, SWIZZLE_SPANS
from tilesite.tma.rule_texts import CAUSE_INTERLEAVE
from tilesite.tma.types import LOAD, STORE, Request

_SWIZZLES_16U6 = (0, enums.SWIZZLE_128B, enums.SWIZZLE_ATOM_32B, enums.SWIZZLE_ATOM_64B)
_SWIZZLES_16U4 = (0, enums.SWIZZLE_128B, enums.SWIZZLE_ATOM_32B)


def bytes_text(bits: int) -> str:
    """``bits`` as bytes, exact: 124 bits are "15.5" bytes."""
    whole, rest = divmod(bits, 8)
    return f"{whole}.{rest * 125:03d}".rstrip("0") if rest else str(whole)


def in_bytes(bits: int, limit: int) -> tuple[int, int, str]:
    """Actual, limit and unit of a rule that compares bytes; in bits where the actual value is no whole byte."""
    if bits % 8:
        return bits, limit * 8, "bits"
    return bits // 8, limit, "bytes"


def device(request: Request) -> Iterator[Finding]:
    """Tensor maps, the 128B_ATOM swizzles and the packed types each need a capability; unchecked without a device.

    Reason: the units exist from 9.0 on; CCCL refuses the newer modes and 16U4_ALIGN8B on 9.x. For the two types
    with gaps no source was found; they are held to the same.
    Source: cuda.h:23242; make_tma_descriptor.h:177-190.
    """
    if request.capability is None:
        return
    major, minor = request.capability
    values: dict[str, object] = {"device": request.device, "capability": f"{major}.{minor}"}
    numbers = (f"{major}.{minor}", "9.0", "compute capability")
    if major < 9:
        yield rows.NO_TMA_ON_DEVICE.found(request.api, values, numbers)
    if major != 9:
        return
    numbers = (f"{major}.{minor}", "10.0", "compute capability")
    if request.swizzle > enums.SWIZZLE_128B:
        mode = SWIZZLE.names[request.swizzle]
        yield rows.SWIZZLE_NEEDS_CC10.found(request.api, {**values, "swizzle": mode}, numbers)
    if request.dtype.enum == enums.U4_ALIGN8B or request.dtype.gapped:
        row = rows.DTYPE_NEEDS_CC10_ALIGN16B if request.dtype.gapped else rows.DTYPE_NEEDS_CC10
        yield row.found(request.api, {**values, "dtype": request.dtype.name}, numbers)


def dtype(request: Request) -> Iterator[Finding]:
    """An element type that no tensor-map data type carries cannot be described.

    Reason: CUtensorMapDataType has no entry for it; TileLang stops with an error there.
    Source: cuda.h:3610-3627; op/utils.cc:202-277.
    """
    if request.dtype.enum is None:
        yield rows.NO_DTYPE.found(request.api, {"label": request.dtype_label})


def map_address(request: Request) -> Iterator[Finding]:
    """The tensor map itself is 64-byte aligned.

    Reason: none is given; a stack variable of a compiler without alignas may break it. Source: cuda.h:23248.
    """
    address = request.map_address
    if address is not None and address % 64:
        values = {"address": hex(address), "rest": address % 64}
        yield rows.MAP_NOT_64.found(request.api, values, (address, 64, "bytes"))


def address_null(request: Request) -> Iterator[Finding]:
    """The base address is not null.

    Reason: cuda.h does not say so, but every public report of a null base was refused.
    Source: flash-attention issue 1343; make_tma_descriptor.h:341-344.
    """
    if request.address == 0:
        yield rows.ADDR_NULL.found(request.api, {})


def address_16(request: Request) -> Iterator[Finding]:
    """The base address is a multiple of 16. Reason: TMA moves chunks of 16 bytes. Source: cuda.h:23278."""
    address = request.address
    if address is not None and address % 16:
        values = {"address": hex(address), "rest": address % 16}
        yield rows.ADDR_NOT_16.found(request.api, values, (address, 16, "bytes"))


def address_32(request: Request) -> Iterator[Finding]:
    """The base address is a multiple of 32 with interleave 32B, 16U4_ALIGN16B and 16U6_ALIGN16B.

    Reason: those move chunks of 32 bytes. Source: cuda.h:23279-23280.
    """
    address = request.address
    if address is None or not address % 32:
        return
    values = {"address": hex(address), "rest": address % 32}
    numbers = (address, 32, "bytes")
    if request.interleave == enums.INTERLEAVE_32B:
        yield rows.ADDR_NOT_32_INTERLEAVE.found(request.api, {**values, "cause": CAUSE_INTERLEAVE}, numbers)
    if request.dtype.gapped:
        yield rows.ADDR_NOT_32_PACKED.found(request.api, {**values, "cause": request.dtype.name}, numbers)


def dim_range(request: Request) -> Iterator[Finding]:
    """Every extent is 1 to 2^32. Reason: coordinates have 32 bits. Source: cuda.h:23282-23283."""
    for axis, extent in enumerate(request.global_dim):
        if extent == 0:
            yield rows.DIM_ZERO.found(request.api, {"axis": axis}, (0, 1, "elements"))
        elif extent > 2**32:
            yield rows.DIM_GT_2_32.found(request.api, {"axis": axis, "extent": extent}, (extent, 2**32, "elements"))


def dim_packed(request: Request) -> Iterator[Finding]:
    """The fastest extent is a multiple of 128 (16U4_ALIGN16B, 16U6_ALIGN16B) or even (16U4_ALIGN8B).

    Reason: packed values come in groups that begin on bytes. Source: cuda.h:23284-23285.
    """
    extent = request.global_dim[0] if request.global_dim else 0
    values = {"extent": extent, "dtype": request.dtype.name}
    if request.dtype.gapped and extent % 128:
        yield rows.DIM_NOT_128.found(request.api, values, (extent, 128, "elements"))
    if request.dtype.enum == enums.U4_ALIGN8B and extent % 2:
        yield rows.DIM_ODD.found(request.api, values, (extent, 2, "elements"))


def inner_stride(request: Request) -> Iterator[Finding]:
    """The innermost stride is 1. Reason: the call has no place for another one. Source: copy_analysis.cc:154-163."""
    if request.inner_stride != 1:
        values = {"stride": request.inner_stride}
        yield rows.INNER_STRIDE_NOT_1.found(request.api, values, (request.inner_stride, 1, "elements"))


def stride_16(request: Request) -> Iterator[Finding]:
    """Every stride is a multiple of 16 bytes; a warning where the dimension has extent 1.

    Reason: TMA addresses chunks of 16 bytes; two machines disagreed about a stride that is never used.
    Source: cuda.h:23288-23289; flashinfer issue 2150.
    """
    for index, bits in enumerate(request.stride_bits):
        if bits % 128:
            row = rows.STRIDE_NOT_16_SIZE_1 if request.global_dim[index + 1] == 1 else rows.STRIDE_NOT_16
            values = {"index": index, "stride": bytes_text(bits)}
            yield row.found(request.api, values, in_bytes(bits, 16))


def stride_32(request: Request) -> Iterator[Finding]:
    """Every stride is a multiple of 32 bytes with interleave 32B, 16U4_ALIGN16B and 16U6_ALIGN16B.

    Reason: those move chunks of 32 bytes. Source: cuda.h:23290-23291.
    """
    interleaved = request.interleave == enums.INTERLEAVE_32B
    if not interleaved and not request.dtype.gapped:
        return
    row = rows.STRIDE_NOT_32_INTERLEAVE if interleaved else rows.STRIDE_NOT_32_PACKED
    cause = CAUSE_INTERLEAVE if interleaved else request.dtype.name
    for index, bits in enumerate(request.stride_bits):
        if bits % 256:
            values = {"index": index, "stride": bytes_text(bits), "cause": cause}
            yield row.found(request.api, values, in_bytes(bits, 32))


def stride_below_2_40(request: Request) -> Iterator[Finding]:
    """Every stride is below 2^40 bytes, that of a dimension of extent 1 too.

    Reason: none is given; a product that wrapped in 32 bits shows up here (sglang issue 13775).
    Source: cuda.h:23288-23289.
    """
    for index, bits in enumerate(request.stride_bits):
        if bits >= 2**43:
            values = {"index": index, "stride": bytes_text(bits)}
            yield rows.STRIDE_GE_2_40.found(request.api, values, in_bytes(bits, 2**40))


def stride_overlap(request: Request) -> Iterator[Finding]:
    """A stride is 0 or less than what the dimension below spans: a warning.

    Reason: overlapping rows are legal for the driver and used on purpose; TileLang refuses 0, CCCL the rest.
    Source: runtime.cc:443-450; make_tma_descriptor.h:441-450; cuda.h:23292-23297.
    """
    below = request.inner_stride * request.dtype.bits
    for index, bits in enumerate(request.stride_bits):
        least = request.global_dim[index] * below
        if bits == 0:
            yield rows.STRIDE_ZERO.found(request.api, {"index": index}, (0, None, "bytes"))
        elif bits < least:
            values = {"index": index, "stride": bytes_text(bits), "least": bytes_text(least)}
            unit = 1 if (bits | least) % 8 else 8
            numbers = (bits // unit, least // unit, "bits" if unit == 1 else "bytes")
            yield rows.STRIDE_LT_EXTENT.found(request.api, values, numbers)
        below = bits


def store_overrun(request: Request) -> Iterator[Finding]:
    """A store over an inner extent that is no multiple of 16 bytes: a warning, unless the map is for loads.

    Reason: stores write whole 16-byte chunks, past the extent. Source: triton issue 11583.
    """
    if request.direction == LOAD or not request.global_dim:
        return
    extent, bits = request.global_dim[0], request.dtype.bits
    if extent * bits % 128:
        values = {"extent": extent, "bits": bits, "total": extent * bits}
        yield rows.STORE_OVERRUN_16.found(request.api, values, (extent * bits, 128, "bits"))


def element_strides(request: Request) -> Iterator[Finding]:
    """Every element stride is 1 to 8; the first is ignored without interleave, so that it only warns.

    Reason: TMA does not stride along the fastest dimension. Source: cuda.h:23305-23307.
    """
    for axis, stride in enumerate(request.element_strides):
        if not 1 <= stride <= 8:
            row = rows.ESTRIDE_RANGE if axis or request.interleave else rows.ESTRIDE_IGNORED
            limit = 8 if stride > 8 else 1
            yield row.found(request.api, {"axis": axis, "stride": stride}, (stride, limit, "elements"))


def interleave_dtype(request: Request) -> Iterator[Finding]:
    """16U6_ALIGN16B goes without interleave. Reason: its chunks have gaps. Source: cuda.h:23327."""
    if request.dtype.enum == enums.U6_ALIGN16B and request.interleave:
        values = {"dtype": request.dtype.name, "interleave": INTERLEAVE.names[request.interleave]}
        yield rows.INTERLEAVE_DTYPE.found(request.api, values)


def swizzle_span(request: Request) -> Iterator[Finding]:
    """Without interleave the inner box is no wider than the swizzle's span.

    Reason: a swizzle permutes chunks within one span. Source: cuda.h:23322-23326.
    """
    span = SWIZZLE_SPANS[request.swizzle]
    if request.interleave or not span or request.inner_box is None:
        return
    total = request.inner_box * request.dtype.bits
    if total > span * 8:
        values = {
            "extent": request.inner_box,
            "bits": request.dtype.bits,
            "total": bytes_text(total),
            "span": span,
            "swizzle": SWIZZLE.names[request.swizzle],
        }
        yield rows.SWIZZLE_SPAN.found(request.api, values, in_bytes(total, span))


def swizzle_interleave(request: Request) -> Iterator[Finding]:
    """Interleave 32B goes with swizzle 32B only. Reason: its chunks are 32 bytes wide. Source: cuda.h:23344."""
    if request.interleave == enums.INTERLEAVE_32B and request.swizzle != enums.SWIZZLE_32B:
        yield rows.SWIZZLE_INTERLEAVE.found(request.api, {"swizzle": SWIZZLE.names[request.swizzle]})


def swizzle_dtype(request: Request) -> Iterator[Finding]:
    """16U6_ALIGN16B and 16U4_ALIGN16B allow some swizzles, and some of those in one direction.

    Reason: their chunks in shared memory have gaps. Source: cuda.h:23346-23354. Without a direction the one
    that is left is told as information.
    """
    if not request.dtype.gapped:
        return
    sixteen_u6 = request.dtype.enum == enums.U6_ALIGN16B
    allowed = _SWIZZLES_16U6 if sixteen_u6 else _SWIZZLES_16U4
    values = {"dtype": request.dtype.name, "swizzle": SWIZZLE.names[request.swizzle]}
    if request.swizzle not in allowed:
        row = rows.SWIZZLE_DTYPE_16U6 if sixteen_u6 else rows.SWIZZLE_DTYPE_16U4
        names = ", ".join(SWIZZLE.names[mode] for mode in allowed)
        yield row.found(request.api, {**values, "allowed": names})
    elif sixteen_u6 and request.swizzle == enums.SWIZZLE_ATOM_64B and request.direction != STORE:
        row = rows.SWIZZLE_DIRECTION_16U6 if request.direction else rows.SWIZZLE_ONLY_16U6
        yield row.found(request.api, {**values, "only": STORE})
    elif not sixteen_u6 and request.direction != LOAD:
        row = rows.SWIZZLE_DIRECTION_16U4 if request.direction else rows.SWIZZLE_ONLY_16U4
        yield row.found(request.api, {**values, "only": LOAD})


def nan_fill(request: Request) -> Iterator[Finding]:
    """NaN fill is for floating-point types, FP8 and the packed ones not among them.

    Reason: FP8 travels as UINT8, whose numbers the driver does not know. Source: cuda.h:23375-23376.
    """
    if request.oob_fill == enums.NAN_FILL and request.dtype.enum is not None and not request.dtype.floating:
        values = {"label": request.dtype_label, "dtype": request.dtype.name}
        yield rows.NAN_FILL_ON_INT.found(request.api, values)
