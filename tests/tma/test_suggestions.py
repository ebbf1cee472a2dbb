"""Every failure gets advice, and a change that is advised keeps the rule it is for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tma_configs import CASES, Case, configs, raw, tiled

from tilesite.findings import failed_rules
from tilesite.tma import encode, rule_rows
from tilesite.tma.rule_rows import Rule
from tilesite.tma.suggestions import Suggestion, suggest

FAILING = [case for case in CASES if vars(rule_rows)[case.row].severity == "fail"]
FAILING_RULES = {row.id for row in vars(rule_rows).values() if isinstance(row, Rule) and row.severity == "fail"}


def advice(config: dict[str, Any]) -> tuple[Suggestion, ...]:
    encoding = encode(config)
    return suggest(encoding.request, encoding.findings)


def changed(config: dict[str, Any], suggestion: Suggestion) -> dict[str, Any]:
    return {**config, **(suggestion.change or {})}


def test_every_failing_rule_has_a_case() -> None:
    assert {vars(rule_rows)[case.row].id for case in FAILING} == FAILING_RULES


@pytest.mark.parametrize("case", FAILING, ids=lambda case: case.row)
def test_every_failure_gets_advice_that_works(case: Case) -> None:
    rule = vars(rule_rows)[case.row].id
    told = [each for each in advice(case.config) if each.rule == rule]
    assert told
    for each in told:
        assert each.message.say("en")
        assert each.message.say("zh")
        if each.change is not None:
            assert rule not in failed_rules(encode(changed(case.config, each)).findings)


@given(configs())
def test_a_change_keeps_the_rule_it_is_for_and_breaks_no_other(config: dict[str, Any]) -> None:
    before = set(failed_rules(encode(config).findings))
    for each in advice(config):
        if each.change is not None:
            assert set(failed_rules(encode(changed(config, each)).findings)) <= before - {each.rule}


@given(configs(), st.integers(0, 3))
def test_following_the_advice_ends(config: dict[str, Any], pick: int) -> None:
    """Whatever is followed first: after a few changes nothing fails that a change could mend."""
    for _ in range(24):
        changes = [each for each in advice(config) if each.change is not None]
        if not changes:
            break
        config = changed(config, changes[pick % len(changes)])
    left = advice(config)
    assert all(each.change is None for each in left)
    assert bool(left) == (not encode(config).ok)


SPOKEN = (
    (tiled(dtype="complex128"), "describe each value as two of f64, and double the innermost extents"),
    (tiled(dtype="s128"), "describe each value as two of u64, and double the innermost extents"),
    (tiled(dtype="b1"), "describe 8 values as one u8, and divide the innermost extents by 8"),
    (tiled(dtype="s2"), "describe 4 values as one u8, and divide the innermost extents by 4"),
    (
        {"dtype": "16u6_align16b", "shape": [64, 256], "box": [64, 128], "device": "h100"},
        "describe 4 values as 3 of u8, with the innermost extents in bytes; they then arrive without gaps",
    ),
    (tiled(dtype="int4", device="h100"), "describe 2 values as one u8, and divide the innermost extents by 2"),
    (
        tiled(dtype="complex64", shape=[64, 64, 16], box=[1, 64, 16], oob_fill="nan"),
        "describe the data as u64, which is as wide, and use the fill NONE (zeros)",
    ),
    (
        {"dtype": "u16", "shape": [128, 4096], "box": [2, 3], "interleave": "16B", "swizzle": "128B"},
        "use interleave NONE, and use an inner box of 8 elements: [8, 2]",
    ),
    (
        {"dtype": "16u4_align16b", "shape": [64, 256], "box": [64, 128], "swizzle": "64B", "direction": "store"},
        "use swizzle 128B, and use the data type 16U4_ALIGN8B",
    ),
    (
        {"dtype": "16u6_align16b", "shape": [64, 256], "box": [64, 32], "swizzle": "32B", "direction": "load"},
        "use an inner box of 128 elements: [128, 64], and use swizzle 128B",
    ),
    (tiled(shape=[1, 4096, 4096], box=[1, 512, 64]), "split the box: 2 boxes of [64, 256, 1]"),
    (raw(global_dim=[4096, 64], global_strides_bytes=[8192], box_dim=[384, 1]), "split the box: 2 boxes of [192, 1]"),
    (raw(global_strides_bytes=[24]), "pad the strides to [32] bytes ([16] elements)"),
    (tiled(strides=[4095, 63, 1], shape=[2, 63, 63]), "pad the strides to [128, 8192] bytes ([64, 4096] elements)"),
    (raw(swizzle="32B"), "use swizzle 128B"),
    (raw(box_dim=[128, 64], swizzle="64B"), "use swizzle 128B with an inner box of 64: 2 boxes"),
    (raw(box_dim=[30, 64]), "use an inner box of 32 elements: [32, 64]"),
    (
        tiled(shape=[64, 64, 4096], strides=[1, 4096, 64], box=[64, 1, 64]),
        "put the dimension of stride 1 innermost: globalDim [64, 4096, 64]",
    ),
    (
        raw(global_dim=[64, 8, 1], global_strides_bytes=[128, 2**41], box_dim=[64, 8, 1]),
        "use the strides [128, 128]: that of a dimension of extent 1 is never used",
    ),
    (
        tiled(address="0xfffd770e9c0c"),
        "let the map begin at 0xfffd770e9c00, a multiple of 16, and shift the coordinates instead",
    ),
)


@pytest.mark.parametrize(("config", "message"), SPOKEN)
def test_whole_message(config: dict[str, Any], message: str) -> None:
    assert message in [each.message.say() for each in advice(config)]
