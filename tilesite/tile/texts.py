"""Every sentence of the tile checker, in both languages."""

from __future__ import annotations

from tilesite.language import Text

A_DEVICE = Text("a device that exists: see --list-devices", "已有的设备：见 --list-devices")
A_DEVICE_NEAR = Text("a device that exists (did you mean {near}?)", "已有的设备（是否想写 {near}？）")
CANDIDATES = Text("at most {bound} candidates", "至多 {bound} 个候选")
CANDIDATES_GOT = Text("{count} candidates", "{count} 个候选")
CONTRADICTION = Text("one of {first} and {second}, not both", "{first} 与 {second} 只能取其一")
BOTH = Text("both", "两者")
A_SPACE = Text("a readable file with a JSON object of axes", "可读的文件，内容为由各轴组成的 JSON 对象")
A_PROBLEM = Text(
    "a JSON object of the keys of a sweep, without pareto and rejected",
    "由扫描的键（不含 pareto 与 rejected）组成的 JSON 对象",
)

C1_OVER = Text(
    "shared {bytes} B > {limit} B per block at stages={stages}",
    "shared {bytes} B > 每 block {limit} B，此时 stages={stages}",
)
C1_OVER_STATIC = Text(
    "shared {bytes} B > {limit} B per block at stages={stages}, {static} B of it static",
    "shared {bytes} B > 每 block {limit} B，此时 stages={stages}，其中静态 {static} B",
)
C2_OVER = Text(
    "accumulators alone need {rounded} registers/thread (> 255); expect spilling to local memory",
    "仅累加器就需要每线程 {rounded} 个寄存器（> 255）；预计溢出到 local memory",
)
C2_ALLOCATED = Text(
    "{count} accumulators/thread, allocated as {rounded} (> 255); expect spilling to local memory",
    "每线程 {count} 个累加器，按 {rounded} 分配（> 255）；预计溢出到 local memory",
)
C2_TMEM = Text(
    "accumulators need {columns} columns of tensor memory, allocated as {allocated} (> 512)",
    "累加器需要 {columns} 列 tensor memory，按 {allocated} 列分配（> 512）",
)
C3_INSTR = Text(
    "{device} ({capability}) has no {instr}; devices that have it: {have}",
    "{device}（{capability}）没有 {instr}；有该指令的设备：{have}",
)
C3_DTYPE = Text(
    "{instr} takes no {dtype} on {device}; it takes {have}",
    "{device} 上的 {instr} 不支持 {dtype}；支持 {have}",
)
C3_ACC = Text(
    "{instr} does not sum {dtype} in {acc} on {device}; it does in {have}",
    "{device} 上的 {instr} 不能把 {dtype} 累加到 {acc}；可以累加到 {have}",
)
C3_NOT_MULTIPLE = Text(
    "{side} {size} is not a multiple of {unit} ({instr} {shape})",
    "{side} {size} 不是 {unit} 的倍数（{instr} {shape}）",
)
C3_SIDE = {"block_m": "block_M", "block_n": "block_N", "block_k": "block_K"}
C3_THREADS = Text(
    "threads {threads} is not a multiple of {unit}, the {group} that issues {instr}",
    "threads {threads} 不是 {unit} 的倍数（发出 {instr} 的是一个 {group}）",
)
C3_TMEM_THREADS = Text(
    "threads {threads}: tcgen05 needs whole warps, four at least, to read its 128 lanes of tensor memory",
    "threads {threads}：tcgen05 需要整数个 warp，且至少四个，才能读取 128 条 tensor memory lane",
)
C4_NO_BLOCK = Text("no resident block fits: blocks_per_SM = 0", "没有 block 能驻留：blocks_per_SM = 0")
C4_THREADS = Text("{threads} threads > {limit} per block", "{threads} 个线程 > 每 block {limit} 个")

