"""The four constraints that make a tile infeasible, each a rule that yields what fails.

C0, the traffic, has no limit and is no rule. The tuple at the end is the order in which they are applied.
"""

from __future__ import annotations

from tilesite.findings import FAIL, Finding
from tilesite.records import TYPE_CHECKING
from tilesite.tile.config import Job
from tilesite.tile.device import WARPGROUP
from tilesite.tile.dtypes import UNMODELLED
from tilesite.tile.measures import TMEM_COLUMNS, Measures
from tilesite.tile.shapes import (
    MMA,
    SIMT,
    TCGEN05,
    WGMMA,
    Shape,
    accumulators_of,
    devices_with,
    dtypes_of,
    has_instruction,
    shapes_of,
    thread_unit,
)
from tilesite.tile.texts import (
    C1_OVER,
    C1_OVER_STATIC,
    C2_ALLOCATED,
    C2_OVER,
    C2_TMEM,
    C3_ACC,
    C3_DTYPE,
    C3_INSTR,
    C3_NOT_MULTIPLE,
    C3_SIDE,
    C3_THREADS,
    C3_TMEM_THREADS,
    C4_NO_BLOCK,
    C4_THREADS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Callable

    Rule = Callable[[Job, Measures], Iterator[Finding]]


_FORMULA = ("shared-formula", "shared-reserved")

MOST_NAMED_REGISTERS = 255
"""Registers that a thread can name."""


def capacity(job: Job, measures: Measures) -> Iterator[Finding]:
    """C1: the buffers of A and B fit into the shared memory that one block may have.

    What a real kernel takes is neither more nor less by rule: epilogue, barriers and padding add to it,
    reuse of buffers subtracts. Facts: shared-per-sm of the device, shared-reserved.
    """
    limit = job.device.shared_per_block
    if measures.shared <= limit:
        return
    static = job.config.static_shared_bytes
    text = C1_OVER_STATIC if static else C1_OVER
    message = text.with_values(bytes=measures.shared, limit=limit, stages=job.config.stages, static=static)
    yield Finding("C1", FAIL, message, measures.shared, limit, "bytes", (*_FORMULA, *_cites_of(job, "shared")))


def accumulators(job: Job, measures: Measures) -> Iterator[Finding]:
    """C2: the accumulators alone leave the compiler at most 255 registers per thread.

    They are counted in whole units of 256 registers per warp. Past the limit the compiler spills, or
    serialises wgmma; it does not refuse. With tcgen05 they live in tensor memory, whose columns are counted.
    Facts: registers-per-thread, register-unit, tmem-columns.
    """
    del job  # the accumulators were counted for it
    registers = measures.registers
    if registers.tmem_allocated is not None:
        if registers.tmem_allocated > TMEM_COLUMNS:
            message = C2_TMEM.with_values(columns=registers.tmem_columns, allocated=registers.tmem_allocated)
            yield Finding("C2", FAIL, message, registers.tmem_allocated, TMEM_COLUMNS, "columns", ("tmem-columns",))
        return
    count, rounded = registers.accumulators or 0, registers.per_thread or 0
    if rounded > MOST_NAMED_REGISTERS:
        text = C2_ALLOCATED if count <= MOST_NAMED_REGISTERS else C2_OVER
        message = text.with_values(count=count, rounded=rounded)
        cites = ("registers-per-thread", "register-unit")
        yield Finding("C2", FAIL, message, rounded, MOST_NAMED_REGISTERS, "registers/thread", cites)


def shape(job: Job, measures: Measures) -> Iterator[Finding]:
    """C3: block and threads are multiples of a shape that the instruction has for these types on this device.

    Facts: mma-shapes, wgmma-shapes, tcgen05-shapes, warpgroup.
    """
    del measures  # the shape depends on what was asked for alone
    instr, device = job.config.instr, job.device
    if instr == SIMT:
        return
    if not has_instruction(instr, device):
        from tilesite.tile.devices import DEVICES  # only this message needs all of them

        have = ", ".join(devices_with(instr, DEVICES))
        message = C3_INSTR.with_values(device=device.name, capability=device.capability, instr=instr, have=have)
        yield Finding("C3", FAIL, message, cites=(f"{instr}-shapes",))
        return
    shapes = shapes_of(instr, job.problem.dtype, job.problem.accumulator, device)
    if shapes:
        yield from _sides(job, shapes)
    elif job.problem.dtype not in UNMODELLED:
        yield _no_types(job)
    yield from _threads(job)


def residency(job: Job, measures: Measures) -> Iterator[Finding]:
    """C4: at least one block is resident on an SM.

    When C1 or C2 failed, that is the cause, and this is said under their names.
    Facts: occ-registers, occ-shared, occ-warps, occ-blocks.
    """
    if measures.occupancy.blocks_per_sm:
        return
    causes = [finding.rule for rule in (capacity, accumulators) for finding in rule(job, measures)]
    limit = job.device.threads_per_block
    if not causes and job.config.threads > limit:
        message = C4_THREADS.with_values(threads=job.config.threads, limit=limit)
        yield Finding("C4", FAIL, message, job.config.threads, limit, "threads", ("threads-per-block",))
    for cause in causes or ["C4"]:
        yield Finding(cause, FAIL, C4_NO_BLOCK.with_values(), 0, 1, "blocks/SM", ("occ-registers", "occ-shared"))


CONSTRAINTS: tuple[Rule, ...] = (capacity, accumulators, shape, residency)
"""The constraints, in the order in which they are applied and told."""


def fits_threads(instr: str, threads: int) -> bool:
    """Whether a block of ``threads`` can issue the instruction."""
    return threads % thread_unit(instr) == 0 and (instr != TCGEN05 or threads >= WARPGROUP)


def _sides(job: Job, shapes: tuple[Shape, ...]) -> Iterator[Finding]:
    config = job.config
    best = min((_misfits(job, row) for row in shapes), key=len)
    for side, unit, name in best:
        size = getattr(config, side)
        message = C3_NOT_MULTIPLE.with_values(side=C3_SIDE[side], size=size, unit=unit, instr=config.instr, shape=name)
        yield Finding("C3", FAIL, message, size, unit, "elements", (f"{config.instr}-shapes",))


def _misfits(job: Job, row: Shape) -> list[tuple[str, int, str]]:
    sides = (("block_m", row.m), ("block_n", row.n), ("block_k", row.k))
    return [(side, unit, row.name) for side, unit in sides if getattr(job.config, side) % unit]


def _no_types(job: Job) -> Finding:
    instr, dtype, device = job.config.instr, job.problem.dtype, job.device
    accs = accumulators_of(instr, dtype, device)
    values = {"instr": instr, "dtype": dtype, "device": device.name, "acc": job.problem.accumulator}
    if accs:
        message = C3_ACC.with_values(**values, have=", ".join(accs))
    else:
        message = C3_DTYPE.with_values(**values, have=", ".join(dtypes_of(instr, device)))
    return Finding("C3", FAIL, message, cites=(f"{instr}-shapes",))


def _threads(job: Job) -> Iterator[Finding]:
    instr, threads = job.config.instr, job.config.threads
    if fits_threads(instr, threads):
        return
    if instr == TCGEN05:
        message, unit = C3_TMEM_THREADS.with_values(threads=threads), WARPGROUP
    else:
        unit = thread_unit(instr)
        group = {MMA: "warp", WGMMA: "warpgroup"}[instr]
        message = C3_THREADS.with_values(threads=threads, unit=unit, group=group, instr=instr)
    cites = ("warp",) if instr == MMA else ("warpgroup",)
    yield Finding("C3", FAIL, message, threads, unit, "threads", cites)


def _cites_of(job: Job, kind: str) -> tuple[str, ...]:
    return tuple(cite for cite in job.device.cites if cite.startswith(kind))
