"""Box in the tensor, and swizzle."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.pages.figures import figure
from tilesite.pages.figures.plane import side
from tilesite.pages.figures.svg import FULL
from tilesite.pages.figures.swizzle import PATTERNS, Pattern, conflict, placed
from tilesite.tma.reports import descriptor_report

SVG = "{http://www.w3.org/2000/svg}"
REPORTS = Path(__file__).parents[1] / "data" / "tma" / "tma_reports.jsonl"
SEED = {"dtype": "f16", "shape": [4096, 4096], "box": [128, 64], "swizzle": "128B"}
RAGGED = {"dtype": "f16", "shape": [1000, 200], "box": [64, 32]}


def test_the_seed_s_tile(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", SEED)
    assert drawing.names == ["box", "swizzle"]
    assert drawing.caption("box") == "Box in the tensor: 64 × 128 of 4,096 × 4,096, fastest dimension first."
    assert drawing.caption("swizzle") == "Swizzle 128B: 8 rows of 128 bytes in shared memory."
    assert drawing.texts("box") == [
        "dim 0 → fastest, 4,096 × 16 bits",
        "box 64 × 128",
        "dim 1 ↓ 4,096 (box drawn larger than it is)",
        "Two rows in memory",
        "pitch 8,192 B = 512 × 16 B",
        "row 0",
        "row 1",
        "Box row in shared memory",
        "128 of 128 B",
        "8 × 16 B",
        "swizzle span 128 B",
    ]
    assert drawing.says("box") == (
        "The tensor is 4096 × 4096 elements of 16 bits, dimension 0, the fastest, first. The box is 64 × 128. "
        "Both axes are drawn to one scale. The stride of dimension 1 is 8192 bytes, 512 times 16. A row of the box "
        "takes 128 bytes in shared memory. The swizzle span is 128 bytes."
    )


@pytest.mark.parametrize(
    ("shape", "box", "pixels"),
    [
        ([512, 1024], [64, 64], (17.5, 17.5)),
        ([1024, 1024], [256, 128], (20, 40)),
        ([4096, 1024], [512, 512], (20, 20)),
        ([256, 1024], [256, 128], (35, 70)),
        ([200, 200], [64, 64], (40, 40)),
    ],
)
def test_both_axes_have_one_scale(
    shape: list[int], box: list[int], pixels: tuple[float, float], draw: Callable[..., Any]
) -> None:
    drawing = draw("tma", {"dtype": "u8", "shape": shape, "box": box})
    plane = next(each for each in drawing.svg("box").iter(f"{SVG}svg") if each.get("overflow"))
    (first,) = (each for each in plane if each.get("class") == "tf-a")
    width = float(first.attrib["width"].rstrip("%")) * int(plane.attrib["width"]) / 100
    assert (width, float(first.attrib["height"])) == pytest.approx(pixels, abs=0.6)
    assert drawing.says("box").count("Both axes are drawn to one scale.") == 1
    assert not any("scale" in text for text in drawing.texts("box"))


@pytest.mark.parametrize(("lang", "note"), [("en", "axes not to one scale"), ("zh", "两轴比例不同")])
@pytest.mark.parametrize(("shape", "apart"), [([1024, 128], True), ([1024, 256], False), ([64, 320], True)])
def test_axes_that_are_not_to_one_scale_say_so(
    shape: list[int], apart: bool, lang: str, note: str, draw: Callable[..., Any]
) -> None:
    drawing = draw("tma", {"dtype": "u8", "shape": shape, "box": [64, 64]}, lang)
    assert any(note in text for text in drawing.texts("box")) is apart
    told = {"en": "The axes are not drawn to one scale.", "zh": "两轴没有按同一比例画出。"}[lang]
    assert (told in drawing.says("box")) is apart


def test_a_pitch_that_is_no_multiple_says_why_not(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {"dtype": "f16", "shape": [1000, 12], "box": [64, 8]})
    assert drawing.caption("box").endswith("Refused: STRIDE_NOT_16.")
    assert [each.text for each in drawing.shapes("box", "tf-over-text")] == ["pitch 24 B = 1 × 16 B + 8 B"]
    assert "24 bytes, no multiple of 16: the rest is 8." in drawing.says("box")


def test_a_pitch_of_an_axis_of_one_is_no_error(draw: Callable[..., Any]) -> None:
    values = {"dtype": "bf16", "global_dim": [128, 1, 8], "global_strides_bytes": [2, 256], "box_dim": [64, 1, 1]}
    drawing = draw("tma", values)
    assert "pitch 2 B = 0 × 16 B + 2 B" in drawing.texts("box")
    assert drawing.shapes("box", "tf-over-text") == []


def test_a_stride_past_the_limit_is_told(draw: Callable[..., Any]) -> None:
    values = {"dtype": "f16", "global_dim": [64, 64], "global_strides_bytes": [2**40], "box_dim": [64, 1]}
    assert [each.text for each in draw("tma", values).shapes("box", "tf-over-text")] == ["pitch 1.09×10¹² B ≥ 2⁴⁰ B"]


@pytest.mark.parametrize(
    ("values", "unit"),
    [
        ({"dtype": "f16", "shape": [4, 16, 16], "box": [1, 8, 8], "interleave": "32B", "swizzle": "32B"}, 32),
        ({"dtype": "16U4_ALIGN16B", "shape": [16, 256], "box": [8, 128]}, 32),
        ({"dtype": "f16", "shape": [16, 256], "box": [8, 128]}, 16),
    ],
)
def test_the_pitch_is_held_against_the_multiple_that_it_needs(
    values: dict[str, object], unit: int, draw: Callable[..., Any]
) -> None:
    assert any(f"× {unit} B" in text for text in draw("tma", values).texts("box") if text.startswith("pitch"))


@pytest.mark.parametrize(("fill", "word"), [("none", "0"), ("nan", "NaN")])
def test_what_is_out_of_bounds_is_hatched(fill: str, word: str, draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {**RAGGED, "oob_fill": fill})
    assert len(drawing.shapes("box", "tf-hatched")) == 1
    assert f"out of bounds: reads {word}" in drawing.texts("box")
    for number in (0, 1):
        told = f"Along dimension {number} the last box reaches 24 elements past the tensor; they read {word}."
        assert told in drawing.says("box")


def test_a_tensor_of_whole_boxes_has_nothing_out_of_bounds(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", SEED)
    assert drawing.shapes("box", "tf-hatched") == drawing.shapes("box", "tf-last") == []


def test_a_gap_between_rows_is_hatched(draw: Callable[..., Any], position: Callable[..., float]) -> None:
    drawing = draw("tma", {**SEED, "strides": [8192, 1]})
    (gap,) = drawing.shapes("box", "tf-hatched")
    start, following = (position(each, "x1") for each in drawing.shapes("box", "tf-limit")[:2])
    assert position(gap, "x") == pytest.approx((start + following) / 2, abs=0.02)
    assert position(gap, "x") + position(gap, "width") == pytest.approx(following, abs=0.01)


def test_slower_dimensions_are_stacks_with_their_strides(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {"dtype": "u8", "shape": [7, 1, 3, 64, 32], "box": [1, 1, 1, 64, 32]})
    assert len(drawing.shapes("box", "tf-layer")) == 2
    assert drawing.texts("box")[-3:] == [
        "dim 2: 3, box 1; pitch 2,048 B = 128 × 16 B",
        "dim 3: 1, box 1; pitch 6,144 B = 384 × 16 B",
        "dim 4: 7, box 1; pitch 6,144 B = 384 × 16 B",
    ]


def test_element_strides_are_told(draw: Callable[..., Any]) -> None:
    assert "element strides 2, 1" in draw("tma", {**RAGGED, "element_strides": [1, 2]}).texts("box")


def test_a_row_of_the_box_past_the_span_is_over_the_limit(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {**SEED, "box": [64, 128]})
    assert drawing.names == ["box"]
    assert len(drawing.shapes("box", "tf-over")) == 1
    assert "swizzle span 128 B · 128 B over" in drawing.texts("box")


def test_a_box_that_is_refused_is_marked(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {"dtype": "u8", "shape": [1024, 1024], "box": [512, 64]})
    assert [each.text for each in drawing.shapes("box", "tf-over-text")] == ["box 64 × 512"]


def test_an_empty_box_is_said_to_be_empty(draw: Callable[..., Any]) -> None:
    assert "box 64 × 0: nothing to copy" in draw("tma", {**SEED, "box": [0, 64]}).texts("box")


@pytest.mark.parametrize(
    "values",
    [
        {"dtype": "f16", "global_dim": [], "box_dim": []},
        {"dtype": "int4", "shape": [64, 64], "box": [64, 64]},
        {"api": "im2col", "dtype": "f16", "shape": [8, 64], "channels_per_pixel": 64, "pixels_per_column": 64}
        | {"pixel_box_lower_corner": [], "pixel_box_upper_corner": []},
    ],
    ids=["no dimensions", "no type", "im2col of rank 2"],
)
def test_what_has_no_box_has_no_figure(values: dict[str, object], draw: Callable[..., Any]) -> None:
    assert draw("tma", values).markup == ""


@pytest.mark.parametrize(
    "change",
    [{"swizzle": "none"}, {"box": [1, 64]}, {"box": [128, 60]}, {"box": [128, 0]}, {"swizzle": "64B"}],
    ids=["none", "one row", "no whole chunks", "empty", "past the span"],
)
def test_without_rows_to_swizzle_there_is_no_pattern(change: dict[str, object], draw: Callable[..., Any]) -> None:
    assert draw("tma", {**SEED, **change}).names == ["box"]


def digits(drawing: Any) -> list[str]:  # noqa: ANN401 - the fixture's own type
    """The chunks of each line: first those of the swizzled lines, then of the others."""
    texts = drawing.svg("swizzle").iter("{http://www.w3.org/2000/svg}text")
    return [each.text for each in texts if " " in each.attrib["x"]]


PLAIN = "01234567"
LINES = {
    "32B": (32, ["01010101", "10101010"], ["01010101"] * 2),
    "64B": (64, ["01230123", "10321032", "23012301", "32103210"], ["01230123"] * 4),
    "128B": (
        128,
        [PLAIN, "10325476", "23016745", "32107654", "45670123", "54761032", "67452301", "76543210"],
        [PLAIN] * 8,
    ),
    "128B_ATOM_32B": (128, [PLAIN, "23016745", "45670123", "67452301"] * 2, [PLAIN] * 8),
    "128B_ATOM_32B_FLIP_8B": (128, [PLAIN, "23016745", "45670123", "67452301"] * 2, [PLAIN] * 8),
    "128B_ATOM_64B": (128, [PLAIN, "45670123"] * 4, [PLAIN] * 8),
}
"""The span of each mode, and which chunk of its row stands in each place of each 128-byte line.

