"""The tile checker: whether a GEMM tile fits, and which constraint stops it.

>>> from tilesite.tile import DEVICES, Problem, TileConfig, check
>>> check(TileConfig(128, 256, 64, 3, 256), Problem(4096, 4096, 4096), DEVICES["h100"]).ok
True
"""

from __future__ import annotations

from tilesite.tile.check import Result, check
from tilesite.tile.config import Problem, TileConfig
from tilesite.tile.device import Device
from tilesite.tile.devices import DEVICES
from tilesite.tile.occupancy import Occupancy, occupancy
from tilesite.tile.space import Space
from tilesite.tile.sweep import Sweep, sweep

__all__ = [
    "DEVICES",
    "Device",
    "Occupancy",
    "Problem",
    "Result",
    "Space",
    "Sweep",
    "TileConfig",
    "check",
    "occupancy",
    "sweep",
]
