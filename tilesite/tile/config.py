"""The config of a tile: its keys as a table, and the frozen types that reading it gives."""

from __future__ import annotations

from tilesite.fields import INT, NAME, Field, name, one_of, read_fields, require_whole, whole, whole_or_none
from tilesite.language import Text
from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile.device import Device
from tilesite.tile.device_rows import find_device
from tilesite.tile.dtypes import ACCUMULATORS, BITS, default_accumulator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


PROGRAM = "tile-decision"
LANG = "en"

INSTRUCTIONS = ("wgmma", "mma", "simt", "tcgen05")
STAGE_RULES = ("stages", "stages-1")


class TileConfig(NamedTuple):
    """One tile: rows, columns and depth in elements, pipeline stages, threads per block.

    ``cluster_m`` and ``cluster_n`` are blocks of a cluster along M and N. ``stage_rule`` says how many
    buffers ``stages`` means.
    """

    block_m: int
    block_n: int
    block_k: int
    stages: int
    threads: int
    instr: str = "wgmma"
    static_shared_bytes: int = 0
    cluster_m: int = 1
    cluster_n: int = 1
    stage_rule: str = "stages"

    @property
    def sizes(self) -> tuple[int, int, int, int, int]:
        """The values of the five AXES."""
        return self.block_m, self.block_n, self.block_k, self.stages, self.threads

    def with_sizes(self, sizes: Sequence[int]) -> TileConfig:
        """This tile with other values of the five AXES."""
        block_m, block_n, block_k, stages, threads = sizes
        return self._replace(block_m=block_m, block_n=block_n, block_k=block_k, stages=stages, threads=threads)

    @property
    def buffers(self) -> int:
        """Buffers of A and B that are in shared memory at once."""
        return max(self.stages - 1, 1) if self.stage_rule == "stages-1" else self.stages


class Problem(NamedTuple):
    """C = A B with A of m x k and B of k x n elements of ``dtype``, summed in ``acc``.

    ``acc`` None is f32, s32 for integers, f64 for f64.
    """

    m: int = 4096
    n: int = 4096
    k: int = 4096
    dtype: str = "f16"
    acc: str | None = None

    @property
    def accumulator(self) -> str:
        """The type of the sums."""
        return self.acc or default_accumulator(self.dtype)


class Job(NamedTuple):
    """Everything that one check needs."""

    config: TileConfig
    problem: Problem
    device: Device


DEFAULT_DEVICE = find_device("h100")

_AXIS_HELP = {
    "block_m": Text("rows of the block's tile of C", "block 的 C tile 行数"),
    "block_n": Text("columns of the block's tile of C", "block 的 C tile 列数"),
    "block_k": Text("depth of one stage, in elements", "每个 stage 的深度（元素数）"),
    "stages": Text("pipeline stages", "流水级数"),
    "threads": Text("threads per block", "每个 block 的线程数"),
}
_AXIS_EXAMPLES = {"block_m": "128", "block_n": "256", "block_k": "64", "stages": "3", "threads": "256"}

AXES = tuple(_AXIS_HELP)
"""The five keys that a sweep varies, in the order in which it varies them."""

DEFAULT_AXES = ((16, 32, 64, 128, 256), (16, 32, 64, 128, 256), (16, 32, 64, 128), (2, 3, 4), (128, 256, 512))
"""The values that they have in a sweep that does not say otherwise."""

DEFAULT_TOPK = 8
"""The rows that a sweep prints when it does not say otherwise."""

BLOCK_FIELDS = tuple(Field(axis, INT, _AXIS_HELP[axis], _AXIS_EXAMPLES[axis], None, True) for axis in AXES)

