"""What the plan says to a reader: errors of the input, and the lines of a plan, in both languages."""

from __future__ import annotations

from tilesite.language import Text

AT_COLUMN = Text("{expected} at column {column}", "第 {column} 列应为{expected}")
SHORT_EXPRESSION = Text("an expression of at most {bound} characters", "至多 {bound} 个字符的表达式")
FLAT_EXPRESSION = Text("brackets at most {bound} deep", "至多 {bound} 层的括号")
A_LAMBDA = Text("the word lambda", "单词 lambda")
NAMES_ONCE = Text("parameters that differ", "互不相同的参数")
A_COLON = Text("a colon", "冒号")
A_BRACKET = Text("a closing bracket", "右括号")
AN_OPENING = Text("an opening bracket", "左括号")
A_COMMA = Text("a comma", "逗号")
AN_END = Text("the end of the expression", "表达式的结尾")
A_DIVISOR = Text("a positive integer as the divisor", "正整数除数")
A_SMALL_NUMBER = Text("an integer of at most 19 digits", "至多 19 位的整数")
AN_OPERAND = Text("an integer, a name or a bracket", "整数、名字或括号")
A_TOKEN = Text("an integer, a name, one of + - * // % ^, or a bracket", "整数、名字、+ - * // % ^ 之一，或括号")

A_MAPPING = Text("a mapping of keys to values", "由键和值组成的映射")
A_KEY = Text("a key that exists: one of {names}", "已有的键，下列之一：{names}")
A_KEY_NEAR = Text("a key that exists (did you mean {near}?)", "已有的键（是否想写 {near}？）")
A_VALUE = Text("a value, since this key has no default", "一个值（该键没有默认值）")
AN_INTEGER = Text("a whole number from {low} to {high}", "{low} 到 {high} 的整数")
TRUE_FALSE = Text("true or false", "true 或 false")
INTEGERS = Text("a list of whole numbers from {low} to {high}", "整数列表，每个在 {low} 到 {high} 之间")
EXPRESSIONS = Text(
    "a list of whole numbers from {low} to {high}, or expressions as text",
    "列表，每项是 {low} 到 {high} 的整数或写成文字的表达式",
)
A_SIZE = Text(
    "a whole number from {low} to {high}, or an expression as text", "{low} 到 {high} 的整数，或写成文字的表达式"
)
AN_ARCH = Text("an architecture, sm_ and its number", "架构名：sm_ 加编号")
SAME_LENGTH = Text("a list of length {count}, like {other}", "长度为 {count} 的列表，与 {other} 相同")
SOME_ENTRIES = Text("a list of length 1 to {high}", "长度为 1 到 {high} 的列表")
PARAMETERS = Text(
    "a function of {count} parameters, one per axis of shared_shape", "{count} 个参数的函数，shared_shape 的每一维一个"
)
DECLARED = Text(
    "variables that are declared: {names}, or a symbol of global_shape or global_strides",
    "已声明的变量：{names}，或 global_shape、global_strides 中的符号",
)
SMALL_TILE = Text("a tile of at most {bound} elements with all its stages", "连同所有 stage 至多 {bound} 个元素的 tile")
FITTING_KERNEL = Text("a kernel that fits into the padded image", "放得进填充后图像的卷积核")
FEW_TERMS = Text("an expression of at most {bound} terms when multiplied out", "展开后至多 {bound} 项的表达式")
A_BUILT_REQUEST = Text(
    "a request that a kernel is built for, with kind {kind}: {names}", "可为 {kind} 构造内核的请求方式：{names}"
)
A_BUILT_LAYOUT = Text("a layout that a kernel can annotate", "内核可以标注的布局")
A_COUNT = Text("a number of iterations, to lower a pipelined loop", "降级流水线循环所需的循环次数")
NO_CLUSTER = Text("a cluster of one block, to lower the case", "降级时只能是一个 block 的 cluster")
THE_OPERAND = Text(
    "nothing: the operand's tensor follows from the GEMM, to lower the case", "不写：降级时操作数的张量由 GEMM 决定"
)
ITS_OWN_LAYOUT = Text("the layout that T.gemm gives its operand, to lower the case", "降级时由 T.gemm 决定的布局")
ITS_OWN_CHOICE = Text("the instruction that T.gemm chooses, to lower the case", "降级时由 T.gemm 选择的指令")
ONLY_AXES = Text("only the parameters of the function: {names}", "只用函数的参数：{names}")

