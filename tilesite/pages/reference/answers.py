"""The keys of the --json answers as tables: made of the rows that tests hold to real answers."""

from __future__ import annotations

from tilesite.json_keys import ANY, INTEGER, LIST, NUMBER, OBJECT, TEXT, TRUTH, JsonKey
from tilesite.language import Text
from tilesite.pages.json_texts import CHECK_KEYS
from tilesite.pages.reference.tables import Row, Table, said
from tilesite.pages.reference.words import KEY, MEANING, TYPE
from tilesite.tile.json_texts import DEVICES_KEYS, SWEEP_KEYS, TILE_KEYS
from tilesite.tma.json_texts import (
    AGAINST_KEYS,
    COPY_KEYS,
    DESCRIPTOR_KEYS,
    EXPLAIN_KEYS,
    GEMM_KEYS,
    LISTING_KEYS,
    SWIZZLE_KEYS,
)

_TYPES = {
    INTEGER: Text("whole number", "整数"),
    NUMBER: Text("number", "数"),
    TEXT: Text("text", "文本"),
    TRUTH: Text("true or false", "true 或 false"),
    LIST: Text("list", "列表"),
    OBJECT: Text("object", "对象"),
    ANY: Text("any", "任意"),
}
_OR_NULL = Text("{type} or null", "{type}或 null")
_CAPTION = Text("JSON answer of {command}", "{command} 的 JSON 答案")

ANSWERS: dict[str, tuple[str, tuple[JsonKey, ...]]] = {
    "tile": ("tile-decision --diagnose", TILE_KEYS),
    "sweep": ("tile-decision", SWEEP_KEYS),
    "devices": ("tile-decision --list-devices", DEVICES_KEYS),
    "tma": ("tma-descriptor", DESCRIPTOR_KEYS),
    "listing": ("tma-descriptor, no config", LISTING_KEYS),
    "explain": ("tma-descriptor --explain", EXPLAIN_KEYS),
    "swizzle": ("tma-descriptor swizzle", SWIZZLE_KEYS),
    "copy": ("tma-descriptor plan", COPY_KEYS),
    "gemm": ("tma-descriptor gemm", GEMM_KEYS),
    "against": ("tma-descriptor plan --against", AGAINST_KEYS),
    "check": ("tilesite check --format json", CHECK_KEYS),
}
"""The answers: the command that prints each, and its keys."""


def answer_tables(name: str, lang: str) -> tuple[Table, ...]:
    """The keys of one answer."""
    command, keys = ANSWERS[name]
    columns = tuple(said(column, lang) for column in (KEY, TYPE, MEANING))
    rows = tuple(Row(key.path, key.path, (_type(key, lang), said(key.help, lang))) for key in keys)
    return (Table(_CAPTION.with_values(command=command).say(lang), columns, rows),)


def _type(key: JsonKey, lang: str) -> str:
    name = said(_TYPES[key.type], lang)
    return _OR_NULL.with_values(type=name).say(lang) if key.may_be_null else name
