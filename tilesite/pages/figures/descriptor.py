"""What the figures of a descriptor read out of its JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilesite.tma.enums import DTYPES

_INTERLEAVE_32B = 2


def element_bits(descriptor: Mapping[str, Any]) -> int | None:
    """Bits of an element in global memory; None for a type that no tensor map carries."""
    number = descriptor["dtype_enum"]
    return None if number is None else DTYPES[number].bits


def row_bytes(descriptor: Mapping[str, Any]) -> int | None:
    """Bytes that the box's fastest dimension takes in shared memory, rounded up.

    The types that keep gaps there take 16 bytes for 16 elements, whatever their bits.
    """
    number = descriptor["dtype_enum"]
    if number is None:
        return None
    inner = descriptor["box_dim"][0]
    return inner if DTYPES[number].gapped else -(-inner * DTYPES[number].bits // 8)


def stride_unit(descriptor: Mapping[str, Any]) -> int:
    """Bytes that every stride has to be a multiple of."""
    number = descriptor["dtype_enum"]
    gapped = number is not None and DTYPES[number].gapped
    return 32 if gapped or descriptor["interleave"] == _INTERLEAVE_32B else 16
