"""Rows that cite cuda.h 13.0.

The header states most rules of descriptors twice, once for each call; such a pair is one row that makes two
facts, ``tiled-...`` and ``im2col-...``. All lines were opened in the wheel of the CUDA runtime.
"""

from __future__ import annotations

from tilesite.facts.types import Fact
from tilesite.language import Text


def header_fact(
    key: str,
    lines: str,
    found: str,
    value: str,
    statement: Text,
    *,
    unit: str | None = None,
) -> Fact:
    """A fact that stands at these lines of cuda.h."""
    return Fact(key, statement, value, "cuda-headers", f"cuda.h:{lines}", unit, found)


def both_calls(
    key: str,
    lines: tuple[str, str],
    found: str,
    value: str,
    statement: Text,
    *,
    unit: str | None = None,
) -> tuple[Fact, Fact]:
    """The fact for cuTensorMapEncodeTiled and for cuTensorMapEncodeIm2col, each at its own lines."""
    tiled, im2col = lines
    return (
        header_fact(f"tiled-{key}", tiled, found, value, statement, unit=unit),
        header_fact(f"im2col-{key}", im2col, found, value, statement, unit=unit),
    )
