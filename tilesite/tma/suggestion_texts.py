"""What is suggested for each failure: the nearest change that is legal."""

from __future__ import annotations

from tilesite.language import Text

ALLOCATE = Text(
    "give the tensor memory before it is described, or skip the copy of an empty one",
    "先为张量分配内存再编码；空张量则跳过拷贝",
)
MOVE_ADDRESS = Text(
    "let the map begin at {address}, a multiple of {align}, and shift the coordinates instead",
    "让描述符从 {address}（{align} 的倍数）开始，改为偏移坐标",
)
ALIGN_MAP = Text(
    "keep the tensor map at a multiple of 64, for example {address} (alignas(64))",
    "把 tensor map 放在 64 的倍数处，例如 {address}（alignas(64)）",
)
ADD_DIMENSION = Text("describe a tensor of 1 to 5 dimensions", "描述一个 1 到 5 维的张量")
DROP_DIMENSIONS = Text("leave out dimensions of extent 1: globalDim {dims}", "去掉长度为 1 的维度：globalDim {dims}")
MERGE_DIMENSIONS = Text("merge dimensions that lie next to each other in memory", "合并内存中相邻连续的维度")
NO_INTERLEAVE = Text("use interleave NONE", "使用 interleave NONE")
RANK_3_TO_5 = Text("describe the tensor as NWC, NHWC or NDHWC", "把张量写成 NWC、NHWC 或 NDHWC")
SKIP_EMPTY = Text("skip the copy: an empty tensor cannot be described", "跳过拷贝：空张量无法描述")
SPLIT_DIMENSION = Text(
    "split dimension {axis} in two, or use one map for each part", "把第 {axis} 维拆成两维，或每一部分用一个描述符"
)
PAD_DIMENSION = Text("pad globalDim[0] to {extent} elements", "把 globalDim[0] 补齐到 {extent} 个元素")
SWAP_DIMENSIONS = Text(
    "put the dimension of stride 1 innermost: globalDim {dims}", "把 stride 为 1 的那一维放到最内层：globalDim {dims}"
)
CONTIGUOUS = Text("copy the tensor so that its innermost stride is 1", "先拷贝张量，使最内层 stride 为 1")
PAD_STRIDES = Text(
    "pad the strides to {strides} bytes ({elements} elements)", "把 stride 补齐到 {strides} 字节（{elements} 个元素）"
)
SMALL_STRIDES = Text(
    "use the strides {strides}: that of a dimension of extent 1 is never used",
    "使用 stride {strides}：长度为 1 的那一维用不到 stride",
)
NEARER_BASE = Text("use one map for each slice, with its own address", "每个切片用一个描述符，各有自己的地址")
BOX_FROM_1 = Text("use the box {box}", "使用 box {box}")
SPLIT_BOX = Text("split the box: {count} boxes of {box}", "拆分 box：{count} 个 {box}")
CHANGE_BOX = Text("use an inner box of {extent} elements: {box}", "最内层 box 改为 {extent} 个元素：{box}")
CLAMP_STRIDES = Text("use the element strides {strides}", "使用 elementStrides {strides}")
WIDER_SWIZZLE = Text("use swizzle {swizzle}", "使用 swizzle {swizzle}")
SPLIT_FOR_SWIZZLE = Text(
    "use swizzle {swizzle} with an inner box of {extent}: {count} boxes",
    "使用 swizzle {swizzle}，最内层 box 为 {extent}：{count} 个 box",
)
OTHER_DTYPE = Text("use the data type {dtype}", "使用数据类型 {dtype}")
SAME_SIZE_DTYPE = Text("describe the data as {dtype}, which is as wide", "把数据当作同宽的 {dtype} 描述")
PACKED_DTYPE = Text(
    "describe {values} values as one u8, and divide the innermost extents by {values}",
    "把 {values} 个值当作一个 u8 描述，最内层长度除以 {values}",
)
GAPLESS_DTYPE = Text(
    "describe {values} values as {bytes} of u8, with the innermost extents in bytes; they then arrive without gaps",
    "把 {values} 个值当作 {bytes} 个 u8 描述，最内层长度以字节计；这样到达后没有间隙",
)
NARROWER_DTYPE = Text(
    "describe each value as two of {dtype}, and double the innermost extents",
    "把每个值当作两个 {dtype} 描述，最内层长度加倍",
)
ZERO_FILL = Text("use the fill NONE (zeros)", "使用填充 NONE（零）")
NO_TMA = Text("copy without TMA on this device", "在该设备上不用 TMA 拷贝")
CORNERS = Text("use the corners {lower} and {upper}", "使用下角 {lower} 和上角 {upper}")
CHANNELS = Text("use {channels} channels per pixel: {count} copies", "每像素 {channels} 个通道：{count} 次拷贝")
PIXELS = Text("use {pixels} pixels per column: {count} copies", "每列 {pixels} 个像素：{count} 次拷贝")

AND = Text("{first}, and {then}", "{first}，并且{then}")
BUT_THEN = Text("{first}; that alone would break {rules}", "{first}；但仅此一改会违反 {rules}")