The first three follow the index relations of the CUDA C++ Programming Guide (smem[y][x] with smem[y][(y % 8) ^ x],
% 4 and % 2 for 64B and 32B, y counting lines); the others what cuda.h says of CU_TENSOR_MAP_SWIZZLE_128B_ATOM_*.
"""


@pytest.mark.parametrize("mode", LINES)
def test_the_pattern_of_each_mode(mode: str, draw: Callable[..., Any]) -> None:
    span, swizzled, plain = LINES[mode]
    drawing = draw("tma", {"dtype": "u8", "shape": [64, span], "box": [64, span], "swizzle": mode})
    assert digits(drawing) == swizzled + plain
    assert ("odd lines: 8-byte halves swapped too" in drawing.texts("swizzle")) == ("FLIP" in mode)


@pytest.mark.parametrize(
    ("mode", "with_swizzle", "without"),
    [
        ("32B", "no conflict", "2-way conflict"),
        ("64B", "no conflict", "4-way conflict"),
        ("128B", "no conflict", "8-way conflict"),
        ("128B_ATOM_32B", "2-way conflict", "8-way conflict"),
        ("128B_ATOM_64B", "4-way conflict", "8-way conflict"),
    ],
)
def test_the_conflicts_of_reading_a_column(
    mode: str, with_swizzle: str, without: str, draw: Callable[..., Any]
) -> None:
    span = LINES[mode][0]
    drawing = draw("tma", {"dtype": "u8", "shape": [64, span], "box": [64, span], "swizzle": mode})
    assert [text for text in drawing.texts("swizzle") if "conflict" in text] == [with_swizzle, without]
    assert len(drawing.shapes("swizzle", "tf-outline")) == 16


def test_rows_narrower_than_the_span_keep_its_pitch(draw: Callable[..., Any]) -> None:
    drawing = draw("tma", {**SEED, "box": [128, 32]})
    assert digits(drawing)[:8] == ["0123", "1032", "2301", "3210"] * 2
    assert digits(drawing)[8:] == ["01230123"] * 4
    assert "without swizzle, rows begin 64 bytes apart" in drawing.texts("swizzle")


@given(st.integers(1, 8), st.integers(1, 8), st.sampled_from([None, *PATTERNS.values()]))
def test_every_chunk_has_one_place_in_its_line(rows: int, chunks: int, pattern: Pattern | None) -> None:
    cells = placed(rows, chunks, chunks * 16, pattern)
    assert sorted(cells.values()) == [(row, chunk) for row in range(rows) for chunk in range(chunks)]
    plain = placed(rows, chunks, chunks * 16, None)
    assert sorted((line, cell) for (line, _), cell in cells.items()) == sorted(
        (line, cell) for (line, _), cell in plain.items()
    )
    assert 1 <= conflict(cells) <= rows


lengths = st.one_of(st.integers(0, 300), st.integers(0, 2**63 - 1))


@given(lengths, lengths, st.sampled_from([(FULL, 260), (9250, 260), (110, 8)]))
def test_a_side_keeps_its_order(extent: int, box: int, drawn: tuple[int, int]) -> None:
    length, least = drawn
    laid = side(extent, box, length, least)
    assert 0 <= laid.box_end <= laid.tensor_end <= laid.last_end <= length
    assert 0 <= laid.last_start <= laid.tensor_end
    assert laid.last_end == length
    assert (laid.over > 0) == (laid.last_end > laid.tensor_end)
    if box and extent:
        assert laid.box_end >= min(least, laid.tensor_end)
        assert (extent + laid.over) % box == 0


def test_every_report_is_drawn_within_bounds() -> None:
    rows = [json.loads(line) for line in REPORTS.read_text("utf-8").splitlines()]
    complete = [row for row in rows if row["params_complete"] and row["api"] == "cuTensorMapEncodeTiled"]
    assert len(complete) > 15
    keys = ("dtype", "global_dim", "global_strides_bytes", "box_dim", "element_strides", "interleave", "swizzle")
    for row in complete:
        values = {key: row[key] for key in keys if row[key] is not None}
        values = {key: value if isinstance(value, list) else str(value) for key, value in values.items()}
        result = descriptor_report(values).json
        markup = figure("tma", result, "en", "u")
        assert 500 < len(markup) < 30_000
        for number in map(float, re.findall(r'(?:x|x1|x2|width)="([-\d.]+)%"', markup)):
            assert 0 <= number <= 100
        told = {int(each) for each in re.findall(r"\d+", " ".join(re.findall(r"<desc.*?</desc>", markup)))}
        described = result["descriptor"]
        assert {*described["global_dim"], *described["global_strides_bytes"], *described["box_dim"]} <= told
