"""The keys of a plan's input, as literal tables: what each means, its bounds, and a right value."""

from __future__ import annotations

from tilesite.fields import BOOL, INT, INTS, LARGEST, NAME, Field
from tilesite.language import Text
from tilesite.tma.plan.dtypes import DTYPES

EXPRESSIONS = "expressions"
"""A list of integers or of expressions as text."""

SIZE = "size"
"""An integer or an expression as text."""

MAPPING = "mapping"
"""A mapping with a table of its own."""

NAMES = "names"
"""A list of names."""

FUNCTION = "function"
"""A layout function as text."""

KINDS = ("copy", "pipelined", "gemm", "im2col")
DIRECTIONS = ("load", "store")
OPERANDS = ("A", "B", "C")
LAYOUTS = (
    "default",
    "linear",
    "full",
    "half",
    "quarter",
    "swizzled",
    "wgmma",
    "volta",
    "custom",
    "gemm_operand",
)
REQUESTS = ("prefer_tma", "tma_copy", "auto", "async_copy", "cp_async", "sync", "gather4", "scatter4")
POLICIES = ("Square", "FullRow", "FullCol")
INSTRUCTIONS = ("auto", "mma", "simt", "tcgen05")
_TYPES = tuple(DTYPES)

COPY_KEYS: tuple[Field, ...] = (
    Field("kind", NAME, Text("what is planned", "规划的对象"), "copy", "copy", names=KINDS),
    Field("direction", NAME, Text("load or store", "载入或写回"), "load", names=DIRECTIONS),
    Field("arch", NAME, Text("target architecture", "目标架构"), "sm_90a", "sm_90a"),
    Field("dtype", NAME, Text("element type in global memory", "全局内存中的元素类型"), "float16", names=_TYPES),
    Field(
        "shared_dtype",
        NAME,
        Text("element type in shared memory", "shared memory 中的元素类型"),
        "float16",
        names=_TYPES,
    ),
    Field("global_shape", EXPRESSIONS, Text("tensor, slowest first", "张量形状，最慢的一维在前"), "[512, 1024]", low=1),
    Field("global_strides", EXPRESSIONS, Text("strides in elements", "以元素计的 stride"), "[1024, 1]", low=0),
    Field("region_min", EXPRESSIONS, Text("where the region begins", "区域的起点"), '["bx*64", 0]', low=-LARGEST),
    Field("region_extent", INTS, Text("extents of the region", "区域的大小"), "[64, 64]"),
    Field("shared_shape", INTS, Text("tile, slowest first", "tile 形状，最慢的一维在前"), "[64, 64]"),
    Field(
        "shared_min",
        EXPRESSIONS,
        Text("where the region begins in the tile", "区域在 tile 中的起点"),
        "[0, 0]",
        low=-LARGEST,
    ),
    Field("shared_extent", INTS, Text("extents in the tile", "区域在 tile 中的大小"), "[64, 64]"),
    Field("layout", MAPPING, Text("layout of the tile", "tile 的布局"), '{"kind": "full"}'),
    Field("grid", EXPRESSIONS, Text("blocks, for bx, by and bz", "block 数，对应 bx、by、bz"), "[8, 16]", low=1),
    Field("threads", INT, Text("threads per block", "每个 block 的线程数"), "128", 128, high=1024),
    Field(
        "requests",
        NAMES,
        Text("how the copy is asked for; the first counts", "copy 的请求方式，以第一个为准"),
        '["prefer_tma"]',
    ),
    Field("cluster", INTS, Text("blocks of a cluster", "cluster 的 block 数"), "[1, 1]"),
    Field("pass_config", MAPPING, Text("pass settings", "pass 设置"), '{"tl.disable_tma_lower": true}'),
    Field("num_stages", INT, Text("stages of the pipelined loop", "流水线级数"), "2", low=0, high=64),
    Field("k_iters", INT, Text("iterations of the pipelined loop", "流水线循环的次数"), "16"),
    Field("operand", NAME, Text("operand of the GEMM", "GEMM 的操作数"), "A", names=OPERANDS),
    Field(
        "gemm", MAPPING, Text("the GEMM", "GEMM"), '{"M": 4096, "N": 4096, "K": 4096, "bM": 128, "bN": 128, "bK": 64}'
    ),
    Field(
        "im2col", MAPPING, Text("the convolution", "卷积"), '{"N": 1, "H": 16, "W": 16, "C": 64, "F": 64, "kernel": 3}'
    ),
)

