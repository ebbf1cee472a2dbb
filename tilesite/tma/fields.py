"""The keys of a descriptor config, as a table: flags, pages, batches and schemas use the same rows."""

from __future__ import annotations

from tilesite.fields import INT, INTS, NAME, Field
from tilesite.language import Text

WHOLE_EXAMPLE = '{"dtype": "f16", "shape": [4096, 4096], "box": [128, 64], "swizzle": "128B"}'

SHAPED_KEYS = ("shape", "strides", "box", "order")
RAW_KEYS = ("global_dim", "global_strides_bytes", "box_dim")
PIXEL_KEYS = ("pixel_box_lower_corner", "pixel_box_upper_corner", "channels_per_pixel", "pixels_per_column")

FIELDS: tuple[Field, ...] = (
    Field("api", NAME, Text("the call: tiled or im2col", "调用：tiled 或 im2col"), "tiled", "tiled"),
    Field(
        "dtype",
        NAME,
        Text(
            "element type: f16 bf16 f32 tf32 e4m3 u8 … or cuda.h's name or number",
            "元素类型：f16 bf16 … 或 cuda.h 的名字、整数",
        ),
        "f16",
        required=True,
    ),
    Field(
        "shape",
        INTS,
        Text("extents of the tensor, in `order`", "张量各维长度，按 order"),
        "4096,4096",
        low=0,
        may_be_empty=True,
    ),
    Field(
        "strides",
        INTS,
        Text(
            "strides in elements, in `order`, one for each dimension; packed when absent",
            "各维 stride（元素），按 order；缺省为紧密排列",
        ),
        "4096,1",
        low=0,
        may_be_empty=True,
    ),
    Field(
        "box",
        INTS,
        Text("extents of the tile, in `order`", "tile 各维长度，按 order"),
        "128,64",
        low=0,
        may_be_empty=True,
    ),
    Field(
        "order",
        NAME,
        Text(
            "order of the lists: row-major (slowest first) or fastest-first",
            "列表次序：row-major（最慢维在前）或 fastest-first",
        ),
        "row-major",
        "row-major",
    ),
    Field(
        "element_strides",
        INTS,
        Text(
            "traversal stride of each dimension, in the order of the other lists; 1 when absent",
            "各维遍历步长，次序同其他列表；缺省为 1",
        ),
        "1,1",
        low=0,
        may_be_empty=True,
    ),
    Field("interleave", NAME, Text("none, 16B or 32B, or 0 to 2", "none、16B、32B，或 0 到 2"), "none", "none"),
    Field(
        "swizzle",
        NAME,
        Text("none, 32B, 64B, 128B, 128B_ATOM_32B … or 0 to 6", "none、32B、64B、128B、128B_ATOM_32B … 或 0 到 6"),
        "128B",
        "none",
    ),
    Field(
        "l2_promotion",
        NAME,
        Text("none, 64B, 128B or 256B, or 0 to 3", "none、64B、128B、256B，或 0 到 3"),
        "128B",
        "128B",
    ),
    Field("oob_fill", NAME, Text("none (zeros) or nan, or 0 to 1", "none（填零）或 nan，或 0 到 1"), "none", "none"),
    Field(
        "address",
        INT,
        Text("global address; taken as aligned when absent, 0 is null", "global 地址；缺省视为已对齐，0 为空指针"),
        "0x7f0000000000",
        low=0,
        may_be_text=True,
    ),
    Field(
        "map_address",
        INT,
        Text("address of the tensor map itself; taken as aligned when absent", "tensor map 自身的地址；缺省视为已对齐"),
        "0x7fff00000040",
        low=0,
        may_be_text=True,
    ),
    Field(
        "direction", NAME, Text("what the map is for: load, store or both", "用途：load、store 或 both"), "load", "both"
    ),
    Field(
        "device",
        NAME,
        Text(
            "device it runs on (h100, b200, sm_90a, 9.0 …); unchecked when absent",
            "目标设备（h100、b200、sm_90a、9.0 …）；缺省不检查",
        ),
        "h100",
    ),
    Field(
        "pixel_box_lower_corner",
        INTS,
        Text("im2col: lower corner, in cuda.h's order D, H, W", "im2col：下角偏移，按 cuda.h 的次序 D、H、W"),
        "-1,-1",
        low=-(2**31),
        high=2**31 - 1,
        may_be_empty=True,
    ),
    Field(
        "pixel_box_upper_corner",
        INTS,
        Text("im2col: upper corner, in cuda.h's order D, H, W", "im2col：上角偏移，按 cuda.h 的次序 D、H、W"),
        "-1,-1",
        low=-(2**31),
        high=2**31 - 1,
        may_be_empty=True,
    ),
    Field("channels_per_pixel", INT, Text("im2col: elements along C", "im2col：C 维的元素数"), "64", low=0),
    Field(
        "pixels_per_column",
        INT,
        Text("im2col: elements along N, D, H, W", "im2col：N、D、H、W 维的元素数"),
        "128",
        low=0,
    ),
    Field(
        "global_dim",
        INTS,
        Text("raw: extents, fastest first", "原始参数：各维长度，最快维在前"),
        "4096,4096",
        low=0,
        may_be_empty=True,
    ),
    Field(
        "global_strides_bytes",
        INTS,
        Text("raw: strides in bytes of all dimensions but the fastest", "原始参数：除最快维外各维 stride（字节）"),
        "8192",
        low=0,
        may_be_empty=True,
    ),
    Field(
        "box_dim",
        INTS,
        Text("raw: extents of the box, fastest first", "原始参数：box 各维长度，最快维在前"),
        "64,128",
        low=0,
        may_be_empty=True,
    ),
)
