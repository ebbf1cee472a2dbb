"""The devices by name. Compute capabilities first, then products, which add a number of SMs.

``basis`` says why an SM count deserves less trust than one that the vendor states or a device printed; it is
shown with every answer that rests on the count.
"""

from __future__ import annotations

from typing import NamedTuple

from tilesite.errors import Fault, InputError, shown
from tilesite.fields import nearest
from tilesite.language import Message
from tilesite.tile.device import Device
from tilesite.tile.texts import A_DEVICE, A_DEVICE_NEAR

KNOWLEDGE = "general knowledge"
"""Basis of a number that no source was found for."""

THIRD_PARTY = "third-party page"
"""Basis of a number that only others than the vendor state."""


class _Capability(NamedTuple):
    name: str
    shared_kb: int
    reserved: int
    granularity: int
    threads: int
    blocks: int


class _Product(NamedTuple):
    name: str
    capability: str
    sm_count: int
    basis: str | None = None


_CAPABILITIES = (
    _Capability("7.0", 96, 0, 256, 2048, 32),
    _Capability("7.5", 64, 0, 256, 1024, 16),
    _Capability("8.0", 164, 1024, 128, 2048, 32),
    _Capability("8.6", 100, 1024, 128, 1536, 16),
    _Capability("8.7", 164, 1024, 128, 1536, 16),
    _Capability("8.9", 100, 1024, 128, 1536, 24),
    _Capability("9.0", 228, 1024, 128, 2048, 32),
    _Capability("10.0", 228, 1024, 128, 2048, 32),
    _Capability("10.3", 228, 1024, 128, 2048, 32),
    _Capability("12.0", 100, 1024, 128, 1536, 24),
    _Capability("12.1", 100, 1024, 128, 1536, 24),
)

_PRODUCTS = (
    _Product("v100", "7.0", 80, THIRD_PARTY),
    _Product("t4", "7.5", 40),
    _Product("a100", "8.0", 108),
    _Product("a10", "8.6", 72, KNOWLEDGE),
    _Product("a10g", "8.6", 80, KNOWLEDGE),
    _Product("rtx3090", "8.6", 82),
    _Product("rtx4090", "8.9", 128, THIRD_PARTY),
    _Product("l4", "8.9", 58, "derived from 7424 CUDA cores; some pages say 60"),
    _Product("l40s", "8.9", 142, "derived from 18176 CUDA cores"),
    _Product("h100", "9.0", 132),
    _Product("h100-pcie", "9.0", 114),
    _Product("h200", "9.0", 132),
    _Product("h20", "9.0", 78, THIRD_PARTY),
    _Product("h800", "9.0", 132, KNOWLEDGE),
    _Product("gh200", "9.0", 132, KNOWLEDGE),
    _Product("b200", "10.0", 148, THIRD_PARTY),
    _Product("rtx5090", "12.0", 170),
    _Product("rtx-pro-6000", "12.0", 188),
    _Product("gb10", "12.1", 48, KNOWLEDGE),
)


# The book states the limit of a block as well as that of an SM.
_BLOCK = {"9.0": ("shared-per-block-9.0",)}


def _capability(row: _Capability) -> Device:
    name, shared_kb, reserved, granularity, threads, blocks = row
    cites = (f"shared-per-sm-{name}", *_BLOCK.get(name, ()), f"threads-per-sm-{name}", f"blocks-per-sm-{name}")
    return Device(name, name, shared_kb * 1024, reserved, granularity, threads, blocks, cites=cites)


def _product(row: _Product, base: Device) -> Device:
    cites = (*base.cites, f"sm-count-{row.name}")
    return base._replace(name=row.name, sm_count=row.sm_count, sm_count_basis=row.basis, cites=cites)


_BY_CAPABILITY = {row.name: _capability(row) for row in _CAPABILITIES}

DEVICES: dict[str, Device] = {
    **_BY_CAPABILITY,
    **{row.name: _product(row, _BY_CAPABILITY[row.capability]) for row in _PRODUCTS},
}
"""Every device by name: "h100", or a bare capability, "9.0", which has no SM count."""


def find_device(name: str) -> Device:
    """The device of that name. Raises InputError, with the nearest name when one is near."""
    if name in DEVICES:
        return DEVICES[name]
    near = nearest(name, tuple(DEVICES))
    expected = A_DEVICE_NEAR.with_values(near=near) if near else Message(A_DEVICE)
    raise InputError(Fault("device", expected, shown(name), near or "h100", "device"))
