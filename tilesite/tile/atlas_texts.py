"""What the sub-command ``tile-decision atlas`` says, in both languages."""

from __future__ import annotations

from tilesite.language import Text

DESCRIPTION = Text(
    """\
The best candidates of many problems on many devices.

PROBLEMS is a file of JSON Lines (- is stdin): one problem a line, an object of the keys of a sweep, such as
{{"m": 4096, "n": 4096, "k": 4096, "dtype": "f16"}}. For each problem and each device one JSON object is written, in the
order of the lines and of --devices. A line that names a device is judged for that one alone. Where neither the line
nor --instr says which instruction multiplies, it is the newest of the device's own that takes the types.
A line that cannot be read is answered with its error and number, and the others go on.""",
    """\
多个问题在多个设备上的最佳候选。

PROBLEMS 是 JSON Lines 文件（- 为标准输入）：每行一个问题，即由扫描的键组成的对象，例如
{{"m": 4096, "n": 4096, "k": 4096, "dtype": "f16"}}。每个问题在每个设备上写出一个 JSON 对象，
先按行、再按 --devices 的顺序。写明 device 的行只对该设备判定。行与 --instr 都未指定指令时，
取该设备自有指令中支持这些类型的最新一种。读不懂的行以其错误和行号作答，其余照常进行。""",
)
EPILOG = Text(
    """\
examples:
  tile-decision atlas problems.jsonl --devices h100,a100 --out atlas.jsonl --jobs 8
  tile-decision atlas problems.jsonl --devices h100,a100 --out atlas.jsonl --jobs 8 --resume
      goes on after the last complete record of a run that was stopped; all else as it was given then
  tile-decision atlas problems.jsonl --topk 1 --out atlas.jsonl --dask tcp://scheduler:8786
      on a Dask cluster whose workers have tilesite installed (pip install 'tilesite[scale]')

The bytes written are the same on one core, on processes and on a cluster. Lines of a pipe are answered as they come;
with --jobs and --dask some are read ahead.

exit codes: 0 done, 1 with --strict when a problem has no feasible candidate, 2 when something cannot be read or
written (the other lines are answered all the same), 130 when interrupted, 143 when told to end.""",
    """\
例子：
  tile-decision atlas problems.jsonl --devices h100,a100 --out atlas.jsonl --jobs 8
  tile-decision atlas problems.jsonl --devices h100,a100 --out atlas.jsonl --jobs 8 --resume
      从中断的运行里最后一条完整记录之后继续；其余参数须与当时相同
  tile-decision atlas problems.jsonl --topk 1 --out atlas.jsonl --dask tcp://scheduler:8786
      在 Dask 集群上运行，各 worker 须装有 tilesite（pip install 'tilesite[scale]'）

单核、多进程与集群写出的字节完全相同。从管道来的行随到随答；用 --jobs 或 --dask 时会预读若干行。

退出码：0 完成；带 --strict 时，有问题没有可行候选则为 1；有内容读不懂或写不出为 2（其余行照常作答）；
被中断为 130，被要求结束（SIGTERM）为 143。""",
)

PROBLEMS = Text(
    "a file of problems, one JSON object a line (- is stdin)", "问题文件，每行一个 JSON 对象（- 为标准输入）"
)
ATLAS = Text("the atlas", "批量选型")
DEVICES = Text("devices to judge every problem for, separated by commas", "每个问题要判定的设备，以逗号分隔")
OUT = Text("write to FILE, which must not exist yet, instead of stdout", "写入 FILE（须尚不存在），而不是标准输出")
RESUME = Text("go on after the last complete record of FILE", "从 FILE 的最后一条完整记录之后继续")
JOBS = Text("work on N processes", "用 N 个进程")
DASK = Text("work on the Dask cluster whose scheduler is at ADDRESS", "用调度器位于 ADDRESS 的 Dask 集群")
SPACE = Text("a JSON object of axes for all problems (- is stdin)", "适用于所有问题的各轴 JSON 对象（- 为标准输入）")

LANG = Text("the language of errors: en or zh", "错误信息的语言：en 或 zh")
STRICT = Text("exit 1 when a problem has no feasible candidate", "有问题没有可行候选时以 1 退出")
FOR_ALL = Text("what holds for every line that does not say otherwise", "各行未另行说明时的取值")

ONE_FILE = Text("one file of problems", "一个问题文件")
FILES = Text("{count} files", "{count} 个文件")
WITH_OUT = Text(
    "--out FILE with it, since standard output cannot be resumed", "与 --out FILE 一起使用，标准输出无法继续"
)
NO_OUT = Text("no --out", "没有 --out")
AN_ORDINARY = Text("an ordinary file", "普通文件")
NOT_ORDINARY = Text("a folder, a pipe or a device", "目录、管道或设备")
NO_INPUT = Text("another file than those that are read", "与被读取的文件不同的文件")
AN_INPUT = Text("a file that is read", "被读取的文件")
DANGLING = Text("a link to a file that does not exist", "指向不存在的文件的链接")
NEW_FILE = Text("a file that does not exist yet, or --resume", "尚不存在的文件，或 --resume")
AN_EXISTING = Text("an existing file", "已有的文件")
A_PLACE = Text("a file that can be written to", "可写入的文件")
ROOM = Text("room to write to", "可写入的空间")
SAME_RUN = Text(
    "the records of this very run: the same problems, devices, flags and tilesite",
    "本次运行自身的记录：问题、设备、参数与 tilesite 版本均相同",
)
OTHER_RECORD = Text("another record {number}", "不同的第 {number} 条记录")
MORE_RECORDS = Text("more than its {count} records", "多于其 {count} 条记录")
OTHER_FILE = "--out another.jsonl"
GO_ON = "the same command with --resume"
THE_EXTRA = Text(
    'the packages of the extra "scale" (Python 3.11 or later)', "附加依赖 scale 的各个包（需要 Python 3.11 或更高版本）"
)
NO_MODULE = Text("no module named {name}", "缺少模块 {name}")
A_SCHEDULER = Text("a Dask scheduler that answers within {seconds} seconds", "在 {seconds} 秒内应答的 Dask 调度器")
NO_ANSWER = Text("no answer from {address}", "{address} 没有应答")
A_WORKER = Text("a cluster that has a worker within {seconds} seconds", "在 {seconds} 秒内有 worker 的集群")
NO_WORKERS = Text("no workers at {address}", "{address} 没有 worker")
A_CLUSTER = Text(
    "a cluster that stays up; what was written is complete, and --resume goes on after it",
    "持续运行的集群；已写出的记录完整，可用 --resume 继续",
)
WORKER_MODULE = Text("workers that have tilesite {version}", "装有 tilesite {version} 的 worker")
WORKER_OTHER = Text("one that has {version}", "版本为 {version} 的 worker")
WORKER_WITHOUT = Text("one without the module {name}", "缺少模块 {name} 的 worker")
WORKERS_DIED = Text(
    "workers that live through a piece of work; what was written is complete, and --resume goes on after it",
    "能完成一份工作的 worker；已写出的记录完整，可用 --resume 继续",
)
DIED = Text("{count} deaths over the same piece", "在同一份工作上死亡 {count} 次")
INTERRUPTED = Text(
    "interrupted: {count} records are complete; the same command with --resume goes on",
    "已中断：{count} 条记录完整；用同样的命令加 --resume 继续",
)
SUMMARY = Text("{count} records, {bad} lines that cannot be read", "{count} 条记录，{bad} 行读不懂")
