"""The generated reference: what ``<!-- tilesite:reference NAME -->`` stands for, made of parsers and catalogues."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tilesite.pages.kinds import KINDS
from tilesite.pages.reference.answers import ANSWERS, answer_tables
from tilesite.pages.reference.keys import block_keys, block_options, setting_keys
from tilesite.pages.reference.programs import PROGRAMS, program_tables
from tilesite.pages.reference.rows import bound_rows, device_rows, dtype_rows, limit_rows
from tilesite.pages.reference.rules import copy_rules, descriptor_rules, page_problems, tile_rules
from tilesite.pages.reference.tables import Table, tables_html

REFERENCES: dict[str, Callable[[str], tuple[Table, ...]]] = {
    **{name: partial(program_tables, name) for name in PROGRAMS},
    **{f"keys {kind}": partial(block_keys, kind) for kind in KINDS},
    **{f"answer {name}": partial(answer_tables, name) for name in ANSWERS},
    "rules tile": tile_rules,
    "rules tma": descriptor_rules,
    "rules copy": copy_rules,
    "devices": device_rows,
    "dtypes": dtype_rows,
    "limits": limit_rows,
    "options": block_options,
    "settings": setting_keys,
    "problems": page_problems,
    "bounds": bound_rows,
}
"""The references by name: each gives its tables in a language."""


def reference_html(name: str, mark: str, lang: str) -> str:
    """The HTML of one reference in ``lang``, under the mark by which a built page is told to have it."""
    return tables_html(name, mark, REFERENCES[name](lang), lang)
