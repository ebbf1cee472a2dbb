"""Laws of the encoder that hold for every request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tilesite.errors import Fault, InputError
from tilesite.tma import encode
from tilesite.tma.emit import LANGUAGES, emit
from tilesite.tma.enums import DTYPES
from tilesite.tma.fields import FIELDS
from tilesite.tma.reports import descriptor_report
from tilesite.tma.types import Encoding

EXTENTS = st.lists(st.integers(0, 2**33), min_size=1, max_size=6)
NAMES = st.sampled_from([dtype.short for dtype in DTYPES])


@st.composite
def shaped(draw: Callable[..., Any]) -> dict[str, Any]:
    shape = draw(EXTENTS)
    same = {"min_size": len(shape), "max_size": len(shape)}
    config = {"dtype": draw(NAMES), "shape": shape, "box": draw(st.lists(st.integers(0, 300), **same))}
    if draw(st.booleans()):
        config["strides"] = [*draw(st.lists(st.integers(0, 2**41), **same))]
    if draw(st.booleans()):
        config["element_strides"] = draw(st.lists(st.integers(0, 9), **same))
    config["swizzle"] = draw(st.integers(0, 6))
    config["interleave"] = draw(st.integers(0, 2))
    return config


def said(encoding: Encoding) -> list[tuple[object, ...]]:
    return [(finding.rule, finding.severity, finding.message.say(), finding.actual) for finding in encoding.findings]


@given(shaped())
def test_row_major_is_fastest_first_reversed(config: dict[str, Any]) -> None:
    lists = ("shape", "strides", "box", "element_strides")
    reversed_ = {key: value[::-1] if key in lists else value for key, value in config.items()}
    one, other = encode(config), encode({**reversed_, "order": "fastest-first"})
    assert one.descriptor == other.descriptor
    assert said(one) == said(other)


@given(shaped())
def test_raw_parameters_say_the_same_as_shaped_ones(config: dict[str, Any]) -> None:
    one = encode(config)
    assume(all(stride < 2**63 for stride in one.descriptor.global_strides_bytes))
    whole_bytes = all(bits % 8 == 0 for bits in one.request.stride_bits)
    raw = {
        "dtype": config["dtype"],
        "global_dim": list(one.descriptor.global_dim),
        "global_strides_bytes": list(one.descriptor.global_strides_bytes),
        "box_dim": list(one.descriptor.box_dim),
        "element_strides": list(one.descriptor.element_strides),
        "swizzle": config["swizzle"],
        "interleave": config["interleave"],
    }
    other = encode(raw)
    assert one.descriptor == other.descriptor
    if whole_bytes and one.request.inner_stride == 1:
        assert said(one) == said(other)


@given(shaped())
def test_text_says_the_same_as_typed_values(config: dict[str, Any]) -> None:
    as_text = {key: ",".join(map(str, v)) if isinstance(v, list) else str(v) for key, v in config.items()}
    assert encode(config) == encode(as_text)


@given(NAMES, EXTENTS)
def test_packed_strides_are_exact_in_bits(name: str, shape: list[int]) -> None:
    encoding = encode({"dtype": name, "shape": shape, "box": [1] * len(shape)})
    product = encoding.request.dtype.bits
    for index, extent in enumerate(encoding.descriptor.global_dim[:-1]):
        product *= extent
        assert encoding.request.stride_bits[index] == product
        assert encoding.descriptor.global_strides_bytes[index] == (product + 7) // 8


@given(shaped(), st.sampled_from(["en", "zh"]))
def test_json_is_json_and_ok_means_no_failure(config: dict[str, Any], lang: str) -> None:
    from tilesite.tma.as_json import encoding_json

    answer = json.loads(json.dumps(encoding_json(encode(config), lang)))
    assert answer["ok"] == all(finding["severity"] != "fail" for finding in answer["findings"])


@pytest.mark.parametrize(
    ("dtype", "stride", "bits", "said_bytes"),
    [("16u4_align8b", 31, 124, "15.5"), ("16u6_align16b", 3, 18, "2.25"), ("u4", 1, 4, "0.5")],
)
def test_a_stride_that_is_no_whole_byte_is_not_rounded_into_legality(
    dtype: str, stride: int, bits: int, said_bytes: str
) -> None:
    encoding = encode({"dtype": dtype, "shape": [2, 2], "strides": [stride, 1], "box": [1, 32]})
    told = {finding.rule: finding for finding in encoding.findings}
    found = told["STRIDE_NOT_16"]
    assert (found.actual, found.limit, found.unit) == (bits, 128, "bits")
    assert found.message.say() == f"globalStride[0] of {said_bytes} bytes is no multiple of 16"


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["f16", "64,64", "[]", "0x10"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=5,
)
KEYS = st.sampled_from([field.name for field in FIELDS])


@given(shaped() | st.just({}), st.dictionaries(KEYS | st.text(), ANYTHING, max_size=4))
def test_any_value_is_answered_or_refused(config: dict[str, Any], changes: dict[str, Any]) -> None:
    """Nothing but InputError is raised, and what can be read can be told in every form."""
    values = {**config, **changes}
    faults: tuple[Fault, ...] = ()
    try:
        report = descriptor_report(values, "zh")
    except InputError as error:
        faults = error.faults
    assert all(fault.say(lang, flags=True) for fault in faults for lang in ("en", "zh"))
    if faults:
        return
    assert report.text.startswith("[ok]" if report.ok else "[rejected]")
    assert json.loads(json.dumps(report.json))["ok"] == report.ok
    for language in LANGUAGES:
        assert emit(encode(values), language, values, "en").endswith("\n")
