"""The facts that the rules rest on: literal rows, each with its source and where to look in it.

A rule names the keys of its facts; a page shows them beside the output they decided.
"""

from __future__ import annotations

from tilesite.facts.rows_plan import PLAN_FACTS
from tilesite.facts.rows_tile import TILE_FACTS
from tilesite.facts.rows_tma import TMA_FACTS
from tilesite.facts.sources import SOURCES
from tilesite.facts.types import Fact, Source

FACTS: dict[str, Fact] = {fact.key: fact for fact in TILE_FACTS + TMA_FACTS + PLAN_FACTS}

FACTS_DATE = "2026-11-30"
"""The day on which the rows were last changed or compared with their sources."""

__all__ = ["FACTS", "FACTS_DATE", "SOURCES", "Fact", "Source"]
