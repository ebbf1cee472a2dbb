"""The candidates of a sweep: five axes, every combination, bounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from tilesite.errors import Fault, InputError
from tilesite.fields import INT, INTS, Field, read_fields
from tilesite.language import Text
from tilesite.tile.config import AXES, COMMON_FIELDS, Job, read_config, read_device, read_problem
from tilesite.tile.texts import CANDIDATES, CANDIDATES_GOT

CANDIDATES_ON_THE_COMMAND_LINE = 10**7
CANDIDATES_IN_A_PAGE = 10**5


class Space(NamedTuple):
    """Five axes, each ascending. The candidates are all combinations, the last axis varying fastest."""

    block_m: tuple[int, ...] = (16, 32, 64, 128, 256)
    block_n: tuple[int, ...] = (16, 32, 64, 128, 256)
    block_k: tuple[int, ...] = (16, 32, 64, 128)
    stages: tuple[int, ...] = (2, 3, 4)
    threads: tuple[int, ...] = (128, 256, 512)

    @property
    def size(self) -> int:
        """How many candidates there are."""
        size = 1
        for axis in self:
            size *= len(axis)
        return size

    @property
    def first(self) -> tuple[int, int, int, int, int]:
        """The first candidate."""
        return self.block_m[0], self.block_n[0], self.block_k[0], self.stages[0], self.threads[0]

    def candidates(self) -> Iterator[tuple[int, ...]]:
        """Every candidate, in the order of the space."""
        from itertools import product

        return product(*self)


DEFAULT_SPACE = Space()

_AXIS_TEXTS = {
    "block_m": Text("the values of block_M", "block_M 的取值"),
    "block_n": Text("the values of block_N", "block_N 的取值"),
    "block_k": Text("the values of block_K", "block_K 的取值"),
    "stages": Text("the values of stages", "stages 的取值"),
    "threads": Text("the values of threads", "threads 的取值"),
}

SPACE_FIELDS = tuple(
    Field(name, INTS, _AXIS_TEXTS[name], ", ".join(map(str, values)), default=values)
    for name, values in zip(AXES, DEFAULT_SPACE)
)

TOPK = Field("topk", INT, Text("rows to print", "输出的行数"), "8", default=8)

SWEEP_FIELDS: tuple[Field, ...] = SPACE_FIELDS + COMMON_FIELDS + (TOPK,)
"""The keys of a sweep: its axes, what all candidates share, and how many rows are wanted."""

EXAMPLE = "instr: mma, device: a100, topk: 8"


class SweepJob(NamedTuple):
    """Everything that a sweep needs. ``job`` holds what the candidates share; its five sizes are the first one's."""

    space: Space
    job: Job
    topk: int


def read_sweep(values: object, bound: int) -> SweepJob:
    """The sweep that the keys of SWEEP_FIELDS describe. Raises InputError, also past ``bound`` candidates."""
    read = read_fields(SWEEP_FIELDS, values, EXAMPLE)
    space = read_space(read)
    if space.size > bound:
        got = CANDIDATES_GOT.with_values(count=space.size)
        raise InputError(Fault("space", CANDIDATES.with_values(bound=bound), got, "64,128", "block_m"))
    first = dict(zip(AXES, space.first))
    job = Job(read_config(first, read), read_problem(read), read_device(read))
    return SweepJob(space, job, cast("int", read["topk"]))


def read_space(read: Mapping[str, object]) -> Space:
    """The axes, each ascending and without repetition."""
    return Space(*(tuple(sorted(set(cast("tuple[int, ...]", read[name])))) for name in AXES))
