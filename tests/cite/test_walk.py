"""No rule, limit or shape without a fact, no fact without a user."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tilesite.facts import ALL_FACTS, FACTS
from tilesite.findings import Finding
from tilesite.pages.uses import uses
from tilesite.tile import DEVICES, Problem, TileConfig, check
from tilesite.tile.cites import RULE_FACTS
from tilesite.tile.shapes import SHAPES

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = (ROOT / "tilesite" / "tile", ROOT / "tilesite" / "tma")
TILES = (
    TileConfig(128, 256, 64, 3, 256),
    TileConfig(100, 100, 33, 9, 1000, static_shared_bytes=50000, cluster_m=4, cluster_n=4),
    TileConfig(512, 512, 24, 2, 1152),
    TileConfig(64, 16, 64, 2, 512, cluster_m=3),
    TileConfig(256, 256, 16, 1, 256, cluster_n=2),
)


def test_every_fact_has_a_user_and_every_cited_key_is_a_fact() -> None:
    assert set(uses()) == set(FACTS)


def test_every_finding_is_made_with_the_facts_it_rests_on() -> None:
    """Every ``Finding(...)`` of both programs names its facts."""
    without, count = [], 0
    for folder in PROGRAMS:
        for path in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding":
                    count += 1
                    if len(node.args) < 7 and "cites" not in {keyword.arg for keyword in node.keywords}:
                        without.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert count > 30
    assert without == []


def findings() -> Iterator[Finding]:
    for tile, instr, dtype in product(TILES, ("wgmma", "mma", "simt", "tcgen05"), ("f16", "f32", "s4", "b1", "e2m1")):
        for device in DEVICES.values():
            yield from check(tile._replace(instr=instr), Problem(dtype=dtype), device).findings


def test_no_finding_of_a_tile_is_without_a_fact_and_none_cites_another_rules() -> None:
    """But one: that nobody knows how many SMs a bare compute capability has is no claim."""
    devices = {key for device in DEVICES.values() for key in device.cites}
    rules = set()
    for finding in findings():
        rules.add(finding.rule)
        assert finding.cites or (finding.rule == "C4" and finding.actual is None), finding
        assert set(finding.cites) <= {*RULE_FACTS[finding.rule], *devices}
    assert set(RULE_FACTS) == rules


def test_every_device_has_a_fact_for_each_of_its_numbers() -> None:
    for device in DEVICES.values():
        of = device.capability
        assert FACTS[f"shared-per-sm-{of}"].value == str(device.shared_per_sm // 1024)
        assert FACTS[f"threads-per-sm-{of}"].value == str(device.threads_per_sm)
        assert FACTS[f"blocks-per-sm-{of}"].value == str(device.blocks_per_sm)
        assert FACTS["threads-per-block"].value == str(device.threads_per_block)
        assert device.shared_reserved in (0, int(FACTS["shared-reserved"].value))
        assert str(device.shared_granularity) in FACTS["occ-granularity"].value.split(", ")
        if device.sm_count is not None:
            assert FACTS[f"sm-count-{device.name}"].value == str(device.sm_count)
    assert DEVICES["9.0"].shared_per_block == int(FACTS["shared-per-block-9.0"].value) * 1024


@pytest.mark.parametrize("instr", sorted({shape.instr for shape in SHAPES}))
def test_every_shape_rests_on_a_fact(instr: str) -> None:
    assert f"{instr}-shapes" in RULE_FACTS["C3"]


def test_both_languages_say_something() -> None:
    for fact in ALL_FACTS:
        assert fact.statement.en
        assert any("\u4e00" <= char <= "\u9fff" for char in fact.statement.zh), fact.key
