"""Facts of the descriptor encoder."""

from __future__ import annotations

from tilesite.facts.types import Fact

TMA_FACTS: tuple[Fact, ...] = ()
