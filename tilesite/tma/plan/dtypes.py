"""TileLang's element types as a copy sees them: sizes, and the enum of the tensor map."""

from __future__ import annotations

from typing import NamedTuple

FP4_PACKED = "float4_e2m1fn"
FP4_UNPACKED = "custom[float4_e2m1_unpacked]8"

MAP_NAMES = (
    "UINT8",
    "UINT16",
    "UINT32",
    "INT32",
    "UINT64",
    "INT64",
    "FLOAT16",
    "FLOAT32",
    "FLOAT64",
    "BFLOAT16",
    "FLOAT32_FTZ",
    "TFLOAT32",
    "TFLOAT32_FTZ",
    "16U4_ALIGN8B",
    "16U4_ALIGN16B",
    "16U6_ALIGN16B",
)
"""The names of CUtensorMapDataType, each at its value."""


class DType(NamedTuple):
    """An element type.

    ``bits`` is the size of a slot in memory, ``payload_bits`` what a bulk copy moves of it. ``map_name`` is
    the tensor map's type, None where TileLang has none; ``no_code`` is what its code generator says of a type
    that it cannot write, None of the others.
    """

    name: str
    bits: int
    map_name: str | None
    payload_bits: int
    no_code: str | None = None

    @property
    def map_enum(self) -> int | None:
        """The value of CUtensorMapDataType, None where TileLang has none."""
        return None if self.map_name is None else MAP_NAMES.index(self.map_name)


def _plain(name: str, bits: int, map_name: str | None, no_code: str | None = None) -> DType:
    return DType(name, bits, map_name, bits, no_code)


def _float8(name: str) -> DType:
    """An 8-bit float that CUDA does not have."""
    return _plain(name, 8, "UINT8", f"Unsupported FP8 type in CUDA codegen but got {name}")


DTYPES: dict[str, DType] = {
    dtype.name: dtype
    for dtype in (
        _plain("float64", 64, "FLOAT64"),
        _plain("float32", 32, "FLOAT32"),
        _plain("float16", 16, "FLOAT16"),
        _plain("bfloat16", 16, "BFLOAT16"),
        _plain("float8_e4m3fn", 8, "UINT8"),
        _plain("float8_e5m2", 8, "UINT8"),
        _plain("float8_e8m0fnu", 8, "UINT8"),
        _plain("float8_e4m3", 8, "UINT8"),
        _float8("float8_e4m3fnuz"),
        _float8("float8_e5m2fnuz"),
        _float8("float8_e3m4"),
        _plain("int64", 64, "INT64"),
        _plain("int32", 32, "INT32"),
        _plain("int16", 16, "UINT16"),
        _plain("int8", 8, "UINT8"),
        _plain("uint64", 64, "UINT64"),
        _plain("uint32", 32, "UINT32"),
        _plain("uint16", 16, "UINT16"),
        _plain("uint8", 8, "UINT8"),
        _plain("bool", 8, None, "Cannot convert type boolx16 to CUDA type"),
        _plain("int4", 4, None),
        _plain("uint4", 4, None),
        _plain(FP4_PACKED, 4, "16U4_ALIGN8B"),
        DType(FP4_UNPACKED, 8, "16U4_ALIGN16B", 4),
    )
}


def valid_pair(load: bool, global_name: str, shared_name: str) -> bool:
    """Whether a bulk copy may move between these types: equal ones, or a load that unpacks FP4."""
    if FP4_UNPACKED in (shared_name, global_name):
        return load and global_name == FP4_PACKED and shared_name == FP4_UNPACKED
    return global_name == shared_name
