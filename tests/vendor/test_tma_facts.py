"""The facts that cite cuda.h, opened in the CUDA runtime's wheel (a test dependency)."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import pytest

from tilesite.facts import SOURCES
from tilesite.facts.rows_tma import TMA_FACTS
from tilesite.tma import enums
from tilesite.tma.enums import Enumeration

IN_HEADER = [fact for fact in TMA_FACTS if fact.source == "cuda-headers"]


@pytest.fixture(scope="module")
def header() -> list[str]:
    wheel = distribution("nvidia-cuda-runtime")
    assert wheel.version == SOURCES["cuda-headers"].version
    (path,) = [file for file in wheel.files or () if file.name == "cuda.h"]
    return Path(str(wheel.locate_file(path))).read_text(encoding="utf-8").split("\n")


def test_there_are_facts() -> None:
    assert len(IN_HEADER) >= 50


def constants(header: list[str], first: int, last: int) -> list[str]:
    """The names of an enum that stands between two lines, in order."""
    words = [line.strip().rstrip(",").split("=")[0].strip() for line in header[first - 1 : last]]
    return [word for word in words if word.startswith("CU_TENSOR_MAP_")]


@pytest.mark.parametrize(
    ("enumeration", "key"),
    [
        (enums.DATA_TYPE, "tensor-map-dtypes"),
        (enums.INTERLEAVE, "tensor-map-interleaves"),
        (enums.SWIZZLE, "tensor-map-swizzles"),
        (enums.L2_PROMOTION, "tensor-map-l2-promotions"),
        (enums.OOB_FILL, "tensor-map-oob-fills"),
    ],
    ids=lambda value: getattr(value, "type", ""),
)
def test_the_enumerations_are_the_headers(header: list[str], enumeration: Enumeration, key: str) -> None:
    (fact,) = [fact for fact in IN_HEADER if fact.key == key]
    first, last = map(int, fact.locator.split(":")[1].split("-"))
    assert [enumeration.constant(value) for value in range(len(enumeration.names))] == constants(header, first, last)
    assert f"typedef enum {enumeration.type}_enum" in header[first - 1]


def test_the_element_sizes_are_the_headers(header: list[str]) -> None:
    (fact,) = [fact for fact in IN_HEADER if fact.key == "tensor-map-element-bits"]
    first, last = map(int, fact.locator.split(":")[1].split("-"))
    sized = [line.split("//") for line in header[first - 1 : last] if "//" in line]
    sizes = [size.split() for _, size in sized]
    bits = [int(number) * (8 if unit.startswith("byte") else 1) for number, unit in sizes]
    assert bits == [dtype.bits for dtype in enums.DTYPES]
