"""One place opened, text in and outcome out: verified, moved, changed, missing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.facts.locators import Lines, is_inside, lines_of, link_of
from tilesite.facts.opening import CHANGED, MISSING, MOVED, VERIFIED, Wanted, digest_of, open_lines
from tilesite.facts.sources import SOURCES
from tilesite.facts.wording import fold, numbers_in, parts_of

TEXT = (
    "// A box",
    "// holds at most",
    "// 256 elements.",
    "constexpr int kMax = 256;",
    "int other = 7;",
    "",
    "void f() {",
    '  throw("a part "',
    '        "of a message");',
    "}",
    "",
)


def wanted(span: str, found: str | None, value: str = "256", **more: object) -> Wanted:
    lines = lines_of(f"a.h:{span}")
    assert lines is not None
    return Wanted(lines, found, value)._replace(**more)


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ("4", "kMax = 256"),
        ("1-3", "holds at most 256 elements"),
        ("1-4", "A box … 256 elements. … kMax"),
        ("7-9", '("a part of a message")'),
        ("4-5", "kMax   =  256;"),
    ],
)
def test_text_is_found_whatever_its_lines_and_comment_marks(span: str, found: str) -> None:
    value = "256" if "256" in found else ""
    assert open_lines(wanted(span, found, value), TEXT).kind == VERIFIED


@pytest.mark.parametrize(
    ("span", "found", "kind", "now", "got"),
    [
        ("5", "kMax = 256", MOVED, "4", None),
        ("2", "kMax = 256", MOVED, "4", None),
        ("4-40", "kMax = 256", MOVED, "4-11", None),
        ("400", "kMax = 256", MOVED, "4", None),
        ("4", "kMax = 128", CHANGED, None, "kMax = 256"),
        ("5", "kMax = 128", CHANGED, "4", "kMax = 256"),
        ("4", "kMin = 256", MISSING, None, None),
        ("1-3", "256 elements … A box", MISSING, None, None),
    ],
)
def test_what_is_not_there_is_told(span: str, found: str, kind: str, now: str | None, got: str | None) -> None:
    value = "128" if "128" in found else "256"
    outcome = open_lines(wanted(span, found, value), TEXT)
    assert (outcome.kind, outcome.now.span if outcome.now else None, outcome.found) == (kind, now, got)


def test_a_value_that_the_text_does_not_give_has_changed() -> None:
    assert open_lines(wanted("4", "kMax = 256", "255"), TEXT).kind == CHANGED
    assert open_lines(wanted("4", "kMax = 256", "1 to 256"), TEXT).kind == CHANGED
    assert open_lines(wanted("4", "kMax = 256", "at most 256"), TEXT).kind == VERIFIED


def test_lines_that_differ_from_the_recorded_ones_have_changed() -> None:
    digest = digest_of(TEXT[3:5])
    assert open_lines(wanted("4-5", "kMax = 256", digest=digest), TEXT).kind == VERIFIED
    other = (*TEXT[:4], "int other = 8;", *TEXT[5:])
    outcome = open_lines(wanted("4-5", "kMax = 256", digest=digest), other)
    assert (outcome.kind, outcome.found) == (CHANGED, "constexpr int kMax = 256;\nint other = 8;")
    assert digest_of(["a  ", "b\r"]) == digest_of(["a", "b"])


def test_a_moved_range_keeps_what_stood_before_the_text() -> None:
    outcome = open_lines(wanted("1-2", "kMax = 256", at=1), TEXT)
    assert outcome.now == Lines("a.h", 3, 4)
    assert outcome.view.split("\n") == [
        "--- a.h:1-2",
        "+++ a.h:3-4",
        "@@ -1,2 +3,2 @@",
        "-// A box",
        "-// holds at most",
        "+// 256 elements.",
        "+constexpr int kMax = 256;",
    ]


def test_the_nearest_of_several_is_taken() -> None:
    text = ["x = 1", *[""] * 8, "x = 1", *[""] * 8, "x = 1"]
    for cited, now in (("3", "1"), ("8", "10"), ("17", "19")):
        outcome = open_lines(wanted(cited, "x = 1", "1"), text)
        assert outcome.now is not None
        assert outcome.now.span == now


def test_without_a_wording_every_piece_of_the_value_is_looked_for() -> None:
    text = ["has 65,536 registers", "and .m16n8k8 or", "m16n8k16"]
    assert open_lines(wanted("1", None, "65536"), text).kind == VERIFIED
    assert open_lines(wanted("2-3", None, "m16n8k8, m16n8k16"), text).kind == VERIFIED
    assert open_lines(wanted("1-2", None, "m16n8k8, m16n8k16"), text).now == Lines("a.h", 2, 3)
    assert open_lines(wanted("1", None, "5536"), text).kind == MISSING


@given(st.lists(st.text('ab \t"*/#1…', max_size=8), max_size=12))
def test_every_character_of_a_folded_text_has_a_line(lines: list[str]) -> None:
    folded = fold(lines)
    assert len(folded.starts) == len(lines)
    assert list(folded.starts) == sorted(folded.starts)
    for offset in range(len(folded.text)):
        assert 0 <= folded.line_at(offset) < len(lines)


@given(st.integers(0, 30), st.integers(0, 30))
def test_text_that_moves_by_some_lines_is_found_there(before: int, shift: int) -> None:
    text = ["pad"] * (before + shift) + ["first 12", "then 34"] + ["pad"] * 3
    outcome = open_lines(wanted(f"{before + 1}-{before + 2}", "first 12 … then 34", "12, 34"), text)
    if shift == 0:
        assert outcome.kind == VERIFIED
    else:
        assert outcome.now == Lines("a.h", before + shift + 1, before + shift + 2)


def test_numbers_and_parts() -> None:
    assert numbers_in("2^40, 0x10, (080) 16U6 9.0") == ("2", "40", "0", "10", "80", "16", "6", "9.0")
    assert parts_of("a  b … // c") == ("a b", "c")


@pytest.mark.parametrize(
    ("locator", "lines"),
    [
        ("cuda.h:12", Lines("cuda.h", 12, 12)),
        ("a/b.cc:3-14", Lines("a/b.cc", 3, 14)),
        ("cuda.h:0", None),
        ("cuda.h:012", None),
        ("cuda.h", None),
        ("section Shared Memory", None),
        ("a b.h:3", None),
    ],
)
def test_locators(locator: str, lines: Lines | None) -> None:
    assert lines_of(locator) == lines
    assert lines is None or str(lines) == locator


@pytest.mark.parametrize("path", ["../a", "a/../../b", "/etc/passwd", "C:/x", "a\\b"])
def test_paths_that_lead_out(path: str) -> None:
    assert not is_inside(path)


@pytest.mark.parametrize(
    ("source", "locator", "url"),
    [
        (
            "tilelang",
            "tilelang/src/cuda/op/copy.cc:5-9",
            "https://github.com/tile-ai/tilelang/blob/v0.1.15/src/cuda/op/copy.cc#L5-L9",
        ),
        (
            "tilelang",
            "tilelang/jit/adapter/wrapper.py:7",
            "https://github.com/tile-ai/tilelang/blob/v0.1.15/tilelang/jit/adapter/wrapper.py#L7-L7",
        ),
        (
            "cuda-headers",
            "cuda.h:5-6",
            (
                "https://inspector.pypi.io/project/nvidia-cuda-runtime/13.0.96/packages/2e/24/"
                "d1558f3b68b1d26e706813b1d10aa1d785e4698c425af8db8edc3dced472/"
                "nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl/"
                "nvidia/cu13/include/cuda.h#line.5-6"
            ),
        ),
        ("ptx-isa", "section 5.5.7, Swizzling Modes", f"{SOURCES['ptx-isa'].url}#swizzling-modes"),
        (
            "issue-threads",
            "flashinfer-ai/flashinfer issue 2150",
            "https://github.com/flashinfer-ai/flashinfer/issues/2150",
        ),
        ("public-threads", "openucx/ucc PR 1166", "https://github.com/openucx/ucc/issues/1166"),
        ("tile-chapter", "C0", SOURCES["tile-chapter"].url),
    ],
)
def test_addresses(source: str, locator: str, url: str) -> None:
    assert link_of(SOURCES[source], locator) == url
