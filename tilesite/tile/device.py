"""What a device offers to one block and to one SM, as frozen rows."""

from __future__ import annotations

from tilesite.language import Text
from tilesite.records import NamedTuple
from tilesite.tile.texts import SM_COUNT_GIVEN

WARP = 32
"""Threads of a warp."""

WARPGROUP = 128
"""Threads of a warpgroup: four warps in a row."""

SUB_PARTITIONS = 4
"""Parts of an SM that each hold a quarter of its registers and warps (7.0 and later)."""

REGISTER_UNIT = 256
"""Registers are given to a warp in units of this many (7.0 and later)."""


class Device(NamedTuple):
    """One GPU, or one compute capability (then without an SM count). Sizes are in bytes.

    ``sm_count_basis`` says where the SM count comes from when neither a device printed it nor the vendor states it;
    ``doubt`` says what else of the row has no source.
    ``given`` are the number of SMs and the KB of shared memory that a config put in place of the row's.
    ``cites`` are the facts that the numbers rest on.
    """

    name: str
    capability: str
    shared_per_sm: int
    shared_reserved: int
    shared_granularity: int
    threads_per_sm: int
    blocks_per_sm: int
    registers_per_sm: int = 65536
    registers_per_block: int = 65536
    threads_per_block: int = 1024
    sm_count: int | None = None
    sm_count_basis: Text | None = None
    doubt: Text | None = None
    given: tuple[int | None, int | None] = (None, None)
    cites: tuple[str, ...] = ()

    @property
    def shared_per_block(self) -> int:
        """Shared memory that one block may ask for, after raising the function's limit, in bytes."""
        return max(self.shared_per_sm - self.shared_reserved, 0)

    @property
    def level(self) -> int:
        """The compute capability as a number that can be compared: 9.0 is 90, 10.3 is 103."""
        return level_of(self.capability)

    def with_overrides(self, sm_count: int | None, smem_kb: int | None) -> Device:
        """This device with another number of SMs, or with another shared memory per SM (in KB of 1024)."""
        device = self._replace(given=(sm_count, smem_kb))
        if sm_count is not None:
            cites = _without(self.cites, "sm-count-")
            device = device._replace(sm_count=sm_count, sm_count_basis=SM_COUNT_GIVEN, cites=cites)
        if smem_kb is not None:
            cites = _without(device.cites, "shared-per-")
            device = device._replace(shared_per_sm=smem_kb * 1024, cites=cites)
        return device


def _without(cites: tuple[str, ...], start: str) -> tuple[str, ...]:
    # A number that was given rests on no source.
    return tuple(cite for cite in cites if not cite.startswith(start))


def level_of(capability: str) -> int:
    """A compute capability as a number that can be compared: "9.0" is 90, "10.3" is 103."""
    return int(capability.replace(".", ""))
