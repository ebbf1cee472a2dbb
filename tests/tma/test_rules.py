"""Every rule row: a config that breaks it, the whole message in both languages, and who imposes it."""

from __future__ import annotations

from typing import Any

import pytest
from tma_configs import CASES, Case, fp4, fp6, im2col, raw, tiled

from tilesite.tma import encode, rule_rows
from tilesite.tma.rule_rows import Rule

ROWS = {name: row for name, row in vars(rule_rows).items() if isinstance(row, Rule)}


def test_every_row_has_a_case() -> None:
    assert [case.row for case in CASES] == list(dict.fromkeys(case.row for case in CASES))
    assert {case.row for case in CASES} == set(ROWS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.row)
def test_rule(case: Case) -> None:
    row = ROWS[case.row]
    found = [finding for finding in encode(case.config).findings if finding.message.text == row.text]
    (finding,) = [finding for finding in found if finding.severity == row.severity]
    assert (finding.message.say("en"), finding.message.say("zh")) == (case.en, case.zh)
    assert (finding.actual, finding.limit, finding.unit) == case.numbers
    assert (finding.rule, finding.imposed_by) == (row.id, row.imposed_by)
    assert finding.cites == (row.im2col if case.config.get("api") == "im2col" else row.tiled)
    assert finding.cites


@pytest.mark.parametrize(
    "legal", [tiled(), raw(), im2col(), fp4(), fp6()], ids=["tiled", "raw", "im2col", "fp4", "fp6"]
)
def test_the_configs_that_the_cases_start_from_break_nothing(legal: dict[str, Any]) -> None:
    assert encode(legal).findings == ()


BOUNDARIES = (
    (raw(global_dim=[64, 2**32]), ()),
    (raw(global_strides_bytes=[2**40 - 16]), ()),
    (raw(box_dim=[256, 256], global_dim=[256, 256], global_strides_bytes=[512]), ()),
    (raw(element_strides=[8, 8]), ()),
    (raw(swizzle="128B"), ()),
    (raw(swizzle="128B_ATOM_64B", device="b200"), ()),
    (raw(address=8, interleave=0), ("ADDR_NOT_16",)),
    (tiled(address=8, interleave="32B", swizzle="32B"), ("ADDR_NOT_16", "ADDR_NOT_32")),
    (tiled(address=16, interleave="16B"), ()),
    (tiled(swizzle="none", interleave="32B"), ("SWIZZLE_INTERLEAVE",)),
    (tiled(interleave="16B", box=[1, 64, 3]), ()),
    (tiled(interleave="16B", element_strides=[1, 1, 9]), ("ESTRIDE_RANGE",)),
    (tiled(interleave="16B", swizzle="32B"), ()),
    (im2col(swizzle="128B", channels_per_pixel=65), ("SWIZZLE_SPAN",)),
    (im2col(channels_per_pixel=3), ()),
    (im2col(pixel_box_upper_corner=[-56, -56]), ()),
    (im2col(interleave="16B", shape=[56, 64]), ("IM2COL_RANK",)),
    (fp4(dtype="16u4_align8b", box=[64, 32], swizzle="64B"), ()),
    (tiled(dtype="tf32", oob_fill="nan", box=[1, 64, 32]), ()),
    (tiled(dtype="16u4_align8b", oob_fill=1, shape=[64, 64, 64], box=[1, 64, 64]), ("NAN_FILL_ON_INT",)),
    (tiled(device="7.5", swizzle="128B_ATOM_32B"), ("NO_TMA_ON_DEVICE",)),
    (tiled(device="12.0", swizzle="128B_ATOM_32B"), ()),
)


@pytest.mark.parametrize(("config", "rules"), BOUNDARIES)
def test_at_the_edge(config: dict[str, Any], rules: tuple[str, ...]) -> None:
    assert tuple(finding.rule for finding in encode(config).findings) == rules


def test_every_axis_is_told() -> None:
    findings = encode(raw(global_dim=[0, 0], box_dim=[0, 512])).findings
    assert [finding.message.say() for finding in findings if finding.severity == "fail"] == [
        "globalDim[0] is 0",
        "globalDim[1] is 0",
        "boxDim[0] is 0",
        "boxDim[1] 512 is over the limit of 256",
    ]
