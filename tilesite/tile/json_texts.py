"""What the keys of tile-decision's --json answers mean."""

from __future__ import annotations

from tilesite.json_keys import (
    FINDING_KEYS,
    INTEGER,
    LIST,
    NUMBER,
    OBJECT,
    OK_KEY,
    SCHEMA_KEY,
    TEXT,
    JsonKey,
    below,
)
from tilesite.language import Text

_DEVICE = (
    JsonKey("name", TEXT, Text("the device's name", "设备名")),
    JsonKey("capability", TEXT, Text("compute capability", "计算能力")),
    JsonKey(
        "sm_count",
        INTEGER,
        Text("number of SMs; null for a bare capability", "SM 数；只给计算能力时为 null"),
        may_be_null=True,
    ),
    JsonKey(
        "sm_count_basis",
        TEXT,
        Text("where that number comes from, when it is no vendor's document", "该数的来历（并非厂商文档时）"),
        may_be_null=True,
    ),
    JsonKey("doubt", TEXT, Text("what is not certain about the device", "关于该设备尚不确定之处"), may_be_null=True),
    JsonKey("shared_per_sm_bytes", INTEGER, Text("shared memory per SM, in bytes", "每 SM 的 shared memory（字节）")),
    JsonKey(
        "shared_per_block_bytes",
        INTEGER,
        Text("shared memory that one block may have, in bytes", "每 block 可用的 shared memory（字节）"),
    ),
    JsonKey("registers_per_sm", INTEGER, Text("32-bit registers per SM", "每 SM 的 32 位寄存器数")),
    JsonKey("threads_per_sm", INTEGER, Text("threads that an SM holds", "每 SM 可驻留的线程数")),
    JsonKey("threads_per_block", INTEGER, Text("threads that a block may have", "每 block 的线程数上限")),
    JsonKey("blocks_per_sm", INTEGER, Text("blocks that an SM holds", "每 SM 可驻留的 block 数上限")),
)
_SUGGESTION = (
    JsonKey(
        "rule", TEXT, Text("the rules that the change satisfies, joined by `/`", "该改动所满足的规则，以 `/` 连接")
    ),
    JsonKey("message", TEXT, Text("the change in words", "改动的文字说明")),
    JsonKey("change", OBJECT, Text("the keys to change, with their new values", "要改的键与新值")),
)
_SIZES = tuple(
    JsonKey(name, INTEGER, Text(f"`{name}` of the candidate", f"候选的 `{name}`"))
    for name in ("block_m", "block_n", "block_k", "stages", "threads")
)
MEASURES = (
    JsonKey("traffic_bytes", INTEGER, Text("C0: DRAM traffic in bytes, rounded up", "C0：DRAM 流量（字节），向上取整")),
    JsonKey(
        "traffic_bytes_exact", TEXT, Text("the same, exact: `p/q` or a whole number", "同上的精确值：`p/q` 或整数")
    ),
    JsonKey(
        "shared.per_stage_bytes",
        INTEGER,
        Text("C1: shared memory of one stage, in bytes", "C1：每个 stage 的 shared memory（字节）"),
    ),
    JsonKey(
        "shared.total_bytes",
        INTEGER,
        Text(
            "C1: shared memory of all stages and of what is static, in bytes", "C1：全部 stage 与静态部分之和（字节）"
        ),
    ),
    JsonKey(
        "shared.limit_bytes", INTEGER, Text("C1: what one block may have, in bytes", "C1：每 block 的上限（字节）")
    ),
    JsonKey(
        "registers.accumulators_per_thread",
        INTEGER,
        Text("C2: accumulators of one thread; null with tcgen05", "C2：每线程的累加器数；tcgen05 时为 null"),
        may_be_null=True,
    ),
    JsonKey(
        "registers.per_thread",
        INTEGER,
        Text("C2: registers for them, in whole units of a warp", "C2：为其分配的寄存器数，按 warp 取整"),
        may_be_null=True,
    ),
    JsonKey("registers.per_block", INTEGER, Text("registers of the block", "整个 block 的寄存器数"), may_be_null=True),
    JsonKey(
        "tensor_memory",
        OBJECT,
        Text("null unless the instruction is tcgen05", "指令不是 tcgen05 时为 null"),
        may_be_null=True,
    ),
    JsonKey(
        "tensor_memory.columns",
        INTEGER,
        Text("C2: columns of tensor memory that the accumulators fill", "C2：累加器占用的 tensor memory 列数"),
    ),
    JsonKey("tensor_memory.allocated_columns", INTEGER, Text("C2: columns that are allocated", "C2：实际分配的列数")),
    JsonKey(
        "occupancy.registers",
        INTEGER,
        Text(
            "C4: blocks per SM that the registers allow; null for no limit",
            "C4：寄存器允许的每 SM block 数；不受限时为 null",
        ),
        may_be_null=True,
    ),
    JsonKey(
        "occupancy.shared",
        INTEGER,
        Text(
            "C4: blocks per SM that shared memory allows; null for no limit",
            "C4：shared memory 允许的每 SM block 数；不受限时为 null",
        ),
        may_be_null=True,
    ),
    JsonKey(
        "occupancy.threads", INTEGER, Text("C4: blocks per SM that the threads allow", "C4：线程数允许的每 SM block 数")
    ),
    JsonKey(
        "occupancy.blocks", INTEGER, Text("C4: blocks per SM that the SM allows at all", "C4：SM 本身允许的 block 数")
    ),
    JsonKey(
        "occupancy.blocks_per_sm",
        INTEGER,
        Text("C4: blocks per SM, the least of the four", "C4：每 SM 的 block 数，即四者的最小值"),
    ),
    JsonKey(
        "occupancy.binding",
        LIST,
        Text("which of the four are the least; the first is the one printed", "四者中取到最小值的名字；打印的是第一个"),
    ),
    JsonKey("waves.grid", INTEGER, Text("C4: blocks of the whole problem", "C4：整个问题的 block 数")),
    JsonKey(
        "waves.slots",
        INTEGER,
        Text("C4: blocks that run at once; null without an SM count", "C4：同时运行的 block 数；没有 SM 数时为 null"),
        may_be_null=True,
    ),
    JsonKey("waves.count", INTEGER, Text("C4: waves", "C4：波数"), may_be_null=True),
    JsonKey(
        "waves.last_wave_blocks",
        INTEGER,
        Text("C4: blocks of the last wave", "C4：最后一波的 block 数"),
        may_be_null=True,
    ),
    JsonKey(
        "waves.tail_fill",
        NUMBER,
        Text("C4: fill of the last wave, from 0 to 1", "C4：最后一波的填充率，0 到 1"),
        may_be_null=True,
    ),
)

