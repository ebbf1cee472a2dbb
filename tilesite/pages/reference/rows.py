"""Devices, element types and the bounds of pages as tables: made of the rows and numbers that the programs use."""

from __future__ import annotations

from tilesite.fields import LARGEST
from tilesite.language import Text
from tilesite.pages.body import LARGEST_BODY
from tilesite.pages.bounded_yaml import LARGEST_YAML
from tilesite.pages.bounds import DEEPEST_QUOTE, LARGEST_PAGE, MOST_FENCES, MOST_OPEN_TAGS, MOST_SNIPPETS, MOST_VALUES
from tilesite.pages.commands import LARGEST_OUTPUT, MOST_COMMANDS
from tilesite.pages.reference.tables import Row, Table, codes, said
from tilesite.pages.reference.words import NONE
from tilesite.pages.settings import SETTING_FIELDS
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
_LIMITS = Text(
    "Shared memory of a block: what messages call the hardware limit",
    "每 block 的 shared memory：报错里的 Hardware limit",
)
_LIMIT_COLUMNS = (
    Text("Hardware limit (bytes)", "Hardware limit（字节）"),
    Text("KB per block", "每 block KB"),
    Text("Compute capability", "计算能力"),
    Text("Devices", "设备"),
)
_DTYPES = Text("Element types of a tensor map", "tensor map 的元素类型")
_DTYPE_COLUMNS = (
    Text("Name", "名字"),
    Text("Bits", "位数"),
    Text("In cuda.h", "cuda.h 中的名字"),
    Text("Also written", "其他写法"),
)

_BOUNDS = Text("Bounds of a page", "页面的上限")
_BOUND_COLUMNS = (Text("Bound", "上限"), Text("At most", "至多"), Text("Of what", "对象"))
_SETTING = Text("{number}, see the settings", "{number}，见站点设置")
_OF_PAGES: tuple[tuple[str, int, Text], ...] = (
    ("page", LARGEST_PAGE, Text("characters of a page, with all that it includes", "一页的字符数，含所引用的片段")),
    ("snippets", MOST_SNIPPETS, Text("files that a page includes", "一页引用的文件数")),
    ("front-matter", LARGEST_YAML, Text("characters of a page's front matter", "页面头部数据的字符数")),
    ("fences", MOST_FENCES, Text("fences of a page", "一页的代码块数")),
    ("values", MOST_VALUES, Text("inline values of a page", "一页的行内数值数")),
    ("quotations", DEEPEST_QUOTE, Text("levels of quotation", "引用的层数")),
    ("open-tags", MOST_OPEN_TAGS, Text("HTML tags that are never closed", "未闭合的 HTML 标签数")),
    ("body", LARGEST_BODY, Text("bytes of the body of a block", "一个块正文的字节数")),
    ("integer", LARGEST, Text("an integer", "整数的值")),
    ("commands", MOST_COMMANDS, Text("commands of one block", "一个块中的命令数")),
    ("printed", LARGEST_OUTPUT, Text("characters that one command prints", "一条命令打印的字符数")),
)
_OF_SITES = ("page_candidates", "site_candidates", "output_characters")


def bound_rows(lang: str) -> tuple[Table, ...]:
    """How large what a page holds or asks for may be."""
    rows = [Row(name, name, (f"{number:,}", said(text, lang))) for name, number, text in _OF_PAGES]
    for field in SETTING_FIELDS:
        if field.name in _OF_SITES:
            number = _SETTING.with_values(number=f"{field.default:,}").say(lang)
            rows.append(Row(field.name, field.name, (number, said(field.help, lang))))
    return (Table(said(_BOUNDS, lang), tuple(said(column, lang) for column in _BOUND_COLUMNS), tuple(rows)),)


def device_rows(lang: str) -> tuple[Table, ...]:
    """The devices that the programs know by name, and the bare capabilities."""
    columns = tuple(said(column, lang) for column in _DEVICE_COLUMNS)
    return (Table(said(_DEVICES, lang), columns, tuple(_device(device, lang) for device in DEVICES.values())),)


def limit_rows(lang: str) -> tuple[Table, ...]:
    """What a block may have of shared memory, with the capabilities and products of each limit."""
    columns = tuple(said(column, lang) for column in _LIMIT_COLUMNS)
    rows = []
    for limit in sorted({device.shared_per_block for device in DEVICES.values()}):
        devices = [device for device in DEVICES.values() if device.shared_per_block == limit]
        products = codes(tuple(each.name for each in devices if each.name != each.capability))
        capabilities = ", ".join(dict.fromkeys(each.capability for each in devices))
        cells = (str(limit // 1024), capabilities, products or said(NONE, lang))
        rows.append(Row(str(limit), str(limit), cells))
    return (Table(said(_LIMITS, lang), columns, tuple(rows)),)


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
