"""The frozen types of the encoder: what is asked, and what is passed to the driver."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.findings import Finding, passes
from tilesite.tma.enums import DataType

TILED = "tiled"
IM2COL = "im2col"
CALLS = {TILED: "cuTensorMapEncodeTiled", IM2COL: "cuTensorMapEncodeIm2col"}
LOAD = "load"
STORE = "store"
ROW_MAJOR = "row-major"
FASTEST_FIRST = "fastest-first"
RAW = "raw"


class PixelBox(NamedTuple):
    """What an im2col map has in place of a box. Corners are in cuda.h's order {D, H, W}."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    channels: int
    pixels: int


class Request(NamedTuple):
    """A descriptor as it is asked for. Dimensions are fastest first, whatever order they were given in.

    ``stride_bits`` has one entry for each dimension but the fastest, in bits, so that strides of 4- and 6-bit
    elements are exact. ``inner_stride`` is in elements. ``box`` is None for im2col, ``pixel_box`` for tiled.
    ``dtype_label`` and ``form`` say how it was given: ROW_MAJOR, FASTEST_FIRST, or RAW driver parameters.
    ``capability`` is that of ``device``.
    """

    api: str
    dtype: DataType
    dtype_label: str
    form: str
    global_dim: tuple[int, ...]
    stride_bits: tuple[int, ...]
    inner_stride: int
    box: tuple[int, ...] | None
    pixel_box: PixelBox | None
    element_strides: tuple[int, ...]
    interleave: int
    swizzle: int
    l2_promotion: int
    oob_fill: int
    address: int | None
    map_address: int | None
    direction: str | None
    device: str | None
    capability: tuple[int, int] | None

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.global_dim)

    @property
    def inner_box(self) -> int | None:
        """Elements of the box along the fastest dimension; None for a tiled map without dimensions."""
        if self.pixel_box:
            return self.pixel_box.channels
        return self.box[0] if self.box else None


class Descriptor(NamedTuple):
    """The arguments of the driver call: fastest dimension first, strides in bytes, enums as integers."""

    api: str
    dtype_enum: int | None
    dtype_name: str | None
    rank: int
    global_dim: tuple[int, ...]
    global_strides_bytes: tuple[int, ...]
    box_dim: tuple[int, ...] | None
    pixel_box: PixelBox | None
    element_strides: tuple[int, ...]
    interleave: int
    swizzle: int
    l2_promotion: int
    oob_fill: int


class Encoding(NamedTuple):
    """The answer to one request."""

    request: Request
    descriptor: Descriptor
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether no rule failed."""
        return passes(self.findings)
