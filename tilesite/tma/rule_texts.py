"""What each rule says when it is broken. The Chinese of four of them is the book's own wording."""

from __future__ import annotations

from tilesite.language import Text

ADDR_NULL = Text("globalAddress is null", "globalAddress 是空指针")
ADDR_NOT_16 = Text(
    "globalAddress {address} is no multiple of 16 (remainder {rest})",
    "globalAddress {address} 不是 16 的倍数（余 {rest}）",
)
ADDR_NOT_32 = Text(
    "globalAddress {address} is no multiple of 32 (remainder {rest}), which {cause} needs",
    "globalAddress {address} 不是 32 的倍数（余 {rest}），{cause} 要求如此",
)
MAP_NOT_64 = Text(
    "the tensor map's own address {address} is no multiple of 64 (remainder {rest})",
    "tensor map 自身的地址 {address} 不是 64 的倍数（余 {rest}）",
)
RANK_ZERO = Text("the tensor has no dimension; 1 to 5 are allowed", "张量没有维度；允许 1 到 5 维")
RANK_GT_5 = Text("rank {rank} is over the limit of 5", "秩 {rank} 超过上限 5")
RANK_LT_3_INTERLEAVED = Text(
    "interleave {interleave} needs rank 3 at least, the rank is {rank}",
    "interleave {interleave} 要求秩至少为 3，实际为 {rank}",
)
DIM_ZERO = Text("globalDim[{axis}] is 0", "globalDim[{axis}] 为 0")
DIM_GT_2_32 = Text("globalDim[{axis}] {extent} is over the limit of 2^32", "globalDim[{axis}] {extent} 超过上限 2^32")
DIM_NOT_128 = Text(
    "globalDim[0] {extent} is no multiple of 128, which {dtype} needs",
    "globalDim[0] {extent} 不是 128 的倍数，{dtype} 要求如此",
)
DIM_ODD = Text("globalDim[0] {extent} is odd, {dtype} needs it even", "globalDim[0] {extent} 是奇数，{dtype} 要求偶数")
STRIDE_NOT_16 = Text(
    "globalStride[{index}] of {stride} bytes is no multiple of 16",
    "globalStride[{index}] 字节数 {stride} 不是 16 的倍数",
)
STRIDE_NOT_16_SIZE_1 = Text(
    "globalStride[{index}] of {stride} bytes is no multiple of 16; its dimension has extent 1, "
    "where one machine refused that and another took it",
    "globalStride[{index}] 字节数 {stride} 不是 16 的倍数；该维长度为 1，有的机器拒绝，有的接受",
)
STRIDE_NOT_32 = Text(
    "globalStride[{index}] of {stride} bytes is no multiple of 32, which {cause} needs",
    "globalStride[{index}] 字节数 {stride} 不是 32 的倍数，{cause} 要求如此",
)
STRIDE_GE_2_40 = Text(
    "globalStride[{index}] of {stride} bytes is not below 2^40", "globalStride[{index}] 字节数 {stride} 不小于 2^40"
)
STRIDE_ZERO = Text(
    "globalStride[{index}] is 0: drivers take it, TileLang refuses it",
    "globalStride[{index}] 为 0：驱动接受，TileLang 拒绝",
)
STRIDE_LT_EXTENT = Text(
    "globalStride[{index}] of {stride} bytes is less than the {least} bytes that the dimension below spans: "
    "drivers take it, CCCL refuses it",
    "globalStride[{index}] 字节数 {stride} 小于内一维跨越的 {least} 字节：驱动接受，CCCL 拒绝",
)
INNER_STRIDE_NOT_1 = Text("the innermost global stride is {stride}, not 1", "global 最内层 stride 是 {stride}，不是 1")
BOX_ZERO = Text("boxDim[{axis}] is 0", "boxDim[{axis}] 为 0")
BOX_GT_256 = Text("boxDim[{axis}] {extent} is over the limit of 256", "boxDim {extent} 超过上限 256")
BOX_GT_DIM = Text(
    "boxDim[{axis}] {box} is more than globalDim[{axis}] {extent}: drivers take it, CCCL refuses it",
    "boxDim[{axis}] {box} 大于 globalDim[{axis}] {extent}：驱动接受，CCCL 拒绝",
)
BOX_NOT_128 = Text(
    "boxDim[0] {extent} is not 128, which {dtype} needs", "boxDim[0] {extent} 不是 128，{dtype} 要求如此"
)
INNER_BOX_NOT_16 = Text(
    "the innermost box dimension {extent} * {bits} bits = {total} bits, no multiple of 128",
    "最后一维 {extent} * {bits} bits = {total} bits，不是 128 的倍数",
)
ESTRIDE_RANGE = Text(
    "elementStrides[{axis}] {stride} is not 1 to 8", "elementStrides[{axis}] {stride} 不在 1 到 8 之间"
)
ESTRIDE_IGNORED = Text(
    "elementStrides[0] {stride} is not 1 to 8; the driver ignores it without interleave",
    "elementStrides[0] {stride} 不在 1 到 8 之间；没有 interleave 时驱动忽略它",
)
SWIZZLE_SPAN = Text(
    "the inner box {extent} * {bits} bits = {total} bytes is wider than the {span} bytes of swizzle {swizzle}",
    "最内层 box {extent} * {bits} bits = {total} 字节，宽于 swizzle {swizzle} 的 {span} 字节",
)
SWIZZLE_INTERLEAVE = Text(
    "interleave 32B goes with swizzle 32B only, not with {swizzle}",
    "interleave 32B 只能配 swizzle 32B，不能配 {swizzle}",
)
SWIZZLE_DTYPE = Text(
    "{dtype} allows the swizzles {allowed}, not {swizzle}", "{dtype} 只允许 swizzle {allowed}，不允许 {swizzle}"
)
SWIZZLE_DIRECTION = Text(
    "{dtype} with swizzle {swizzle} can only be used for a {only}", "{dtype} 配 swizzle {swizzle} 只能用于 {only}"
)
INTERLEAVE_DTYPE = Text(
    "{dtype} allows no interleave, {interleave} is asked", "{dtype} 不允许 interleave，实际为 {interleave}"
)
NAN_FILL_ON_INT = Text(
    "NaN fill is for floating-point data types; {label} travels as {dtype}",
    "NaN 填充只用于浮点数据类型；{label} 以 {dtype} 传输",
)
NO_DTYPE = Text("no tensor-map data type carries {label}", "没有哪种 tensor map 数据类型能表示 {label}")
NO_TMA_ON_DEVICE = Text(
    "{device} has compute capability {capability}; tensor maps need 9.0",
    "{device} 的计算能力是 {capability}；tensor map 需要 9.0",
)
SWIZZLE_NEEDS_CC10 = Text(
    "swizzle {swizzle} needs compute capability 10, {device} has {capability}",
    "swizzle {swizzle} 需要计算能力 10，{device} 是 {capability}",
)
DTYPE_NEEDS_CC10 = Text(
    "{dtype} needs compute capability 10, {device} has {capability}",
    "{dtype} 需要计算能力 10，{device} 是 {capability}",
)
DTYPE_NEEDS_CC10_ALIGN16B = Text(
    "{dtype} is taken to need compute capability 10, as 16U4_ALIGN8B does in CCCL; {device} has {capability}",
    "{dtype} 按需要计算能力 10 处理，与 CCCL 对 16U4_ALIGN8B 的要求相同；{device} 是 {capability}",
)
STORE_OVERRUN_16 = Text(
    "the inner extent is {extent} * {bits} bits = {total} bits, no multiple of 128: "
    "a store writes up to the next 16-byte boundary",
    "最内层长度 {extent} * {bits} bits = {total} bits，不是 128 的倍数：store 会写到下一个 16 字节边界",
)
IM2COL_RANK = Text("rank {rank} is not 3, 4 or 5", "秩 {rank} 不是 3、4 或 5")
IM2COL_CORNER = Text(
    "{corner}[{index}] {offset} is not {low} to {high}, the range at rank {rank}",
    "{corner}[{index}] {offset} 不在秩 {rank} 的范围 {low} 到 {high} 之内",
)
IM2COL_AREA = Text(
    "the box between the corners is empty at index {index}: extent {extent} + upper {upper} - lower {lower} = {left}",
    "两角之间的盒子为空：第 {index} 项 长度 {extent} + 上角 {upper} - 下角 {lower} = {left}",
)
IM2COL_CHANNELS = Text(
    "channelsPerPixel {channels} is over the limit of 256", "channelsPerPixel {channels} 超过上限 256"
)
IM2COL_CHANNELS_128 = Text(
    "channelsPerPixel {channels} is not 128, which {dtype} needs",
    "channelsPerPixel {channels} 不是 128，{dtype} 要求如此",
)
IM2COL_CHANNELS_ZERO = Text("channelsPerPixel is 0", "channelsPerPixel 为 0")
IM2COL_PIXELS = Text("pixelsPerColumn {pixels} is over the limit of 1024", "pixelsPerColumn {pixels} 超过上限 1024")
IM2COL_PIXELS_ZERO = Text("pixelsPerColumn is 0", "pixelsPerColumn 为 0")
CAUSE_INTERLEAVE = Text("interleave 32B", "interleave 32B")
