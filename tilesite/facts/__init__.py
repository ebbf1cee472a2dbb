"""The facts that the rules rest on: literal rows, each with its source and where to look in it.

A rule names the keys of its facts; a page shows them beside the output they decided.
"""

from __future__ import annotations

from tilesite.facts.rows_plan import PLAN_FACTS
from tilesite.facts.rows_tile import TILE_FACTS
from tilesite.facts.rows_tma import TMA_FACTS
from tilesite.facts.sources import SOURCES
from tilesite.facts.types import Fact, Source

ALL_FACTS: tuple[Fact, ...] = TILE_FACTS + TMA_FACTS + PLAN_FACTS
"""Every row, in the order of the files; a key that stands twice is a fault that ``tilesite cite verify`` tells."""

FACTS: dict[str, Fact] = {fact.key: fact for fact in ALL_FACTS}

__all__ = ["ALL_FACTS", "FACTS", "SOURCES", "Fact", "Source"]
