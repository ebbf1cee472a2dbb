"""What the keys of tma-descriptor's --json answers mean."""

from __future__ import annotations

from tilesite.json_keys import (
    ANY,
    CITES_KEY,
    FINDING_KEYS,
    INTEGER,
    LIST,
    OBJECT,
    OK_KEY,
    SCHEMA_KEY,
    TEXT,
    TRUTH,
    JsonKey,
    below,
)
from tilesite.language import Text

FINDINGS = (
    *FINDING_KEYS,
    JsonKey(
        "imposed_by",
        TEXT,
        Text(
            "`driver` (documented), `observed` (every public report agrees) or `library` (TileLang, CCCL)",
            "`driver`（有文档）、`observed`（公开报告一致）或 `library`（TileLang、CCCL）",
        ),
        may_be_null=True,
    ),
)
_SUGGESTIONS = (
    JsonKey("rule", TEXT, Text("the rule that the change is for", "该改动针对的规则")),
    JsonKey("message", TEXT, Text("the change in words", "改动的文字说明")),
    JsonKey(
        "change",
        OBJECT,
        Text("the keys to change; null where words are all", "要改的键与新值；只有文字说明时为 null"),
        may_be_null=True,
    ),
)
_CALL = (
    JsonKey("api", TEXT, Text("the driver's call", "驱动的调用")),
    JsonKey(
        "dtype_enum",
        INTEGER,
        Text("`CUtensorMapDataType` as an integer", "`CUtensorMapDataType` 的整数值"),
        may_be_null=True,
    ),
    JsonKey("dtype_name", TEXT, Text("its name", "其名字"), may_be_null=True),
    JsonKey("rank", INTEGER, Text("dimensions of the tensor", "张量的维数")),
    JsonKey("global_dim", LIST, Text("globalDim: extents, fastest first", "globalDim：各维长度，最快维在前")),
    JsonKey(
        "global_strides_bytes",
        LIST,
        Text("globalStrides: bytes, one fewer than dimensions", "globalStrides：字节，比维数少一个"),
    ),
    JsonKey("element_strides", LIST, Text("elementStrides: traversal strides", "elementStrides：遍历步长")),
    JsonKey("interleave", INTEGER, Text("`CUtensorMapInterleave` as an integer", "`CUtensorMapInterleave` 的整数值")),
    JsonKey("swizzle", INTEGER, Text("`CUtensorMapSwizzle` as an integer", "`CUtensorMapSwizzle` 的整数值")),
    JsonKey("swizzle_name", TEXT, Text("its name", "其名字")),
    JsonKey(
        "l2_promotion", INTEGER, Text("`CUtensorMapL2promotion` as an integer", "`CUtensorMapL2promotion` 的整数值")
    ),
    JsonKey("oob_fill", INTEGER, Text("`CUtensorMapFloatOOBfill` as an integer", "`CUtensorMapFloatOOBfill` 的整数值")),
)
_PIXELS = (
    JsonKey("pixel_box_lower_corner", LIST, Text("im2col: lower corner", "im2col：下角"), may_be_null=True),
    JsonKey("pixel_box_upper_corner", LIST, Text("im2col: upper corner", "im2col：上角"), may_be_null=True),
    JsonKey("channels_per_pixel", INTEGER, Text("im2col: elements along C", "im2col：C 维的元素数"), may_be_null=True),
    JsonKey("pixels_per_column", INTEGER, Text("im2col: pixels", "im2col：像素数"), may_be_null=True),
)
_DESCRIPTOR = (
    *_CALL,
    JsonKey(
        "box_dim",
        LIST,
        Text(
            "boxDim: extents of the box, fastest first; null for im2col",
            "boxDim：box 各维长度，最快维在前；im2col 时为 null",
        ),
        may_be_null=True,
    ),
    *_PIXELS,
    JsonKey("interleave_name", TEXT, Text("its name", "其名字")),
    JsonKey("l2_promotion_name", TEXT, Text("its name", "其名字")),
    JsonKey("oob_fill_name", TEXT, Text("its name", "其名字")),
)

