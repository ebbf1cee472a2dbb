"""The two source texts of the book: every place that they name is a fact's, and is checked like any other."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tilesite.facts import ALL_FACTS, FACTS, SOURCES
from tilesite.facts.lock import package_lock
from tilesite.facts.opening import MOVED, NOT_HERE, VERIFIED
from tilesite.facts.verify import Tree, check_fact

from .conftest import Said

SEEDS = Path(__file__).resolve().parents[1] / "data" / "seeds"
TILE = (SEEDS / "000_b28fad08af609960.txt").read_text("utf-8")
TMA = (SEEDS / "004_3b15a80d93319f15.txt").read_text("utf-8")
PTX = "tilelang-corpus/05-nvidia-backend/raw/nvidia-ptx-isa.md"
PLACE = re.compile(r"`((?:_vendor|tilelang-corpus)/[^`，）\s]+)`?")
ROWS = {
    "shared memory 每 SM 228 KB、每 block 上限 227 KB": {"shared-per-sm-9.0": "228", "shared-per-block-9.0": "227"},
    "每 SM 65536 个 32 位寄存器、最多 2048 线程、100% occupancy 时每线程 32 个、寄存器按每 warp 256 个取整": {
        "registers-per-sm": "65536",
        "threads-per-sm-9.0": "2048",
        "registers-at-full-occupancy": "32",
        "register-unit": "256",
    },
    "`mma` 密集 f16 形状 `m16n8k8` / `m16n8k16`": {"mma-f16-shapes": "m16n8k8, m16n8k16"},
    "`wgmma` 密集 f16 形状 `m64nNk16`": {"wgmma-f16-shape": "m64nNk16"},
    "warpgroup = 4 个连续 warp = 128 线程": {"warpgroup": "128"},
}
"""Each row of the seed's table, with the facts that it states and their values."""


def table_rows() -> list[tuple[str, str]]:
    table = TILE[TILE.index("| 事实 | 出处 |") : TILE.index("## 运行前提")].splitlines()[2:]
    rows = []
    for line in table:
        said, place = (cell.strip() for cell in line.strip("| ").rsplit(" | ", 1))
        rows.append((said, place.strip("`").replace("同上 `", PTX)))
    return rows


def test_no_row_of_the_table_is_missing() -> None:
    rows = table_rows()
    assert [said for said, _ in rows] == list(ROWS)
    for said, place in rows:
        for key, value in ROWS[said].items():
            assert (FACTS[key].value, FACTS[key].seed_locator) == (value, place)


def test_no_place_that_a_seed_names_is_missing() -> None:
    named = {place.rstrip("`") for text in (TILE, TMA) for place in PLACE.findall(text)}
    assert len(named) == 6
    assert named <= {fact.seed_locator for fact in ALL_FACTS}


@pytest.mark.parametrize("name", ["CheckBulkLoad", "CheckGlobalStrides", "AnalyzeTMASharedLayout", "kBulkLoad1D"])
def test_a_function_that_the_seed_names_is_a_fact(name: str) -> None:
    assert name in TMA
    (fact,) = [fact for fact in ALL_FACTS if fact.seed_locator == name]
    assert name in (fact.found or "")


def test_the_first_moved_citation_is_the_seeds(cite: object, trees: Mapping[str, Tree]) -> None:
    assert callable(cite)
    assert trees
    fact = FACTS["tilelang-box-limit"]
    assert "tma_layout.h:40" in TMA
    checked = check_fact(fact, SOURCES, package_lock(), trees)
    assert checked.seed is not None
    assert (checked.own.kind, checked.seed.kind, checked.seed_is_known, checked.fails) == (VERIFIED, MOVED, True, False)
    said: Said = cite("verify", "tilelang-box-limit", "--offline")
    old, new = (f"_vendor/tilelang-v0.1.15/src/cuda/op/tma_layout.h:{line}" for line in (40, 42))
    assert (said.code, said.err) == (0, "")
    assert said.out == (
        "verified      tilelang-box-limit: tilelang 0.1.15, tilelang/src/cuda/op/tma_layout.h:42\n"
        f"moved         tilelang-box-limit, in the book: {old} -> {new} (known)\n"
        f"    --- {old}\n"
        f"    +++ {new}\n"
        "    @@ -40,1 +42,1 @@\n"
        "    -\n"
        "    +inline constexpr int64_t kTmaMaxBoxDim = 256;\n"
        "1 fact: 1 verified, 0 cross-checked, 0 cited, 0 moved, 0 changed, 0 missing\n"
        "1 place of the book: 1 moved\n"
    )


