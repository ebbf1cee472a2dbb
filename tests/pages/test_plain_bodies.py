"""The shortcut for plain bodies reads what the YAML reader reads."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tilesite.pages.body import BodyError, Position, _plain_lines, _Reader, read_body

_KEYS = st.sampled_from(("block_m", "block_n", "a", "b2", "null", "true", "y", "x_"))
_VALUES = st.one_of(
    st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_., +*/-]{0,12}", fullmatch=True),
    st.sampled_from(("0x1F", "4_096", "null", "True", "1e3", "1.5", "010", "2001-01-01", "y", "a, b", "1 -", "a - b")),
    st.text(max_size=6).filter(lambda text: "\n" not in text),
)
_LINES = st.one_of(
    st.builds("{}: {}{}".format, _KEYS, _VALUES, st.sampled_from(("", " ", "  "))),
    st.sampled_from(("", "  ", "# comment", "a:", "- x", "a: 'x'", "a : 1", " a: 1")),
)


@given(st.lists(_LINES, max_size=6).map("\n".join))
def test_both_readings_agree(text: str) -> None:
    plain = _plain_lines(text)
    if plain is None:
        return
    assert plain == _Reader(text, "a: 1", nested=False).mapping()
    assert list(plain.values) == list(yaml.safe_load(text)) or {"null", "true", "y"} & set(plain.values)


@pytest.mark.parametrize("text", ["block_m: 128\nblock_n: 0x10\n\nname: a, b  \n", "a: null\nb: TRUE\nc: 1_000"])
def test_plain_bodies_take_the_shortcut(text: str) -> None:
    assert _plain_lines(text) is not None
    assert read_body(text, "a: 1") == _Reader(text, "a: 1", nested=False).mapping()


@pytest.mark.parametrize("text", ["a: 1\na: 2", "a: b: c", "a: #x", "a: [1]", "a: x #y", "---", "a: &x 1", "a: 1\n b"])
def test_others_do_not(text: str) -> None:
    assert _plain_lines(text) is None


def test_positions_are_those_of_the_lines() -> None:
    body = read_body("a: 1\n\nlong_key:   2", "a: 1")
    assert (body.keys_at["long_key"], body.values_at["long_key"]) == (Position(2, 0), Position(2, 12))


def test_a_key_that_stands_twice_is_still_an_error() -> None:
    with pytest.raises(BodyError):
        read_body("a: 1\na: 2", "a: 1")
