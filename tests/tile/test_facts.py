"""The facts of the tile checker: every citation exists, every fact is used, every row of the seed is one."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

from tilesite.facts import FACTS, SOURCES
from tilesite.facts.rows_tile import TILE_FACTS
from tilesite.tile import DEVICES, Problem, TileConfig, check

SEED = (Path(__file__).parent.parent / "data/seeds/000_b28fad08af609960.txt").read_text(encoding="utf-8")

TILES = (
    TileConfig(128, 256, 64, 3, 256),
    TileConfig(100, 100, 33, 9, 1000, static_shared_bytes=50000, cluster_m=4, cluster_n=4),
    TileConfig(512, 512, 24, 2, 1152),
    TileConfig(64, 16, 64, 2, 512, cluster_m=3),
    TileConfig(256, 256, 16, 1, 256, cluster_n=2),
)
DTYPES = ("f16", "f32", "s8", "s4", "b1")


def cited() -> set[str]:
    used: set[str] = set()
    for tile, instr, dtype in product(TILES, ("wgmma", "mma", "simt", "tcgen05"), DTYPES):
        for device in ("9.0", "b200", "a100"):
            used.update(check(tile._replace(instr=instr), Problem(dtype=dtype), DEVICES[device]).cites)
    for device in DEVICES.values():
        used.update(device.cites)
    return used


def test_every_citation_is_a_fact_and_every_fact_is_cited() -> None:
    assert cited() == {fact.key for fact in TILE_FACTS}


def test_every_fact_has_a_source_that_exists() -> None:
    assert {fact.source for fact in TILE_FACTS} <= set(SOURCES)
    assert len(FACTS) >= len(TILE_FACTS) == len({fact.key for fact in TILE_FACTS})


def test_every_row_of_the_seed_is_a_fact() -> None:
    table = SEED[SEED.index("| 事实 | 出处 |") : SEED.index("## 运行前提")]
    places = [
        place
        for row in table.splitlines()[2:]
        for place in re.findall(r"`([^`]*(?:\.md|:)[^`]*)`", row.rsplit("|", 2)[1])
    ]
    located = [fact.seed_locator or "" for fact in TILE_FACTS]
    assert len(places) == 5
    assert [place for place in places if not any(located_at.endswith(place) for located_at in located)] == []
