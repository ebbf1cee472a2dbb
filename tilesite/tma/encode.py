"""From a Request to its Encoding: pure, exact, one pass over the rules of the call."""

from __future__ import annotations

from tilesite.tma.config import read_request
from tilesite.tma.rules_im2col import RULES_IM2COL
from tilesite.tma.rules_tiled import RULES_TILED
from tilesite.tma.types import CALLS, IM2COL, Descriptor, Encoding, Request


def encode(values: object) -> Encoding:
    """The descriptor of a mapping with the keys of ``tilesite.tma.fields.FIELDS``, and what the rules say of it.

    Extents and strides may be integers or text ("4096,4096"). Raises InputError for what cannot be read; a
    broken rule is a finding.

    >>> encoding = encode({"dtype": "f16", "shape": [4096, 4096], "box": [128, 64], "swizzle": "128B"})
    >>> encoding.ok, encoding.descriptor.box_dim, encoding.descriptor.global_strides_bytes
    (True, (64, 128), (8192,))
    """
    return encode_request(read_request(values))


def encode_request(request: Request) -> Encoding:
    """The encoding of a request that has been read."""
    rules = RULES_IM2COL if request.api == IM2COL else RULES_TILED
    findings = tuple([finding for rule in rules for finding in rule(request)])
    return Encoding(request, _descriptor(request), findings)


def _descriptor(request: Request) -> Descriptor:
    return Descriptor(
        api=CALLS[request.api],
        dtype_enum=request.dtype.enum,
        dtype_name=request.dtype.name,
        rank=request.rank,
        global_dim=request.global_dim,
        # Strides of 4- and 6-bit elements may be no whole bytes; that breaks STRIDE_NOT_16. TileLang rounds up too.
        global_strides_bytes=tuple([-(-bits // 8) for bits in request.stride_bits]),
        box_dim=request.box,
        pixel_box=request.pixel_box,
        element_strides=request.element_strides,
        interleave=request.interleave,
        swizzle=request.swizzle,
        l2_promotion=request.l2_promotion,
        oob_fill=request.oob_fill,
    )
