"""Every sentence of the descriptor encoder, in both languages. Texts of rules stand in ``rule_texts``."""

from __future__ import annotations

from tilesite.language import Text

# What cannot be read.
A_VALUE = Text("a value, since this key has no default", "一个值（该键没有默认值）")
A_VALUE_GIVEN = Text("a value", "一个值")
EITHER_KEYS = Text(
    "either the shaped keys ({shaped}) or the raw keys ({raw}), not both", "只给形状键（{shaped}）或只给原始键（{raw}）"
)
BOTH_KEYS = Text("{shaped} and {raw}", "{shaped} 和 {raw}")
KEY_OF_OTHER_API = Text(
    "nothing with api {api}: the key belongs to api {other}", "api 为 {api} 时不给：该键属于 api {other}"
)
AT_MOST_NUMBERS = Text("a list of length {count} at most", "长度至多为 {count} 的列表")
EXACTLY_NUMBERS = Text("a list of length {count}, as the tensor's rank asks", "与张量的秩相符、长度为 {count} 的列表")
NUMBERS = Text("a list of length {count}", "长度为 {count} 的列表")

# The listing.
STRIDE_COMMENT = Text("# in bytes; the innermost one is dropped", "# 单位是字节，最内层被丢掉")
STRIDE_MULTIPLE = Text("(a multiple of {limit}: {holds})", "（{limit} 的倍数: {holds}）")
SELF_CHECK_OK = "self-check: ok"
SELF_CHECK_FAILED = Text("self-check: FAILED ({labels})", "self-check: FAILED（{labels}）")
BY = {
    "driver": Text("driver", "驱动"),
    "observed": Text("observed", "观察"),
    "library": Text("library", "库"),
}

NOT_BOTH = Text("{first} or {second}, not both", "{first} 或 {second} 二者之一")
BOTH_GIVEN = Text("both", "两者")
A_CONFIG = Text("the config of a descriptor with it", "同时给出描述符的配置")

# swizzle.
JSON = Text("print one JSON object", "打印一个 JSON 对象")
LANG = Text("en or zh", "en 或 zh")
SWIZZLE_DESCRIPTION = Text(
    """\
Where a swizzle puts the elements of a box in shared memory: byte addresses from an aligned base, and banks.""",
    """\
swizzle 把 box 的元素放在 shared memory 的何处：相对于对齐基址的字节地址，以及 bank。""",
)
WHOLE_CHUNKS = Text(
    "at most {widest} elements, in whole chunks of {chunk} bytes", "至多 {widest} 个元素，且为 {chunk} 字节的整数倍"
)
IN_TILE = Text("a number from 0 to {last}", "0 到 {last} 的整数")
SWIZZLE_HEADING = Text(
    "swizzle {mode}, {dtype}, rows of {columns} elements ({bytes} bytes): chunks of {chunk} bytes move, "
    "the pattern repeats every {repeat} bytes",
    "swizzle {mode}，{dtype}，每行 {columns} 个元素（{bytes} 字节）：以 {chunk} 字节为单位置换，每 {repeat} 字节重复",
)
SWIZZLE_ELEMENT = Text(
    "element ({row}, {column}): address {address}, bank {bank}", "元素 ({row}, {column})：地址 {address}，bank {bank}"
)
SWIZZLE_COLUMNS = Text(
    "address:bank of the element (i, j) that begins each 16 bytes", "每 16 字节的首个元素 (i, j) 的 地址:bank"
)

# --explain.
IMPOSED_BY = Text("{severities}, imposed by: {by}", "{severities}，来自：{by}")

# --emit.
NOT_BY_TILELANG = Text(
    "TileLang 0.1.15 builds no such descriptor: {reason}", "TileLang 0.1.15 不会构造这样的描述符：{reason}"
)

# The program.
EXPLAIN = Text("say what a rule wants, why, and where that is written", "说明一条规则要求什么、为什么、写在哪里")
EMIT = Text("print code that builds it: c, cuda, python or tilelang", "打印构造它的代码：c、cuda、python 或 tilelang")
DESCRIPTION = Text(
    """\
What is passed to cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col for a tile, and what is refused.

Without a config the listing of the book is printed (in Chinese, or with --lang en in English). With a config,
one descriptor is printed: [ok] with its arguments, or [rejected] with one line for each rule that is broken.
A broken rule is a result (exit 0; 1 with --strict); exit 2 is for a config that cannot be read.""",
    """\
为一个 tile 传给 cuTensorMapEncodeTiled 或 cuTensorMapEncodeIm2col 的参数，以及哪些会被拒绝。

不给配置时打印书中的清单（默认中文，--lang en 为英文）。给出配置时打印一个描述符：[ok] 及其参数，
或 [rejected] 及每条被违反的规则各一行。违反规则也是结果（退出码 0；加 --strict 时为 1）；
退出码 2 表示配置无法读取。""",
)
EPILOG = Text(
    """\
Lists are numbers with commas. A tensor is given either by its shape, in the order in which it is declared
(--order row-major: slowest first), or by the driver's own parameters (--global-dim, --global-strides-bytes,
--box-dim: fastest first, bytes).

examples:
  tma-descriptor --dtype f16 --shape 4096,4096 --box 128,64 --swizzle 128B
  tma-descriptor --dtype bf16 --global-dim 64,128,1 --global-strides-bytes 128,16384 --box-dim 64,128,1
  tma-descriptor --api im2col --dtype f16 --shape 8,56,56,64 --pixel-box-lower-corner=-1,-1 \\
      --pixel-box-upper-corner=-1,-1 --channels-per-pixel 64 --pixels-per-column 128
  tma-descriptor --batch descriptors.jsonl --strict
  tma-descriptor --explain SWIZZLE_SPAN
  tma-descriptor swizzle --mode 128B --dtype f16
  tma-descriptor --emit c --dtype f16 --shape 4096,4096 --box 128,64 --swizzle 128B > tensor_map.c""",
    """\
列表是用逗号分隔的数。张量可以用形状给出，按声明的顺序（--order row-major：最慢的一维在前），
也可以用驱动自己的参数给出（--global-dim、--global-strides-bytes、--box-dim：最快的一维在前，单位字节）。

示例：
  tma-descriptor --dtype f16 --shape 4096,4096 --box 128,64 --swizzle 128B
  tma-descriptor --dtype bf16 --global-dim 64,128,1 --global-strides-bytes 128,16384 --box-dim 64,128,1
  tma-descriptor --api im2col --dtype f16 --shape 8,56,56,64 --pixel-box-lower-corner=-1,-1 \\
      --pixel-box-upper-corner=-1,-1 --channels-per-pixel 64 --pixels-per-column 128
  tma-descriptor --batch descriptors.jsonl --strict
  tma-descriptor --explain SWIZZLE_SPAN
  tma-descriptor swizzle --mode 128B --dtype f16
  tma-descriptor --emit c --dtype f16 --shape 4096,4096 --box 128,64 --swizzle 128B > tensor_map.c""",
)
