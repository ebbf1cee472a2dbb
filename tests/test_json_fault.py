"""Where a text stops being JSON: our own words, at the place where Python's reader stops too."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.batch import decode
from tilesite.errors import InputError
from tilesite.json_fault import is_deeper, json_fault

FAULTS = {
    "": "no value at character 1",
    "{": "no key in double quotes at character 2",
    '{"m": 64,}': "no key in double quotes at character 10",
    "[1, ]": "no value at character 5",
    '{"m" 64}': "no colon after a key at character 6",
    '{"m": 64 "n": 1}': "neither a comma nor } at character 10",
    "[1, [2}]": "neither a comma nor ] at character 7",
    '{"m": "x': "a string that begins at character 7 and does not end",
    '["a\tb"]': "a bare control character in a string at character 4",
    '["\\x"]': "an escape that JSON does not have at character 3",
    "01": "more after the value at character 2",
    '{\n  "m": ,\n}': "no value at line 2, column 8",
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=map(repr, FAULTS))
def test_every_fault_has_its_words(text: str, fault: str) -> None:
    assert json_fault(text).say() == fault


def test_the_words_of_an_error_are_in_both_languages() -> None:
    with pytest.raises(InputError) as refused:
        decode('{"m": 64,}', "{}")
    assert refused.value.faults[0].say("zh") == (
        'line：应为 JSON 对象（第 10 个字符处缺少双引号括起的键），实际为 "{"m": 64,}"。例如：{}'
    )


PARTS = st.sampled_from([*'{}[]:,"\\ \n\t-.e0', '{"a": ', "[1, ", '"b\\n"', '"\\u00e9"', "-1.5e3", "null", "NaN", "x"])


@given(st.lists(PARTS, max_size=20).map("".join))
def test_it_stops_where_python_does(text: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        fault = json_fault(text)
        place = dict(dict(fault.values)["place"].values)
        ours = place["column"] if "line" not in place else (place["line"], place["column"])
        theirs = error.pos + 1 if "line" not in place else (error.lineno, error.colno)
        # Of a comma too many later versions name the comma; of an escape, not always the backslash.
        if not error.msg.startswith(("Illegal trailing comma", "Invalid \\", "Unterminated")):
            assert ours == theirs


@given(st.recursive(st.text('{}[]"\\', max_size=5), lambda inner: st.lists(inner, max_size=2), max_leaves=8))
def test_depth_is_counted_outside_strings(value: object) -> None:
    def depth(each: object) -> int:
        return 1 + max(map(depth, each), default=0) if isinstance(each, list) else 0

    for levels in range(5):
        assert is_deeper(json.dumps(value), levels) == (depth(value) > levels)


def test_a_hundred_levels_are_read() -> None:
    assert decode("[" * 100 + "]" * 100, "[]")
    with pytest.raises(InputError, match="nested more than 100 levels deep"):
        decode("[" * 101 + "]" * 101, "[]")