DESCRIPTOR_KEYS = (
    SCHEMA_KEY,
    OK_KEY,
    *below("descriptor", _DESCRIPTOR),
    *below("findings[]", FINDINGS),
    *below("suggestions[]", _SUGGESTIONS),
)
"""The answer to one descriptor."""

LISTING_KEYS = (
    SCHEMA_KEY,
    JsonKey("self_check", TRUTH, Text("whether every sample came out as the book says", "每个样例是否与书中一致")),
    JsonKey("samples[].label", TEXT, Text("the sample's name", "样例名")),
    JsonKey("samples[].…", OBJECT, Text("the keys of a descriptor's answer", "描述符答案的各键")),
)
"""The answer without a config: the listing."""

EXPLAIN_KEYS = (
    SCHEMA_KEY,
    JsonKey("rule", TEXT, Text("id of the rule", "规则名")),
    JsonKey("severities", LIST, Text("the severities that it may have", "可能的级别")),
    JsonKey("imposed_by", LIST, Text("who imposes it", "来自哪里")),
    JsonKey("reason", TEXT, Text("why the rule is there", "规则的理由")),
    JsonKey("sources[].key", TEXT, Text("key of a fact", "事实的键")),
    JsonKey("sources[].statement", TEXT, Text("what the fact says", "事实的内容")),
    JsonKey("sources[].source", TEXT, Text("where it was read", "出处")),
    JsonKey("sources[].version", TEXT, Text("the version of that", "出处的版本")),
    JsonKey("sources[].locator", TEXT, Text("file and lines, or section", "文件与行号，或章节")),
    JsonKey(
        "sources[].state",
        TEXT,
        Text(
            "what was checked: `verified`, `cross-checked` or `cited`",
            "核对状态：`verified`、`cross-checked` 或 `cited`",
        ),
    ),
    JsonKey("passes", OBJECT, Text("a config that keeps the rule", "满足规则的配置")),
    JsonKey("fails", OBJECT, Text("a config that breaks it", "违反规则的配置")),
    JsonKey("messages", LIST, Text("what is said of the latter", "对后者给出的说明")),
    *below("suggestions[]", _SUGGESTIONS),
)
"""The answer to --explain."""

SWIZZLE_KEYS = (
    SCHEMA_KEY,
    JsonKey("mode", INTEGER, Text("`CUtensorMapSwizzle` as an integer", "`CUtensorMapSwizzle` 的整数值")),
    JsonKey("mode_name", TEXT, Text("its name", "其名字")),
    JsonKey("dtype", TEXT, Text("element type", "元素类型")),
    JsonKey("element_bits", INTEGER, Text("bits of one element", "一个元素的位数")),
    JsonKey("rows", INTEGER, Text("rows of the tile", "tile 的行数")),
    JsonKey("columns", INTEGER, Text("elements of a row", "每行元素数")),
    JsonKey("row_bytes", INTEGER, Text("bytes of a row", "每行字节数")),
    JsonKey("chunk_bytes", INTEGER, Text("bytes that move together", "一起移动的字节数")),
    JsonKey("repeat_bytes", INTEGER, Text("bytes after which the pattern repeats", "图样重复的字节数")),
    JsonKey(
        "element",
        LIST,
        Text("the element that is asked about; null for the whole tile", "所问的元素；问整个 tile 时为 null"),
        may_be_null=True,
    ),
    JsonKey("addresses", LIST, Text("byte address of each element, row by row", "各元素的字节地址，逐行给出")),
    JsonKey("banks", LIST, Text("first bank of each element", "各元素的首个 bank")),
    CITES_KEY,
)
"""The answer of ``swizzle``."""

