"""The candidates of a sweep: five axes, every combination, bounded."""

from __future__ import annotations

from tilesite.errors import Fault, InputError
from tilesite.fields import BOOL, INT, INTS, NAME, Field, name, read_fields, whole_or_none, wholes
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


TRAFFIC = "traffic"
FILL = "fill"
SHARED = "shared"
ORDERS = (TRAFFIC, FILL, SHARED)
"""What rows may be ordered by. What ties is ordered by traffic, and then as in the space."""

CANDIDATES_ON_THE_COMMAND_LINE = 10**7
CANDIDATES_IN_A_PAGE = 10**5
MOST_ROWS = 10**5
"""Rows that are printed at most, and candidates of a sweep whose rejected ones are listed as JSON."""


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

OUTPUT_FIELDS = (
    Field(
        "topk",
        INT,
        Text(
            f"rows to print (default: {DEFAULT_TOPK}; all of a front)",
            f"输出的行数（默认 {DEFAULT_TOPK}；前沿则为全部）",
        ),
        str(DEFAULT_TOPK),
        high=MOST_ROWS,
    ),
    Field(
        "order",
        NAME,
        Text("what the rows are ordered by: traffic, fill or shared", "各行的排序依据：traffic、fill 或 shared"),
        TRAFFIC,
        TRAFFIC,
        names=ORDERS,
    ),
    Field(
        "pareto",
        BOOL,
        Text(
            "only the front of traffic, shared memory and last-wave fill",
            "只保留流量、shared memory 与最后一波填充率的 Pareto 前沿",
        ),
        "true",
        default=False,
    ),
    Field(
        "rejected",
        BOOL,
        Text("also list the rejected candidates, each with its reason", "同时列出被拒候选及其原因"),
        "true",
        default=False,
    ),
)

SWEEP_FIELDS: tuple[Field, ...] = SPACE_FIELDS + COMMON_FIELDS + OUTPUT_FIELDS
"""The keys of a sweep: its axes, what all candidates share, and what is wanted of them."""

EXAMPLE = "instr: mma, device: a100, topk: 8"


class SweepJob(NamedTuple):
    """Everything that a sweep needs. ``job`` holds what the candidates share; its five sizes are the first one's.

    ``topk`` None is as many rows as there are of a front, and DEFAULT_TOPK otherwise.
    """

    space: Space
    job: Job
    topk: int | None
    order: str
    pareto: bool
    rejected: bool


def read_sweep(values: object, bound: int) -> SweepJob:
    """The sweep that the keys of SWEEP_FIELDS describe. Raises InputError, also past ``bound`` candidates."""
    read = read_fields(SWEEP_FIELDS, values, EXAMPLE)
    space = read_space(read)
    require_size(space, bound)
    job = Job(read_config(space.first, read), read_problem(read), read_device(read))
    topk, order = whole_or_none(read, "topk"), name(read, "order")
    return SweepJob(space, job, topk, order, bool(read["pareto"]), bool(read["rejected"]))


def require_size(space: Space, bound: int) -> None:
    """Raises InputError when a space has more than ``bound`` candidates."""
    if space.size > bound:
        got = CANDIDATES_GOT.with_values(count=space.size)
        raise InputError(Fault("space", CANDIDATES.with_values(bound=bound), got, "64,128", "block_m"))


def read_space(read: Mapping[str, object]) -> Space:
    """The axes, each ascending and without repetition."""
    return Space(*(tuple(sorted(set(wholes(read, axis)))) for axis in AXES))