WARPGROUPS = Text("warpgroups", "个 warpgroup")
WARPS = Text("warps", "个 warp")
PARTITION = Text(
    "{count} {group} cannot be laid over {block_m}x{block_n} in whole {m}x{n} shapes",
    "{count} {group} 无法以完整的 {m}x{n} 形状铺满 {block_m}x{block_n}",
)
PARTITION_SIMT = Text(
    "{threads} threads do not share {block_m}x{block_n} elements evenly",
    "{threads} 个线程无法均分 {block_m}x{block_n} 个元素",
)
SERIALISED = Text(
    "{count} accumulators/thread: ptxas 13.0 spilled and serialised a bare wgmma loop from {limit} on",
    "每线程 {count} 个累加器：从 {limit} 个起，ptxas 13.0 会让单纯的 wgmma 循环溢出并串行化",
)
STATIC_SHARED = Text(
    "{bytes} B of static shared memory > {limit} B, which no device raises; declare it dynamic",
    "静态 shared memory {bytes} B > {limit} B，任何设备都不能放宽；请改为动态声明",
)
CLUSTER_DEVICE = Text("{device} has no thread block clusters (9.0 and later do)", "{device} 没有 cluster（9.0 起才有）")
CLUSTER_SIZE = Text(
    "{size} blocks in a cluster: up to {limit} run on every device with clusters, more only where the device "
    "and a non-portable launch allow it",
    "一个 cluster 含 {size} 个 block：至多 {limit} 个可移植；更多须设备支持，且用非可移植的启动属性",
)
CLUSTER_GRID = Text(
    "{grid} blocks along {side} are no whole number of clusters of {cluster}",
    "沿 {side} 的 {grid} 个 block 不是 cluster 边长 {cluster} 的整数倍",
)
CLUSTER_SMS = Text(
    "clusters of {size} leave at least {idle} of {sms} SMs idle",
    "每 {size} 个 block 一个 cluster，{sms} 个 SM 中至少有 {idle} 个空闲",
)
SWIZZLE_NARROW = Text(
    "a row of {block_k} {dtype} is {bytes} B: {span} B is the widest swizzle that divides it",
    "一行 {block_k} 个 {dtype} 为 {bytes} B：能整除它的最宽 swizzle 是 {span} B",
)
SWIZZLE_NONE = Text(
    "a row of {block_k} {dtype} is {bytes} B: no swizzle (32, 64, 128 B) divides it",
    "一行 {block_k} 个 {dtype} 为 {bytes} B：没有能整除它的 swizzle（32、64、128 B）",
)
EPILOGUE_REUSE = Text(
    "the C tile ({tile} KB) beside the stages ({stages} KB) exceeds {limit} KB: it must reuse their buffers",
    "C tile（{tile} KB）与各 stage（{stages} KB）并存会超过 {limit} KB：它必须复用 stage 的缓冲",
)
EPILOGUE_PARTS = Text(
    "the C tile ({tile} KB) exceeds {limit} KB by itself: it must be stored in parts",
    "C tile（{tile} KB）本身就超过 {limit} KB：必须分批写出",
)
TMEM_FULL = Text(
    "the accumulators take all {columns} columns of tensor memory: no second block, no overlap with the epilogue",
    "累加器占满全部 {columns} 列 tensor memory：无法容纳第二个 block，也无法与 epilogue 重叠",
)
TMEM_BLOCKS = Text(
    "{blocks} resident blocks want {columns} columns each; tensor memory holds {fit} of them at once",
    "{blocks} 个驻留 block 各要 {columns} 列；tensor memory 同时只能容纳 {fit} 个",
)
NOT_MODELLED = Text(
    "not modelled: shapes of {dtype}, its scale factors and its padding; C3 is not checked, C1 counts elements alone",
    "未建模：{dtype} 的指令形状、缩放因子与填充；不检查 C3，C1 只计元素本身",
)
NOT_COUNTED = Text(
    "not modelled: padding and scale factors of {dtype}; C1 counts elements alone",
    "未建模：{dtype} 的填充与缩放因子；C1 只计元素本身",
)
SPECIALISED = Text(
    "TileLang adds a producer warpgroup: {threads} threads are launched, blocks/SM stay {now}",
    "TileLang 会增加一个生产者 warpgroup：实际启动 {threads} 个线程，blocks/SM 仍为 {now}",
)
SPECIALISED_FEWER = Text(
    "TileLang adds a producer warpgroup: {threads} threads are launched, blocks/SM fall from {now} to {then}",
    "TileLang 会增加一个生产者 warpgroup：实际启动 {threads} 个线程，blocks/SM 由 {now} 降为 {then}",
)
SPECIALISED_OVER = Text(
    "TileLang adds a producer warpgroup: {threads} threads would be launched, {limit} are allowed",
    "TileLang 会增加一个生产者 warpgroup：将启动 {threads} 个线程，而上限为 {limit}",
)

