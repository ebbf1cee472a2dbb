"""The flags of tile-decision, and the words around them on its help page."""

from __future__ import annotations

from tilesite.console import Arguments
from tilesite.errors import flag_name
from tilesite.language import Text
from tilesite.tile.config import COMMON_FIELDS, DEFAULT_AXES, DEFAULT_TOPK, FIELDS

DESCRIPTION = Text(
    """\
Does a GEMM tile fit on a GPU, and which constraint stops it?

  C0  DRAM traffic   b*M*N*K*(1/block_N + 1/block_M) + b*M*N  (less is better, no limit)
  C1  capacity       stages*(block_M*block_K + block_K*block_N)*bytes <= shared memory per block
  C2  registers      accumulators per thread, in whole units of a warp, <= 255
  C3  shape          block and threads are multiples of the instruction's shape
  C4  parallelism    blocks per SM as NVIDIA's occupancy calculator counts them; waves, last-wave fill

Pure arithmetic: no GPU is needed, nothing is measured, no time is predicted.
Without --diagnose all candidates of a space are judged and the best are printed.""",
    """\
一个 GEMM tile 能否放进 GPU？不能的话，是哪一条约束拦下了它？

  C0  DRAM 流量    b*M*N*K*(1/block_N + 1/block_M) + b*M*N（越小越好，没有上限）
  C1  片上容量     stages*(block_M*block_K + block_K*block_N)*bytes <= 每 block 的 shared memory
  C2  寄存器压力   累加器/线程，按每 warp 取整，<= 255
  C3  指令形状     block 与 threads 是所选指令形状的整数倍
  C4  并行度       每 SM 的 block 数与 NVIDIA 的 occupancy 计算器一致；波数、最后一波的填充率

纯算术：不需要 GPU，不测量，也不预测时间。
不带 --diagnose 时，判定一个空间里的全部候选，并打印最好的若干个。""",
)

EPILOG = Text(
    """\
examples:
  tile-decision --topk 8
      the 8 feasible tiles of least traffic on the default device
  tile-decision --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 3 --threads 256
      one tile, constraint by constraint
  tile-decision --instr mma --device a100 --topk 8
  tile-decision --sm-count 108 --smem-kb 164 --topk 8
      another instruction, another device, a device described by two numbers
  tile-decision --block-m 128 --stages 2,3,4 --rejected
      a sweep over fewer values, with the reason for each candidate that was rejected
  tile-decision --space axes.json --pareto
      a sweep over {{"block_m": [64, 96, 128], "stages": [2, 3]}} and the usual other axes; up to 10^7 candidates
  tile-decision --batch tiles.jsonl --strict
      one JSON object of config keys a line, one answer a line

exit codes: 0 done (a tile that does not fit is an answer), 1 with --strict when a tile does not fit or a sweep
finds none, 2 for what cannot be read.

what it does not know: registers of addresses, indices and the pipeline are not counted, so registers are a
lower bound and blocks per SM an upper one. C1 holds the stages of A and B only: epilogue, barriers and
padding add to it, reuse of buffers subtracts. C0 assumes that nothing is reused in L2.""",
    """\
例子：
  tile-decision --topk 8
      默认设备上流量最小的 8 个可行 tile
  tile-decision --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 3 --threads 256
      对一个 tile 逐条体检
  tile-decision --instr mma --device a100 --topk 8
  tile-decision --sm-count 108 --smem-kb 164 --topk 8
      换指令、换设备，或用两个数描述设备
  tile-decision --block-m 128 --stages 2,3,4 --rejected
      只扫其中一些取值，并给出每个被拒候选的原因
  tile-decision --space axes.json --pareto
      文件为 {{"block_m": [64, 96, 128], "stages": [2, 3]}}，其余轴用默认值；至多 10^7 个候选
  tile-decision --batch tiles.jsonl --strict
      每行一个由配置键组成的 JSON 对象，逐行作答

退出码：0 完成（放不下也是答案）；带 --strict 时，tile 放不下或扫描没有可行者为 1；读不懂的输入为 2。

它不知道的：地址、索引与流水所需的寄存器没有计入，所以寄存器是下界，blocks/SM 是上界。C1 只含 A、B 的
各 stage：epilogue、barrier、padding 会增加，缓冲复用会减少。C0 假定 L2 没有复用。""",
)

_MODES = Text("what to do", "做什么")
_TILE = Text(
    "the tile: one value with --diagnose, values separated by commas in a sweep",
    "tile：--diagnose 时各一个值，扫描时可用逗号列出多个值",
)
_SHARED = Text("the problem, the instruction and the device", "问题、指令与设备")
_DIAGNOSE = Text("check one tile, which needs the five sizes below", "体检一个 tile，需要下面五个尺寸")
_TOPK = Text("print the K best of a sweep; of a front, all when not given", "打印扫描中最好的 K 个；前沿不给时全部打印")
_ORDER = Text("order the rows by traffic, fill or shared", "按 traffic、fill 或 shared 排序")
_PARETO = Text(
    "print the tiles that no other beats in traffic, shared memory and last-wave fill at once",
    "打印在流量、shared memory 与最后一波填充率上不被其他 tile 全面胜过的那些",
)
_SPACE = Text(
    "a JSON object of axes, and of other keys of a sweep (- is stdin)",
    "由各轴及扫描的其他键组成的 JSON 对象（- 为标准输入）",
)
_REJECTED = Text(
    "list the rejected candidates too, each with its reason and the nearest change that fits",
    "同时列出被拒候选，各附原因与能放下的最近改动",
)
_DEVICES = Text("list the devices", "列出设备")


def add_flags(parser: Arguments) -> None:
    """The flags of tile-decision beside those of every program."""
    modes = parser.add_argument_group(_MODES)
    modes.add_argument("--diagnose", action="store_true", help=_DIAGNOSE)
    modes.add_argument("--topk", metavar="K", help=_TOPK, usual=DEFAULT_TOPK)
    modes.add_argument("--order", metavar="BY", help=_ORDER, usual="traffic")
    modes.add_argument("--pareto", action="store_true", help=_PARETO)
    modes.add_argument("--space", metavar="FILE", help=_SPACE)
    modes.add_argument("--rejected", action="store_true", help=_REJECTED)
    modes.add_argument("--list-devices", action="store_true", help=_DEVICES)
    sizes = parser.add_argument_group(_TILE)
    for field, axis in zip(FIELDS, DEFAULT_AXES):
        sizes.add_argument(flag_name(field.name), metavar="V", help=field.help, usual=",".join(map(str, axis)))
    shared = parser.add_argument_group(_SHARED)
    for field in COMMON_FIELDS:
        usual = None if field.default in (0, 1) else field.default
        shared.add_argument(flag_name(field.name), metavar="V", help=field.help, usual=usual)
