"""Every word of the figures, in both languages."""

from __future__ import annotations

from tilesite.language import Text


def say(text: Text, lang: str, **values: object) -> str:
    """``text`` in ``lang``, filled with the values, which are words and numbers."""
    return (text.zh if lang == "zh" else text.en).format(**values)


FIT = Text("Does it fit", "放得下吗")
FIT_YES = Text(
    "Does it fit? Yes: {count} resident per SM, limited by {binding}.",
    "放得下吗？放得下：每 SM 驻留 {count}，由 {binding} 卡住。",
)
FIT_NO = Text("Does it fit? No: stopped by {rules}.", "放得下吗？放不下：被 {rules} 卡住。")
BLOCKS = Text("{count} blocks", "{count} 个 block")
BLOCK = Text("1 block", "1 个 block")
AND = Text(" and ", "、")
JOINT = Text("; ", "；")
LIST_COMMA = Text(", ", "、")

SHARED = Text("Shared memory per block", "每 block 的 shared memory")
OF_KB = Text("{used} of {limit} KB", "{used} / {limit} KB")
OF = Text("{used} of {limit}", "{used} / {limit}")
LIMIT_KB = Text("limit {limit} KB", "上限 {limit} KB")
LIMIT = Text("limit {limit}", "上限 {limit}")
OVER_KB = Text("{over} KB over", "超出 {over} KB")
OVER = Text("{over} over", "超出 {over}")
BUFFERS_NOTE = Text("{count} × (A {a} + B {b} KB)", "{count} ×（A {a} + B {b} KB）")
STATIC_NOTE = Text("{buffers} + static {static} KB", "{buffers} + 静态 {static} KB")
BUFFERS = Text("{count} stages", "{count} 个 stage")

REGISTERS = Text("Registers per thread", "每线程寄存器")
ACCUMULATORS = Text("accumulators {count}", "累加器 {count}")
NOT_COUNTED = Text("addresses, indices, pipeline: not counted", "地址、索引、流水：未计入")
TENSOR_MEMORY = Text("Tensor memory columns per block", "每 block 的 tensor memory 列数")

RESIDENT = Text("Resident blocks per SM", "每 SM 驻留的 block 数")
LIMIT_NAMES = {
    "registers": Text("registers", "寄存器"),
    "shared": Text("shared memory", "shared memory"),
    "threads": Text("threads", "线程"),
    "blocks": Text("blocks", "block 上限"),
}
BINDS = Text("binds", "卡住")
NO_LIMIT = Text("no limit", "不限")

SAY_SHARED = Text(
    "Shared memory per block: {total} of {limit} bytes.", "每 block 的 shared memory：{total} 字节，上限 {limit} 字节。"
)
SAY_STAGES = Text(
    "{count} stages in shared memory, each {stage} bytes: A {a}, B {b}.",
    "shared memory 中有 {count} 个 stage，每个 {stage} 字节：A {a}，B {b}。",
)
SAY_STATIC = Text("Static: {static} bytes.", "静态部分：{static} 字节。")
SAY_OVER = Text("That is {over} bytes over the limit.", "超出上限 {over} 字节。")
SAY_REGISTERS = Text(
    "Registers per thread: {count} accumulators, allocated as {rounded}, of {limit}; "
    "those for addresses, indices and the pipeline are not counted.",
    "每线程寄存器：累加器 {count} 个，按 {rounded} 分配，上限 {limit}；地址、索引、流水所需的未计入。",
)
SAY_TENSOR_MEMORY = Text(
    "Tensor memory: {columns} columns, allocated as {allocated}, of {limit}.",
    "tensor memory：{columns} 列，按 {allocated} 列分配，上限 {limit} 列。",
)
SAY_RESIDENT = Text(
    "Resident blocks per SM: {count}, limited by {binding}; the limits allow {limits}.",
    "每 SM 驻留的 block 数为 {count}，由 {binding} 卡住；各限制允许的数目：{limits}。",
)
SAY_LIMIT = Text("{name} {count}", "{name} {count}")
SAY_NO_LIMIT = Text("{name} any number", "{name} 不限")

