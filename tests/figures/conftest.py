"""Figures as tests look at them: drawn from real results, parsed as XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from tilesite.pages.figures import figure, sweep_space
from tilesite.pages.figures.run import with_run
from tilesite.tile.reports import diagnose, sweep_report
from tilesite.tma.plan.reports import copy_report, gemm_report
from tilesite.tma.reports import descriptor_report

SVG = "{http://www.w3.org/2000/svg}"


class Drawing(NamedTuple):
    """The fragment of one block, and its parsed form; None for an empty one."""

    markup: str
    root: ET.Element | None

    @property
    def names(self) -> list[str]:
        """The figures that are there."""
        found = [] if self.root is None else self.root.findall("figure")
        return [each.attrib["class"].rsplit("-", 1)[1] for each in found]

    def figure(self, name: str) -> ET.Element:
        """One figure of the fragment."""
        assert self.root is not None
        return next(each for each in self.root.findall("figure") if each.attrib["class"].endswith(f"-{name}"))

    def svg(self, name: str) -> ET.Element:
        """The drawing of one figure."""
        found = self.figure(name).find(f".//{SVG}svg")
        assert found is not None
        return found

    def says(self, name: str) -> str:
        """What one figure says in words."""
        return self.svg(name).findtext(f"{SVG}desc") or ""

    def caption(self, name: str) -> str:
        """What stands above one figure."""
        return self.figure(name).findtext("figcaption") or ""

    def texts(self, name: str) -> list[str]:
        """The words in one figure."""
        return ["".join(each.itertext()) for each in self.svg(name).iter(f"{SVG}text")]

    def shapes(self, name: str, *classes: str) -> list[ET.Element]:
        """The shapes of one figure that have all these classes, in the order they are drawn."""
        return [each for each in self.svg(name).iter() if set(classes) <= set(each.get("class", "").split())]


def parsed(markup: str) -> Drawing:
    """A fragment, read as XML. Raises ParseError when it is none."""
    return Drawing(markup, ET.fromstring(markup) if markup else None)  # noqa: S314 - the figures' own output


def result_of(kind: str, values: Mapping[str, object], lang: str = "en") -> dict[str, Any]:
    """The object that the figures of this block are drawn from."""
    if kind == "tile":
        return diagnose(values, lang).json
    if kind == "tma":
        return descriptor_report(values, lang).json
    if kind == "copy":
        return with_run(copy_report(values, lang).json, values)
    if kind == "gemm":
        return gemm_report(values, lang).json
    return {**sweep_report(values, lang).json, "space": sweep_space(values)}


@pytest.fixture
def draw() -> Callable[..., Drawing]:
    """Draws the figures of a block: ``draw(kind, values, lang="en", uid="u", **keys to put into the result)``."""

    def drawn(kind: str, values: Mapping[str, object], lang: str = "en", uid: str = "u", **other: object) -> Drawing:
        return parsed(figure(kind, {**result_of(kind, values, lang), **other}, lang, uid))

    return drawn


@pytest.fixture
def parse() -> Callable[[str], Drawing]:
    """Reads a fragment."""
    return parsed


@pytest.fixture
def result() -> Callable[..., dict[str, Any]]:
    """The object of a block: ``result(kind, values, lang="en")``."""
    return result_of


@pytest.fixture
def numbers() -> Callable[[str], set[int]]:
    """The whole numbers of a sentence."""
    return lambda text: {int(each) for each in re.findall(r"\d+", text)}


@pytest.fixture
def position() -> Callable[[ET.Element, str], float]:
    """An attribute that is a percentage or a number of pixels, as a number."""
    return lambda element, name: float(element.attrib[name].rstrip("%"))


IM2COL: dict[str, object] = {
    "api": "im2col",
    "dtype": "f16",
    "pixel_box_lower_corner": [-1, -1],
    "pixel_box_upper_corner": [-1, -1],
    "channels_per_pixel": 64,
    "pixels_per_column": 128,
}
COPY: dict[str, object] = {
    "global_shape": [512, 1024],
    "region_min": ["bx*64", 0],
    "region_extent": [64, 256],
    "shared_shape": [64, 256],
    "layout": {"kind": "full"},
}
RUN: dict[str, object] = {
    "global_shape": [65536],
    "region_min": ["bx*4096+8192"],
    "region_extent": [4096],
    "shared_shape": [4096],
    "layout": {"kind": "linear"},
}
GEMM: dict[str, object] = {"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}

SAMPLES: dict[str, tuple[str, dict[str, object]]] = {
    "tile fits": ("tile", {"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}),
    "tile over both": ("tile", {"block_m": 256, "block_n": 256, "block_k": 64, "stages": 4, "threads": 256}),
    "tile far over": ("tile", {"block_m": 4096, "block_n": 4096, "block_k": 4096, "stages": 9, "threads": 1024}),
    "tile static": (
        "tile",
        {"block_m": 64, "block_n": 64, "block_k": 32, "stages": 2, "threads": 128, "m": 40000}
        | {"static_shared_bytes": 20000},
    ),
    "tile tensor memory": (
        "tile",
        {"block_m": 128, "block_n": 128, "block_k": 64, "stages": 4, "threads": 128, "instr": "tcgen05"}
        | {"device": "b200"},
    ),
    "tile many stages": ("tile", {"block_m": 64, "block_n": 64, "block_k": 16, "stages": 40, "threads": 128}),
    "tile without SM count": (
        "tile",
        {"block_m": 64, "block_n": 64, "block_k": 16, "stages": 2, "threads": 128, "device": "9.0"},
    ),
    "tile one slot": (
        "tile",
        {"block_m": 256, "block_n": 256, "block_k": 32, "stages": 3, "threads": 512, "sm_count": 1},
    ),
    "sweep default": ("sweep", {}),
    "sweep mma": ("sweep", {"device": "a100", "instr": "mma"}),
    "sweep short axes": (
        "sweep",
        {"block_m": [64, 128, 256], "block_n": [128, 256], "stages": [3, 4], "dtype": "e4m3", "topk": 3},
    ),
    "sweep none feasible": ("sweep", {"block_m": [16, 32], "block_n": [16, 32], "block_k": [16]}),
    "sweep one column": ("sweep", {"block_k": [64], "stages": [3], "threads": [256]}),
    "tma seed": ("tma", {"dtype": "f16", "shape": [4096, 4096], "box": [128, 64], "swizzle": "128B"}),
    "tma no swizzle": ("tma", {"dtype": "f16", "shape": [4096, 4096], "box": [128, 64]}),
    "tma ragged": ("tma", {"dtype": "f16", "shape": [1000, 200], "box": [64, 32], "swizzle": "64B"}),
    "tma NaN": ("tma", {"dtype": "f16", "shape": [1000, 200], "box": [64, 32], "oob_fill": "nan"}),
    "tma bad pitch": ("tma", {"dtype": "f16", "shape": [1000, 12], "box": [64, 8]}),
    "tma span": ("tma", {"dtype": "f16", "shape": [500, 300], "box": [64, 128], "swizzle": "128B"}),
    "tma narrow": ("tma", {"dtype": "f16", "shape": [4096, 4096], "box": [64, 32], "swizzle": "128B"}),
    "tma flipped": ("tma", {"dtype": "f32", "shape": [512, 512], "box": [64, 32], "swizzle": "128B_ATOM_32B_FLIP_8B"}),
    "tma rank 1": ("tma", {"dtype": "f32", "shape": [4096], "box": [256]}),
    "tma rank 5": (
        "tma",
        {"dtype": "u8", "shape": [7, 5, 3, 64, 32], "box": [1, 1, 1, 64, 32], "swizzle": "32B"}
        | {"element_strides": [1, 1, 1, 1, 2]},
    ),
    "tma far stride": (
        "tma",
        {"dtype": "bf16", "global_dim": [192, 131072, 128, 1], "box_dim": [64, 128, 1, 1], "swizzle": 3}
        | {"global_strides_bytes": [49152, 384, 2305843007066210304]},
    ),
    "tma rank 9": ("tma", {"dtype": "u8", "shape": [2] * 8 + [64], "box": [1] * 8 + [64]}),
    "tma zero": ("tma", {"dtype": "f16", "shape": [0, 64], "box": [0, 64]}),
    "tma box past the tensor": ("tma", {"dtype": "f16", "shape": [1, 64], "box": [128, 64], "swizzle": "128B"}),
    "tma largest": (
        "tma",
        {"dtype": "f64", "global_dim": [2**63 - 1] * 3, "box_dim": [2**63 - 1] * 3}
        | {"global_strides_bytes": [2**63 - 1] * 2, "element_strides": [2**63 - 1] * 3},
    ),
    "tma im2col": ("tma", {**IM2COL, "shape": [8, 56, 56, 64], "swizzle": "128B"}),
    "tma im2col small": ("tma", {**IM2COL, "shape": [1, 8, 8, 128], "channels_per_pixel": 128, "swizzle": "128B"}),
    "tma im2col steps": ("tma", {**IM2COL, "shape": [8, 16, 16, 64], "element_strides": [1, 2, 2, 1]}),
    "tma im2col huge": ("tma", {**IM2COL, "shape": [2**32, 2**32, 2**32, 2**32]}),
    "tma im2col no pixels": ("tma", {**IM2COL, "shape": [8, 8, 8, 64], "pixel_box_upper_corner": [-9, -9]}),
    "tma im2col rank 3": (
        "tma",
        {**IM2COL, "shape": [8, 56, 64], "pixel_box_lower_corner": [-2], "pixel_box_upper_corner": [2]},
    ),
    "tma im2col rank 5": (
        "tma",
        {**IM2COL, "shape": [8, 7, 9, 11, 64], "oob_fill": "nan"}
        | {"pixel_box_lower_corner": [0, -1, -2], "pixel_box_upper_corner": [0, 1, 2]},
    ),
    "copy of four": ("copy", COPY),
    "copy of one": ("copy", {**COPY, "region_extent": [64, 64], "shared_shape": [64, 64]}),
    "copy of many rows": (
        "copy",
        {"dtype": "int8", "global_shape": [8192, 4096], "region_extent": [320, 512], "shared_shape": [320, 512]}
        | {"region_min": [320, 512], "layout": {"kind": "linear"}},
    ),
    "copy of rank 5": (
        "copy",
        {"dtype": "int8", "global_shape": [8, 9, 11, 6, 3072], "region_extent": [4, 3, 3, 3, 768]}
        | {"shared_shape": [4, 3, 3, 3, 768], "layout": {"kind": "linear"}, "direction": "store"},
    ),
    "copy of one run": ("copy", RUN),
    "copy of an unknown tensor": ("copy", {**COPY, "global_shape": ["M", 1024]}),
    "gemm": ("gemm", {**GEMM, "tma_epilogue": True}),
    "gemm with an ordinary store": ("gemm", {**GEMM, "trans_b": True}),
    "tma packed": ("tma", {"dtype": "16U4_ALIGN16B", "shape": [256, 256], "box": [64, 128], "swizzle": "128B"}),
}
"""Blocks that every figure is tried on, by what is particular about each."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``sample`` runs on each of SAMPLES."""
    if "sample" in metafunc.fixturenames:
        metafunc.parametrize("sample", SAMPLES.values(), ids=SAMPLES.keys())
