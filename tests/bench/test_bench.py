"""The benchmark pages say what the data say, and a run is compared with the last one."""

from __future__ import annotations

import json
from pathlib import Path

import bench_atlas
import bench_tile
import page
import pytest
import run
from measure import RUNS, Measure, Series, machine, of_runs, ratios, rounds

MEASURES = [
    Measure("tile.sweep", "a sweep", "一次扫描", 1.5, "x", 3),
    Measure("tile.checks", "checks", "检查", 15_000, "/s", 20_000, at_least=True),
    Measure("tma.checks", "descriptors", "描述符", 31_594.6, "/s", 20_000, at_least=True),
    Measure("pages.check", "a check", "一次检查", 1.234, "s", 1.5),
    Measure("atlas.core1", "records, 1 row", "记录，1 行", 1_000, "/s", at_least=True),
    Measure("atlas.core8", "records, 8 rows", "记录，8 行", 500, "/s", at_least=True),
    Measure("atlas.size1", "size, 1 row", "大小，1 行", 900, "B"),
    Measure("atlas.size8", "size, 8 rows", "大小，8 行", 4_500, "B"),
]
SERIES = [
    Series("pages.check", ((200, 1.0), (2000, 9.5))),
    Series("pages.build", ((200, 2.0), (2000, 21.0))),
    Series("atlas.problems", ((200, 0.3), (3200, 3.4))),
    Series("atlas.jobs", ((1, 900.0), (2, 1700.0))),
]
RECORDED = {"when": "2026-01-02", "version": "0.1.0", "machine": machine(), **page.as_data(MEASURES, SERIES)}


def test_the_pages_are_those_of_the_data() -> None:
    data = page.load(page.DATA)
    for lang, file in page.PAGES.items():
        assert page.filled(file.read_text("utf-8"), data, lang) == file.read_text("utf-8"), "python tests/bench/page.py"


def test_both_pages_show_the_same_parts() -> None:
    regions = [page._REGION.findall(file.read_text("utf-8")) for file in page.PAGES.values()]  # noqa: SLF001 - its own grammar
    names = [[region[1] for region in found] for found in regions]
    assert names[0] == names[1]
    assert sorted(names[0]) == sorted(page._REGIONS)  # noqa: SLF001 - the same


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_recorded_run_makes_of_a_page(lang: str) -> None:
    data = json.loads(json.dumps(RECORDED))
    text = page.PAGES[lang].read_text("utf-8")
    made = page.filled(text, data, lang)
    assert page.filled(made, data, lang) == made
    assert page.filled(made, None, lang) == page.filled(text, None, lang)
    met, missed = ("met", "**missed by 25%**") if lang == "en" else ("达到", "**差 25%**")
    name = "a sweep" if lang == "en" else "一次扫描"
    assert f"| {name} | 1.5 x | ≤ 3 x | {met} |\n" in made
    assert f"| 15,000 /s | ≥ 20,000 /s | {missed} |\n" in made
    assert "31,595 /s" in made
    # 10^7 records at 1,000 and at 500 a second, on 1 to 256 cores; and their sizes.
    minutes, hours, seconds = ("min", "h", "s") if lang == "en" else ("分钟", "小时", "秒")
    assert f"| 1 | 2.78 {hours} | 5.56 {hours} |\n" in made
    assert f"| 16 | 10.4 {minutes} | 20.8 {minutes} |\n" in made
    assert f"| 256 | 39.1 {seconds} | 1.3 {minutes} |\n" in made
    assert "| 9 GB | 45 GB |\n" in made
    assert made.count("<svg ") == 3
    assert "2026-01-02" in made


COMPARED = {
    "the same": (1.5, "x", False, []),
    "a little worse": (1.75, "x", False, []),
    "much worse": (1.9, "x", False, ["WARNING k: 1.9 x, was 1.5 x (+27%): what"]),
    "much better": (0.5, "x", False, []),
    "less where more is better": (1.1, "x", True, ["WARNING k: 1.1 x, was 1.5 x (-27%): what"]),
    "a number of another machine": (9.9, "s", False, []),
}


@pytest.mark.parametrize(("value", "unit", "at_least", "told"), COMPARED.values(), ids=COMPARED)
def test_a_worse_ratio_is_warned_of(value: float, unit: str, at_least: bool, told: list[str]) -> None:
    recorded = page.as_data([Measure("k", "what", "甚", 1.5, unit)], [])
    assert list(run.regressions([Measure("k", "what", "甚", value, unit, at_least=at_least)], recorded)) == told
    assert list(run.regressions([Measure("k", "what", "甚", value, unit)], None)) == []


def test_a_measure_is_the_median_of_its_runs() -> None:
    found = rounds({"a": iter([3.0, 1, 2, 8, 4]).__next__, "b": iter([1.0, 1, 2, 2, 2]).__next__})
    assert ratios(found, "a", "b") == [3, 1, 1, 4, 2]
    assert of_runs("k", "", "", ratios(found, "a", "b"), "x").value == 2
    with pytest.raises(ValueError, match=f"expected {RUNS} runs, got 1"):
        of_runs("k", "", "", [1.0], "x")


def test_the_bare_loop_finds_what_a_sweep_finds() -> None:
    assert [row[1:6] for row in bench_tile.bare_loop()] == [row.config.sizes for row in bench_tile.sweep().rows]


def test_the_atlas_of_the_bench_is_one(tmp_path: Path) -> None:
    (answers,) = {bench_atlas.answer_piece(bench_atlas.piece(1)).answers}
    assert all(answer.readable and answer.feasible for answer in answers)
    assert bench_atlas.atlas(tmp_path, 3, "--jobs", "1") > 0
    assert bench_atlas.workers()[0] == 1