WAVES = Text("Waves", "波数")
WAVES_CAPTION = Text(
    "{count} waves; last one {last} of {slots} slots = {percent}",
    "{count} 波；最后一波占 {slots} 个槽位中的 {last} 个 = {percent}",
)
WAVE_CAPTION = Text("1 wave: {last} of {slots} slots = {percent}", "1 波：占 {slots} 个槽位中的 {last} 个 = {percent}")
WAVE = Text("wave {number}", "第 {number} 波")
LAST_WAVE = Text("last wave", "末波")
MORE_WAVES = Text("… {count} more full waves …", "… 另有 {count} 个满波 …")
CELL = Text("one cell = one slot", "一格 = 一个槽位")
CELL_OF = Text("one cell = {count} slots", "一格 = {count} 个槽位")
SLOTS = Text("slots = SMs × blocks/SM = {sms} × {resident}", "槽位 = SM 数 × 每 SM block 数 = {sms} × {resident}")
SAY_WAVES = Text(
    "The grid of {grid} blocks runs in {count} waves of {slots} slots; the last wave has {last} blocks, "
    "{percent} of its slots.",
    "grid 共 {grid} 个 block，分 {count} 波执行，每波 {slots} 个槽位；最后一波有 {last} 个 block，占槽位的 {percent}。",
)

BOX = Text("Box in the tensor", "tensor 中的 box")
BOX_CAPTION = Text(
    "Box in the tensor: {box} of {dims}, fastest dimension first.",
    "tensor 中的 box：{dims} 中取 {box}，最快变化的那一维在前。",
)
REFUSED = Text("{caption} Refused: {rules}.", "{caption}被拒：{rules}。")
DIM_0 = Text("dim 0 → fastest, {extent} × {bits} bits", "dim 0 → 最快变化，{extent} × {bits} 位")
DIM = Text("dim {number} ↓ {extent}", "dim {number} ↓ {extent}")
BOX_LABEL = Text("box {box}", "box {box}")
BOX_EMPTY = Text("box {box}: nothing to copy", "box {box}：没有可搬运的元素")
READS_ZERO = Text("out of bounds: reads 0", "越界部分：读出 0")
READS_NAN = Text("out of bounds: reads NaN", "越界部分：读出 NaN")
NOT_TO_SCALE = Text("box drawn larger than it is", "box 画得比实际大")
AXES_APART = Text("axes not to one scale", "两轴比例不同")
ROWS = Text("Two rows in memory", "内存中的两行")
ROW = Text("row {number}", "第 {number} 行")
PITCH = Text("pitch {size}", "stride {size}")
BYTES_MULTIPLE = Text("{size} B = {count} × {unit} B", "{size} B = {count} × {unit} B")
BYTES_NO_MULTIPLE = Text("{size} B = {count} × {unit} B + {rest} B", "{size} B = {count} × {unit} B + {rest} B")
TOO_FAR = Text("{size} B ≥ 2⁴⁰ B", "{size} B ≥ 2⁴⁰ B")
STACK = Text("dim {number}: {extent}, box {box}", "dim {number}：{extent}，box {box}")
MORE_DIMS = Text("… and {count} more dimensions", "… 另有 {count} 维")
ELEMENT_STRIDES = Text("element strides {strides}", "element strides：{strides}")
BOX_ROW = Text("Box row in shared memory", "box 的一行（shared memory）")
OF_BYTES = Text("{used} of {limit} B", "{used} / {limit} B")
SPAN = Text("swizzle span {limit} B", "swizzle 跨度 {limit} B")
OVER_BYTES = Text("{over} B over", "超出 {over} B")
CHUNKS = Text("{count} × 16 B", "{count} × 16 B")

