"""Public reports and edge cases: what the encoder says of each recorded row."""

from __future__ import annotations

from typing import Any

from tilesite.findings import FAIL, WARN
from tilesite.tma import encode

_KEYS = {
    "api": "api",
    "dtype": "dtype",
    "global_dim": "global_dim",
    "global_strides_bytes": "global_strides_bytes",
    "box_dim": "box_dim",
    "element_strides": "element_strides",
    "interleave": "interleave",
    "swizzle": "swizzle",
    "l2_promotion": "l2_promotion",
    "oob_fill": "oob_fill",
    "global_address": "address",
    "tensor_map_address": "map_address",
    "channels_per_pixel": "channels_per_pixel",
    "pixels_per_column": "pixels_per_column",
    "pixel_box_lower": "pixel_box_lower_corner",
    "pixel_box_upper": "pixel_box_upper_corner",
}


def config_of(report: dict[str, Any]) -> dict[str, Any]:
    return {key: report.get(name) for name, key in _KEYS.items()}


def test_report(report: dict[str, Any]) -> None:
    encoding = encode(config_of(report))
    named = {finding.rule: finding.severity for finding in encoding.findings}
    if report["reason_code"] in ("OK", "STICKY_CONTEXT_ERROR"):
        assert encoding.ok
    else:
        assert report["reason_code"] in named
    if report["outcome"] == "rejected on one machine, accepted on another":
        assert encoding.ok
        assert named[report["reason_code"]] == WARN


def test_tricky(tricky: dict[str, Any]) -> None:
    encoding = encode(tricky["input"])
    expect = tricky["expect"]
    told = {FAIL: [], WARN: []}
    for finding in encoding.findings:
        told[finding.severity].append(finding.rule)
    assert (encoding.ok, told[FAIL], told[WARN]) == (expect["ok"], expect["fails"], expect["warns"])
    for key, value in expect["descriptor"].items():
        assert list(getattr(encoding.descriptor, key)) == value