C0 = Text(
    "DRAM traffic {mb} MB (less is better; nothing is taken to be reused in L2)",
    "DRAM 流量 {mb} MB（越小越好；假定 L2 没有复用）",
)
RAGGED_SIDE = Text("{name} {size} is not a multiple of {unit}", "{name} {size} 不是 {unit} 的倍数")
RAGGED = Text(
    "{side}: the formula counts a fraction of the last tile, a kernel reads it whole",
    "{side}：公式只按比例计入最后一个 tile，而 kernel 会整块读取",
)
C1_NEITHER = Text(
    "the stages are neither an upper nor a lower bound: epilogue, barriers and padding add, reuse of buffers subtracts",
    "各 stage 之和既非上界也非下界：epilogue、barrier、padding 会增加，缓冲复用会减少",
)
EMULATED = Text(
    "ptxas takes this {dtype} mma for {device}, but not as one instruction: it is emulated",
    "ptxas 接受 {device} 上的这种 {dtype} mma，但不是单条指令：属于模拟执行",
)
NEVER_ASSEMBLED = Text(
    "shapes of tcgen05 are taken from CUTLASS; no assembler checks them",
    "tcgen05 的形状取自 CUTLASS；没有汇编器检查它们",
)
PAIR = Text(
    "two blocks of the cluster can multiply as one (cta_group 2): {m} rows over both",
    "cluster 中的两个 block 可以合为一次乘法（cta_group 2）：共 {m} 行",
)
NO_PAIR = Text(
    "two blocks of the cluster cannot multiply as one (cta_group 2): block_N {block_n} is not a multiple of {unit}",
    "cluster 中的两个 block 不能合为一次乘法（cta_group 2）：block_N {block_n} 不是 {unit} 的倍数",
)
NO_SM_COUNT = Text(
    "the number of SMs of {device} is not known: give sm_count for waves",
    "{device} 的 SM 数未知：要得到波数请给出 sm_count",
)
SM_COUNT_BASIS = Text("number of SMs of {device}: {basis}", "{device} 的 SM 数：{basis}")
SM_COUNT_GIVEN = Text("given", "由配置给出")
SM_COUNT_TABLES = Text(
    "from public tables; no print of a device and no document of the vendor was found",
    "取自公开表格；未找到设备打印或厂商文档",
)
SM_COUNT_ORIN = Text(
    "that of AGX Orin 64GB; other Orin modules have 4 or 8", "为 AGX Orin 64GB 的值；其他 Orin 模块为 4 或 8"
)
SM_COUNT_L4 = Text("printed by a device; some pages say 60", "取自设备打印；有的页面写 60")
SM_COUNT_B300 = Text("148, 152 and 160 are all stated", "148、152、160 三种说法都有")
SM_COUNT_QUOTED = Text("the vendor's whitepaper, as quoted in a public thread", "公开讨论中引用的厂商白皮书")
THREADS_DOUBT = Text(
    "threads per SM of 10.3 are taken to be those of 10.0: general knowledge, no source was found",
    "10.3 每 SM 的线程数按 10.0 取值：属常识，未找到出处",
)

