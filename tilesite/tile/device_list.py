"""The devices as a table and as JSON."""

from __future__ import annotations

from tilesite.language import Message
from tilesite.tile import texts
from tilesite.tile.as_json import SCHEMA, device_object
from tilesite.tile.device import Device
from tilesite.tile.devices import DEVICES
from tilesite.tile.shapes import MMA, TCGEN05, WGMMA, has_instruction

_HEADER = ("device", "cc", "SMs", "KB/SM", "KB/block", "thr/SM", "blk/SM", "instructions")
_WIDTHS = (14, 5, 5, 6, 9, 7, 7, 0)


def device_list(lang: str) -> str:
    """The text of ``tile-decision --list-devices``, each line ended."""
    rows = [_HEADER, *(_cells(device, lang) for device in DEVICES.values())]
    return "".join(" ".join(cell.ljust(width) for cell, width in zip(row, _WIDTHS)).rstrip() + "\n" for row in rows)


def devices_object(lang: str) -> dict[str, object]:
    """The JSON object of ``tile-decision --list-devices --json``."""
    devices = [
        {**device_object(device, lang), "instructions": list(instructions_of(device))} for device in DEVICES.values()
    ]
    return {"schema": SCHEMA, "devices": devices}


def _cells(device: Device, lang: str) -> tuple[str, ...]:
    remarks = [texts.SM_COUNT_REMARK.with_values(basis=device.sm_count_basis)] if device.sm_count_basis else []
    remarks += [Message(device.doubt)] if device.doubt else []
    remark = "".join(f"  {message.say(lang)}" for message in remarks)
    return (
        device.name,
        device.capability,
        "-" if device.sm_count is None else str(device.sm_count),
        str(device.shared_per_sm // 1024),
        str(device.shared_per_block // 1024),
        str(device.threads_per_sm),
        str(device.blocks_per_sm),
        " ".join(instructions_of(device)) + remark,
    )


def instructions_of(device: Device) -> tuple[str, ...]:
    """The matrix instructions that a device has."""
    return tuple(instr for instr in (MMA, WGMMA, TCGEN05) if has_instruction(instr, device))
