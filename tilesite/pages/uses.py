"""What rests on each fact: the rules, devices and plans of the two programs, by the keys that they cite."""

from __future__ import annotations

from collections.abc import Iterator

from tilesite.tile import DEVICES
from tilesite.tile.cites import RULE_FACTS
from tilesite.tma import rule_rows
from tilesite.tma.listing import LISTING_CITES
from tilesite.tma.plan.verdict import FP4_FACTS, IM2COL_FACTS, NOTE_FACTS, PATH_FACTS
from tilesite.tma.reports import ALWAYS_FACTS, MODE_FACTS
from tilesite.tma.rule_rows import Rule
from tilesite.tma.swizzle import SWIZZLE_CITES


def uses() -> dict[str, tuple[str, ...]]:
    """Every key that something rests on, with what does: ids of rules, names of devices, words for the rest."""
    found: dict[str, dict[str, None]] = {}
    for user, keys in _users():
        for key in keys:
            found.setdefault(key, {})[user] = None
    return {key: tuple(users) for key, users in found.items()}


def _users() -> Iterator[tuple[str, tuple[str, ...]]]:
    yield from RULE_FACTS.items()
    for device in DEVICES.values():
        yield device.name, device.cites
    for row in vars(rule_rows).values():
        if isinstance(row, Rule):
            yield row.id, row.tiled + row.im2col
    yield "cuTensorMapEncodeTiled", ALWAYS_FACTS["tiled"]
    yield "cuTensorMapEncodeIm2col", ALWAYS_FACTS["im2col"]
    yield from MODE_FACTS.items()
    yield "tma-descriptor", LISTING_CITES
    yield "tma-descriptor swizzle", SWIZZLE_CITES
    for path, keys in PATH_FACTS.items():
        yield f"T.copy: {path}", keys
    for keys in NOTE_FACTS.values():
        yield "COPY_FALLBACK", keys
    yield "T.im2col", IM2COL_FACTS
    yield "FP4_NOT_UNPACKED", FP4_FACTS