SAY_TENSOR = Text(
    "The tensor is {dims} elements of {bits} bits, dimension 0, the fastest, first. The box is {box}.",
    "tensor 为 {dims} 个元素，每个 {bits} 位，最快变化的 dim 0 在前。box 为 {box}。",
)
SAY_ONE_SCALE = Text("Both axes are drawn to one scale.", "两轴按同一比例画出。")
SAY_AXES_APART = Text("The axes are not drawn to one scale.", "两轴没有按同一比例画出。")
SAY_PITCH = Text(
    "The stride of dimension {number} is {size} bytes, {multiple}.",
    "dim {number} 的 stride 为 {size} 字节，{multiple}。",
)
SAY_MULTIPLE = Text("{count} times {unit}", "即 {unit} 的 {count} 倍")
SAY_NO_MULTIPLE = Text("no multiple of {unit}: the rest is {rest}", "不是 {unit} 的倍数，余 {rest}")
SAY_BOUNDS = Text(
    "Along dimension {number} the last box reaches {over} elements past the tensor; they read {fill}.",
    "沿 dim {number}，最后一个 box 越界 {over} 个元素，读出 {fill}。",
)
SAY_BOX_ROW = Text(
    "A row of the box takes {size} bytes in shared memory.", "box 的一行在 shared memory 中占 {size} 字节。"
)
SAY_SPAN = Text("The swizzle span is {span} bytes.", "swizzle 跨度为 {span} 字节。")

SWIZZLE = Text("Swizzle", "Swizzle")
SWIZZLE_CAPTION = Text(
    "Swizzle {mode}: {rows} rows of {size} bytes in shared memory.",
    "Swizzle {mode}：shared memory 中的 {rows} 行，每行 {size} 字节。",
)
WITH = Text("with swizzle", "用 swizzle")
WITHOUT = Text("without swizzle", "不用 swizzle")
ROW_HEAD = Text("row", "行")
BANK_0 = Text("bank 0", "bank 0")
NO_CONFLICT = Text("no conflict", "无冲突")
CONFLICT = Text("{ways}-way conflict", "{ways} 路冲突")
SWIZZLE_KEY = Text("numbers: 16-byte chunks of a row", "数字：行内第几个 16 字节块")
SWIZZLE_READ = Text("outlined: chunk 0 of every row, read at once", "粗框：各行的 0 号块，同时读取")
SWIZZLE_FLIP = Text("odd lines: 8-byte halves swapped too", "奇数行：块内前后 8 字节还要互换")
SWIZZLE_PACKED = Text("without swizzle, rows begin {size} bytes apart", "不用 swizzle 时，各行相隔 {size} 字节")
SAY_LINE = Text("128-byte line {number}: {rows}.", "第 {number} 个 128 字节行：{rows}。")
SAY_ROW_CHUNKS = Text("row {row} with chunks {chunks}", "第 {row} 行，块序 {chunks}")
SAY_CONFLICTS = Text(
    "Reading chunk 0 of {rows} rows at once: {with_swizzle} with the swizzle, {without} without it.",
    "同时读取 {rows} 行的 0 号块：用 swizzle 时{with_swizzle}，不用时{without}。",
)

