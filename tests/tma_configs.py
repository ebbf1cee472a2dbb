"""Descriptor configs that tests share: legal ones, one that breaks each rule row, and random ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tilesite.tma.enums import DTYPES, WITHOUT_ENUM


class Case(NamedTuple):
    """``row`` is the name of a rule row. ``numbers`` are actual, limit and unit."""

    row: str
    config: dict[str, object]
    en: str
    zh: str
    numbers: tuple[object, object, object] = (None, None, None)


def tiled(**keys: object) -> dict[str, object]:
    """A legal descriptor, with these keys in place of its own."""
    return {"dtype": "f16", "shape": [64, 64, 64], "box": [1, 64, 64], "direction": "load", **keys}


def raw(**keys: object) -> dict[str, object]:
    """A legal descriptor in raw parameters."""
    legal = {"dtype": "f16", "global_dim": [64, 64], "global_strides_bytes": [128], "box_dim": [64, 64]}
    return {**legal, "direction": "load", **keys}


def im2col(**keys: object) -> dict[str, object]:
    """A legal im2col map over NHWC."""
    corners = {"pixel_box_lower_corner": [-1, -1], "pixel_box_upper_corner": [-1, -1]}
    legal = {"api": "im2col", "dtype": "f16", "shape": [8, 56, 56, 64], **corners}
    return {**legal, "channels_per_pixel": 64, "pixels_per_column": 128, "direction": "load", **keys}


def fp4(**keys: object) -> dict[str, object]:
    """A legal map of 4-bit values with gaps."""
    return {"dtype": "16u4_align16b", "shape": [64, 256], "box": [64, 128], "direction": "load", **keys}


def fp6(**keys: object) -> dict[str, object]:
    """A legal map of 6-bit values."""
    return {**fp4(dtype="16u6_align16b"), **keys}


CASES = (
    Case(
        "NO_TMA_ON_DEVICE",
        tiled(device="A100"),
        "A100 has compute capability 8.0; tensor maps need 9.0",
        "A100 的计算能力是 8.0；tensor map 需要 9.0",
        ("8.0", "9.0", "compute capability"),
    ),
    Case(
        "NO_DTYPE",
        tiled(dtype="int4"),
        "no tensor-map data type carries int4",
        "没有哪种 tensor map 数据类型能表示 int4",
    ),
    Case(
        "DTYPE_NEEDS_CC10",
        tiled(dtype="e2m1", device="sm_90a"),
        "16U4_ALIGN8B needs compute capability 10, sm_90a has 9.0",
        "16U4_ALIGN8B 需要计算能力 10，sm_90a 是 9.0",
        ("9.0", "10.0", "compute capability"),
    ),
    Case(
        "DTYPE_NEEDS_CC10_ALIGN16B",
        fp4(device="sm_90a"),
        "16U4_ALIGN16B is taken to need compute capability 10, as 16U4_ALIGN8B does in CCCL; sm_90a has 9.0",
        "16U4_ALIGN16B 按需要计算能力 10 处理，与 CCCL 对 16U4_ALIGN8B 的要求相同；sm_90a 是 9.0",
        ("9.0", "10.0", "compute capability"),
    ),
    Case(
        "MAP_NOT_64",
        tiled(map_address="0x20"),
        "the tensor map's own address 0x20 is no multiple of 64 (remainder 32)",
        "tensor map 自身的地址 0x20 不是 64 的倍数（余 32）",
        (32, 64, "bytes"),
    ),
    Case("ADDR_NULL", tiled(address=0), "globalAddress is null", "globalAddress 是空指针"),
    Case(
        "ADDR_NOT_16",
        tiled(address="0xfffd770e9c0c"),
        "globalAddress 0xfffd770e9c0c is no multiple of 16 (remainder 12)",
        "globalAddress 0xfffd770e9c0c 不是 16 的倍数（余 12）",
        (0xFFFD770E9C0C, 16, "bytes"),
    ),
    Case(
        "ADDR_NOT_32_INTERLEAVE",
        tiled(address=16, interleave="32B", swizzle="32B"),
        "globalAddress 0x10 is no multiple of 32 (remainder 16), which interleave 32B needs",
        "globalAddress 0x10 不是 32 的倍数（余 16），interleave 32B 要求如此",
        (16, 32, "bytes"),
    ),
    Case(
        "ADDR_NOT_32_PACKED",
        fp6(address=48),
        "globalAddress 0x30 is no multiple of 32 (remainder 16), which 16U6_ALIGN16B needs",
        "globalAddress 0x30 不是 32 的倍数（余 16），16U6_ALIGN16B 要求如此",
        (48, 32, "bytes"),
    ),
    Case(
        "RANK_ZERO",
        raw(global_dim=[], global_strides_bytes=[], box_dim=[]),
        "the tensor has no dimension; 1 to 5 are allowed",
        "张量没有维度；允许 1 到 5 维",
        (0, 1, "dimensions"),
    ),
    Case(
        "RANK_GT_5",
        tiled(shape=[1, 1, 1, 1, 1, 8], box=[1, 1, 1, 1, 1, 8]),
        "rank 6 is over the limit of 5",
        "秩 6 超过上限 5",
        (6, 5, "dimensions"),
    ),
    Case(
        "RANK_LT_3_INTERLEAVED",
        raw(interleave="16B"),
        "interleave 16B needs rank 3 at least, the rank is 2",
        "interleave 16B 要求秩至少为 3，实际为 2",
        (2, 3, "dimensions"),
    ),
    Case(
        "IM2COL_RANK",
        im2col(shape=[56, 64]),
        "rank 2 is not 3, 4 or 5",
        "秩 2 不是 3、4 或 5",
        (2, 3, "dimensions"),
    ),
    Case("DIM_ZERO", raw(global_dim=[64, 0]), "globalDim[1] is 0", "globalDim[1] 为 0", (0, 1, "elements")),
    Case(
        "DIM_GT_2_32",
        raw(global_dim=[64, 2**32 + 1]),
        "globalDim[1] 4294967297 is over the limit of 2^32",
        "globalDim[1] 4294967297 超过上限 2^32",
        (2**32 + 1, 2**32, "elements"),
    ),
    Case(
        "DIM_NOT_128",
        fp4(shape=[64, 192]),
        "globalDim[0] 192 is no multiple of 128, which 16U4_ALIGN16B needs",
        "globalDim[0] 192 不是 128 的倍数，16U4_ALIGN16B 要求如此",
        (192, 128, "elements"),
    ),
    Case(
        "DIM_ODD",
        {"dtype": "e2m1", "shape": [129], "box": [32], "direction": "load"},
        "globalDim[0] 129 is odd, 16U4_ALIGN8B needs it even",
        "globalDim[0] 129 是奇数，16U4_ALIGN8B 要求偶数",
        (129, 2, "elements"),
    ),
    Case(
        "INNER_STRIDE_NOT_1",
        tiled(strides=[8192, 128, 2]),
        "the innermost global stride is 2, not 1",
        "global 最内层 stride 是 2，不是 1",
        (2, 1, "elements"),
    ),
    Case(
        "STRIDE_NOT_16",
        raw(global_strides_bytes=[136]),
        "globalStride[0] of 136 bytes is no multiple of 16",
        "globalStride[0] 字节数 136 不是 16 的倍数",
        (136, 16, "bytes"),
    ),
    Case(
        "STRIDE_NOT_16_SIZE_1",
        raw(global_dim=[64, 1], global_strides_bytes=[130], box_dim=[64, 1]),
        "globalStride[0] of 130 bytes is no multiple of 16; its dimension has extent 1, "
        "where one machine refused that and another took it",
        "globalStride[0] 字节数 130 不是 16 的倍数；该维长度为 1，有的机器拒绝，有的接受",
        (130, 16, "bytes"),
    ),
    Case(
        "STRIDE_NOT_32_INTERLEAVE",
        tiled(strides=[8192, 72, 1], interleave="32B", swizzle="32B"),
        "globalStride[0] of 144 bytes is no multiple of 32, which interleave 32B needs",
        "globalStride[0] 字节数 144 不是 32 的倍数，interleave 32B 要求如此",
        (144, 32, "bytes"),
    ),
    Case(
        "STRIDE_NOT_32_PACKED",
        fp4(strides=[288, 1]),
        "globalStride[0] of 144 bytes is no multiple of 32, which 16U4_ALIGN16B needs",
        "globalStride[0] 字节数 144 不是 32 的倍数，16U4_ALIGN16B 要求如此",
        (144, 32, "bytes"),
    ),
    Case(
        "STRIDE_GE_2_40",
        raw(global_strides_bytes=[2**40]),
        "globalStride[0] of 1099511627776 bytes is not below 2^40",
        "globalStride[0] 字节数 1099511627776 不小于 2^40",
        (2**40, 2**40, "bytes"),
    ),
    Case(
        "STRIDE_ZERO",
        raw(global_strides_bytes=[0]),
        "globalStride[0] is 0: drivers take it, TileLang refuses it",
        "globalStride[0] 为 0：驱动接受，TileLang 拒绝",
        (0, None, "bytes"),
    ),
    Case(
        "STRIDE_LT_EXTENT",
        raw(global_strides_bytes=[64]),
        "globalStride[0] of 64 bytes is less than the 128 bytes that the dimension below spans: "
        "drivers take it, CCCL refuses it",
        "globalStride[0] 字节数 64 小于内一维跨越的 128 字节：驱动接受，CCCL 拒绝",
        (64, 128, "bytes"),
    ),
    Case(
        "STORE_OVERRUN_16",
        raw(global_dim=[61, 64], direction="store"),
        "the inner extent is 61 * 16 bits = 976 bits, no multiple of 128: a store writes up to the next "
        "16-byte boundary",
        "最内层长度 61 * 16 bits = 976 bits，不是 128 的倍数：store 会写到下一个 16 字节边界",
        (976, 128, "bits"),
    ),
    Case("BOX_ZERO", raw(box_dim=[64, 0]), "boxDim[1] is 0", "boxDim[1] 为 0", (0, 1, "elements")),
    Case(
        "BOX_GT_256",
        tiled(shape=[1, 4096, 4096], box=[1, 512, 64]),
        "boxDim[1] 512 is over the limit of 256",
        "boxDim 512 超过上限 256",
        (512, 256, "elements"),
    ),
    Case(
        "BOX_GT_DIM",
        raw(global_dim=[64, 16]),
        "boxDim[1] 64 is more than globalDim[1] 16: drivers take it, CCCL refuses it",
        "boxDim[1] 64 大于 globalDim[1] 16：驱动接受，CCCL 拒绝",
        (64, 16, "elements"),
    ),
    Case(
        "BOX_NOT_128",
        fp6(box=[64, 64]),
        "boxDim[0] 64 is not 128, which 16U6_ALIGN16B needs",
        "boxDim[0] 64 不是 128，16U6_ALIGN16B 要求如此",
        (64, 128, "elements"),
    ),
    Case(
        "INNER_BOX_NOT_16",
        raw(box_dim=[30, 64]),
        "the innermost box dimension 30 * 16 bits = 480 bits, no multiple of 128",
        "最后一维 30 * 16 bits = 480 bits，不是 128 的倍数",
        (480, 128, "bits"),
    ),
    Case(
        "IM2COL_CORNER",
        im2col(pixel_box_upper_corner=[128, -1]),
        "pixelBoxUpperCorner[0] 128 is not -128 to 127, the range at rank 4",
        "pixelBoxUpperCorner[0] 128 不在秩 4 的范围 -128 到 127 之内",
        (128, 127, "elements"),
    ),
    Case(
        "IM2COL_AREA",
        im2col(pixel_box_upper_corner=[-57, -1]),
        "the box between the corners is empty at index 0: extent 56 + upper -57 - lower -1 = 0",
        "两角之间的盒子为空：第 0 项 长度 56 + 上角 -57 - 下角 -1 = 0",
        (0, 1, "elements"),
    ),
    Case(
        "IM2COL_CHANNELS",
        im2col(channels_per_pixel=257),
        "channelsPerPixel 257 is over the limit of 256",
        "channelsPerPixel 257 超过上限 256",
        (257, 256, "elements"),
    ),
    Case(
        "IM2COL_CHANNELS_128",
        im2col(dtype="16u4_align16b", shape=[8, 56, 56, 128], channels_per_pixel=64),
        "channelsPerPixel 64 is not 128, which 16U4_ALIGN16B needs",
        "channelsPerPixel 64 不是 128，16U4_ALIGN16B 要求如此",
        (64, 128, "elements"),
    ),
    Case(
        "IM2COL_CHANNELS_ZERO",
        im2col(channels_per_pixel=0),
        "channelsPerPixel is 0",
        "channelsPerPixel 为 0",
        (0, 1, "elements"),
    ),
    Case(
        "IM2COL_PIXELS",
        im2col(pixels_per_column=1025),
        "pixelsPerColumn 1025 is over the limit of 1024",
        "pixelsPerColumn 1025 超过上限 1024",
        (1025, 1024, "elements"),
    ),
    Case(
        "IM2COL_PIXELS_ZERO",
        im2col(pixels_per_column=0),
        "pixelsPerColumn is 0",
        "pixelsPerColumn 为 0",
        (0, 1, "elements"),
    ),
    Case(
        "ESTRIDE_RANGE",
        raw(element_strides=[1, 9]),
        "elementStrides[1] 9 is not 1 to 8",
        "elementStrides[1] 9 不在 1 到 8 之间",
        (9, 8, "elements"),
    ),
    Case(
        "ESTRIDE_IGNORED",
        raw(element_strides=[0, 1]),
        "elementStrides[0] 0 is not 1 to 8; the driver ignores it without interleave",
        "elementStrides[0] 0 不在 1 到 8 之间；没有 interleave 时驱动忽略它",
        (0, 1, "elements"),
    ),
    Case(
        "INTERLEAVE_DTYPE",
        fp6(interleave="16B", shape=[4, 64, 256], box=[1, 64, 128]),
        "16U6_ALIGN16B allows no interleave, 16B is asked",
        "16U6_ALIGN16B 不允许 interleave，实际为 16B",
    ),
    Case(
        "SWIZZLE_SPAN",
        raw(swizzle="64B"),
        "the inner box 64 * 16 bits = 128 bytes is wider than the 64 bytes of swizzle 64B",
        "最内层 box 64 * 16 bits = 128 字节，宽于 swizzle 64B 的 64 字节",
        (128, 64, "bytes"),
    ),
    Case(
        "SWIZZLE_INTERLEAVE",
        tiled(interleave="32B", swizzle="128B"),
        "interleave 32B goes with swizzle 32B only, not with 128B",
        "interleave 32B 只能配 swizzle 32B，不能配 128B",
    ),
    Case(
        "SWIZZLE_DTYPE_16U6",
        fp6(swizzle="128B_ATOM_32B_FLIP_8B"),
        "16U6_ALIGN16B allows the swizzles NONE, 128B, 128B_ATOM_32B, 128B_ATOM_64B, not 128B_ATOM_32B_FLIP_8B",
        "16U6_ALIGN16B 只允许 swizzle NONE, 128B, 128B_ATOM_32B, 128B_ATOM_64B，不允许 128B_ATOM_32B_FLIP_8B",
    ),
    Case(
        "SWIZZLE_DTYPE_16U4",
        fp4(swizzle="64B"),
        "16U4_ALIGN16B allows the swizzles NONE, 128B, 128B_ATOM_32B, not 64B",
        "16U4_ALIGN16B 只允许 swizzle NONE, 128B, 128B_ATOM_32B，不允许 64B",
    ),
    Case(
        "SWIZZLE_DIRECTION_16U6",
        fp6(swizzle="128B_ATOM_64B"),
        "16U6_ALIGN16B with swizzle 128B_ATOM_64B can only be used for a store",
        "16U6_ALIGN16B 配 swizzle 128B_ATOM_64B 只能用于 store",
    ),
    Case(
        "SWIZZLE_DIRECTION_16U4",
        fp4(direction="store"),
        "16U4_ALIGN16B with swizzle NONE can only be used for a load",
        "16U4_ALIGN16B 配 swizzle NONE 只能用于 load",
    ),
    Case(
        "SWIZZLE_ONLY_16U6",
        fp6(swizzle="128B_ATOM_64B", direction="both"),
        "16U6_ALIGN16B with swizzle 128B_ATOM_64B can only be used for a store",
        "16U6_ALIGN16B 配 swizzle 128B_ATOM_64B 只能用于 store",
    ),
    Case(
        "SWIZZLE_ONLY_16U4",
        fp4(direction="both"),
        "16U4_ALIGN16B with swizzle NONE can only be used for a load",
        "16U4_ALIGN16B 配 swizzle NONE 只能用于 load",
    ),
    Case(
        "SWIZZLE_NEEDS_CC10",
        tiled(swizzle="128B_ATOM_32B", device="h100"),
        "swizzle 128B_ATOM_32B needs compute capability 10, h100 has 9.0",
        "swizzle 128B_ATOM_32B 需要计算能力 10，h100 是 9.0",
        ("9.0", "10.0", "compute capability"),
    ),
    Case(
        "NAN_FILL_ON_INT",
        tiled(dtype="e4m3", oob_fill="nan"),
        "NaN fill is for floating-point data types; e4m3 travels as UINT8",
        "NaN 填充只用于浮点数据类型；e4m3 以 UINT8 传输",
    ),
)


SOME_EXTENTS = (0, 1, 2, 3, 7, 8, 16, 30, 61, 64, 127, 128, 256, 257, 1024, 4096, 2**32, 2**32 + 1)
SOME_BOXES = (0, 1, 2, 3, 8, 16, 30, 32, 64, 65, 128, 255, 256, 257, 320, 512)
SOME_STRIDES = (0, 1, 2, 12, 16, 24, 48, 64, 128, 4096, 2**39, 2**40 - 16, 2**40, 2**61)
SOME_ADDRESSES = (None, 0, 8, 16, 32, 48, 64, 0x7F0000000010)
NAMES = tuple(dtype.short for dtype in DTYPES + WITHOUT_ENUM)


@st.composite
def configs(draw: Callable[..., Any]) -> dict[str, Any]:
    """A config of either call, shaped or raw, that can be read; most break some rule."""

    def numbers(choices: tuple[int, ...], count: int) -> list[int]:
        return draw(st.lists(st.sampled_from(choices), min_size=count, max_size=count))

    api = draw(st.sampled_from(["tiled", "im2col"]))
    rank = draw(st.integers(1, 7))
    raw_keys = draw(st.booleans())
    config: dict[str, Any] = {"api": api, "dtype": draw(st.sampled_from(NAMES))}
    config["global_dim" if raw_keys else "shape"] = numbers(SOME_EXTENTS, rank)
    if raw_keys:
        config["global_strides_bytes"] = numbers(SOME_STRIDES, rank - 1)
    elif draw(st.booleans()):
        config["strides"] = numbers(SOME_STRIDES, rank)
    if not raw_keys:
        config["order"] = draw(st.sampled_from(["row-major", "fastest-first"]))
    if api == "tiled":
        config["box_dim" if raw_keys else "box"] = numbers(SOME_BOXES, rank)
    else:
        offsets = (-129, -128, -17, -16, -4, -1, 0, 1, 15, 16, 127, 128)
        for corner in ("pixel_box_lower_corner", "pixel_box_upper_corner"):
            config[corner] = numbers(offsets, max(rank - 2, 0))
        config["channels_per_pixel"] = draw(st.sampled_from(SOME_BOXES))
        config["pixels_per_column"] = draw(st.sampled_from((0, 1, 128, 1024, 1025, 1537)))
    config["element_strides"] = numbers((0, 1, 1, 2, 8, 9), rank)
    config["interleave"] = draw(st.integers(0, 2))
    config["swizzle"] = draw(st.integers(0, 6))
    config["oob_fill"] = draw(st.integers(0, 1))
    config["address"] = draw(st.sampled_from(SOME_ADDRESSES))
    config["map_address"] = draw(st.sampled_from((None, 64, 72)))
    config["direction"] = draw(st.sampled_from(["load", "store", "both"]))
    config["device"] = draw(st.sampled_from([None, "a100", "h100", "b200"]))
    return config
