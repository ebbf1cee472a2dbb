"""Facts of the tile checker."""

from __future__ import annotations

from tilesite.facts.types import Fact

TILE_FACTS: tuple[Fact, ...] = ()
