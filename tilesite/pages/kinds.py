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
from tilesite.tma.plan.keys import COPY_KEYS
from tilesite.tma.plan.tile_inputs import GEMM_FIELDS
from tilesite.tma.reports import descriptor_report


class Kind(NamedTuple):
    """One kind of block: its name in the fence, the keys of its body, and the program that answers it.

    ``run(values, lang, bound)`` raises InputError when the values cannot be read, or ask for more than ``bound``
    candidates. ``nested`` bodies may hold one level of mappings.
    """

    name: str
    fields: tuple[Field, ...]
    run: Callable[[Mapping[str, object], str, int], Report]
    nested: bool = False


def _tile(values: Mapping[str, object], lang: str, bound: int) -> Report:
    del bound  # one config is no sweep
    return diagnose(values, lang)


def _tma(values: Mapping[str, object], lang: str, bound: int) -> Report:
    del bound
    return descriptor_report(values, lang)


def _copy(values: Mapping[str, object], lang: str, bound: int) -> Report:
    del bound
    from tilesite.tma.plan.reports import copy_report  # few pages plan, and the planner is large

    return copy_report(values, lang)


def _gemm(values: Mapping[str, object], lang: str, bound: int) -> Report:
    del bound
    from tilesite.tma.plan.reports import gemm_report

    return gemm_report(values, lang)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("tile", TILE_FIELDS, _tile),
        Kind("sweep", SWEEP_FIELDS, sweep_report),
        Kind("tma", TMA_FIELDS, _tma),
        Kind("copy", COPY_KEYS, _copy, nested=True),
        Kind("gemm", GEMM_FIELDS, _gemm, nested=True),
    )
}

KIND_NAMES = tuple(KINDS)

COMMANDS = "commands"
"""The kind of a fence of commands, which opens with ``console verified``."""


def block_kind(language: str | None, options: Mapping[str, str]) -> str | None:
    """The kind of block that SuperFences' reading of a fence line opens, None when it opens none of ours."""
    if language in KINDS:
        return language
    if language == "console":
        return COMMANDS if options.get("verified") == "verified" else None
    return next((name for name in KIND_NAMES if options.get(name) == name), None) if language == "yaml" else None
