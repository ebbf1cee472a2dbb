"""Figures of extreme numbers: right, whole, and no larger than they need to be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tilesite.language import LANGUAGES

TILE = {"block_m": 128, "block_n": 128, "block_k": 64, "stages": 2, "threads": 128}
TMA = {"dtype": "f16", "shape": [9, 9, 9, 9, 80], "box": [2, 2, 2, 2, 32]}
SIZES = list(range(8, 8 * 26, 8))

CASES: dict[str, tuple[str, dict[str, object], int]] = {
    "1 stage": ("tile", {**TILE, "stages": 1}, 10_000),
    "16 stages": ("tile", {**TILE, "block_k": 16, "stages": 16}, 15_000),
    "far over the limit": (
        "tile",
        {**TILE, "block_m": 8192, "block_n": 8192, "block_k": 1024, "stages": 16},
        15_000,
    ),
    "1 SM": ("tile", {**TILE, "sm_count": 1}, 10_000),
    "a million waves": ("tile", {**TILE, "sm_count": 1, "m": 128 * 1000, "n": 128 * 3000}, 10_000),
    "10^12 elements a side": ("tile", {**TILE, "m": 10**12, "n": 10**12, "k": 10**12}, 15_000),
    "10^6 SMs": ("tile", {**TILE, "sm_count": 10**6, "m": 10**6}, 15_000),
    **{
        f"rank {rank}": (
            "tma",
            {"dtype": "f16", "shape": [9] * (rank - 1) + [80], "box": [2] * (rank - 1) + [32]},
            8_000,
        )
        for rank in range(1, 6)
    },
    "box past the tensor": ("tma", {"dtype": "f16", "shape": [16, 16], "box": [128, 64], "swizzle": "128B"}, 25_000),
    "extents of 1": ("tma", {"dtype": "f16", "shape": [1, 1, 1, 1, 64], "box": [1, 1, 1, 1, 64]}, 8_000),
    "10^12 in a tensor": ("tma", {"dtype": "f16", "shape": [10**12, 10**12], "box": [64, 64]}, 8_000),
    "900 candidates": ("sweep", {}, 60_000),
    "900 candidates of 10^12": ("sweep", {"m": 10**12, "n": 10**12, "k": 10**12}, 70_000),
    "9,216 candidates": (
        "sweep",
        {"block_m": SIZES[:12], "block_n": SIZES[:12], "stages": [2, 3, 4, 5], "threads": [128, 256, 384, 512]},
        120_000,
    ),
    "10^5 candidates": (
        "sweep",
        {"block_m": SIZES, "block_n": SIZES, "stages": list(range(2, 12)), "threads": [128, 256, 384, 512]},
        15_000,
    ),
    "no feasible candidate": ("sweep", {"block_m": [16, 32], "block_n": [16, 32]}, 20_000),
}
"""Blocks, and the bytes that their figures may take."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_extreme_numbers_are_drawn_inside_and_bounded(
    case: tuple[str, dict[str, object], int], lang: str, draw: Callable[..., Any]
) -> None:
    kind, values, most = case
    drawing = draw(kind, values, lang)
    assert drawing.names
    assert 1_000 < len(drawing.markup.encode("utf-8")) < most
    for number in map(float, re.findall(r'\b(?:x|x1|x2|cx|width)="([-\d.]+)%"', drawing.markup)):
        assert 0 <= number <= 100
    for name in drawing.names:
        height = int(drawing.svg(name).attrib["height"])
        assert 0 < height < 1200
        for each in drawing.svg(name):
            for key in ("y", "y1", "y2", "cy"):
                assert 0 <= float(each.get(key, 0)) <= height, (name, each.attrib)
        assert "nan" not in drawing.says(name).replace("NaN", "").lower()


def test_a_million_waves_are_said_exactly(draw: Callable[..., Any]) -> None:
    _, values, _ = CASES["a million waves"]
    drawing = draw("tile", values)
    assert drawing.caption("waves") == "1,000,000 waves; last one 3 of 3 slots = 100%"
    assert drawing.texts("waves")[:3] == ["wave 1", "… 999,998 more full waves …", "last wave"]


def test_the_excess_over_the_limit_keeps_its_own_length(
    draw: Callable[..., Any], position: Callable[..., float]
) -> None:
    drawing = draw("tile", {**TILE, "block_m": 256, "block_n": 256, "stages": 4})
    over = drawing.shapes("fit", "tf-over")
    limits = drawing.shapes("fit", "tf-limit")
    assert position(limits[0], "x1") == pytest.approx(100 * 232448 / 262144, abs=0.02)
    shared = [each for each in over if each.attrib["y"] == over[0].attrib["y"]]
    assert sum(position(each, "width") for each in shared) == pytest.approx(100 * 29696 / 262144, abs=0.05)
