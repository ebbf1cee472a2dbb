"""The compute capability of the devices that a descriptor may be meant for."""

from __future__ import annotations

import re

CAPABILITIES: dict[str, tuple[int, int]] = {
    "v100": (7, 0),
    "t4": (7, 5),
    "a100": (8, 0),
    "a800": (8, 0),
    "a10": (8, 6),
    "a10g": (8, 6),
    "rtx3090": (8, 6),
    "l4": (8, 9),
    "l40": (8, 9),
    "l40s": (8, 9),
    "l20": (8, 9),
    "rtx4090": (8, 9),
    "h100": (9, 0),
    "h100-pcie": (9, 0),
    "h200": (9, 0),
    "h20": (9, 0),
    "h800": (9, 0),
    "gh200": (9, 0),
    "b200": (10, 0),
    "gb200": (10, 0),
    "b300": (10, 3),
    "gb300": (10, 3),
    "rtx5090": (12, 0),
    "rtx-pro-6000": (12, 0),
    "gb10": (12, 1),
}

_ARCHITECTURE = re.compile(r"(?:sm|compute)_?([0-9]{1,2})([0-9])[af]?")
_NUMBER = re.compile(r"([0-9]{1,2})\.([0-9])")


def capability(device: str) -> tuple[int, int] | None:
    """The compute capability of a device name ("h100"), an architecture ("sm_90a") or a capability ("9.0").

    None for a name that is none of these. The table says which product is which; whether a capability has
    tensor maps is a rule's question.
    """
    name = device.strip().lower()
    match = _ARCHITECTURE.fullmatch(name) or _NUMBER.fullmatch(name)
    if match:
        return int(match[1]), int(match[2])
    return CAPABILITIES.get(name.replace("_", "-").replace(" ", "-"))