SWEEP = Text("Traffic against shared memory", "DRAM 流量与 shared memory")
SWEEP_CAPTION = Text(
    "{feasible} of {candidates} candidates are feasible.", "{candidates} 个候选中有 {feasible} 个可行。"
)
SWEEP_ROWS_CAPTION = Text(
    "{feasible} of {candidates} candidates are feasible; the {shown} of least traffic are drawn.",
    "{candidates} 个候选中有 {feasible} 个可行；图中为流量最小的 {shown} 个。",
)
TRAFFIC_AXIS = Text("DRAM traffic, MB", "DRAM 流量（MB）")
TRAFFIC_AXIS_LOG = Text("DRAM traffic, MB (log scale)", "DRAM 流量（MB，对数坐标）")
SHARED_AXIS = Text("shared memory per block, KB", "每 block 的 shared memory（KB）")
SHARED_AXIS_LOG = Text("shared memory per block, KB (log)", "每 block 的 shared memory（KB，对数坐标）")
TOP_ROW = Text("top row", "首行")
BOUND_BY = Text("Binding limit", "卡住驻留的是")
STOPPED_KEY = Text("stopped {count}", "被拒 {count}")
FRONT_KEY = Text("Pareto front", "Pareto 前沿")
SIZE_KEY = Text("last-wave fill", "末波填充率")
AT_PLACE = Text(
    "shared memory {shared} KB, traffic {traffic} MB: {told}", "shared memory {shared} KB，流量 {traffic} MB：{told}"
)
AT_FEASIBLE = Text("{count} feasible, {name} binds", "{count} 个可行，由{name}卡住")
AT_STOPPED = Text("{count} stopped by {rule}", "{count} 个被 {rule} 卡住")
SAY_COUNTS = Text(
    "Of {candidates} candidates {feasible} are feasible; first stopped by C1: {c1}, C2: {c2}, C3: {c3}, C4: {c4}.",
    "{candidates} 个候选中 {feasible} 个可行；最先被 C1 卡住的 {c1} 个，C2 {c2} 个，C3 {c3} 个，C4 {c4} 个。",
)
SAY_FRONT = Text(
    "Pareto front, shared memory with traffic in bytes: {points}.",
    "Pareto 前沿（shared memory 与流量，字节）：{points}。",
)
SAY_FRONT_REST = Text("{points} and {count} more", "{points}，另有 {count} 个")
SAY_FRONT_POINT = Text("{shared} with {traffic}", "{shared} 对 {traffic}")
SAY_TOP = Text(
    "The top row takes {shared} bytes of shared memory and moves {traffic} bytes.",
    "首行占 {shared} 字节 shared memory，流量 {traffic} 字节。",
)
SAY_LIMIT_BYTES = Text("The limit per block is {limit} bytes.", "每 block 上限 {limit} 字节。")
TABLE = Text("The same data as a table ({count} rows)", "同样的数据，列成表格（{count} 行）")
TABLE_PART = Text(
    "The same data as a table (the {shown} rows of least traffic, of {count})",
    "同样的数据，列成表格（{count} 行中流量最小的 {shown} 行）",
)
TABLE_HEAD = (
    Text("traffic, MB", "流量，MB"),
    Text("shared, KB", "shared，KB"),
    Text("feasible", "可行"),
    Text("binds", "卡住驻留的"),
    Text("fullest last wave", "末波最高填充率"),
    Text("stopped by", "被拒于"),
)

ONLY_ONE = Text(
    "There is one candidate, and it is feasible: {shared} KB of shared memory, {traffic} MB of traffic.",
    "只有一个候选，可行：shared memory {shared} KB，流量 {traffic} MB。",
)
ONLY_ONE_STOPPED = Text(
    "There is one candidate, and {rule} stops it: {shared} KB of shared memory, {traffic} MB of traffic.",
    "只有一个候选，被 {rule} 卡住：shared memory {shared} KB，流量 {traffic} MB。",
)

WHY_NOT = Text("Why not", "被哪一条卡住")
WHY_NOT_CAPTION = Text("What stops each candidate first", "每个候选最先被哪一条卡住")
WHY_NOT_ORDER = (
    Text("rows: block_M, in it block_N", "行：block_M，其内 block_N"),
    Text("columns: block_K, in it stages, threads", "列：block_K，其内 stages、threads"),
)
FEASIBLE_KEY = Text("feasible {count}", "可行 {count}")
RULE_KEY = Text("{rule} {count}", "{rule} {count}")
MARK = Text("Mark what is stopped by", "标出被卡住的候选")
MARK_NONE = Text("none", "不标")
SAY_ROW = Text("block_M {m}: {feasible} of {count} feasible.", "block_M {m}：{count} 个中 {feasible} 个可行。")