TILE_KEYS = (
    SCHEMA_KEY,
    OK_KEY,
    JsonKey(
        "config",
        OBJECT,
        Text("what was checked: every key of the config, with its value", "所检查的配置：每个键及其值"),
    ),
    *below("device", _DEVICE),
    *MEASURES,
    *below("findings[]", FINDING_KEYS),
    *below("suggestions[]", _SUGGESTION),
)
"""The answer to one tile."""

SWEEP_KEYS = (
    SCHEMA_KEY,
    JsonKey("candidates", INTEGER, Text("candidates of the space", "空间中的候选数")),
    JsonKey(
        "judged", INTEGER, Text("candidates that were judged; fewer when interrupted", "已判定的候选数；被中断时较少")
    ),
    JsonKey("feasible", INTEGER, Text("candidates that fit", "可行的候选数")),
    *(
        JsonKey(
            f"stopped.{rule}", INTEGER, Text(f"candidates that {rule} stopped first", f"首先被 {rule} 拦下的候选数")
        )
        for rule in ("C1", "C2", "C3", "C4")
    ),
    JsonKey("minimum_traffic_ties", INTEGER, Text("candidates that tie at the least traffic", "并列最小流量的候选数")),
    JsonKey(
        "best_tail_fill",
        NUMBER,
        Text("best fill of a last wave, from 0 to 1", "最后一波的最佳填充率，0 到 1"),
        may_be_null=True,
    ),
    *below("device", _DEVICE),
    JsonKey("order", TEXT, Text("what the rows are ordered by", "各行的排序依据")),
    JsonKey(
        "front",
        INTEGER,
        Text("candidates of the Pareto front; null when not asked for", "Pareto 前沿的候选数；未要求时为 null"),
        may_be_null=True,
    ),
    *below("rows[]", _SIZES),
    JsonKey(
        "rows[].…",
        OBJECT,
        Text("the keys `traffic_bytes` to `waves` of a tile's answer", "tile 答案中 `traffic_bytes` 到 `waves` 的各键"),
    ),
    *below("rejected[]", _SIZES),
    *below("rejected[].stopped_by", FINDING_KEYS),
    JsonKey(
        "rejected[].suggestion",
        OBJECT,
        Text("the nearest change that fits; null when none is near", "能放下的最近改动；附近没有时为 null"),
        may_be_null=True,
    ),
    *below("rejected[].suggestion", _SUGGESTION),
)
"""The answer to a sweep; ``rejected`` is there when it was asked for."""

DEVICES_KEYS = (
    SCHEMA_KEY,
    *below("devices[]", _DEVICE),
    JsonKey("devices[].instructions", LIST, Text("matrix instructions that it has", "该设备具有的矩阵指令")),
)
"""The answer to --list-devices."""