OK_LINE = Text("OK all four constraints satisfied", "OK 四条约束全部满足")
STAGE_LINE = Text("C1 shared/stage {stage} KB -> total {total} KB", "C1 shared/stage {stage} KB -> 合计 {total} KB")
REGISTER_LINE = Text(
    "C2 accumulators {count}/thread -> {rounded} regs/thread (warp-rounded), {block} regs/block",
    "C2 累加器 {count}/thread -> {rounded} regs/thread（按 warp 取整），{block} regs/block",
)
TMEM_LINE = Text(
    "C2 accumulators in tensor memory: {columns} columns -> {allocated} allocated of 512",
    "C2 累加器在 tensor memory 中：{columns} 列 -> 分配 {allocated} 列，共 512 列",
)
OCCUPANCY_LINE = Text(
    "occupancy: regs -> {registers} blk/SM, smem -> {shared}, threads -> {threads} => {blocks} blk/SM"
    " ({binding}); {waves}",
    "occupancy: regs -> {registers} blk/SM, smem -> {shared}, threads -> {threads} => {blocks} blk/SM"
    "（{binding}）；{waves}",
)
BINDS = Text("{names} binds", "受限于 {names}")
BIND = Text("{names} bind", "受限于 {names}")
NO_LIMIT = Text("no limit", "不限")
SHORT_NAMES = {"registers": "regs", "shared": "smem", "threads": "threads", "blocks": "blocks"}
WAVES = Text(
    "grid {grid} on {slots} slots = {count} waves, last {tail} full",
    "grid {grid}，{slots} 个位置 = {count} 波，最后一波填充 {tail}",
)
GRID_ONLY = Text("grid {grid}", "grid {grid}")

NONE_FEASIBLE = Text("no candidate is feasible; the first one: {reason}", "没有可行的候选；第一个候选：{reason}")
FOUND = Text("feasible configurations found: {count}", "可行配置数：{count}")
TIED = Text("configurations tied at the minimum traffic: {count}", "并列最小流量的配置数：{count}")
BEST_FILL = Text("best last-wave fill among feasible configurations: {fill}", "可行配置中最后一波的最佳填充率：{fill}")
STOPPED = Text(
    "of {candidates} candidates, stopped by C1: {c1}, C2: {c2}, C3: {c3}, C4: {c4}",
    "{candidates} 个候选中，被拦下的：C1 {c1}、C2 {c2}、C3 {c3}、C4 {c4}",
)
FRONT = Text(
    "configurations that no other beats in traffic, shared memory and last-wave fill at once: {count}",
    "在流量、shared memory 与最后一波填充率上不被其他配置全面胜过的配置数：{count}",
)
INTERRUPTED = Text(
    "interrupted: {judged} of {candidates} candidates were judged", "已中断：{candidates} 个候选中判定了 {judged} 个"
)
REJECTED = Text(
    "rejected, each with the constraint that stopped it and the nearest change that fits:",
    "被拒候选，以及拦下它的约束和能放下的最近改动：",
)
UNKNOWN = Text("unknown", "未知")
SM_COUNT_REMARK = Text("(SMs: {basis})", "（SM 数：{basis}）")

FITS = Text("{words} fits", "{words} 即可放下")
FITS_SHARED = Text("{words} fits: {shared} KiB of {limit}", "{words} 即可放下：{shared} KiB，上限 {limit}")
FITS_REGISTERS = Text(
    "{words} fits: {registers} registers/thread of 255", "{words} 即可放下：每线程 {registers} 个寄存器，上限 255"
)
FITS_BOTH = Text(
    "{words} fits: {shared} KiB of {limit}, {registers} registers/thread of 255",
    "{words} 即可放下：{shared} KiB，上限 {limit}；每线程 {registers} 个寄存器，上限 255",
)
