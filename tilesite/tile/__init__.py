"""The tile checker: whether a GEMM tile fits, and which constraint stops it.

>>> from tilesite.tile import DEVICES, Problem, TileConfig, check
>>> check(TileConfig(128, 256, 64, 3, 256), Problem(4096, 4096, 4096), DEVICES["h100"]).ok
True
"""

from __future__ import annotations

from tilesite.records import TYPE_CHECKING

if TYPE_CHECKING:
    from tilesite.tile.calculator import Occupancy, occupancy
    from tilesite.tile.config import Problem, TileConfig
    from tilesite.tile.device import Device
    from tilesite.tile.devices import DEVICES
    from tilesite.tile.scan import Sweep, sweep
    from tilesite.tile.space import Space
    from tilesite.tile.verdict import Result, check

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

_HOMES = {
    "DEVICES": "devices",
    "Device": "device",
    "Occupancy": "calculator",
    "Problem": "config",
    "Result": "verdict",
    "Space": "space",
    "Sweep": "scan",
    "TileConfig": "config",
    "check": "verdict",
    "occupancy": "calculator",
    "sweep": "scan",
}


def __getattr__(name: str) -> object:
    """Imports a public name when it is asked for: the program answers sooner without the rest."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
