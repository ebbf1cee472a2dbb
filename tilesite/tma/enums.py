"""The enumerations of cuda.h that a tensor map is made of, as literal tables, and their many spellings.

Facts: tensor-map-dtypes, tensor-map-element-bits, tensor-map-interleaves, tensor-map-swizzles,
tensor-map-l2-promotions, tensor-map-oob-fills.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class DataType(NamedTuple):
    """One element type. ``enum`` is its CUtensorMapDataType, None for a type that no tensor map carries.

    ``bits`` counts one element in global memory. ``short`` is the name that texts use.
    """

    enum: int | None
    name: str | None
    short: str
    bits: int
    aliases: tuple[str, ...] = ()

    @property
    def floating(self) -> bool:
        """Whether cuda.h takes the type for floating point, so that NaN fill is allowed."""
        return self.enum in _FLOATING

    @property
    def gapped(self) -> bool:
        """Whether shared memory holds gaps between the packed values: 16U4_ALIGN16B and 16U6_ALIGN16B."""
        return self.enum in (U4_ALIGN16B, U6_ALIGN16B)


U4_ALIGN8B = 13
U4_ALIGN16B = 14
U6_ALIGN16B = 15
_FLOATING = range(6, 13)
_DTYPE_PREFIX = "CU_TENSOR_MAP_DATA_TYPE_"

DTYPES: tuple[DataType, ...] = (
    DataType(
        0,
        "UINT8",
        "u8",
        8,
        (
            *("s8", "i8", "int8", "fp8", "f8", "e4m3", "e4m3fn", "e5m2", "e8m0", "fp8_e4m3", "fp8_e5m2"),
            *("float8_e4m3", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"),
        ),
    ),
    DataType(1, "UINT16", "u16", 16, ("s16", "i16", "int16")),
    DataType(2, "UINT32", "u32", 32),
    DataType(3, "INT32", "s32", 32, ("i32",)),
    DataType(4, "UINT64", "u64", 64),
    DataType(5, "INT64", "s64", 64, ("i64",)),
    DataType(6, "FLOAT16", "f16", 16, ("fp16", "half")),
    DataType(7, "FLOAT32", "f32", 32, ("fp32", "float")),
    DataType(8, "FLOAT64", "f64", 64, ("fp64", "double")),
    DataType(9, "BFLOAT16", "bf16", 16),
    DataType(10, "FLOAT32_FTZ", "f32_ftz", 32),
    DataType(11, "TFLOAT32", "tf32", 32, ("tensorfloat32",)),
    DataType(12, "TFLOAT32_FTZ", "tf32_ftz", 32),
    DataType(13, "16U4_ALIGN8B", "16u4_align8b", 4, ("e2m1", "f4", "fp4", "fp4_e2m1", "float4_e2m1", "float4_e2m1fn")),
    DataType(14, "16U4_ALIGN16B", "16u4_align16b", 4, ("e2m1_unpacked", "float4_e2m1_unpacked")),
    DataType(15, "16U6_ALIGN16B", "16u6_align16b", 6, ("f6", "fp6", "e2m3", "e3m2", "float6_e2m3fn", "float6_e3m2fn")),
)
"""The types of CUtensorMapDataType, in its order."""

WITHOUT_ENUM: tuple[DataType, ...] = (
    DataType(None, None, "s4", 4, ("i4", "int4")),
    DataType(None, None, "u4", 4, ("uint4",)),
    DataType(None, None, "s2", 2, ("i2", "int2")),
    DataType(None, None, "u2", 2, ("uint2",)),
    DataType(None, None, "b1", 1, ("int1", "uint1")),
    DataType(None, None, "bool", 8),
    DataType(None, None, "s128", 128, ("i128", "int128")),
    DataType(None, None, "complex64", 64, ("c64",)),
    DataType(None, None, "complex128", 128, ("c128",)),
)
"""Element types that programs have and tensor maps have not."""


class Enumeration(NamedTuple):
    """One enumeration of cuda.h: its type, the common prefix of its constants, and the rest of each, in order."""

    type: str
    prefix: str
    names: tuple[str, ...]

    def constant(self, value: int) -> str:
        """The constant of ``value`` as cuda.h spells it."""
        return self.prefix + self.names[value]


INTERLEAVE = Enumeration("CUtensorMapInterleave", "CU_TENSOR_MAP_INTERLEAVE_", ("NONE", "16B", "32B"))
SWIZZLE = Enumeration(
    "CUtensorMapSwizzle",
    "CU_TENSOR_MAP_SWIZZLE_",
    ("NONE", "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_32B_FLIP_8B", "128B_ATOM_64B"),
)
L2_PROMOTION = Enumeration(
    "CUtensorMapL2promotion", "CU_TENSOR_MAP_L2_PROMOTION_", ("NONE", "L2_64B", "L2_128B", "L2_256B")
)
OOB_FILL = Enumeration("CUtensorMapFloatOOBfill", "CU_TENSOR_MAP_FLOAT_OOB_FILL_", ("NONE", "NAN_REQUEST_ZERO_FMA"))
DATA_TYPE = Enumeration("CUtensorMapDataType", _DTYPE_PREFIX, tuple(dtype.name or "" for dtype in DTYPES))

SWIZZLE_SPANS = (0, 32, 64, 128, 128, 128, 128)
"""Bytes that each swizzle mode permutes within; 0 for NONE."""

INTERLEAVE_32B = 2
SWIZZLE_32B = 1
SWIZZLE_128B = 3
SWIZZLE_ATOM_32B = 4
SWIZZLE_ATOM_64B = 6
NAN_FILL = 1


def spelled(text: str) -> str:
    """``text`` in the one spelling that the tables use: lower case, underscores for hyphens and blanks."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def _spellings(enumeration: Enumeration, more: Mapping[str, int]) -> dict[str, int]:
    table = dict(more)
    for value, name in enumerate(enumeration.names):
        table.update({spelled(name): value, spelled(enumeration.prefix + name): value, str(value): value})
    return table


def _dtype_spellings() -> dict[str, DataType]:
    table = {}
    for dtype in DTYPES + WITHOUT_ENUM:
        for name in (dtype.short, *dtype.aliases):
            table[name] = dtype
        if dtype.name:
            table.update({spelled(dtype.name): dtype, spelled(_DTYPE_PREFIX + dtype.name): dtype})
            table[str(dtype.enum)] = dtype
    return table


DTYPES_SHOWN = tuple(dtype.short for dtype in DTYPES)
DTYPE_NAMES: Mapping[str, DataType] = _dtype_spellings()
INTERLEAVE_NAMES = _spellings(INTERLEAVE, {})
SWIZZLE_NAMES = _spellings(SWIZZLE, {})
L2_PROMOTION_NAMES = _spellings(L2_PROMOTION, {"64b": 1, "128b": 2, "256b": 3})
OOB_FILL_NAMES = _spellings(OOB_FILL, {"nan": 1, "zero": 0, "zeros": 0})
