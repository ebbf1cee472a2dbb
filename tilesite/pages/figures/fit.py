"""Does it fit: shared memory and registers against their limits, and which limit binds the resident blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilesite.findings import FAIL
from tilesite.pages.figures import texts
from tilesite.pages.figures.meter import Meter, Part, draw_meter
from tilesite.pages.figures.numbers import grouped, kilobytes
from tilesite.pages.figures.svg import LINE, Figure, label, rect, share, with_hatching
from tilesite.pages.figures.texts import say
from tilesite.tile.calculator import LIMITS
from tilesite.tile.constraints import MOST_NAMED_REGISTERS
from tilesite.tile.dtypes import BITS
from tilesite.tile.measures import TMEM_COLUMNS

_MOST_BUFFERS = 16
_LEAST_PART = 100
_BETWEEN = 8
_NAMES, _BARS_END = 3400, 7600


def fit(result: Mapping[str, Any], lang: str, uid: str) -> Figure:
    """The figure of what a tile takes. ``uid`` begins the id of its hatching."""
    hatch = f"{uid}-fit-hatch"
    shapes: list[str] = []
    y = 0
    for meter in (_shared(result, lang), _registers(result, lang)):
        drawn, y = draw_meter(meter, y, hatch)
        shapes += drawn
        y += _BETWEEN
    drawn, y = _resident(result["occupancy"], lang, y)
    shapes += drawn
    words = " ".join([*_say_shared(result, lang), _say_registers(result, lang), _say_resident(result, lang)])
    title, caption = say(texts.FIT, lang), _caption(result, lang)
    return Figure("fit", title, caption, words, y + 4, with_hatching(shapes, hatch))


def _caption(result: Mapping[str, Any], lang: str) -> str:
    failed = dict.fromkeys(found["rule"] for found in result["findings"] if found["severity"] == FAIL)
    if failed:
        return say(texts.FIT_NO, lang, rules=say(texts.LIST_COMMA, lang).join(failed))
    resident = result["occupancy"]
    return say(texts.FIT_YES, lang, count=_blocks(resident["blocks_per_sm"], lang), binding=_binding(resident, lang))


def _blocks(count: int, lang: str) -> str:
    return say(texts.BLOCK, lang) if count == 1 else say(texts.BLOCKS, lang, count=grouped(count))


def _binding(resident: Mapping[str, Any], lang: str) -> str:
    names = [say(texts.LIMIT_NAMES[name], lang) for name in resident["binding"]]
    return say(texts.AND, lang).join(names)


def _buffers(result: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """Buffers in shared memory, the bytes of A and of B in each, and the static bytes."""
    config, shared = result["config"], result["shared"]
    stage, static = shared["per_stage_bytes"], config["static_shared_bytes"]
    count = (shared["total_bytes"] - static) // stage
    a = -(-config["block_m"] * config["block_k"] * BITS[config["dtype"]] // 8)
    return count, a, stage - a, static


def _shared(result: Mapping[str, Any], lang: str) -> Meter:
    total, limit = result["shared"]["total_bytes"], result["shared"]["limit_bytes"]
    count, a, b, static = _buffers(result)
    note = say(texts.BUFFERS_NOTE, lang, count=grouped(count), a=kilobytes(a), b=kilobytes(b))
    if static:
        note = say(texts.STATIC_NOTE, lang, buffers=note, static=kilobytes(static))
    return Meter(
        name=say(texts.SHARED, lang),
        value=say(texts.OF_KB, lang, used=kilobytes(total), limit=kilobytes(limit)),
        parts=(*_stages(count, a, b, max(total, limit), lang), *_static_part(total, static)),
        limit=limit,
        limit_text=say(texts.LIMIT_KB, lang, limit=kilobytes(limit)),
        over_text=say(texts.OVER_KB, lang, over=kilobytes(total - limit)) if total > limit else "",
        note=note,
    )


def _stages(count: int, a: int, b: int, scale: int, lang: str) -> list[Part]:
    stage = a + b
    if count > _MOST_BUFFERS or share(min(a, b), scale) < _LEAST_PART:
        return [Part(0, count * stage, "tf-a", say(texts.BUFFERS, lang, count=grouped(count)))]
    parts = []
    for index in range(count):
        start = index * stage
        parts += [Part(start, start + a, "tf-a", "A"), Part(start + a, start + stage, "tf-b", "B")]
    return parts


def _static_part(total: int, static: int) -> list[Part]:
    return [Part(total - static, total, "tf-static")] if static else []


def _registers(result: Mapping[str, Any], lang: str) -> Meter:
    columns = result.get("tensor_memory")
    if columns:
        name, limit = texts.TENSOR_MEMORY, TMEM_COLUMNS
        count, allocated = columns["columns"], columns["allocated_columns"]
    else:
        registers = result["registers"]
        name, limit = texts.REGISTERS, MOST_NAMED_REGISTERS
        count, allocated = registers["accumulators_per_thread"], registers["per_thread"]
    parts = [Part(0, count, "tf-a", say(texts.ACCUMULATORS, lang, count=grouped(count)))]
    if allocated > count:
        parts.append(Part(count, allocated, "tf-b"))
    return Meter(
        name=say(name, lang),
        value=say(texts.OF, lang, used=grouped(allocated), limit=grouped(limit)),
        parts=tuple(parts),
        limit=limit,
        limit_text=say(texts.LIMIT, lang, limit=grouped(limit)),
        over_text=say(texts.OVER, lang, over=grouped(allocated - limit)) if allocated > limit else "",
        note=say(texts.NOT_COUNTED, lang) if not columns and allocated < limit else "",
        hatched=not columns,
    )


def _resident(resident: Mapping[str, Any], lang: str, y: int) -> tuple[list[str], int]:
    """Four short bars, one for each limit; the smallest is marked as the one that binds."""
    shapes = [label(say(texts.RESIDENT, lang), 0, y + 12, classes="tf-name")]
    y += LINE + 4
    most = max(count for count in (resident[name] for name in LIMITS) if count is not None) or 1
    for name in LIMITS:
        count = resident[name]
        binds = name in resident["binding"]
        shapes.append(label(say(texts.LIMIT_NAMES[name], lang), 0, y + 11, classes="tf-strong" if binds else "tf-soft"))
        length = share(count or 0, most, _BARS_END - _NAMES)
        if length:
            shapes.append(rect("tf-a" if binds else "tf-b", _NAMES, y, length, 14))
        text = grouped(count) if count is not None else say(texts.NO_LIMIT, lang)
        if binds:
            text += f" {say(texts.BINDS, lang)}"
        classes = "tf-soft" if not binds else "tf-strong" if count else "tf-over-text"
        shapes.append(label(text, _NAMES + length, y + 11, classes=classes, dx=5 if length else 0))
        y += 18
    return shapes, y


def _say_shared(result: Mapping[str, Any], lang: str) -> list[str]:
    total, limit = result["shared"]["total_bytes"], result["shared"]["limit_bytes"]
    count, a, b, static = _buffers(result)
    said = [
        say(texts.SAY_SHARED, lang, total=total, limit=limit),
        say(texts.SAY_STAGES, lang, count=count, stage=a + b, a=a, b=b),
    ]
    if static:
        said.append(say(texts.SAY_STATIC, lang, static=static))
    if total > limit:
        said.append(say(texts.SAY_OVER, lang, over=total - limit))
    return said


def _say_registers(result: Mapping[str, Any], lang: str) -> str:
    columns = result.get("tensor_memory")
    if columns:
        allocated = columns["allocated_columns"]
        return say(texts.SAY_TENSOR_MEMORY, lang, columns=columns["columns"], allocated=allocated, limit=TMEM_COLUMNS)
    registers = result["registers"]
    return say(
        texts.SAY_REGISTERS,
        lang,
        count=registers["accumulators_per_thread"],
        rounded=registers["per_thread"],
        limit=MOST_NAMED_REGISTERS,
    )


def _say_resident(result: Mapping[str, Any], lang: str) -> str:
    resident = result["occupancy"]
    limits = []
    for name in LIMITS:
        text = texts.SAY_NO_LIMIT if resident[name] is None else texts.SAY_LIMIT
        limits.append(say(text, lang, name=say(texts.LIMIT_NAMES[name], lang), count=resident[name]))
    return say(
        texts.SAY_RESIDENT,
        lang,
        limits=say(texts.LIST_COMMA, lang).join(limits),
        binding=_binding(resident, lang),
        count=resident["blocks_per_sm"],
    )
