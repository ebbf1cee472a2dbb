"""The candidates of a sweep: five axes, every combination, bounded."""

from __future__ import annotations

from tilesite.errors import Fault, InputError
from tilesite.fields import INT, INTS, Field, read_fields, whole, wholes
from tilesite.language import Text
from tilesite.records import TYPE_CHECKING, NamedTuple
from tilesite.tile.config import (
    AXES,
    COMMON_FIELDS,
    DEFAULT_AXES,
    DEFAULT_TOPK,
    Job,
    read_config,
    read_device,
    read_problem,
)
from tilesite.tile.texts import CANDIDATES, CANDIDATES_GOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


CANDIDATES_ON_THE_COMMAND_LINE = 10**7
CANDIDATES_IN_A_PAGE = 10**5


class Space(NamedTuple):
    """Five axes, each ascending. The candidates are all combinations, the last axis varying fastest."""

    block_m: tuple[int, ...] = DEFAULT_AXES[0]
    block_n: tuple[int, ...] = DEFAULT_AXES[1]
    block_k: tuple[int, ...] = DEFAULT_AXES[2]
    stages: tuple[int, ...] = DEFAULT_AXES[3]
    threads: tuple[int, ...] = DEFAULT_AXES[4]

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
    Field(axis, INTS, _AXIS_TEXTS[axis], ", ".join(map(str, values)), default=values)
    for axis, values in zip(AXES, DEFAULT_SPACE)
)

TOPK = Field("topk", INT, Text("rows to print", "输出的行数"), str(DEFAULT_TOPK), DEFAULT_TOPK)

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
    job = Job(read_config(space.first, read), read_problem(read), read_device(read))
    return SweepJob(space, job, whole(read, "topk"))


def read_space(read: Mapping[str, object]) -> Space:
    """The axes, each ascending and without repetition."""
    return Space(*(tuple(sorted(set(wholes(read, axis)))) for axis in AXES))
