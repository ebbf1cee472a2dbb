"""From a tile of the tile checker to the copies of its operands: one input of a plan for A, B and C each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

from tilesite.fields import BOOL, NAME, Field, one_of, read_fields
from tilesite.language import Text
from tilesite.tile.config import AXES, EXAMPLE, FIELDS, Job, read_config, read_device, read_problem
from tilesite.tma.plan.dtypes import DTYPES
from tilesite.tma.plan.keys import OPERANDS, POLICIES

TYPES = {
    "f64": "float64",
    "f32": "float32",
    "f16": "float16",
    "bf16": "bfloat16",
    "e4m3": "float8_e4m3fn",
    "e5m2": "float8_e5m2",
    "s8": "int8",
    "u8": "uint8",
    "s32": "int32",
}
"""The tile checker's names of element types, and TileLang's."""

GEMM_FIELDS: tuple[Field, ...] = (
    *FIELDS,
    Field("trans_a", BOOL, Text("A is stored (K, M)", "A 以 (K, M) 存储"), "false", default=False),
    Field("trans_b", BOOL, Text("B is stored (N, K)", "B 以 (N, K) 存储"), "true", default=False),
    Field(
        "out",
        NAME,
        Text("element type of C (default: dtype)", "C 的元素类型（默认同 dtype）"),
        "f16",
        names=tuple(TYPES),
    ),
    Field(
        "tma_epilogue",
        BOOL,
        Text("C goes through shared memory", "C 经过 shared memory"),
        "true",
        default=False,
    ),
    Field(
        "policy",
        NAME,
        Text("how warps share the block", "warp 如何分块"),
        "Square",
        default="Square",
        names=POLICIES,
    ),
)
"""The keys of a GEMM: those of the tile checker, and how operands are stored."""


class GemmInputs(NamedTuple):
    """A tile of the tile checker, and the inputs of the copies of its operands, by the operand's name."""

    job: Job
    inputs: dict[str, dict[str, object]]


def gemm_inputs(values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """The inputs of the copies of A, B and C, by the operand's name.

    ``values`` are keys of GEMM_FIELDS, typed or as text. Raises InputError, also for an element type that
    TileLang's front end does not have.
    """
    return read_gemm(values).inputs


def read_gemm(values: Mapping[str, object]) -> GemmInputs:
    """The tile as the tile checker reads it, and ``gemm_inputs``. Raises InputError as that does."""
    read = read_fields(GEMM_FIELDS, values, EXAMPLE)
    sizes = [cast("int", read[axis]) for axis in AXES]
    job = Job(read_config(sizes, read), read_problem(read), read_device(read))
    return GemmInputs(job, {operand: _input(job, read, operand) for operand in OPERANDS})


def _input(job: Job, read: Mapping[str, object], operand: str) -> dict[str, object]:
    config, problem = job.config, job.problem
    in_dtype = _type("dtype", problem.dtype)
    out = cast("str | None", read["out"])
    gemm = {
        "M": problem.m,
        "N": problem.n,
        "K": problem.k,
        "bM": config.block_m,
        "bN": config.block_n,
        "bK": config.block_k,
        "trans_A": read["trans_a"],
        "trans_B": read["trans_b"],
        "num_stages": config.stages,
        "in_dtype": in_dtype,
        "accum": _type("acc", problem.accumulator),
        "out": _type("out", out) if out else in_dtype,
        "tma_epilogue": read["tma_epilogue"],
        "policy": read["policy"],
        # T.gemm takes WGMMA by itself where it can.
        "instr": "auto" if config.instr == "wgmma" else config.instr,
    }
    return {
        "kind": "gemm",
        "operand": operand,
        "arch": _arch(job),
        "threads": config.threads,
        "gemm": gemm,
        "cluster": [config.cluster_m, config.cluster_n],
    }


def _arch(job: Job) -> str:
    """The target's name; Hopper and later are taken with their own features, as TileLang detects them."""
    level = job.device.level
    return f"sm_{level}a" if level >= 90 else f"sm_{level}"


def _type(key: str, name: str) -> str:
    if name not in TYPES or TYPES[name] not in DTYPES:
        raise one_of(key, tuple(TYPES), name, "f16")
    return TYPES[name]
