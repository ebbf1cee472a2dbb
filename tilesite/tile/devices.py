"""The devices by name: "h100", or a bare compute capability, "9.0", which has no SM count."""

from __future__ import annotations

from tilesite.tile.device import Device
from tilesite.tile.device_rows import device_names, find_device

DEVICES: dict[str, Device] = {name: find_device(name) for name in device_names()}
