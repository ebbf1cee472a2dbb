"""A descriptor as its figures see it, read out of the JSON object of a ``tma`` block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tilesite.findings import FAIL
from tilesite.tma.enums import DTYPES, INTERLEAVE_32B, SWIZZLE_SPANS

_LONGEST_STRIDE = 2**40


class Tensor(NamedTuple):
    """A tiled descriptor that can be drawn: it has dimensions, a box and a type. Fastest dimension first.

    ``bits`` are those of an element in global memory. ``gapped``: its elements take 16 bytes for 16 of them in
    shared memory, whatever their bits. ``failed`` are the ids of the rules that refuse the descriptor.
    """

    dims: tuple[int, ...]
    box: tuple[int, ...]
    strides: tuple[int, ...]
    element_strides: tuple[int, ...]
    bits: int
    gapped: bool
    interleave: int
    swizzle: int
    swizzle_name: str
    fills_nan: bool
    failed: tuple[str, ...]

    @property
    def box_row_bytes(self) -> int:
        """Bytes that a row of the box takes in shared memory, rounded up."""
        return self.box[0] if self.gapped else -(-self.box[0] * self.bits // 8)

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of the tensor in global memory, rounded up."""
        return -(-self.dims[0] * self.bits // 8)

    @property
    def span(self) -> int:
        """Bytes of the swizzle span that a row of the box has to keep to; 0 where there is none."""
        return 0 if self.interleave else SWIZZLE_SPANS[self.swizzle]

    @property
    def stride_unit(self) -> int:
        """Bytes that every stride has to be a multiple of."""
        return 32 if self.gapped or self.interleave == INTERLEAVE_32B else 16

    def refuses_stride(self, size: int) -> bool:
        """Whether a rule that failed is about a stride like this one."""
        rest = size % self.stride_unit
        return too_far(size) or bool(rest and f"STRIDE_NOT_{self.stride_unit}" in self.failed)


def too_far(stride: int) -> bool:
    """Whether a stride reaches the driver's limit of 2^40 bytes."""
    return stride >= _LONGEST_STRIDE


def tensor_of(result: Mapping[str, Any]) -> Tensor | None:
    """The tiled descriptor of a result.

    None for im2col, no dimensions, sizes that are symbols, or a type that no tensor map carries.
    """
    return _with_box(result, result["descriptor"].get("box_dim"))


def column_of(result: Mapping[str, Any]) -> Tensor | None:
    """The im2col descriptor of a result, its channels and pixels in place of a box; None as for ``tensor_of``."""
    descriptor = result["descriptor"]
    channels, pixels = descriptor.get("channels_per_pixel"), descriptor.get("pixels_per_column")
    return None if channels is None or pixels is None else _with_box(result, (channels, pixels))


def _with_box(result: Mapping[str, Any], box: Sequence[int] | None) -> Tensor | None:
    descriptor = result["descriptor"]
    number, sizes = descriptor["dtype_enum"], (*descriptor["global_dim"], *descriptor["global_strides_bytes"])
    if number is None or not descriptor["global_dim"] or not box or not all(isinstance(each, int) for each in sizes):
        return None
    return Tensor(
        dims=tuple(descriptor["global_dim"]),
        box=tuple(box),
        strides=tuple(descriptor["global_strides_bytes"]),
        element_strides=tuple(descriptor["element_strides"]),
        bits=DTYPES[number].bits,
        gapped=DTYPES[number].gapped,
        interleave=descriptor["interleave"],
        swizzle=descriptor["swizzle"],
        swizzle_name=descriptor["swizzle_name"],
        fills_nan=bool(descriptor["oob_fill"]),
        failed=tuple(dict.fromkeys(each["rule"] for each in result["findings"] if each["severity"] == FAIL)),
    )
