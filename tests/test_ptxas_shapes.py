"""Matrix instructions as NVIDIA's own assembler takes them, and tilesite's table of shapes beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from vendor import shapes_file
from vendor.ptx import Mma, Wgmma
from vendor.ptxas import ARCHITECTURES
from vendor.sweep import INLINE, NOTHING, questions, read_words, sweep_all

from tilesite.tile import DEVICES
from tilesite.tile.dtypes import ACCUMULATORS, BITS
from tilesite.tile.shapes import MMA, TCGEN05, WGMMA, shapes_of

RECORD = shapes_file.read()
KINDS = ("mma", "wgmma", "tcgen05")
CAPABILITIES = tuple(name for name, device in DEVICES.items() if device.name == device.capability)

TCGEN05_KINDS = {
    "f16": ("f16", "bf16"),
    "tf32": ("tf32",),
    "f8f6f4": ("e4m3", "e5m2"),
    "i8": ("s8", "u8"),
}
"""Element types that a kind stands for; ptxas sees the kind alone."""


def target_of(capability: str) -> str:
    """The target with everything that a device of this capability has."""
    plain = f"sm_{capability.replace('.', '')}"
    return f"{plain}a" if f"{plain}a" in ARCHITECTURES else plain


def test_the_record_is_what_ptxas_says_now() -> None:
    asked = questions(read_words())
    now = shapes_file.record_of(asked, sweep_all(asked))
    assert (now.assemblers, now.asked, now.words) == (RECORD.assemblers, RECORD.asked, RECORD.words)
    for kind in KINDS:
        before, after = getattr(RECORD, kind), getattr(now, kind)
        changed = [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]
        assert [(*key, before.get(key), after.get(key)) for key in changed] == []


def test_the_record_reads_as_it_was_written(tmp_path: Path) -> None:
    shapes_file.write(RECORD, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text("utf-8") == shapes_file.FILE.read_text("utf-8")


def test_every_target_was_asked() -> None:
    assert list(RECORD.asked) == list(ARCHITECTURES)
    assert all(counts["mma"] > 14_000 for counts in RECORD.asked.values())
    assert all(counts["wgmma"] > 5_000 for counts in RECORD.asked.values())
    assert {target for target, _ in RECORD.mma} == set(ARCHITECTURES)


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_mma_table(capability: str) -> None:
    """Nothing that ptxas refuses or drops is in the table, and everything that it assembles in place is.

    What it assembles as a call of a routine may be left out of the table.
    """
    target = target_of(capability)
    verdicts = {
        (each.m, each.n, each.k, each.a, each.d): verdict
        for (where, each), verdict in RECORD.mma.items()
        if where == target and each.a == each.b and each.c == each.d
    }
    ours = table(MMA, capability)
    assert {row for row in ours if verdicts.get(row, NOTHING) == NOTHING} == set()
    assert {row for row, verdict in verdicts.items() if verdict == INLINE and row[3] in BITS} - ours == set()


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_wgmma_table(capability: str) -> None:
    target = target_of(capability)
    measured = {
        (each.m, 8, each.k, each.a, each.d)
        for where, each in RECORD.wgmma
        if where == target and each.a == each.b and each.n == 8
    }
    assert table(WGMMA, capability) == measured


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_tcgen05_table(capability: str) -> None:
    """Element types alone: shapes sit in a descriptor that ptxas does not read."""
    target = target_of(capability)
    measured = {
        dtype
        for where, each in RECORD.tcgen05
        if where == target and each.kind in TCGEN05_KINDS
        for dtype in TCGEN05_KINDS[each.kind]
    }
    assert {row[3] for row in table(TCGEN05, capability)} == measured


def table(instr: str, capability: str) -> set[tuple[int, int, int, str, str]]:
    """What tilesite has for a capability: m, n, k, element type, accumulator."""
    return {
        (row.m, row.n, row.k, dtype, acc)
        for dtype in BITS
        for acc in ACCUMULATORS
        for row in shapes_of(instr, dtype, acc, DEVICES[capability])
    }


def test_columns_of_wgmma_by_type() -> None:
    """Floats take any multiple of 8 up to 256; integers and bits 8, 24, and multiples of 16."""
    floats = tuple(range(8, 257, 8))
    integers = (8, 24, *range(16, 257, 16))
    columns: dict[Wgmma, set[int]] = {}
    for _, each in RECORD.wgmma:
        columns.setdefault(each._replace(n=0), set()).add(each.n)
    assert len(columns) == 34
    assert columns == {each: set(integers if each.d == "s32" else floats) for each in columns}


def test_four_products_side_by_side_on_bf16_are_no_instruction() -> None:
    """m8n8k4 on bf16 and tf32 assembles without a complaint from sm_80 on, and no code comes of it."""
    silent = {each for (_, each), verdict in RECORD.mma.items() if verdict == NOTHING}
    assert silent == {Mma(8, 8, 4, "f32", dtype, dtype, "f32") for dtype in ("bf16", "tf32")}
