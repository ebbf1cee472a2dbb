"""How many blocks one SM holds: the arithmetic of NVIDIA's cuda_occupancy.h, in integers."""

from __future__ import annotations

from tilesite.fields import require_whole
from tilesite.records import NamedTuple
from tilesite.tile.device import REGISTER_UNIT, SUB_PARTITIONS, WARP, Device

LIMITS = ("registers", "shared", "threads", "blocks")
"""The four limits, in the order in which they are printed."""

MOST_REGISTERS = 256
"""The calculation takes up to 256 registers per thread, although a kernel can name only 255."""


class Occupancy(NamedTuple):
    """Blocks that one SM could hold, limit by limit; None where a limit does not limit."""

    registers: int | None
    shared: int | None
    threads: int
    blocks: int

    @property
    def blocks_per_sm(self) -> int:
        """Resident blocks: the smallest of the limits."""
        return min(limit for limit in self if limit is not None)

    @property
    def binding(self) -> tuple[str, ...]:
        """The limits that bind, all of them when several tie."""
        least = self.blocks_per_sm
        return tuple(name for name, limit in zip(LIMITS, self) if limit == least)


def occupancy(device: Device, *, registers_per_thread: int, threads: int, shared_bytes: int) -> Occupancy:
    """Blocks per SM for a launch of ``threads`` per block with ``shared_bytes`` of shared memory per block.

    The shared memory limit of a block is the raised one (opt-in), and the carve-out is the largest.
    Raises InputError when a number is none or too small. Facts: occ-registers, occ-shared, occ-warps.
    """
    require_whole("registers_per_thread", registers_per_thread, 0, "128")
    require_whole("threads", threads, 1, "256")
    require_whole("shared_bytes", shared_bytes, 0, "49152")
    return resident_blocks(device, registers_per_thread, threads, shared_bytes)


def resident_blocks(device: Device, registers_per_thread: int, threads: int, shared_bytes: int) -> Occupancy:
    """The same for numbers that were checked."""
    return Occupancy(
        blocks_by_registers(device, registers_per_thread, threads),
        blocks_by_shared(device, shared_bytes),
        blocks_by_threads(device, threads),
        device.blocks_per_sm,
    )


def blocks_by_registers(device: Device, registers_per_thread: int, threads: int) -> int | None:
    """Blocks that the register file holds. Registers go to whole warps, warps to the SM's sub-partitions."""
    if registers_per_thread == 0:
        return None
    warps = warps_of(threads)
    per_warp = registers_of_warp(registers_per_thread)
    # The hardware's check of one block takes its warps as if they filled all sub-partitions evenly.
    checked = per_warp * _round_up(warps, SUB_PARTITIONS)
    if registers_per_thread > MOST_REGISTERS or checked > device.registers_per_block:
        return 0
    warps_per_partition = device.registers_per_sm // SUB_PARTITIONS // per_warp
    return warps_per_partition * SUB_PARTITIONS // warps


def blocks_by_shared(device: Device, shared_bytes: int) -> int | None:
    """Blocks that shared memory holds; each takes what the driver reserves on top, in whole granules."""
    if shared_bytes > device.shared_per_block:
        return 0
    allocated = _round_up(shared_bytes + device.shared_reserved, device.shared_granularity)
    return device.shared_per_sm // allocated if allocated else None


def blocks_by_threads(device: Device, threads: int) -> int:
    """Blocks that the warp slots hold; none when the block itself has too many threads."""
    if threads > device.threads_per_block:
        return 0
    return device.threads_per_sm // WARP // warps_of(threads)


def warps_of(threads: int) -> int:
    """Warps of a block; the last one may be partly empty."""
    return -(-threads // WARP)


def registers_of_warp(registers_per_thread: int) -> int:
    """Registers that a warp is given: whole units."""
    return _round_up(registers_per_thread * WARP, REGISTER_UNIT)


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
