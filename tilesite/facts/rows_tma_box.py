"""What cuda.h 13.0 documents about the box and the modes of a descriptor."""

from __future__ import annotations

from tilesite.facts.header import both_calls, header_fact
from tilesite.facts.types import Fact
from tilesite.language import Text

_BOXES = (
    header_fact(
        "tiled-box-range",
        "23300-23301",
        "boxDim array, … must be non-zero and less than or equal to 256",
        "non-zero, at most 256",
        Text("Every boxDim is non-zero and at most 256", "每个 boxDim 非零且至多 256"),
        unit="elements",
    ),
    header_fact(
        "tiled-inner-box-16",
        "23302",
        "must be a multiple of 16 bytes",
        "16",
        Text(
            "Without interleave, the innermost box dimension is a multiple of 16 bytes",
            "没有 interleave 时，最内层 box 的字节数是 16 的倍数",
        ),
        unit="bytes",
    ),
    header_fact(
        "tiled-box-128",
        "23303",
        "boxDim[0] must be 128",
        "128",
        Text(
            "With 16U4_ALIGN16B and 16U6_ALIGN16B, boxDim[0] is 128",
            "数据类型为 16U4_ALIGN16B、16U6_ALIGN16B 时，boxDim[0] 为 128",
        ),
        unit="elements",
    ),
    *both_calls(
        "element-stride-range",
        ("23305-23306", "23487-23488"),
        "elementStrides array, … must be non-zero and less than or equal to 8",
        "non-zero, at most 8",
        Text("Every element stride is non-zero and at most 8", "每个 elementStrides 非零且至多 8"),
        unit="elements",
    ),
    *both_calls(
        "element-stride-0",
        ("23306-23307", "23488-23489"),
        "the first element of this array is ignored",
        "ignored",
        Text(
            "Without interleave, the first element stride is ignored",
            "没有 interleave 时，第一个 elementStrides 被忽略",
        ),
    ),
    header_fact(
        "im2col-corner-range",
        "23468-23478",
        "tensorRank is 3, one signed offset within range [-32768, 32767] is supported … tensorRank is 4, two signed "
        "offsets each within range [-128, 127] are supported … tensorRank is 5, three offsets each within range "
        "[-16, 15] are supported … pixelBoxUpperCorner",
        "-32768 to 32767, -128 to 127, -16 to 15",
        Text(
            "Corner offsets are from -32768 to 32767 at rank 3, from -128 to 127 at rank 4, from -16 to 15 at rank 5",
            "角的偏移在秩 3 时为 -32768 到 32767，秩 4 时为 -128 到 127，秩 5 时为 -16 到 15",
        ),
    ),
    header_fact(
        "im2col-box-area",
        "23479",
        "must have non-zero area",
        "non-zero",
        Text("The bounding box between the two corners is not empty", "两个角之间的包围盒不为空"),
    ),
    header_fact(
        "im2col-channels-256",
        "23481",
        "must be less than or equal to 256",
        "256",
        Text("channelsPerPixel is at most 256", "channelsPerPixel 至多 256"),
        unit="elements",
    ),
    header_fact(
        "im2col-channels-128",
        "23482",
        "must be 128",
        "128",
        Text(
            "With 16U4_ALIGN16B and 16U6_ALIGN16B, channelsPerPixel is 128",
            "数据类型为 16U4_ALIGN16B、16U6_ALIGN16B 时，channelsPerPixel 为 128",
        ),
        unit="elements",
    ),
    header_fact(
        "im2col-pixels-1024",
        "23484-23485",
        "equal to 1024",
        "1024",
        Text("pixelsPerColumn is at most 1024", "pixelsPerColumn 至多 1024"),
        unit="elements",
    ),
)

_MODES = (
    *both_calls(
        "swizzle-span",
        ("23322-23326", "23504-23508"),
        "CU_TENSOR_MAP_SWIZZLE_32B requires the bounding box inner dimension to be <= 32. … "
        "CU_TENSOR_MAP_SWIZZLE_64B requires the bounding box inner dimension to be <= 64. … "
        "CU_TENSOR_MAP_SWIZZLE_128B* require the bounding box inner dimension to be <= 128.",
        "32, 64, 128",
        Text(
            "Without interleave, the inner box is no wider than the span of the swizzle",
            "没有 interleave 时，最内层 box 不宽于 swizzle 的跨度",
        ),
        unit="bytes",
    ),
    *both_calls(
        "16u6-interleave",
        ("23327", "23509"),
        "requires \\p interleave to be ::CU_TENSOR_MAP_INTERLEAVE_NONE",
        "NONE",
        Text("16U6_ALIGN16B allows no interleave", "16U6_ALIGN16B 不允许 interleave"),
    ),
    *both_calls(
        "swizzle-interleave-32",
        ("23344", "23526"),
        "\\p swizzle must be ::CU_TENSOR_MAP_SWIZZLE_32B",
        "32B",
        Text("Interleave 32B goes with swizzle 32B only", "interleave 32B 只能配 swizzle 32B"),
    ),
    *both_calls(
        "16u6-swizzles",
        ("23346-23350", "23528-23532"),
        "only the following swizzle modes are supported: … CU_TENSOR_MAP_SWIZZLE_NONE (Load & Store) … "
        "CU_TENSOR_MAP_SWIZZLE_128B (Load & Store) … CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B (Load & Store) … "
        "CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B (Store only)",
        "NONE, 128B, 128B_ATOM_32B, 128B_ATOM_64B",
        Text(
            "16U6_ALIGN16B allows four swizzle modes, one of them for stores only",
            "16U6_ALIGN16B 允许四种 swizzle，其中一种只用于 store",
        ),
    ),
    *both_calls(
        "16u4-swizzles",
        ("23351-23354", "23533-23536"),
        "only the following swizzle modes are supported: … CU_TENSOR_MAP_SWIZZLE_NONE (Load only) … "
        "CU_TENSOR_MAP_SWIZZLE_128B (Load only) … CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B (Load only)",
        "NONE, 128B, 128B_ATOM_32B",
        Text("16U4_ALIGN16B allows three swizzle modes, and only loads", "16U4_ALIGN16B 允许三种 swizzle，且只能 load"),
    ),
    *both_calls(
        "nan-fill",
        ("23375-23376", "23557-23558"),
        "represents a floating-point data type",
        "floating point",
        Text(
            "NaN fill is for floating-point data types, the packed ones excluded",
            "NaN 填充只用于浮点数据类型，打包类型除外",
        ),
    ),
)

BOX_FACTS: tuple[Fact, ...] = _BOXES + _MODES
