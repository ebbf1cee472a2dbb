"""The compute capability of the device that a descriptor is meant for."""

from __future__ import annotations

import re

from tilesite.fields import one_of
from tilesite.tile.devices import DEVICES

_ARCHITECTURE = re.compile(r"(?:sm|compute)_?([0-9]{1,2})([0-9])[af]?")
_NUMBER = re.compile(r"([0-9]{1,2})\.([0-9])")


def capability(device: str) -> tuple[int, int]:
    """The compute capability of a product ("h100"), an architecture ("sm_90a") or a capability ("9.0").

    Raises InputError for a name that is none of these. Products are those of the tile checker.
    """
    name = device.strip().lower()
    product = DEVICES.get(name.replace("_", "-").replace(" ", "-"))
    match = _ARCHITECTURE.fullmatch(name) or _NUMBER.fullmatch(product.capability if product else name)
    if not match:
        raise one_of("device", tuple(DEVICES), device, "h100")
    return int(match[1]), int(match[2])