# Why a copy is no bulk copy. The keys are the compiler's tests, and what else the plan notes.
NOTES = {
    "target_has_no_bulk_copy": Text(
        "the target has no bulk copies (sm_90 is the first)", "目标架构没有 bulk copy（sm_90 起才有）"
    ),
    "last_dim_not_16B_multiple": Text(
        "the last extent of the region is no whole number of 16 bytes", "区域最后一维不是 16 字节的整数倍"
    ),
    "dtype_pair": Text("the element types of the two sides differ", "两侧的元素类型不同"),
    "innermost_stride_not_1": Text("the innermost stride is not 1", "最内层 stride 不是 1"),
    "global_stride_not_16B_multiple": Text(
        "a global stride is no whole number of 16 bytes", "有 global stride 不是 16 字节的整数倍"
    ),
    "global_stride_ge_2^40": Text("a global stride is 2^40 bytes or more", "有 global stride 达到 2^40 字节"),
    "loop_without_iteration": Text(
        "the pipelined loop has no iteration, so it is removed", "流水线循环没有迭代，因此被删除"
    ),
    "stored_from_a_fragment": Text("C is stored straight from its fragment", "C 直接从 fragment 写回"),
    "target_is_not_hopper": Text("im2col is a bulk copy on Hopper only", "im2col 只有在 Hopper 上才是 bulk copy"),
    "plain_load": Text(
        "a plain T.copy that loads outside a pipelined loop is an ordinary copy",
        "流水线循环之外、载入用的普通 T.copy 是普通拷贝",
    ),
    "tma_disabled": Text("tl.disable_tma_lower is set", "设置了 tl.disable_tma_lower"),
    "not_specialised": Text(
        "the loop is not split between producer and consumer warps", "循环没有分给生产者与消费者 warp"
    ),
    "annotated_layout": Text(
        "the annotated layout is no swizzle that a tensor map has", "标注的布局不是 tensor map 具有的 swizzle"
    ),
}

ERROR = Text("the kernel does not compile; stage {stage}: {reason}", "内核无法编译；阶段 {stage}：{reason}")
UNKNOWN = Text("not modelled: {what}", "未建模：{what}")
NO_BULK = Text("no bulk copy: {why}", "不是 bulk copy：{why}")
INFEASIBLE = Text("the tile checker refuses this tile: {rule} {said}", "tile 体检不通过：{rule} {said}")
NOT_UNPACKED = Text(
    "the run is copied as packed bytes: FP4 arrives in the unpacked tile without being unpacked",
    "这一段按打包的字节拷贝：FP4 到达未打包的 tile 时并未解包",
)
UNALIGNED_RUN = Text(
    "the run begins {bytes} bytes into the tensor, no multiple of 16: a bulk copy without a descriptor faults there",
    "这一段从张量第 {bytes} 字节开始，不是 16 的倍数：不用描述符的 bulk copy 在此出错",
)

# The text of a plan.
STRIDE_COMMENT = Text("# in bytes; the innermost one is dropped", "# 单位是字节，最内层被丢掉")
LOAD = Text("load", "载入")
STORE = Text("store", "写回")
COPY_LINE = Text(
    "{direction} {dtype}  {tensor}  region {region}  tile {tile}",
    "{direction} {dtype}  {tensor}  区域 {region}  tile {tile}",
)
INSTRUCTIONS = Text("instructions = {count}", "指令数 = {count}")
INSTRUCTION = Text("shared +{offset}, coordinates {coords}", "shared +{offset}，坐标 {coords}")
RUN = Text("shared +{offset}, global +{start}, {bytes} bytes", "shared +{offset}，global +{start}，{bytes} 字节")
ELIDED = Text("... {count} more", "……另有 {count} 条")

