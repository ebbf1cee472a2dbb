"""What cuda.h 13.0 documents about the tensor a descriptor describes: types, address, extents, strides."""

from __future__ import annotations

from tilesite.facts.header import both_calls, header_fact
from tilesite.facts.types import Fact
from tilesite.language import Text


def _enumeration(key: str, lines: str, prefix: str, names: str, statement: Text) -> Fact:
    """The names of an enumeration, in order; the first is 0."""
    found = ", ".join(prefix + name for name in names.split(", "))
    return header_fact(key, lines, f"{found} }}", names, statement)


_ENUMS = (
    _enumeration(
        "tensor-map-dtypes",
        "3610-3627",
        "CU_TENSOR_MAP_DATA_TYPE_",
        "UINT8 = 0, UINT16, UINT32, INT32, UINT64, INT64, FLOAT16, FLOAT32, FLOAT64, BFLOAT16, FLOAT32_FTZ, TFLOAT32, "
        "TFLOAT32_FTZ, 16U4_ALIGN8B, 16U4_ALIGN16B, 16U6_ALIGN16B",
        Text(
            "The data types of a tensor map are numbered in this order, from UINT8 = 0",
            "tensor map 的数据类型按此顺序编号，从 UINT8 = 0 起",
        ),
    ),
    _enumeration(
        "tensor-map-interleaves",
        "3632-3636",
        "CU_TENSOR_MAP_INTERLEAVE_",
        "NONE = 0, 16B, 32B",
        Text(
            "The interleave layouts are numbered in this order, from NONE = 0",
            "interleave 布局按此顺序编号，从 NONE = 0 起",
        ),
    ),
    _enumeration(
        "tensor-map-swizzles",
        "3641-3649",
        "CU_TENSOR_MAP_SWIZZLE_",
        "NONE = 0, 32B, 64B, 128B, 128B_ATOM_32B, 128B_ATOM_32B_FLIP_8B, 128B_ATOM_64B",
        Text("The swizzle modes are numbered in this order, from NONE = 0", "swizzle 模式按此顺序编号，从 NONE = 0 起"),
    ),
    _enumeration(
        "tensor-map-l2-promotions",
        "3654-3659",
        "CU_TENSOR_MAP_L2_PROMOTION_",
        "NONE = 0, L2_64B, L2_128B, L2_256B",
        Text(
            "The L2 promotion sizes are numbered in this order, from NONE = 0",
            "L2 promotion 的大小按此顺序编号，从 NONE = 0 起",
        ),
    ),
    _enumeration(
        "tensor-map-oob-fills",
        "3664-3667",
        "CU_TENSOR_MAP_FLOAT_OOB_FILL_",
        "NONE = 0, NAN_REQUEST_ZERO_FMA",
        Text(
            "Elements out of bounds are filled with zero (NONE = 0) or with a special NaN",
            "越界元素以零（NONE = 0）或特殊 NaN 填充",
        ),
    ),
    header_fact(
        "tensor-map-element-bits",
        "23252-23273",
        "CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0, // 1 byte … CU_TENSOR_MAP_DATA_TYPE_UINT16, // 2 bytes … "
        "CU_TENSOR_MAP_DATA_TYPE_UINT32, // 4 bytes … CU_TENSOR_MAP_DATA_TYPE_UINT64, // 8 bytes … "
        "CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, // 4 bits … CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B // 6 bits",
        "1, 2, 4, 8 bytes, or 4, 6 bits",
        Text(
            "The header gives the element size of every data type; the packed ones count single 4- or 6-bit values",
            "头文件给出每种数据类型的元素大小；打包类型按单个 4 位或 6 位值计数",
        ),
    ),
)

_ADDRESSES = (
    *both_calls(
        "device",
        ("23242", "23411"),
        "only supported on devices of compute capability 9.0 or higher",
        "9.0",
        Text("Tensor maps exist from compute capability 9.0 on", "计算能力 9.0 起才有 tensor map"),
        unit="compute capability",
    ),
    *both_calls(
        "map-64",
        ("23248", "23417"),
        "must be aligned to 64 bytes",
        "64",
        Text(
            "The tensor map itself stands at an address that is a multiple of 64 bytes",
            "tensor map 自身的地址是 64 字节的倍数",
        ),
        unit="bytes",
    ),
    *both_calls(
        "address-16",
        ("23278", "23446"),
        "must be 16 byte aligned",
        "16",
        Text("globalAddress is a multiple of 16 bytes", "globalAddress 是 16 字节的倍数"),
        unit="bytes",
    ),
    *both_calls(
        "address-32-interleave",
        ("23279", "23447"),
        "\\p globalAddress must be 32 byte aligned",
        "32",
        Text(
            "With interleave 32B, globalAddress is a multiple of 32 bytes",
            "interleave 为 32B 时，globalAddress 是 32 字节的倍数",
        ),
        unit="bytes",
    ),
    *both_calls(
        "address-32-packed",
        ("23280", "23448"),
        "\\p globalAddress must be 32 byte aligned",
        "32",
        Text(
            "With 16U4_ALIGN16B and 16U6_ALIGN16B, globalAddress is a multiple of 32 bytes",
            "数据类型为 16U4_ALIGN16B、16U6_ALIGN16B 时，globalAddress 是 32 字节的倍数",
        ),
        unit="bytes",
    ),
)

