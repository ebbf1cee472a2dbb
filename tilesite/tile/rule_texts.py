"""What each rule of the tile checker means, by its id. A test holds the ids and severities to what the rules yield."""

from __future__ import annotations

from tilesite.findings import FAIL, INFO, WARN
from tilesite.language import Text
from tilesite.records import NamedTuple


class RuleText(NamedTuple):
    """The severities that a rule's findings may have, and what the rule wants."""

    severities: tuple[str, ...]
    meaning: Text


RULE_TEXTS: dict[str, RuleText] = {
    "C0": RuleText(
        (INFO,),
        Text(
            "DRAM traffic of the whole problem when nothing is reused in L2. Less is better; it has no limit. "
            "Where the tile does not divide the problem, a remark says so.",
            "假定 L2 没有复用时，整个问题的 DRAM 流量。越小越好，没有上限。tile 不能整除问题时另有说明。",
        ),
    ),
    "C1": RuleText(
        (FAIL, INFO),
        Text(
            "The stages of A and B fit into the shared memory that one block may have. Triton says of a kernel that "
            "breaks this: `out of resource: shared memory, Required: …, Hardware limit: …`. The remark says that the "
            "sum is neither an upper nor a lower bound of what a real kernel takes.",
            "A、B 的全部 stage 放得进每 block 可用的 shared memory。Triton 对违反者报 "
            "`out of resource: shared memory, Required: …, Hardware limit: …`。附带的说明指出：这个和对真实 kernel "
            "既非上界也非下界。",
        ),
    ),
    "C2": RuleText(
        (FAIL,),
        Text(
            "The accumulators of a thread, in whole units of a warp, leave at most 255 registers. Past that the "
            "compiler spills to local memory or serialises; it does not refuse. With tcgen05 the accumulators live in "
            "tensor memory, and its 512 columns are counted instead.",
            "每线程的累加器按 warp 取整后不超过 255 个寄存器。超过时编译器不会拒绝，而是溢出到 local memory 或串行化。"
            "tcgen05 的累加器在 tensor memory 中，改为计算其 512 列。",
        ),
    ),
    "C3": RuleText(
        (FAIL, INFO),
        Text(
            "The tile is a multiple of a shape that the instruction has for these types on this device, and the "
            "threads form whole warps or warpgroups, as the instruction asks. Remarks name shapes that are emulated, "
            "never assembled, or may be multiplied by a pair of blocks.",
            "tile 各边是该指令在此设备、此类型下某个 MMA 形状的倍数，线程数构成指令所要求的整数个 warp 或 warpgroup。"
            "附带的说明指出哪些形状属于模拟执行、未经汇编器检查，或可由两个 block 合为一次乘法。",
        ),
    ),
    "C4": RuleText(
        (FAIL, INFO),
        Text(
            "At least one block is resident on an SM. When C1 or C2 failed, this is said under their names. Remarks "
            "say where the number of SMs comes from when it is no vendor's document, or that it is unknown.",
            "至少有一个 block 能驻留在 SM 上。C1 或 C2 已不满足时，记在它们名下。"
            "SM 数并非出自厂商文档或未知时另有说明。",
        ),
    ),
    "PARTITION": RuleText(
        (WARN,),
        Text(
            "The warps (with wgmma the warpgroups) can be laid over the tile as a grid of whole MMA shapes; the "
            "threads of simt share the elements evenly. Otherwise some have nothing to do, or a compiler refuses.",
            "各 warp（wgmma 为 warpgroup）能以完整的 MMA 形状铺满 tile；simt 的线程能均分元素。"
            "否则有的没有工作可做，或编译器会拒绝。",
        ),
    ),
    "WGMMA_SERIALISED": RuleText(
        (WARN,),
        Text(
            "From 232 accumulators per thread on, ptxas 13.0 spilled and serialised a bare loop of wgmma.",
            "每线程从 232 个累加器起，ptxas 13.0 会让单纯的 wgmma 循环溢出并串行化。",
        ),
    ),
    "STATIC_SHARED": RuleText(
        (WARN,),
        Text(
            "Shared memory that is declared statically is at most 48 KiB on every device; more has to be dynamic.",
            "静态声明的 shared memory 在任何设备上至多 48 KiB；更多须动态声明。",
        ),
    ),
    "CLUSTER_GRID": RuleText(
        (WARN,),
        Text(
            "The device has clusters, the cluster has at most 8 blocks, and the grid is a whole number of clusters "
            "along each side.",
            "设备支持 cluster，一个 cluster 至多 8 个 block，且 grid 的每一边都是 cluster 的整数倍。",
        ),
    ),
    "CLUSTER_SMS": RuleText(
        (WARN,),
        Text(
            "SMs that a whole number of clusters cannot cover stay idle.",
            "整数个 cluster 无法覆盖的 SM 会空闲。",
        ),
    ),
    "SWIZZLE_K": RuleText(
        (WARN,),
        Text(
            "A row of a stage is 32 or 64 bytes, or whole spans of 128 bytes, so that a swizzle covers it.",
            "stage 的一行为 32 或 64 字节，或 128 字节的整数倍，swizzle 才能覆盖它。",
        ),
    ),
    "EPILOGUE_REUSE": RuleText(
        (WARN,),
        Text(
            "The tile of C, staged through shared memory, has room beside the stages of A and B. Otherwise it must "
            "reuse their buffers, or be stored in parts.",
            "经 shared memory 写出的 C tile 能与 A、B 的各 stage 并存。否则它必须复用这些缓冲，或分批写出。",
        ),
    ),
    "TMEM_FULL": RuleText(
        (WARN,),
        Text(
            "Tensor memory holds the accumulators of the resident blocks, and of one more.",
            "tensor memory 能容纳各驻留 block 的累加器，并且还能多容纳一份。",
        ),
    ),
    "WARP_SPECIALISED": RuleText(
        (WARN, INFO),
        Text(
            "TileLang adds a producer warpgroup to a pipelined wgmma kernel: the launch has 128 threads more. A "
            "warning where so many threads may not be launched, else a remark.",
            "TileLang 会给流水化的 wgmma kernel 增加一个生产者 warpgroup：启动时多 128 个线程。"
            "线程数因此超过上限时为警告，否则为说明。",
        ),
    ),
    "NOT_MODELLED": RuleText(
        (WARN,),
        Text(
            "Of narrow and block-scaled types only the elements themselves are counted: no scale factors, no padding.",
            "对窄类型与带块缩放的类型，只计元素本身，不计缩放因子与填充。",
        ),
    ),
}
