"""The numbers of one tile: traffic, shared memory, registers, occupancy, waves. No rule is applied here."""

from __future__ import annotations

from tilesite.records import NamedTuple
from tilesite.tile.calculator import Occupancy, registers_of_warp, resident_blocks, warps_of
from tilesite.tile.config import Problem, TileConfig
from tilesite.tile.device import WARP, Device
from tilesite.tile.dtypes import ACCUMULATORS, BITS
from tilesite.tile.numbers import common_divisor
from tilesite.tile.shapes import TCGEN05

REGISTER_BITS = 32
TMEM_LANES = 128
TMEM_COLUMNS = 512
TMEM_LEAST = 32


class Registers(NamedTuple):
    """Registers that the accumulators take; those of addresses, indices and the pipeline come on top.

    ``accumulators`` is the plain count of a thread, ``per_thread`` the same in whole units of a warp,
    ``per_block`` what the block's warps are given. All are None when the accumulators are in tensor memory,
    whose columns are then ``tmem_columns`` as counted and ``tmem_allocated`` as allocated.
    """

    accumulators: int | None
    per_thread: int | None
    per_block: int | None
    tmem_columns: int | None = None
    tmem_allocated: int | None = None


class Waves(NamedTuple):
    """How the grid falls on the SMs.

    ``slots`` are blocks that run at once, ``number`` the waves, ``last`` the blocks of the last one: None where
    the device has no SM count, or no block fits.
    """

    grid_m: int
    grid_n: int
    slots: int | None
    number: int | None
    last: int | None

    @property
    def grid(self) -> int:
        """Blocks of the grid."""
        return self.grid_m * self.grid_n


class Measures(NamedTuple):
    """All numbers of a tile. Sizes in bytes; ``traffic`` is a reduced fraction of bytes.

    ``shared`` holds the static bytes as well. ``stage`` is one buffer of A and of B.
    """

    traffic: tuple[int, int]
    stage: int
    shared: int
    registers: Registers
    occupancy: Occupancy
    waves: Waves


def measure(config: TileConfig, problem: Problem, device: Device) -> Measures:
    """The numbers of ``config`` for ``problem`` on ``device``."""
    stage = stage_bytes(config.block_m, config.block_n, config.block_k, BITS[problem.dtype])
    shared = config.buffers * stage + config.static_shared_bytes
    registers = registers_of(config, problem)
    resident = resident_blocks(device, registers.per_thread or 0, config.threads, shared)
    waves = waves_of(config, problem, device, resident.blocks_per_sm)
    return Measures(traffic(config, problem), stage, shared, registers, resident, waves)


def traffic(config: TileConfig, problem: Problem) -> tuple[int, int]:
    """Bytes moved from and to DRAM when nothing is reused in L2, as a reduced fraction.

    ``b*M*N*K*(1/block_N + 1/block_M) + b*M*N`` over one denominator. Fact: traffic-formula.
    """
    rows, columns = config.block_m, config.block_n
    numerator = traffic_numerator(rows, columns, problem)
    denominator = 8 * rows * columns
    common = common_divisor(numerator, denominator)
    return numerator // common, denominator // common


def traffic_numerator(block_m: int, block_n: int, problem: Problem) -> int:
    """Traffic in bytes times ``8 * block_m * block_n``, which makes it an integer."""
    area = BITS[problem.dtype] * problem.m * problem.n
    return area * (problem.k * (block_m + block_n) + block_m * block_n)


def stage_bytes(block_m: int, block_n: int, block_k: int, bits: int) -> int:
    """Bytes of one buffer of A and one of B, each in whole bytes."""
    return -(-block_m * block_k * bits // 8) + -(-block_n * block_k * bits // 8)


def registers_of(config: TileConfig, problem: Problem) -> Registers:
    """Registers, or columns of tensor memory, that the accumulators of the tile take."""
    if config.instr == TCGEN05:
        columns = accumulator_columns(config.block_m, config.block_n)
        return Registers(None, None, None, columns, allocated_columns(config.block_m, config.block_n))
    count = accumulators(config.block_m * config.block_n, config.threads, ACCUMULATORS[problem.accumulator])
    per_warp = registers_of_warp(count)
    return Registers(count, per_warp // WARP, per_warp * warps_of(config.threads))


def accumulator_columns(block_m: int, block_n: int) -> int:
    """Columns of tensor memory that hold the tile: one for each of its columns, for every 128 rows of it.

    An f16 accumulator takes a column of 32 bits too. Fact: tmem-columns.
    """
    return -(-block_m // TMEM_LANES) * block_n


def allocated_columns(block_m: int, block_n: int) -> int:
    """The same as they are allocated: a power of two, 32 at least."""
    return max(TMEM_LEAST, 1 << (accumulator_columns(block_m, block_n) - 1).bit_length())


def accumulators(area: int, threads: int, bits: int) -> int:
    """Registers of a thread that hold its share of ``area`` accumulators of ``bits`` bits."""
    return -(-area * bits // (REGISTER_BITS * threads))


def waves_of(config: TileConfig, problem: Problem, device: Device, blocks_per_sm: int) -> Waves:
    """How the grid of the problem falls on the SMs of the device."""
    grid_m = -(-problem.m // config.block_m)
    grid_n = -(-problem.n // config.block_n)
    if device.sm_count is None or not blocks_per_sm:
        return Waves(grid_m, grid_n, None, None, None)
    slots = device.sm_count * blocks_per_sm
    number = -(-grid_m * grid_n // slots)
    return Waves(grid_m, grid_n, slots, number, grid_m * grid_n - (number - 1) * slots)
