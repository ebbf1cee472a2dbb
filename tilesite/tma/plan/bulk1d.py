"""The bulk copy without a descriptor: one instruction, whatever the size."""

from __future__ import annotations

from tilesite.tma.plan.copies import TMA_1D, BulkInstruction, Copy, Plan, linear_offset, printed_offset
from tilesite.tma.plan.symbolic import add, at_zero, multiply


def bulk_1d(copy: Copy) -> Plan:
    """The plan of a copy that is one run on both sides, with every variable at 0."""
    tensor, tile = copy.tensor, copy.tile
    elements = 1
    for extent in tile.extent:
        elements *= extent
    run = add(*(multiply(low, stride) for low, stride in zip(tensor.low, tensor.strides)))
    instruction = BulkInstruction(
        printed_offset(at_zero(linear_offset(tile)), tile.dtype),
        printed_offset(at_zero(run), tensor.dtype),
        (elements * tile.dtype.payload_bits + 7) // 8,
    )
    return Plan(TMA_1D, instruction_count=1, instructions=(instruction,))
