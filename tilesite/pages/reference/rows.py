"""The devices and the element types of tensor maps as tables: made of the rows that the programs use."""

from __future__ import annotations

from tilesite.language import Text
from tilesite.pages.reference.tables import Row, Table, codes, said
from tilesite.pages.reference.words import NONE
from tilesite.tile.device import Device
from tilesite.tile.device_list import instructions_of
from tilesite.tile.devices import DEVICES
from tilesite.tma.enums import DATA_TYPE, DTYPES, DataType

_DEVICES = Text("Devices", "设备")
_DEVICE_COLUMNS = (
    Text("Device", "设备"),
    Text("Capability", "计算能力"),
    Text("SMs", "SM 数"),
    Text("Shared memory per SM / block (KB)", "每 SM / 每 block 的 shared memory（KB）"),
    Text("Threads / blocks per SM", "每 SM 的线程数 / block 数"),
    Text("Instructions", "指令"),
)
_DTYPES = Text("Element types of a tensor map", "tensor map 的元素类型")
_DTYPE_COLUMNS = (
    Text("Name", "名字"),
    Text("Bits", "位数"),
    Text("In cuda.h", "cuda.h 中的名字"),
    Text("Also written", "其他写法"),
)


def device_rows(lang: str) -> tuple[Table, ...]:
    """The devices that the programs know by name, and the bare capabilities."""
    columns = tuple(said(column, lang) for column in _DEVICE_COLUMNS)
    return (Table(said(_DEVICES, lang), columns, tuple(_device(device, lang) for device in DEVICES.values())),)


def dtype_rows(lang: str) -> tuple[Table, ...]:
    """The element types that a tensor map has."""
    columns = tuple(said(column, lang) for column in _DTYPE_COLUMNS)
    return (Table(said(_DTYPES, lang), columns, tuple(_dtype(dtype, lang) for dtype in DTYPES)),)


def _device(device: Device, lang: str) -> Row:
    cells = (
        device.capability,
        said(NONE, lang) if device.sm_count is None else str(device.sm_count),
        f"{device.shared_per_sm // 1024} / {device.shared_per_block // 1024}",
        f"{device.threads_per_sm} / {device.blocks_per_sm}",
        codes(instructions_of(device)) or said(NONE, lang),
    )
    return Row(device.name, device.name, cells)


def _dtype(dtype: DataType, lang: str) -> Row:
    constant = f"`{DATA_TYPE.prefix}{dtype.name}` ({dtype.enum})"
    return Row(dtype.short, dtype.short, (str(dtype.bits), constant, codes(dtype.aliases) or said(NONE, lang)))
