"""The kinds of block: what each one's body holds and which program answers it. A literal table, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Callable, NamedTuple

from tilesite.fields import Field
from tilesite.report import Report
from tilesite.tile.config import FIELDS as TILE_FIELDS
from tilesite.tile.reports import diagnose, sweep_report
from tilesite.tile.space import SWEEP_FIELDS
from tilesite.tma.fields import FIELDS as TMA_FIELDS
from tilesite.tma.reports import descriptor_report


class Kind(NamedTuple):
    """One kind of block: its name in the fence, the keys of its body, and the program that answers it.

    ``run(values, lang)`` raises InputError when the values cannot be read.
    """

    name: str
    fields: tuple[Field, ...]
    run: Callable[[Mapping[str, object], str], Report]


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("tile", TILE_FIELDS, diagnose),
        Kind("sweep", SWEEP_FIELDS, sweep_report),
        Kind("tma", TMA_FIELDS, descriptor_report),
    )
}

KIND_NAMES = tuple(KINDS)