def test_a_place_of_the_book_that_moves_otherwise_is_told(trees: Mapping[str, Tree]) -> None:
    fact = FACTS["tilelang-box-limit"]
    for other in (fact._replace(seed_now=None), fact._replace(seed_now="41")):
        assert check_fact(other, SOURCES, package_lock(), trees).fails
    right = fact._replace(seed_locator=(fact.seed_locator or "").replace(":40", ":42"))
    assert check_fact(right, SOURCES, package_lock(), trees).fails
    assert not check_fact(right._replace(seed_now=None), SOURCES, package_lock(), trees).fails


def test_the_other_places_in_the_wheel_are_right(trees: Mapping[str, Tree]) -> None:
    kinds = {}
    for fact in ALL_FACTS:
        if fact.seed_locator and "/" in fact.seed_locator:
            seed = check_fact(fact, SOURCES, package_lock(), trees).seed
            assert seed is not None
            kinds[fact.key] = seed.kind
    assert {key for key, kind in kinds.items() if kind == VERIFIED} == {
        "tilelang-encode-call",
        "tilelang-enum-cast",
        "tilelang-byte-stride",
    }
    assert {key for key, kind in kinds.items() if kind == NOT_HERE} == {key for row in ROWS.values() for key in row}


def corpus(root: Path, shift: int = 0) -> Path:
    """A stand-in for the corpora that the book cites: the cited lines hold the values, and nothing else is there."""
    raw = root / "05-nvidia-backend" / "raw"
    raw.mkdir(parents=True)
    best = "Each has 65,536 registers, at most 2048 threads, 32 registers for a thread, units of 256."
    lines = {"nvidia-cuda-best-practices.md": {3126: best}}
    shapes = {23476: ".m16n8k8", 23477: ".m16n8k16", 28113: "four warps,", 28114: "128 threads", 28132: ".m64nNk16"}
    lines["nvidia-ptx-isa.md"] = shapes
    for name, texts in lines.items():
        text = [""] * (max(texts) + shift)
        for number, line in texts.items():
            text[number - 1 + shift] = line
        (raw / name).write_text("\n".join(text), "utf-8")
    (raw / "nvidia-hopper-tuning-guide.md").write_text("228 KB for an SM, 227 KB for a block", "utf-8")
    return root


def test_the_corpora_are_opened_where_they_are(cite: object, trees: Mapping[str, Tree], tmp_path: Path) -> None:
    assert callable(cite)
    assert trees
    keys = [key for row in ROWS.values() for key in row]
    root = corpus(tmp_path / "there")
    said: Said = cite("verify", *keys, "--root", f"tilelang-corpus={root}", "--offline", "--json")
    assert said.code == 0, said.out
    found = json.loads(said.out)["facts"]
    assert {fact["seed"]["outcome"] for fact in found} == {"verified"}
    moved = corpus(tmp_path / "moved", 3)
    said = cite("verify", *keys, "--root", f"tilelang-corpus={moved}", "--offline", "--json")
    assert said.code == 1
    seeds = {fact["key"]: fact["seed"] for fact in json.loads(said.out)["facts"]}
    assert seeds["warpgroup"]["now"] == f"{PTX}:28116-28117"
    assert seeds["mma-f16-shapes"]["now"] == f"{PTX}:23479-23480"
    assert seeds["shared-per-block-9.0"]["outcome"] == "verified"


def test_the_folder_of_the_book_is_opened_where_it_is(cite: object, trees: Mapping[str, Tree], tmp_path: Path) -> None:
    assert callable(cite)
    header = trees["tilelang"].read("tilelang/src/cuda/op/tma_layout.h")
    assert header is not None
    file = tmp_path / "tilelang-v0.1.15" / "src" / "cuda" / "op" / "tma_layout.h"
    file.parent.mkdir(parents=True)
    argv = ("verify", "tilelang-box-limit", "--root", f"_vendor={tmp_path}", "--offline")
    for lines, code in ((header, 0), (header[2:], 1), (["", *header], 1)):
        file.write_text("\n".join(lines), "utf-8")
        said: Said = cite(*argv)
        assert said.code == code, said.out


def test_a_clone_of_tilelang_is_opened_as_its_wheel_is(cite: object, trees: Mapping[str, Tree], tmp_path: Path) -> None:
    assert callable(cite)
    header = trees["tilelang"].read("tilelang/src/cuda/op/tma_layout.h")
    assert header is not None
    file = tmp_path / "src" / "cuda" / "op" / "tma_layout.h"
    file.parent.mkdir(parents=True)
    file.write_text("\r\n".join(header), "utf-8")
    said: Said = cite("verify", "plan-box-256", "--root", f"tilelang={tmp_path}", "--offline")
    assert said.code == 0, said.out