_PLAN = (
    JsonKey(
        "path",
        TEXT,
        Text(
            "`tma_tiled`, `tma_1d`, `cp_async`, `normal`, `error` or `not modelled`",
            "`tma_tiled`、`tma_1d`、`cp_async`、`normal`、`error` 或 `not modelled`",
        ),
    ),
    JsonKey("descriptor", OBJECT, Text("null where the path has none", "该路径没有描述符时为 null"), may_be_null=True),
    *below(
        "descriptor",
        (
            *_CALL,
            JsonKey("base", TEXT, Text("the tensor that it describes", "所描述的张量")),
            JsonKey(
                "global_stride_bytes_raw",
                LIST,
                Text("all strides in bytes, with the innermost", "包括最内层在内的全部 stride（字节）"),
            ),
            JsonKey(
                "box_dim",
                LIST,
                Text("boxDim, fastest first; absent for im2col", "boxDim，最快维在前；im2col 时没有此键"),
            ),
            *(key._replace(may_be_null=False) for key in _PIXELS),
        ),
    ),
    JsonKey("n_instructions", INTEGER, Text("instructions of one block", "每个 block 的指令数"), may_be_null=True),
    JsonKey(
        "instructions_block0",
        LIST,
        Text("those of the first block: the first and last 32", "第一个 block 的指令：首尾各 32 条"),
        may_be_null=True,
    ),
    JsonKey(
        "instructions_block0[].smem_offset_elems",
        INTEGER,
        Text("offset in the tile, in elements", "在 tile 中的偏移（元素）"),
    ),
    JsonKey(
        "instructions_block0[].coords",
        LIST,
        Text("coordinates in the tensor, fastest first", "在张量中的坐标，最快维在前"),
    ),
    JsonKey(
        "instructions_block0[].global_offset_elems",
        INTEGER,
        Text("`tma_1d`: offset in the tensor, in elements", "`tma_1d`：在张量中的偏移（元素）"),
    ),
    JsonKey("instructions_block0[].bytes", INTEGER, Text("`tma_1d`: bytes that are copied", "`tma_1d`：拷贝的字节数")),
    JsonKey(
        "reject",
        OBJECT,
        Text("why no bulk copy; null where nothing was refused", "没有成为 bulk copy 的原因；未被拒绝时为 null"),
        may_be_null=True,
    ),
    JsonKey("reject.stage", TEXT, Text("the stage of the compiler that refused", "拒绝它的编译阶段")),
    JsonKey("reject.reason", TEXT, Text("the reason", "原因")),
)
COPY_KEYS = (
    SCHEMA_KEY,
    OK_KEY,
    *_PLAN,
    JsonKey("note", TEXT, Text("a remark on the path", "关于所走路径的说明"), may_be_null=True),
    *below("findings[]", FINDINGS),
)
"""The answer of ``plan``. A batch answers with ``expected``, which holds the keys from ``path`` to ``reject``."""

GEMM_KEYS = (
    SCHEMA_KEY,
    OK_KEY,
    *below("findings[]", FINDINGS),
    JsonKey("operands", OBJECT, Text("the plans of `A`, `B` and `C`", "`A`、`B`、`C` 的规划")),
    JsonKey(
        "operands.A.…",
        OBJECT,
        Text("the keys of a copy's answer; `B` and `C` likewise", "copy 答案的各键；`B`、`C` 相同"),
    ),
)
"""The answer of ``gemm``."""

AGAINST_KEYS = (
    SCHEMA_KEY,
    JsonKey("equal", TRUTH, Text("whether both answers are equal", "两个结果是否相同")),
    JsonKey("differences[].key", TEXT, Text("a key in which they differ", "结果不同的键")),
    JsonKey("differences[].tilesite", ANY, Text("its value here", "本程序的值"), may_be_null=True),
    JsonKey("differences[].tilelang", ANY, Text("the compiler's value", "编译器的值"), may_be_null=True),
    JsonKey("tilesite", OBJECT, Text("the plan, as in a batch", "规划结果，同批处理")),
    JsonKey("tilelang", OBJECT, Text("what the compiler made", "编译器的结果")),
)
"""The answer of ``plan --against tilelang``."""