LAYOUT_KEYS: tuple[Field, ...] = (
    Field("kind", NAME, Text("which layout", "布局名"), "full", "default", names=LAYOUTS),
    Field("fn", FUNCTION, Text("layout function", "布局函数"), "lambda i, j: i*64 + j"),
    Field("k_major", BOOL, Text("K is innermost", "K 在最内层"), "true", True),
    Field("allow_pad", BOOL, Text("padding allowed", "允许填充"), "true", True),
    Field("continuity", INT, Text("contiguous extent", "连续的长度"), "64"),
    Field("is_a", BOOL, Text("operand A", "操作数 A"), "true", True),
    Field("k_inner", BOOL, Text("K is innermost", "K 在最内层"), "true", True),
    Field("operand", NAME, Text("operand of the GEMM", "GEMM 的操作数"), "A", names=OPERANDS),
)

GEMM_KEYS: tuple[Field, ...] = (
    Field("M", SIZE, Text("rows of C", "C 的行数"), "4096", required=True),
    Field("N", SIZE, Text("columns of C", "C 的列数"), "4096", required=True),
    Field("K", SIZE, Text("inner extent", "内积长度"), "4096", required=True),
    Field("bM", INT, Text("rows of the block", "块的行数"), "128", required=True),
    Field("bN", INT, Text("columns of the block", "块的列数"), "128", required=True),
    Field("bK", INT, Text("inner extent of the block", "块的内积长度"), "64", required=True),
    Field("trans_A", BOOL, Text("A is stored (K, M)", "A 以 (K, M) 存储"), "false", False),
    Field("trans_B", BOOL, Text("B is stored (N, K)", "B 以 (N, K) 存储"), "true", False),
    Field("num_stages", INT, Text("stages of the pipelined loop", "流水线级数"), "2", 2, low=0, high=64),
    Field("in_dtype", NAME, Text("type of A and B", "A 与 B 的类型"), "float16", "float16", names=_TYPES),
    Field("accum", NAME, Text("type of the accumulator", "累加器的类型"), "float32", "float32", names=_TYPES),
    Field("out", NAME, Text("type of C", "C 的类型"), "float16", names=_TYPES),
    Field("tma_epilogue", BOOL, Text("C goes through shared memory", "C 经过 shared memory"), "false", False),
    Field("policy", NAME, Text("how warps share the block", "warp 如何分块"), "Square", "Square", names=POLICIES),
    Field(
        "instr",
        NAME,
        Text("instruction; auto is T.gemm's own choice", "指令；auto 由 T.gemm 选择"),
        "auto",
        "auto",
        names=INSTRUCTIONS,
    ),
)

IM2COL_KEYS: tuple[Field, ...] = (
    Field("N", INT, Text("images", "图像数"), "1", required=True),
    Field("H", INT, Text("height", "高"), "16", required=True),
    Field("W", INT, Text("width", "宽"), "16", required=True),
    Field("C", INT, Text("channels", "通道数"), "64", required=True),
    Field("F", INT, Text("filters", "滤波器数"), "64", required=True),
    Field("kernel", INT, Text("kernel size", "卷积核大小"), "3", required=True),
    Field("stride", INT, Text("stride", "步长"), "1", 1),
    Field("dilation", INT, Text("dilation", "膨胀"), "1", 1),
    Field("pad", INT, Text("padding", "填充"), "1", 0, low=0),
    Field("bM", INT, Text("pixels of the block", "块的像素数"), "128", required=True),
    Field("bN", INT, Text("filters of the block", "块的滤波器数"), "128", required=True),
    Field("bK", INT, Text("channels of the block", "块的通道数"), "64", required=True),
    Field("num_stages", INT, Text("stages of the pipelined loop", "流水线级数"), "2", 2, low=0, high=64),
)
