"""Why each rule is there, with a config that keeps it and one that breaks it; a test runs both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilesite.language import Text


class Explanation(NamedTuple):
    """The reason of a rule, and two configs."""

    reason: Text
    passes: Mapping[str, object]
    fails: Mapping[str, object]


_NOT_GIVEN = Text("cuda.h gives the limit without a reason.", "cuda.h 只给出限制，没有给出理由。")
_CHUNKS_16 = Text("TMA moves chunks of 16 bytes.", "TMA 以 16 字节为单位搬运。")
_CHUNKS_32 = Text("In these modes TMA moves chunks of 32 bytes.", "在这些模式下 TMA 以 32 字节为单位搬运。")
_GAPS = Text(
    "These types leave gaps in shared memory: 16 values fill 16 bytes there, whatever they fill in global memory.",
    "这些类型在 shared memory 中留有空隙：每 16 个值在那里占 16 字节，与 global memory 中的大小无关。",
)

_TILE = {"dtype": "f16", "shape": [4096, 4096], "box": [64, 64]}
_CUBE = {"dtype": "f16", "shape": [64, 64, 64], "box": [8, 8, 64]}
_FP4 = {"dtype": "16u4_align16b", "shape": [64, 256], "box": [64, 128], "direction": "load"}
_FP6 = {"dtype": "16u6_align16b", "shape": [64, 256], "box": [64, 128]}
_ROW = {"dtype": "f16", "global_dim": [64, 64], "global_strides_bytes": [128], "box_dim": [64, 64]}
_CONV = {
    "api": "im2col",
    "dtype": "f16",
    "shape": [8, 56, 56, 64],
    "pixel_box_lower_corner": [-1, -1],
    "pixel_box_upper_corner": [-1, -1],
    "channels_per_pixel": 64,
    "pixels_per_column": 128,
}

EXPLANATIONS: dict[str, Explanation] = {
    "NO_TMA_ON_DEVICE": Explanation(
        Text("The unit that reads tensor maps came with Hopper.", "读取 tensor map 的单元从 Hopper 开始才有。"),
        {**_TILE, "device": "h100"},
        {**_TILE, "device": "a100"},
    ),
    "NO_DTYPE": Explanation(
        Text("CUtensorMapDataType has no entry for the type.", "CUtensorMapDataType 中没有这种类型。"),
        {**_TILE, "dtype": "s8"},
        {**_TILE, "dtype": "int4"},
    ),
    "DTYPE_NEEDS_CC10": Explanation(
        Text(
            "CCCL takes 16U4_ALIGN8B from compute capability 10 on; for the two ALIGN16B types no source was found.",
            "CCCL 从计算能力 10 起才接受 16U4_ALIGN8B；两种 ALIGN16B 类型没有找到出处。",
        ),
        {**_FP4, "device": "b200"},
        {**_FP4, "device": "h100"},
    ),
    "MAP_NOT_64": Explanation(_NOT_GIVEN, {**_TILE, "map_address": "0x40"}, {**_TILE, "map_address": "0x50"}),
    "ADDR_NULL": Explanation(
        Text(
            "An empty tensor often has no memory; cuda.h does not mention it, and every public report was a refusal.",
            "空张量往往没有内存；cuda.h 没有提到，公开报告中无一被接受。",
        ),
        {**_TILE, "address": "0x7f0000000000"},
        {**_TILE, "address": 0},
    ),
    "ADDR_NOT_16": Explanation(_CHUNKS_16, {**_TILE, "address": "0x10"}, {**_TILE, "address": "0x18"}),
    "ADDR_NOT_32": Explanation(
        _CHUNKS_32,
        {**_CUBE, "interleave": "32B", "swizzle": "32B", "address": "0x20"},
        {**_CUBE, "interleave": "32B", "swizzle": "32B", "address": "0x10"},
    ),
    "RANK_ZERO": Explanation(
        Text("There is nothing to copy in a tensor without dimensions.", "没有维度的张量没有可拷贝的内容。"),
        _ROW,
        {**_ROW, "global_dim": [], "global_strides_bytes": [], "box_dim": []},
    ),
    "RANK_GT_5": Explanation(
        Text("A tensor map has room for five dimensions.", "tensor map 只能容纳五维。"),
        {"dtype": "f16", "shape": [2, 2, 2, 2, 64], "box": [1, 1, 1, 1, 64]},
        {"dtype": "f16", "shape": [1, 2, 2, 2, 2, 64], "box": [1, 1, 1, 1, 1, 64]},
    ),
    "RANK_LT_3_INTERLEAVED": Explanation(
        Text(
            "Interleaved layouts are those of images: channels in slices beside one to three spatial dimensions.",
            "interleave 布局面向图像：按片存放的通道，加上一到三个空间维。",
        ),
        {**_CUBE, "interleave": "16B"},
        {**_TILE, "interleave": "16B"},
    ),
    "DIM_ZERO": Explanation(
        Text("There is nothing to copy in a tensor without elements.", "没有元素的张量没有可拷贝的内容。"),
        _TILE,
        {**_TILE, "shape": [0, 4096]},
    ),
    "DIM_GT_2_32": Explanation(
        Text("Coordinates have 32 bits.", "坐标是 32 位的。"),
        {**_TILE, "shape": [2**32, 64]},
        {**_TILE, "shape": [2**32 + 1, 64]},
    ),
    "DIM_NOT_128": Explanation(_GAPS, _FP4, {**_FP4, "shape": [64, 320]}),
    "DIM_ODD": Explanation(
        Text("Two 4-bit values share a byte.", "两个 4 位值共用一个字节。"),
        {"dtype": "e2m1", "shape": [128], "box": [32], "direction": "load"},
        {"dtype": "e2m1", "shape": [129], "box": [32], "direction": "load"},
    ),
    "INNER_STRIDE_NOT_1": Explanation(
        Text(
            "The calls take no innermost stride at all, so that a tensor with another one would be read wrongly.",
            "调用根本没有最内层 stride 这个参数，因此 stride 不为 1 的张量会被读错。",
        ),
        {**_TILE, "strides": [8192, 1]},
        {**_TILE, "strides": [8192, 2]},
    ),
    "STRIDE_NOT_16": Explanation(
        _CHUNKS_16,
        {"dtype": "f16", "shape": [64, 8], "strides": [16, 1], "box": [64, 8]},
        {"dtype": "f16", "shape": [64, 8], "strides": [12, 1], "box": [64, 8]},
    ),
    "STRIDE_NOT_32": Explanation(_CHUNKS_32, {**_FP4, "strides": [320, 1]}, {**_FP4, "strides": [288, 1]}),
    "STRIDE_GE_2_40": Explanation(
        Text(
            "cuda.h gives the limit without a reason. What breaks it is often a product that wrapped in 32 bits.",
            "cuda.h 只给出限制，没有给出理由。触犯它的往往是 32 位乘法回绕的结果。",
        ),
        {**_ROW, "global_strides_bytes": [2**40 - 16]},
        {**_ROW, "global_strides_bytes": [2**40]},
    ),
    "STRIDE_ZERO": Explanation(
        Text(
            "A stride of 0 repeats one row. Drivers take it, CUTLASS uses it for batches of one, TileLang refuses it.",
            "stride 为 0 表示重复同一行。驱动接受，CUTLASS 在 batch 为 1 时使用；TileLang 拒绝。",
        ),
        _ROW,
        {**_ROW, "global_strides_bytes": [0]},
    ),
    "STRIDE_LT_EXTENT": Explanation(
        Text(
            "Rows that overlap are legal for the driver, and more often a mistake than meant.",
            "行与行重叠对驱动是合法的，但多半是笔误。",
        ),
        _ROW,
        {**_ROW, "global_strides_bytes": [64]},
    ),
    "STORE_OVERRUN_16": Explanation(
        Text(
            "A store writes whole chunks of 16 bytes, so that what follows a row is overwritten.",
            "store 按整 16 字节写，因此会覆盖行尾之后的内容。",
        ),
        {**_ROW, "global_dim": [56, 64], "box_dim": [56, 64], "direction": "store"},
        {**_ROW, "global_dim": [61, 64], "box_dim": [56, 64], "direction": "store"},
    ),
    "BOX_ZERO": Explanation(
        Text("There is nothing to copy in an empty box.", "空的 box 没有可拷贝的内容。"),
        {**_TILE, "box": [1, 64]},
        {**_TILE, "box": [0, 64]},
    ),
    "BOX_GT_256": Explanation(_NOT_GIVEN, {**_TILE, "box": [256, 64]}, {**_TILE, "box": [512, 64]}),
    "BOX_GT_DIM": Explanation(
        Text(
            "What lies outside the tensor is filled, so that the rest of the box is wasted; drivers take it.",
            "张量之外的部分会被填充，box 的其余部分就浪费了；驱动接受。",
        ),
        {**_TILE, "shape": [64, 64]},
        {**_TILE, "shape": [16, 64]},
    ),
    "BOX_NOT_128": Explanation(_GAPS, _FP6, {**_FP6, "box": [64, 64]}),
    "INNER_BOX_NOT_16": Explanation(_CHUNKS_16, {**_TILE, "box": [64, 32]}, {**_TILE, "box": [64, 30]}),
    "ESTRIDE_RANGE": Explanation(
        _NOT_GIVEN, {**_TILE, "element_strides": [8, 1]}, {**_TILE, "element_strides": [9, 1]}
    ),
    "IM2COL_RANK": Explanation(
        Text(
            "A pixel has channels, one to three coordinates, and an image.",
            "像素有通道、一到三个坐标，以及所属的图像。",
        ),
        {**_CONV, "shape": [8, 56, 56, 64]},
        {**_CONV, "shape": [56, 64]},
    ),
    "IM2COL_CORNER": Explanation(
        Text("The more offsets a corner has, the fewer bits each one gets.", "角的偏移越多，每个偏移的位数越少。"),
        {**_CONV, "pixel_box_upper_corner": [127, 127]},
        {**_CONV, "pixel_box_upper_corner": [128, 127]},
    ),
    "IM2COL_CHANNELS": Explanation(
        _NOT_GIVEN, {**_CONV, "channels_per_pixel": 256}, {**_CONV, "channels_per_pixel": 257}
    ),
    "IM2COL_PIXELS": Explanation(
        _NOT_GIVEN, {**_CONV, "pixels_per_column": 1024}, {**_CONV, "pixels_per_column": 1025}
    ),
    "INTERLEAVE_DTYPE": Explanation(
        _GAPS,
        _FP6,
        {**_FP6, "shape": [4, 64, 256], "box": [1, 64, 128], "interleave": "16B"},
    ),
    "SWIZZLE_SPAN": Explanation(
        Text(
            "A swizzle permutes chunks within one span, and a row of the box has to lie in one.",
            "swizzle 只在一个跨度内置换，box 的一行必须落在一个跨度里。",
        ),
        {**_TILE, "swizzle": "128B"},
        {**_TILE, "swizzle": "64B"},
    ),
    "SWIZZLE_INTERLEAVE": Explanation(
        Text("The slices of this interleave are 32 bytes wide.", "这种 interleave 的片宽 32 字节。"),
        {**_CUBE, "interleave": "32B", "swizzle": "32B"},
        {**_CUBE, "interleave": "32B", "swizzle": "128B"},
    ),
    "SWIZZLE_DTYPE": Explanation(_GAPS, {**_FP4, "swizzle": "128B"}, {**_FP4, "swizzle": "64B"}),
    "SWIZZLE_DIRECTION": Explanation(
        Text(
            "The gaps are made on the way in, so that there is no way out for some of these types.",
            "空隙是在载入时产生的，因此其中一些类型无法写回。",
        ),
        {**_FP4, "direction": "load"},
        {**_FP4, "direction": "store"},
    ),
    "SWIZZLE_NEEDS_CC10": Explanation(
        Text("Swizzles of larger chunks came with Blackwell.", "更大单位的 swizzle 从 Blackwell 开始才有。"),
        {**_TILE, "swizzle": "128B_ATOM_32B", "device": "b200"},
        {**_TILE, "swizzle": "128B_ATOM_32B", "device": "h100"},
    ),
    "NAN_FILL_ON_INT": Explanation(
        Text(
            "The NaN is that of the data type; FP8 travels as UINT8, which has none.",
            "NaN 取自数据类型；FP8 以 UINT8 传输，而 UINT8 没有 NaN。",
        ),
        {**_TILE, "oob_fill": "nan"},
        {**_TILE, "dtype": "e4m3", "oob_fill": "nan"},
    ),
}
"""One explanation for every rule id."""