COMMON_FIELDS = (
    Field(
        "instr",
        NAME,
        Text("instruction that multiplies: wgmma, mma, simt, tcgen05", "做乘法的指令：wgmma、mma、simt、tcgen05"),
        "wgmma",
        default="wgmma",
        names=INSTRUCTIONS,
    ),
    Field("m", INT, Text("rows of C", "C 的行数"), "4096", default=4096),
    Field("n", INT, Text("columns of C", "C 的列数"), "4096", default=4096),
    Field("k", INT, Text("length of the sums", "求和长度"), "4096", default=4096),
    Field("dtype", NAME, Text("element type of A and B", "A 与 B 的元素类型"), "f16", default="f16", names=tuple(BITS)),
    Field(
        "acc",
        NAME,
        Text(
            "accumulator type (default: f32; s32 for integers, f64 for f64)",
            "累加器类型（默认 f32；整数为 s32，f64 为 f64）",
        ),
        "f32",
        names=tuple(ACCUMULATORS),
    ),
    Field("device", NAME, Text("device, see --list-devices", "设备，见 --list-devices"), "h100", default="h100"),
    Field("sm_count", INT, Text("number of SMs, instead of the device's", "SM 数，代替设备自身的值"), "132"),
    Field(
        "smem_kb",
        INT,
        Text(
            "shared memory per SM in KB, instead of the device's; a block gets what the driver leaves of it",
            "每 SM 的 shared memory（KB），代替设备自身的值；block 可用的是减去驱动保留之后的部分",
        ),
        "228",
    ),
    Field(
        "static_shared_bytes",
        INT,
        Text("shared memory of the block beside the stages, in bytes", "各 stage 之外的 shared memory（字节）"),
        "1024",
        default=0,
        low=0,
    ),
    Field("cluster_m", INT, Text("blocks of a cluster along M", "cluster 沿 M 的 block 数"), "2", default=1),
    Field("cluster_n", INT, Text("blocks of a cluster along N", "cluster 沿 N 的 block 数"), "1", default=1),
    Field(
        "stage_rule",
        NAME,
        Text("buffers that the stages take: stages, or stages-1", "stage 占用的缓冲数：stages 或 stages-1"),
        "stages",
        default="stages",
        names=STAGE_RULES,
    ),
)

FIELDS: tuple[Field, ...] = BLOCK_FIELDS + COMMON_FIELDS
"""The keys of one tile."""

EXAMPLE = "block_m: 128, block_n: 256, block_k: 64, stages: 3, threads: 256"
EXAMPLE_LINE = '{"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}'


def read_job(values: object) -> Job:
    """The job that the keys of FIELDS describe, typed or as text. Raises InputError with all faults found."""
    read = read_fields(FIELDS, values, EXAMPLE)
    return Job(read_config([whole(read, axis) for axis in AXES], read), read_problem(read), read_device(read))


def read_config(sizes: Sequence[int], read: Mapping[str, object]) -> TileConfig:
    """The tile with these values of the AXES and the other keys as ``read_fields`` gave them."""
    block_m, block_n, block_k, stages, threads = sizes
    return TileConfig(
        block_m,
        block_n,
        block_k,
        stages,
        threads,
        name(read, "instr"),
        whole(read, "static_shared_bytes"),
        whole(read, "cluster_m"),
        whole(read, "cluster_n"),
        name(read, "stage_rule"),
    )


def read_problem(read: Mapping[str, object]) -> Problem:
    """The problem, from what ``read_fields`` gave."""
    acc = None if read["acc"] is None else name(read, "acc")
    return Problem(whole(read, "m"), whole(read, "n"), whole(read, "k"), name(read, "dtype"), acc)


def read_device(read: Mapping[str, object]) -> Device:
    """The device with its overrides, from what ``read_fields`` gave. Raises InputError on an unknown name."""
    device = find_device(name(read, "device"))
    return device.with_overrides(whole_or_none(read, "sm_count"), whole_or_none(read, "smem_kb"))


def require_readable(config: TileConfig, problem: Problem) -> None:
    """Raises InputError when a field of a tile or problem that was built by hand holds what no key may hold."""
    for field, value in zip(_BY_HAND, (*config, *problem)):
        if field.kind == INT:
            if type(value) is not int or value < field.low:
                require_whole(field.name, value, field.low, field.example)
        elif value not in field.names and not (value is None and field.default is None):
            raise one_of(field.name, field.names, value, field.example)


_TABLE = {field.name: field for field in FIELDS}
_BY_HAND = tuple(_TABLE[key] for key in TileConfig._fields + Problem._fields)
