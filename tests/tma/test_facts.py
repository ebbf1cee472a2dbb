"""The facts of the encoder and the rules that cite them."""

from __future__ import annotations

import re

from tilesite.facts import FACTS, SOURCES
from tilesite.facts.lock import package_lock, state_of
from tilesite.facts.rows_tma import TMA_FACTS
from tilesite.tma import encode, reports, rule_rows
from tilesite.tma.config import read_request
from tilesite.tma.listing import LISTING_CITES
from tilesite.tma.rule_rows import Rule
from tilesite.tma.rules_im2col import RULES_IM2COL
from tilesite.tma.rules_tiled import RULES_TILED
from tilesite.tma.swizzle import SWIZZLE_CITES

ROWS = [row for row in vars(rule_rows).values() if isinstance(row, Rule)]


def cited() -> set[str]:
    keys = {key for row in ROWS for key in row.tiled + row.im2col} | {*LISTING_CITES, *SWIZZLE_CITES}
    tiled = {"dtype": "f16", "shape": [64, 64, 64], "box": [1, 1, 8], "interleave": 1, "swizzle": 1, "oob_fill": 1}
    return keys | set(reports.applied_facts(read_request(tiled)))


def test_every_cite_exists_and_every_fact_is_cited() -> None:
    keys = [fact.key for fact in TMA_FACTS]
    assert len(keys) == len(set(keys))
    assert cited() == set(keys)
    assert all(fact.source in SOURCES for fact in TMA_FACTS)
    assert all(FACTS[key].statement.en for key in keys)


def test_applied_facts_of_im2col_exist() -> None:
    config = {"api": "im2col", "dtype": "f16", "shape": [8, 56, 56, 64], "channels_per_pixel": 64}
    corners = {"pixel_box_lower_corner": [-1, -1], "pixel_box_upper_corner": [-1, -1], "pixels_per_column": 128}
    assert set(reports.applied_facts(read_request({**config, **corners, "swizzle": 3, "oob_fill": 1}))) <= set(FACTS)


def test_every_row_that_a_call_can_break_cites_something_for_it() -> None:
    for row in ROWS:
        assert row.tiled or row.im2col, row.id
        if row.tiled and row.im2col:
            continue
        assert row.id.startswith("IM2COL") != bool(row.tiled)


def test_every_rule_says_what_it_wants_why_and_where_it_stands() -> None:
    rules = dict.fromkeys(RULES_TILED + RULES_IM2COL)
    for rule in rules:
        folded = " ".join((rule.__doc__ or "").split())
        assert re.search(r"Reason: .+ Source: .+\.$|Source: .+ Reason: .+\.$", folded), rule.__name__
    assert len(rules) == len({rule.__name__ + rule.__module__ for rule in rules})


def test_what_cccl_says_of_16u4_align8b_is_not_cited_for_the_types_with_gaps() -> None:
    for dtype, key, state in (
        ("16u4_align8b", "cccl-compute-capability-9", "verified"),
        ("16u4_align16b", "align16b-capability", "cited"),
        ("16u6_align16b", "align16b-capability", "cited"),
    ):
        encoding = encode({"dtype": dtype, "shape": [64, 256], "box": [64, 128], "device": "h100"})
        (found,) = [finding for finding in encoding.findings if finding.rule == "DTYPE_NEEDS_CC10"]
        assert (found.severity, found.cites, state_of(FACTS[key], package_lock()).name) == ("fail", (key,), state)
