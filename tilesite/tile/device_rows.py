"""The devices by name. Compute capabilities first, then products, which add a number of SMs.

``basis`` says why an SM count deserves less trust than one that the vendor states or a device printed; it is
shown with every answer that rests on the count.
"""

from __future__ import annotations

from tilesite.errors import Fault, InputError, shown
from tilesite.fields import nearest
from tilesite.language import Message, Text
from tilesite.records import NamedTuple
from tilesite.tile import texts
from tilesite.tile.device import Device


class Capability(NamedTuple):
    """What one SM has, by compute capability: shared memory in KB, and what the driver reserves of it in bytes."""

    name: str
    shared_kb: int
    reserved: int
    granularity: int
    threads: int
    blocks: int
    doubt: Text | None = None


class Product(NamedTuple):
    """A product: its compute capability and its number of SMs."""

    name: str
    capability: str
    sm_count: int | None
    basis: Text | None = None


CAPABILITIES = (
    Capability("7.0", 96, 0, 256, 2048, 32),
    Capability("7.5", 64, 0, 256, 1024, 16),
    Capability("8.0", 164, 1024, 128, 2048, 32),
    Capability("8.6", 100, 1024, 128, 1536, 16),
    Capability("8.7", 164, 1024, 128, 1536, 16),
    Capability("8.9", 100, 1024, 128, 1536, 24),
    Capability("9.0", 228, 1024, 128, 2048, 32),
    Capability("10.0", 228, 1024, 128, 2048, 32),
    Capability("10.3", 228, 1024, 128, 2048, 32, texts.THREADS_DOUBT),
    Capability("11.0", 228, 1024, 128, 1536, 24),
    Capability("12.0", 100, 1024, 128, 1536, 24),
    Capability("12.1", 100, 1024, 128, 1536, 24),
)

PRODUCTS = (
    Product("v100", "7.0", 80),
    Product("t4", "7.5", 40),
    Product("a100", "8.0", 108),
    Product("a800", "8.0", 108, texts.SM_COUNT_TABLES),
    Product("a30", "8.0", 56, texts.SM_COUNT_TABLES),
    Product("a10", "8.6", 72),
    Product("a10g", "8.6", 80),
    Product("a40", "8.6", 84),
    Product("rtx-a6000", "8.6", 84),
    Product("rtx3090", "8.6", 82),
    Product("orin", "8.7", 16, texts.SM_COUNT_ORIN),
    Product("rtx4080", "8.9", 76),
    Product("rtx4090", "8.9", 128),
    Product("rtx-6000-ada", "8.9", 142),
    Product("l4", "8.9", 58, texts.SM_COUNT_L4),
    Product("l40", "8.9", 142, texts.SM_COUNT_TABLES),
    Product("l40s", "8.9", 142),
    Product("h100", "9.0", 132),
    Product("h100-pcie", "9.0", 114),
    Product("h200", "9.0", 132),
    Product("h20", "9.0", 78),
    Product("h800", "9.0", 132, texts.SM_COUNT_TABLES),
    Product("gh200", "9.0", 132),
    Product("b200", "10.0", 148),
    Product("b300", "10.3", None, texts.SM_COUNT_B300),
    Product("thor", "11.0", 20),
    Product("rtx5070", "12.0", 48),
    Product("rtx5080", "12.0", 84),
    Product("rtx5090", "12.0", 170),
    Product("rtx-pro-6000", "12.0", 188, texts.SM_COUNT_QUOTED),
    Product("gb10", "12.1", 48),
)


# The book states the limit of a block as well as that of an SM.
_BLOCK = {"9.0": ("shared-per-block-9.0",)}


def _capability(row: Capability) -> Device:
    name, shared_kb, reserved, granularity, threads, blocks, doubt = row
    cites = (f"shared-per-sm-{name}", *_BLOCK.get(name, ()), f"threads-per-sm-{name}", f"blocks-per-sm-{name}")
    return Device(name, name, shared_kb * 1024, reserved, granularity, threads, blocks, doubt=doubt, cites=cites)


def _product(row: Product) -> Device:
    base = find_device(row.capability)
    cites = (*base.cites, f"sm-count-{row.name}")
    return base._replace(name=row.name, sm_count=row.sm_count, sm_count_basis=row.basis, cites=cites)


def find_device(name: str) -> Device:
    """The device of that name. Raises InputError, with the nearest name when one is near."""
    for row in PRODUCTS:
        if row.name == name:
            return _product(row)
    for capability in CAPABILITIES:
        if capability.name == name:
            return _capability(capability)
    near = nearest(name, device_names())
    expected = texts.A_DEVICE_NEAR.with_values(near=near) if near else Message(texts.A_DEVICE)
    raise InputError(Fault("device", expected, shown(name), near or "h100", "device"))


def device_names() -> tuple[str, ...]:
    """The names of all devices: the capabilities, then the products."""
    return tuple(row.name for row in CAPABILITIES + PRODUCTS)
