"""Does it fit, and waves: what is drawn is what the result says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilesite.pages.figures import figure
from tilesite.tile.reports import diagnose

FITS = {"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}
OVER = {"block_m": 256, "block_n": 256, "block_k": 64, "stages": 4, "threads": 256}


def test_a_tile_that_fits(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", FITS)
    assert drawing.names == ["fit", "waves"]
    assert drawing.caption("fit") == "Does it fit? Yes: 1 block resident per SM, limited by shared memory."
    assert drawing.caption("waves") == "4 waves; last one 116 of 132 slots = 88%"
    assert drawing.says("fit") == (
        "Shared memory per block: 147456 of 232448 bytes. 3 stages in shared memory, each 49152 bytes: A 16384, B "
        "32768. Registers per thread: 128 accumulators, allocated as 128, of 255; those for addresses, indices and "
        "the pipeline are not counted. Resident blocks per SM: 1, limited by shared memory; the limits allow registers "
        "2, shared memory 1, threads 8, blocks 32."
    )
    assert drawing.says("waves") == (
        "The grid of 512 blocks runs in 4 waves of 132 slots; the last wave has 116 blocks, 88% of its slots."
    )


def test_the_same_in_chinese(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", FITS, "zh")
    assert drawing.caption("fit") == "放得下吗？放得下：每 SM 驻留 1 个 block，由 shared memory 卡住。"
    assert drawing.caption("waves") == "4 波；最后一波占 132 个槽位中的 116 个 = 88%"


def test_each_stage_is_split_into_a_and_b(draw: Callable[..., Any], position: Callable[..., float]) -> None:
    drawing = draw("tile", FITS)
    top = drawing.shapes("fit", "tf-track")[0].attrib["y"]
    parts = [each for each in drawing.shapes("fit", "tf-a") + drawing.shapes("fit", "tf-b") if each.get("y") == top]
    ends = sorted((position(each, "x"), position(each, "width"), each.attrib["class"]) for each in parts)
    assert [classes for _, _, classes in ends] == ["tf-a", "tf-b"] * 3
    for index, (start, width, _) in enumerate(ends):
        stage, half = divmod(index, 2)
        assert start == pytest.approx(100 * (stage * 49152 + half * 16384) / 232448, abs=0.02)
        assert width == pytest.approx(100 * (32768 if half else 16384) / 232448, abs=0.03)
    assert drawing.texts("fit").count("A") == drawing.texts("fit").count("B") == 3


def test_what_is_over_the_limit_keeps_its_length(draw: Callable[..., Any], position: Callable[..., float]) -> None:
    drawing = draw("tile", OVER)
    assert drawing.names == ["fit"]
    assert drawing.caption("fit") == "Does it fit? No: stopped by C1, C2."
    limit = position(drawing.shapes("fit", "tf-limit")[0], "x1")
    assert limit == pytest.approx(100 * 232448 / 262144, abs=0.01)
    top = drawing.shapes("fit", "tf-track")[0].attrib["y"]
    over = [each for each in drawing.shapes("fit", "tf-over") if each.get("y") == top]
    assert sum(position(each, "width") for each in over) == pytest.approx(100 - limit, abs=0.02)
    assert min(position(each, "x") for each in over) == limit
    assert "limit 227.0 KB · 29.0 KB over" in drawing.texts("fit")
    assert "limit 255 · 1 over" in drawing.texts("fit")
    assert drawing.shapes("fit", "tf-hatched") == []
    assert "That is 29696 bytes over the limit." in drawing.says("fit")


def test_registers_that_are_not_counted_are_hatched(draw: Callable[..., Any], position: Callable[..., float]) -> None:
    (hatched,) = draw("tile", FITS).shapes("fit", "tf-hatched")
    assert position(hatched, "x") == pytest.approx(100 * 128 / 255, abs=0.01)
    assert position(hatched, "x") + position(hatched, "width") == 100


@pytest.mark.parametrize(
    ("change", "marked"),
    [
        ({}, ["1 binds"]),
        ({"block_m": 64, "block_n": 64, "block_k": 16, "stages": 2, "threads": 1024}, ["2 binds"]),
        ({"block_m": 256, "block_n": 256, "threads": 512, "stages": 2}, ["1 binds", "1 binds"]),
        ({"stages": 9}, ["0 binds"]),
    ],
)
def test_the_smallest_limits_are_marked(
    change: dict[str, object], marked: list[str], draw: Callable[..., Any], result: Callable[..., Any]
) -> None:
    texts = draw("tile", {**FITS, **change}).texts("fit")
    assert [text for text in texts if text.endswith(" binds")] == marked
    assert len(marked) == len(result("tile", {**FITS, **change})["occupancy"]["binding"])


def test_tensor_memory_takes_the_place_of_registers(draw: Callable[..., Any]) -> None:
    values = {**FITS, "block_n": 128, "threads": 128, "instr": "tcgen05", "device": "b200"}
    drawing = draw("tile", values)
    assert "128 of 512" in drawing.texts("fit")
    assert "no limit" in drawing.texts("fit")
    assert "Tensor memory: 128 columns, allocated as 128, of 512." in drawing.says("fit")


def test_static_shared_memory_is_a_part_of_its_own(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", {**FITS, "static_shared_bytes": 1024})
    assert len(drawing.shapes("fit", "tf-static")) == 1
    assert "3 × (A 16.0 + B 32.0 KB) + static 1.0 KB" in drawing.texts("fit")


def test_stages_that_cannot_be_told_apart_are_one_part(draw: Callable[..., Any]) -> None:
    texts = draw("tile", {**FITS, "block_k": 1, "stages": 99}).texts("fit")
    assert "99 stages" in texts
    assert "A" not in texts


def filled_and_all(drawing: Any) -> tuple[int, int]:  # noqa: ANN401 - the fixture's own type
    """Thousandths of a cell that are filled, and those of all cells; a row that is full is drawn once."""
    rows: dict[str, int] = {}
    for each in drawing.shapes("waves", "tf-cells"):
        length = int(each.attrib["pathLength"])
        rows[each.attrib["y1"]] = max(rows.get(each.attrib["y1"], 0), length)
    filled = [int(each.attrib["pathLength"]) for each in drawing.shapes("waves", "tf-filled")]
    return sum(filled), sum(rows.values())


def test_every_slot_of_every_wave_is_a_cell(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", FITS)
    assert filled_and_all(drawing) == ((3 * 132 + 116) * 1000, 4 * 132 * 1000)
    assert drawing.texts("waves") == [
        *(f"wave {number}" for number in range(1, 5)),
        "one cell = one slot",
        "slots = SMs × blocks/SM = 132 × 1",
    ]


def test_more_than_six_waves_are_folded(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", {**FITS, "m": 8192, "n": 8192})
    assert drawing.caption("waves") == "16 waves; last one 68 of 132 slots = 52%"
    assert drawing.texts("waves")[:3] == ["wave 1", "… 14 more full waves …", "last wave"]
    assert filled_and_all(drawing) == ((132 + 68) * 1000, 2 * 132 * 1000)


def test_six_waves_are_not(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", {**FITS, "m": 6 * 128, "n": 132 * 256})
    assert drawing.caption("waves") == "6 waves; last one 132 of 132 slots = 100%"
    assert filled_and_all(drawing) == (6 * 132 * 1000, 6 * 132 * 1000)
    assert drawing.shapes("waves", "tf-empty") == []


def test_one_wave_is_said_as_one(draw: Callable[..., Any]) -> None:
    assert draw("tile", {**FITS, "m": 128, "n": 256}).caption("waves") == "1 wave: 1 of 132 slots = 1%"


def test_a_million_waves_of_one_slot_stay_small(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", {**FITS, "m": 128 * 1000, "n": 256 * 1000, "sm_count": 1})
    assert drawing.caption("waves") == "1,000,000 waves; last one 1 of 1 slots = 100%"
    assert len(drawing.markup) < 10_000


def test_many_slots_share_cells(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", {**FITS, "sm_count": 1000, "m": 128 * 30, "n": 256 * 50})
    assert "one cell = 2 slots" in drawing.texts("waves")
    assert filled_and_all(drawing) == ((1000 + 500) * 500, 2 * 500 * 1000)


def test_four_blocks_on_each_of_132_are_a_cell_each(draw: Callable[..., Any]) -> None:
    drawing = draw("tile", {**FITS, "block_n": 128, "stages": 1, "threads": 128})
    assert drawing.caption("waves").endswith(" of 528 slots = 94%")
    assert "one cell = one slot" in drawing.texts("waves")


@pytest.mark.parametrize("change", [{"device": "9.0"}, {"stages": 9}])
def test_without_waves_there_is_no_figure_of_them(change: dict[str, object], draw: Callable[..., Any]) -> None:
    assert draw("tile", {**FITS, **change}).names == ["fit"]


sizes = st.one_of(st.integers(1, 600), st.integers(1, 2**63 - 1))
tiles = st.fixed_dictionaries(
    {"block_m": sizes, "block_n": sizes, "block_k": sizes, "stages": sizes, "threads": sizes, "m": sizes, "n": sizes}
    | {"instr": st.sampled_from(["wgmma", "mma", "simt", "tcgen05"]), "dtype": st.sampled_from(["f16", "e4m3", "f64"])}
    | {"sm_count": st.one_of(st.none(), sizes), "static_shared_bytes": st.one_of(st.just(0), sizes)}
    | {"stage_rule": st.sampled_from(["stages", "stages-1"])}
)


@settings(max_examples=300, deadline=None)
@given(tiles, st.sampled_from(["en", "zh"]))
def test_any_tile_draws_its_numbers_in_bounds(values: dict[str, object], lang: str) -> None:
    result = diagnose(values, lang).json
    markup = figure("tile", result, lang, "u")
    assert len(markup) < 20_000
    for number in map(float, re.findall(r'(?:x|x1|x2|width)="([-\d.]+)%"', markup)):
        assert 0 <= number <= 100
    said = " ".join(re.findall(r"<desc.*?</desc>", markup))
    told = {int(each) for each in re.findall(r"\d+", said)}
    shared, registers, waves = result["shared"], result["registers"], result["waves"]
    wanted = {shared["total_bytes"], shared["limit_bytes"], shared["per_stage_bytes"]}
    wanted |= {count for name, count in result["occupancy"].items() if name != "binding" and count is not None}
    wanted |= {registers["accumulators_per_thread"], registers["per_thread"]} - {None}
    wanted |= {waves["grid"], waves["slots"], waves["count"], waves["last_wave_blocks"]} if waves["count"] else set()
    assert wanted <= told
