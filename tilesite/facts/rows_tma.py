"""Facts of the descriptor encoder."""

from __future__ import annotations

from tilesite.facts.rows_tma_book import BOOK_FACTS
from tilesite.facts.rows_tma_box import BOX_FACTS
from tilesite.facts.rows_tma_libraries import LIBRARY_FACTS
from tilesite.facts.rows_tma_tensor import TENSOR_FACTS
from tilesite.facts.types import Fact

TMA_FACTS: tuple[Fact, ...] = TENSOR_FACTS + BOX_FACTS + LIBRARY_FACTS + BOOK_FACTS