_EXTENTS = (
    header_fact(
        "tiled-rank",
        "23275",
        "tensorRank must be non-zero and less than or equal to the maximum supported dimensionality of 5",
        "non-zero, at most 5",
        Text("A tiled tensor map has at least one dimension and at most 5", "tiled 的 tensor map 至少一维，至多 5 维"),
        unit="dimensions",
    ),
    header_fact(
        "tiled-rank-interleaved",
        "23275-23276",
        "must additionally be greater than or equal to 3",
        "3",
        Text(
            "With an interleave layout a tiled tensor map has at least three dimensions",
            "使用 interleave 时，tiled 的 tensor map 至少三维",
        ),
        unit="dimensions",
    ),
    header_fact(
        "im2col-rank",
        "23444",
        "must be 3, 4, or 5",
        "3, 4, 5",
        Text("An im2col tensor map has 3, 4 or 5 dimensions", "im2col 的 tensor map 有 3、4 或 5 维"),
        unit="dimensions",
    ),
    *both_calls(
        "dim-range",
        ("23282-23283", "23450-23451"),
        "globalDim array, … must be non-zero and less than or equal to 2^32",
        "non-zero, at most 2^32",
        Text("Every globalDim is non-zero and at most 2^32", "每个 globalDim 非零且至多 2^32"),
        unit="elements",
    ),
    *both_calls(
        "dim-128",
        ("23284", "23452"),
        "globalDim[0] must be a multiple of 128",
        "128",
        Text(
            "With 16U4_ALIGN16B and 16U6_ALIGN16B, globalDim[0] is a multiple of 128",
            "数据类型为 16U4_ALIGN16B、16U6_ALIGN16B 时，globalDim[0] 是 128 的倍数",
        ),
        unit="elements",
    ),
    *both_calls(
        "dim-even",
        ("23285", "23453"),
        "\\p globalDim[0] must be a multiple of 2",
        "2",
        Text("With 16U4_ALIGN8B, globalDim[0] is even", "数据类型为 16U4_ALIGN8B 时，globalDim[0] 是偶数"),
        unit="elements",
    ),
)

_STRIDES = (
    *both_calls(
        "stride-16",
        ("23288-23289", "23456-23457"),
        "multiple of 16 and less than 2^40",
        "16",
        Text("Every globalStrides entry is a multiple of 16 bytes", "globalStrides 的每一项是 16 字节的倍数"),
        unit="bytes",
    ),
    *both_calls(
        "stride-below-2-40",
        ("23288-23289", "23456-23457"),
        "multiple of 16 and less than 2^40",
        "2^40",
        Text("Every globalStrides entry is less than 2^40 bytes", "globalStrides 的每一项小于 2^40 字节"),
        unit="bytes",
    ),
    *both_calls(
        "stride-32-interleave",
        ("23290", "23458"),
        "the strides must be a multiple of 32",
        "32",
        Text(
            "With interleave 32B, every globalStrides entry is a multiple of 32 bytes",
            "interleave 为 32B 时，globalStrides 的每一项是 32 字节的倍数",
        ),
        unit="bytes",
    ),
    *both_calls(
        "stride-32-packed",
        ("23291", "23459"),
        "the strides must be a multiple of 32",
        "32",
        Text(
            "With 16U4_ALIGN16B and 16U6_ALIGN16B, every globalStrides entry is a multiple of 32 bytes",
            "数据类型为 16U4_ALIGN16B、16U6_ALIGN16B 时，globalStrides 的每一项是 32 字节的倍数",
        ),
        unit="bytes",
    ),
    *both_calls(
        "stride-sample",
        ("23292-23297", "23460-23465"),
        "assert(globalStrides[i] >= globalDim[i])",
        "stride >= extent",
        Text(
            "Sample code beside the rules asserts that strides cover the extents; it compares bytes with elements",
            "规则旁的示例代码断言 stride 不小于长度；它拿字节与元素个数比较",
        ),
    ),
)

TENSOR_FACTS: tuple[Fact, ...] = _ENUMS + _ADDRESSES + _EXTENTS + _STRIDES
