"""Instructions over a tile, runs of bytes, operands of a GEMM, and the pixel box of im2col."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.pages.figures import figure
from tilesite.pages.figures.pixels import Span, scale_of
from tilesite.pages.figures.run import with_run
from tilesite.pages.figures.svg import FULL
from tilesite.tma.plan.reports import copy_report

RECORDED = Path(__file__).parents[1] / "data" / "tma_tilelang_0.1.15.jsonl"
MOST_BYTES = 40_000
COPY = {
    "global_shape": [512, 1024],
    "region_min": ["bx*64", 0],
    "region_extent": [64, 256],
    "shared_shape": [64, 256],
    "layout": {"kind": "full"},
}
LINEAR = {"layout": {"kind": "linear"}}
GEMM = {"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}
IM2COL = {
    "api": "im2col",
    "dtype": "f16",
    "shape": [8, 56, 56, 64],
    "pixel_box_lower_corner": [-1, -1],
    "pixel_box_upper_corner": [-1, -1],
    "channels_per_pixel": 64,
    "pixels_per_column": 128,
    "swizzle": "128B",
}


def picks(drawing: Any, at: int = 0) -> list[tuple[str, str]]:  # noqa: ANN401 - the fixture's own type
    """The places and the words of the choices over the boxes of one figure."""
    fieldsets = drawing.root.findall(".//fieldset")
    return [(label.find("input").attrib["style"], label.findtext("span")) for label in fieldsets[at].findall("label")]


def boxes(drawing: Any, name: str = "cut") -> list[str]:  # noqa: ANN401 - likewise
    """The boxes of a tile as they are drawn, written as the choices over them are."""
    return [
        f"left:{each.attrib['x']};top:{each.attrib['y']}px;width:{each.attrib['width']};height:{each.attrib['height']}px"
        for each in drawing.shapes(name, "tf-a")
    ]


def test_a_tile_is_cut_into_its_boxes_in_issue_order(draw: Callable[..., Any]) -> None:
    drawing = draw("copy", COPY)
    assert drawing.names == ["cut", "box"]
    assert drawing.caption("cut") == "4 instructions cut the tile of 256 × 64 into boxes of 64 × 64."
    assert drawing.texts("cut") == [
        *("0", "64", "128", "192", "0"),
        *("0", "1", "2", "3"),
        "numbered as issued; across dim 0, down dim 1",
        "offsets in elements, block 0",
    ]
    assert drawing.says("cut") == (
        "4 instructions cut the tile of 256 × 64 into boxes of 64 × 64. In issue order: shared +0, coordinates [0, 0]; "
        "shared +4096, coordinates [64, 0]; shared +8192, coordinates [128, 0]; shared +12288, coordinates [192, 0]."
    )
    assert [place for place, _ in picks(drawing)] == boxes(drawing)
    assert [words for _, words in picks(drawing)] == [
        f"{number}: shared +{4096 * number}, coordinates [{64 * number}, 0]" for number in range(4)
    ]


def test_the_choice_is_one_stop_for_the_keyboard(draw: Callable[..., Any]) -> None:
    drawing = draw("copy", COPY)
    inputs = drawing.root.findall(".//fieldset//input")
    assert {(each.attrib["type"], each.attrib["name"]) for each in inputs} == {("radio", "u-cut")}
    assert ["checked" in each.attrib for each in inputs] == [True, False, False, False]
    assert drawing.root.find(".//fieldset/legend").text == "Instruction and its shared offset"


def test_one_instruction_is_a_sentence(draw: Callable[..., Any]) -> None:
    drawing = draw("copy", {**COPY, "region_extent": [64, 64], "shared_shape": [64, 64]})
    assert drawing.names == ["box"]
    assert [each.text for each in drawing.root.findall("p")] == [
        "One instruction moves the whole tile: a box of 64 × 64, shared +0, coordinates [0, 0]."
    ]


def test_what_the_plan_does_not_list_is_hatched_and_counted(draw: Callable[..., Any]) -> None:
    values = {"dtype": "int8", "global_shape": [8192, 4096], "region_min": [320, 512], **LINEAR}
    drawing = draw("copy", {**values, "region_extent": [320, 512], "shared_shape": [320, 512]})
    assert drawing.caption("cut") == "640 instructions cut the tile of 512 × 320 into boxes of 256 × 1."
    assert len(drawing.shapes("cut", "tf-a")) == 64
    assert len(drawing.shapes("cut", "tf-hatched")) == 1
    assert "hatched: 576 more, not listed" in drawing.texts("cut")
    told = [words.split(":")[0] for _, words in picks(drawing)]
    assert told == [*map(str, range(32)), *map(str, range(608, 640))]
    tops = sorted({float(each.attrib["y"]) for each in drawing.shapes("cut", "tf-a")})
    steps = [below - above for above, below in zip(tops, tops[1:], strict=False)]
    assert len(set(steps)) == 2
    assert steps.index(max(steps)) == 15  # the gap lies between the two halves
    assert "and 632 more." in drawing.says("cut")


def test_a_row_of_many_boxes_has_its_gap_among_the_columns(
    draw: Callable[..., Any], result: Callable[..., Any]
) -> None:
    found = result("copy", COPY)
    listed = [{"smem_offset_elems": 4096 * each, "coords": [64 * each, 0]} for each in (*range(32), *range(68, 100))]
    found = {**found, "n_instructions": 100, "instructions_block0": listed}
    drawing = draw("copy", COPY, **found)
    lefts = sorted({float(each.attrib["x"].rstrip("%")) for each in drawing.shapes("cut", "tf-a")})
    steps = [round(right - left, 2) for left, right in zip(lefts, lefts[1:], strict=False)]
    assert len(lefts) == 64
    assert steps[31] > 1.9 * steps[0]
    assert "hatched: 36 more, not listed" in drawing.texts("cut")


def test_packed_fp4_is_counted_in_bytes(draw: Callable[..., Any]) -> None:
    values = {"dtype": "float4_e2m1fn", "global_shape": [512, 2048], "region_extent": [64, 512], **LINEAR}
    drawing = draw("copy", {**values, "shared_shape": [64, 512]})
    assert "offsets in bytes, block 0" in drawing.texts("cut")


def test_a_tensor_that_is_known_at_launch_only_is_said(draw: Callable[..., Any]) -> None:
    drawing = draw("copy", {**COPY, "global_shape": ["M", 1024]})
    assert drawing.names == ["cut"]
    assert drawing.root.find("p").text == "The tensor is 1024 × M, known at launch only; the box is 64 × 64."


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"region_extent": [64, 60], "shared_shape": [64, 60], "requests": ["auto"]},
            (
                "No bulk copy: threads copy the elements one by one. "
                "Why: the last extent of the region is no whole number of 16 bytes."
            ),
        ),
        (
            {"region_extent": [64, 60], "shared_shape": [64, 60]},
            (
                "There is nothing to draw: the kernel does not compile. "
                "Why: the last extent of the region is no whole number of 16 bytes."
            ),
        ),
    ],
    ids=["normal", "error"],
)
def test_other_paths_are_sentences(values: dict[str, object], said: str, draw: Callable[..., Any]) -> None:
    drawing = draw("copy", {**COPY, **LINEAR, **values})
    assert drawing.names == []
    assert [each.text for each in drawing.root.findall("p")] == [said]


def test_a_refusal_without_a_note_gives_the_compiler_s_words(draw: Callable[..., Any]) -> None:
    drawing = draw("gemm", {**GEMM, "dtype": "f64", "acc": "f64", "instr": "mma", "block_n": 128})
    said = [each.text for each in drawing.root.findall("p")]
    assert len(said) == 3
    assert all(" Why: " in each for each in said)


def test_a_run_lies_in_both_memories_at_its_place(draw: Callable[..., Any]) -> None:
    values = {"global_shape": [65536], "region_min": ["bx*4096+8192"], "region_extent": [4096], "shared_shape": [4096]}
    drawing = draw("copy", {**values, **LINEAR})
    assert drawing.names == ["run"]
    assert drawing.caption("run") == "One bulk copy without a descriptor: 8,192 bytes in a row."
    assert [(each.attrib["x"], each.attrib["width"]) for each in drawing.shapes("run", "tf-a")] == [
        ("12.5%", "6.25%"),
        ("0%", "100%"),
    ]
    assert drawing.says("run") == (
        "8192 bytes, from byte 16384 of global memory to byte 0 of the tile. The tensor has 131072 bytes. "
        "The tile has 8192 bytes."
    )
    stored = draw("copy", {**values, **LINEAR, "direction": "store"})
    assert stored.says("run").startswith("8192 bytes, from byte 0 of the tile to byte 16384 of global memory.")


def test_operands_are_small_multiples_at_one_scale(draw: Callable[..., Any], position: Callable[..., float]) -> None:
    drawing = draw("gemm", {**GEMM, "tma_epilogue": True})
    captions = [each.findtext("figcaption") for each in drawing.root.findall("figure")]
    assert captions == [
        "A: 1 instruction moves the tile of 64 × 128 whole.",
        "B: 4 instructions cut the tile of 256 × 64 into boxes of 64 × 64.",
        "C: 4 instructions cut the tile of 256 × 128 into boxes of 64 × 128.",
    ]
    first = [
        next(each for each in found.iter() if each.get("class") == "tf-a") for found in drawing.root.findall("figure")
    ]
    assert len({round(position(each, "width"), 1) for each in first}) == 1
    assert [int(each.attrib["height"]) for each in first] == [120, 60, 120]
    ids = [each.attrib["id"] for each in drawing.root.iter() if "id" in each.attrib]
    assert len(ids) == len(set(ids))
    assert {each.attrib["name"] for each in drawing.root.findall(".//input")} == {"u-A-cut", "u-B-cut", "u-C-cut"}


def test_an_operand_without_a_bulk_copy_is_a_sentence(draw: Callable[..., Any]) -> None:
    drawing = draw("gemm", GEMM)
    assert len(drawing.root.findall("figure")) == 2
    assert [each.text for each in drawing.root.findall("p")] == [
        "C: No bulk copy: threads copy the elements one by one. Why: C is stored straight from its fragment."
    ]


def inputs() -> Iterator[tuple[str, dict[str, Any]]]:
    for line in RECORDED.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield row["id"], row["input"]


def test_every_recorded_copy_is_drawn_within_bounds(parse: Callable[[str], Any]) -> None:
    drawn = cut = 0
    for name, values in inputs():
        result = with_run(copy_report(values).json, values)
        markup = figure("copy", result, "en", "u")
        assert 100 < len(markup) < MOST_BYTES, name
        drawing = parse(markup)
        drawn += 1
        for number in map(float, re.findall(r'(?:x|x1|x2|width)="([-\d.]+)%"', markup)):
            assert 0 <= number <= 100.01, name
        if "cut" in drawing.names:
            cut += 1
            _assert_cut(drawing, result)
    assert drawn == 970
    assert cut > 150


def _assert_cut(drawing: Any, result: dict[str, Any]) -> None:  # noqa: ANN401 - the fixture's own type
    listed = result["instructions_block0"]
    assert [place for place, _ in picks(drawing)] == boxes(drawing)
    assert len(set(boxes(drawing))) == len(listed)
    for (_, words), each in zip(picks(drawing), listed, strict=True):
        assert words.endswith(f": shared +{each['smem_offset_elems']}, coordinates {each['coords']}")
    hatched = bool(drawing.shapes("cut", "tf-hatched"))
    assert hatched == (result["n_instructions"] > len(listed))
    for one, other in ((0, "left"), (1, "top")):
        # Boxes of the same coordinate stand in the same column or row.
        found = [re.search(rf"{other}:([\d.]+)", place)[1] for place, _ in picks(drawing)]
        keys = [each["coords"][0] if not one else tuple(each["coords"][1:]) for each in listed]
        assert len(set(zip(keys, found, strict=True))) == len(set(keys)) == len(set(found))


def test_the_pixel_box_of_im2col(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", IM2COL)
    assert drawing.names == ["pixels"]
    assert drawing.caption("pixels") == "Pixel box: 128 pixels a column, 64 channels each."
    assert drawing.texts("pixels") == [
        "W → 56",
        "out of bounds: reads 0",
        "H ↓ 56",
        "lower corner (-1, -1); upper corner (-1, -1)",
        "dashed: 56 × 56 base pixels",
        "filled: the first 128 pixels",
        "A pixel in shared memory",
        "128 of 128 B",
        "8 × 16 B",
        "swizzle span 128 B",
    ]
    assert drawing.says("pixels") == (
        "Each image is 56 wide and 56 high, of 64 channels and 16 bits each; there are 8. Base pixels go from -1 to 54 "
        "along W and from -1 to 54 along H. What lies outside the image reads 0. One instruction takes 128 pixels, 64 "
        "channels of each. A pixel takes 128 bytes in shared memory. The swizzle span is 128 bytes."
    )
    assert len(drawing.shapes("pixels", "tf-hatched")) == 2  # above the image, and to its left


def test_corners_are_read_slowest_first(draw: Callable[..., Any]) -> None:
    values = {"pixel_box_lower_corner": [0, -2], "pixel_box_upper_corner": [3, 0]}
    says = draw("tma", {**IM2COL, **values}).says("pixels")
    assert "Base pixels go from -2 to 55 along W and from 0 to 58 along H." in says


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"oob_fill": "nan"}, "out of bounds: reads NaN"),
        ({"element_strides": [1, 2, 2, 1]}, "dashed: 28 × 28 base pixels"),
        ({"element_strides": [1, 2, 2, 1]}, "steps along W, H: 2, 2"),
        ({"shape": [8, 8, 8, 64]}, "it goes on in the next image"),
        ({"pixel_box_upper_corner": [-60, -60]}, "no base pixel between the corners"),
    ],
)
def test_what_is_particular_is_said(change: dict[str, object], said: str, draw: Callable[..., Any]) -> None:
    assert said in draw("tma", {**IM2COL, **change}).texts("pixels")


def test_pixels_past_the_swizzle_span_are_over_the_limit(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {**IM2COL, "shape": [8, 56, 56, 128], "channels_per_pixel": 128})
    assert drawing.caption("pixels").endswith("Refused: SWIZZLE_SPAN.")
    assert len(drawing.shapes("pixels", "tf-over")) == 1
    assert "swizzle span 128 B · 128 B over" in drawing.texts("pixels")


def test_inside_the_image_nothing_is_hatched(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {**IM2COL, "pixel_box_lower_corner": [0, 0], "pixel_box_upper_corner": [0, 0]})
    assert drawing.shapes("pixels", "tf-hatched") == []
    assert "out of bounds: reads 0" not in drawing.texts("pixels")


def test_a_copy_by_im2col_has_both(draw: Callable[..., Any]) -> None:
    convolution = {"N": 1, "H": 16, "W": 16, "C": 128, "F": 64, "kernel": 3, "pad": 1, "bM": 128, "bN": 128, "bK": 64}
    drawing = draw("copy", {"kind": "im2col", "im2col": convolution})
    assert drawing.names == ["pixels"]
    assert drawing.root.find("p").text == (
        "One instruction moves the whole tile: a box of 64 channels × 128 pixels, "
        "shared +0, coordinates [0, -1, -1, 0, 0, 0]."
    )


extents = st.one_of(st.integers(1, 300), st.integers(1, 2**32))
offsets = st.integers(-(2**15), 2**15 - 1)


@given(extents, offsets, offsets, st.sampled_from([(FULL, 260), (110, 8), (26, 8)]))
def test_pixels_keep_their_order(extent: int, lower: int, upper: int, drawn: tuple[int, int]) -> None:
    length, least = drawn
    span = Span(extent, lower, extent + upper, 1)
    scale = scale_of(span, length, least)
    values = sorted({lower, 0, extent, extent + upper})
    places = [scale.at(value) for value in values]
    assert places == sorted(places)
    assert all(0 <= place <= length for place in places)
    assert scale.at(0) < scale.at(extent)
    if lower < 0:
        assert scale.at(lower) < scale.at(0)
    if upper > 0:
        assert scale.at(extent) < scale.at(extent + upper)
