"""The words in values, units, places and cross-checks of facts, in both languages. Names, numbers and code stay."""

from __future__ import annotations

import re

from tilesite.facts.types import Fact
from tilesite.language import Text

UNITS: dict[str, tuple[Text, Text]] = {
    "KB": (Text("{value} KB", "{value} KB"), Text("{value} KB", "{value} KB")),
    "SMs": (Text("{value} SM", "{value} 个 SM"), Text("{value} SMs", "{value} 个 SM")),
    "architecture": (Text("sm_{value}", "sm_{value}"), Text("sm_{value}", "sm_{value}")),
    "bits": (Text("{value} bit", "{value} 位"), Text("{value} bits", "{value} 位")),
    "blocks": (Text("{value} block", "{value} 个 block"), Text("{value} blocks", "{value} 个 block")),
    "blocks left over": (
        Text("{value} block left over", "剩 {value} 个 block"),
        Text("{value} blocks left over", "剩 {value} 个 block"),
    ),
    "bytes": (Text("{value} byte", "{value} 字节"), Text("{value} bytes", "{value} 字节")),
    "columns": (Text("{value} column", "{value} 列"), Text("{value} columns", "{value} 列")),
    "compute capability": (
        Text("compute capability {value}", "计算能力 {value}"),
        Text("compute capability {value}", "计算能力 {value}"),
    ),
    "dimensions": (Text("{value} dimension", "{value} 维"), Text("{value} dimensions", "{value} 维")),
    "elements": (Text("{value} element", "{value} 个元素"), Text("{value} elements", "{value} 个元素")),
    "major capability": (
        Text("major capability {value}", "主计算能力 {value}"),
        Text("major capability {value}", "主计算能力 {value}"),
    ),
    "pixels": (Text("{value} pixel", "{value} 个像素"), Text("{value} pixels", "{value} 个像素")),
    "registers": (Text("{value} register", "{value} 个寄存器"), Text("{value} registers", "{value} 个寄存器")),
    "registers/thread": (
        Text("{value} register/thread", "每线程 {value} 个寄存器"),
        Text("{value} registers/thread", "每线程 {value} 个寄存器"),
    ),
    "stages": (Text("{value} stage", "{value} 个 stage"), Text("{value} stages", "{value} 个 stage")),
    "sub-partitions": (
        Text("{value} sub-partition", "{value} 个子分区"),
        Text("{value} sub-partitions", "{value} 个子分区"),
    ),
    "threads": (Text("{value} thread", "{value} 个线程"), Text("{value} threads", "{value} 个线程")),
}
"""How a value of each unit is said: the value 1, and any other."""

VALUES: dict[str, str] = {
    "-32768 to 32767, -128 to 127, -16 to 15": "-32768 到 32767，-128 到 127，-16 到 15",
    "1, 2, 4, 8 bytes, or 4, 6 bits": "1、2、4、8 字节，或 4、6 位",
    "112 of 132": "132 个中的 112",
    "148, 152 or 160": "148、152 或 160",
    "M 128, 256; N 16 to 256": "M 128、256；N 16 到 256",
    "M 128, 256; N 32 to 256": "M 128、256；N 32 到 256",
    "M 64, 128; N 8 to 256": "M 64、128；N 8 到 256",
    "box <= extent": "box <= 长度",
    "chunk xor line": "块号异或行号",
    "floating point": "浮点",
    "from the layout": "由 layout 推出",
    "ignored": "被忽略",
    "into one allocation": "合为一次分配",
    "machines disagree": "各机器不一致",
    "no fallback": "没有后备方案",
    "no gap": "没有间隙",
    "non-null": "非空",
    "non-zero": "非零",
    "non-zero, at most 2^32": "非零，至多 2^32",
    "non-zero, at most 256": "非零，至多 256",
    "non-zero, at most 5": "非零，至多 5",
    "non-zero, at most 8": "非零，至多 8",
    "per instruction": "每条指令",
    "refused": "被拒绝",
    "stores": "写回",
    "stride >= extent": "stride >= 长度",
    "stride >= extent * stride below": "stride >= 长度 * 内一维的 stride",
    "tensor copy": "张量拷贝",
    "the same type": "同一类型",
    "the table of tilesite/tile/shapes.py": "tilesite/tile/shapes.py 中的表",
    "within the box": "在包围盒内",
}
"""The values that are words, in Chinese."""

PLACES: dict[str, str] = {
    "assumed: no source names a capability for the two types": "假定值：没有出处写明这两种类型所需的计算能力",
    "error at 49153 bytes, 0xc000 max": "49153 字节时报错，上限 0xc000",
    "every candidate assembled": "每个候选形状都汇编过",
    "known limits, fourth item": "已知局限，第四条",
    "not in the guide's table; taken as that of 10.0": "指南的表中没有；取 10.0 的值",
    "reports that name the device with its SMs": "写明设备及其 SM 数的报告",
    "several tables of SM counts agree": "几份 SM 数表格一致",
    "warning C7512 on a loop of wgmma": "wgmma 循环上的警告 C7512",
}
"""The places that are words, in Chinese."""

_STARTS = (
    (re.compile(r"section ([0-9.]+), (.+)"), r"第 \1 节，\2"),
    (re.compile(r"section (.+)"), r"“\1”一节"),
    (re.compile(r"torch device properties, (.+)"), r"torch 设备属性，\1"),
    (re.compile(r"(deviceQuery, .+); also (.+)"), r"\1；另见 \2"),
)
_COMPILED = re.compile(r", compiled(?=;|\Z)")


def value_said(fact: Fact, lang: str) -> str:
    """A fact's value with its unit."""
    value = VALUES.get(fact.value, fact.value) if lang == "zh" else fact.value
    if fact.unit is None:
        return value
    one, more = UNITS[fact.unit]
    return (one if fact.value == "1" else more).with_values(value=value).say(lang)


def place_said(locator: str, lang: str) -> str:
    """A locator; lines of files and names of threads are the same in every language."""
    if lang != "zh":
        return locator
    for start, words in _STARTS:
        if start.fullmatch(locator):
            return start.sub(words, locator)
    return PLACES.get(locator, locator)


def check_said(by: str, lang: str) -> str:
    """What a value was compared with."""
    if lang != "zh":
        return by
    return _COMPILED.sub("（编译后运行）", by).replace("; ", "；")