# Beside the compiler.
TILELANG = Text("tilelang {version} installed", "已安装的 tilelang {version}")
NO_TILELANG = Text("none", "没有安装")
KNOWN_CODE = Text("generated code of a known form", "形式已知的生成代码")
NO_COMPILER = Text("no compiler, since nothing may be run here", "不指定编译器，因为此处不可运行任何程序")
AGAINST = Text(
    "lower the case with the installed TileLang too, and print where they differ: tilelang",
    "同时用已安装的 TileLang 降级，并打印差异：tilelang",
)
EQUAL = Text("[equal] {path}: tilelang {version} does the same", "[equal] {path}：tilelang {version} 结果相同")
DIFFERENT = Text(
    "[different] {path}: tilelang {version} differs in {count} keys",
    "[different] {path}：与 tilelang {version} 有 {count} 处不同",
)

# The sub-commands.
ONE_INPUT = Text("one of FILE, --input and --batch", "FILE、--input、--batch 之一")
A_FILE = Text("one input as JSON (- is stdin)", "一个 JSON 输入（- 为标准输入）")
INLINE = Text("one input as JSON, on the command line", "命令行上的一个 JSON 输入")
PLAN_DESCRIPTION = Text(
    """\
What TileLang 0.1.15 does with one T.copy: the path it takes, the descriptor, the instructions, or the refusal.

An input is a JSON object. A copy that the compiler refuses is a result (exit 0; 1 with --strict); exit 2 is for
an input that cannot be read. With --batch, lines {{"id": ..., "input": {{...}}}} are answered with
{{"id": ..., "expected": {{...}}}}.

With --against tilelang, an installed tilelang 0.1.15 lowers the case too, and what differs is printed key by key:
exit 0 when nothing does, 1 when something does, 2 without that TileLang.""",
    """\
TileLang 0.1.15 如何处理一次 T.copy：所走的路径、描述符、指令，或拒绝的原因。

输入是一个 JSON 对象。编译器拒绝的 copy 也是结果（退出码 0；加 --strict 时为 1）；退出码 2 表示输入无法读取。
加 --batch 时，每行 {{"id": ..., "input": {{...}}}} 得到 {{"id": ..., "expected": {{...}}}}。

加 --against tilelang 时，已安装的 tilelang 0.1.15 也降级同一输入，并逐键打印差异：全部相同以 0 退出，
有差异以 1 退出，没有该版本的 TileLang 以 2 退出。""",
)
PLAN_EPILOG = Text(
    """\
keys: kind (copy, pipelined, gemm, im2col), direction, arch, dtype, shared_dtype, global_shape, global_strides,
region_min, region_extent, shared_shape, shared_min, shared_extent, layout, grid, threads, requests, pass_config,
num_stages, k_iters, operand, gemm, im2col. Shapes are slowest first; minima may be expressions of bx, by, bz, k.

example:
  tma-descriptor plan --input '{{"global_shape": [512, 1024], "region_min": ["bx*64", 0], "region_extent": [64, 64],
      "shared_shape": [64, 64], "grid": [8], "layout": {{"kind": "full"}}}}'""",
    """\
键：kind（copy、pipelined、gemm、im2col）、direction、arch、dtype、shared_dtype、global_shape、global_strides、
region_min、region_extent、shared_shape、shared_min、shared_extent、layout、grid、threads、requests、pass_config、
num_stages、k_iters、operand、gemm、im2col。形状以最慢的一维在前；起点可以是 bx、by、bz、k 的表达式。

示例：
  tma-descriptor plan --input '{{"global_shape": [512, 1024], "region_min": ["bx*64", 0], "region_extent": [64, 64],
      "shared_shape": [64, 64], "grid": [8], "layout": {{"kind": "full"}}}}'""",
)
GEMM_DESCRIPTION = Text(
    """\
The copies of a T.gemm: for a tile of the tile checker, the descriptors of A and B, and of C with a TMA epilogue.""",
    """\
一个 T.gemm 的各次拷贝：由 tile 检查器的配置得到 A、B 的描述符，有 TMA epilogue 时还有 C 的描述符。""",
)
GEMM_EPILOG = Text(
    """\
example:
  tma-descriptor gemm --block-m 128 --block-n 128 --block-k 64 --stages 3 --threads 128 --tma-epilogue true""",
    """\
示例：
  tma-descriptor gemm --block-m 128 --block-n 128 --block-k 64 --stages 3 --threads 128 --tma-epilogue true""",
)
