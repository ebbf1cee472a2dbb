"""A plan beside TileLang's own answer: what was recorded of it is read and compared; TileLang itself is not needed."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilesite.errors import InputError
from tilesite.tma.plan import against_program, plan
from tilesite.tma.plan.against_program import compared, comparison_json, comparison_text
from tilesite.tma.plan.as_json import expected_object
from tilesite.tma.plan.c_index import address, value_of
from tilesite.tma.plan.case import Case
from tilesite.tma.plan.comparison import Difference, differences
from tilesite.tma.plan.generated import Generated, observed, refusal_of
from tilesite.tma.plan.refusal import Refusal

FILE = Path(__file__).parents[1] / "data" / "plan_against_tilelang_0.1.15.json"
TABLE = json.loads(FILE.read_text(encoding="utf-8"))
KERNELS = {kernel["id"]: kernel for kernel in TABLE["kernels"]}
SWIZZLED = {
    "global_shape": [512, 1024],
    "region_min": ["bx*64", 0],
    "region_extent": [64, 64],
    "shared_shape": [64, 64],
    "grid": [8],
}
PLANNED = expected_object(plan(SWIZZLED))
NO_TILELANG = (
    "tma-descriptor plan: error: --against: expected tilelang 0.1.15 installed, got {got}. "
    "Example: pip install 'tilesite[tilelang]'\n"
)

Run = Callable[..., Any]


def recorded_lowering(kernel: dict[str, Any]) -> Callable[[Case, str], Generated | Refusal]:
    """What was recorded, in the compiler's place."""
    answers = {}
    for each in kernel["lowered"]:
        stage = each.get("stage")
        answers[each["wanted"]] = Refusal(stage, each["reason"]) if stage else Generated(each["source"], each["maps"])
    return lambda _case, wanted: answers[wanted]


def test_the_table_covers_every_kind_and_path() -> None:
    kinds = {(row["kind"], row["origin"]) for row in TABLE["counts"]}
    assert kinds == {
        (kind, origin) for kind in ("copy", "pipelined", "gemm", "im2col") for origin in ("recorded", "varied")
    }
    found = {(kernel["input"]["kind"], kernel["path"]) for kernel in TABLE["kernels"]}
    assert found >= {("copy", path) for path in ("tma_tiled", "tma_1d", "normal", "error")}
    assert found >= {("pipelined", path) for path in ("tma_tiled", "cp_async")}
    assert found >= {("gemm", "tma_tiled"), ("gemm", "normal"), ("im2col", "tma_tiled")}


def test_recorded_rows_were_lowered_equal() -> None:
    recorded = [row for row in TABLE["counts"] if row["origin"] == "recorded"]
    assert [row["lowered"] for row in recorded] == [60, 29, 60, 9]
    assert all(row["equal"] == row["lowered"] for row in recorded)


def test_what_differs_is_told_where_it_is_modelled_at_all() -> None:
    lowered = sum(row["lowered"] for row in TABLE["counts"])
    equal = sum(row["equal"] for row in TABLE["counts"])
    assert lowered - equal == len(TABLE["different"])
    assert equal / lowered > 0.95


@pytest.mark.parametrize("name", KERNELS)
def test_recorded_code_is_read_and_equal(name: str) -> None:
    kernel = KERNELS[name]
    comparison = compared(kernel["input"], recorded_lowering(kernel))
    assert comparison.differences == ()
    assert comparison.compiler["path"] == comparison.plan["path"] == kernel["path"]
    if kernel["path"] != "error":
        # Without the recorded refusal's words, which the comparison leaves alone, all of it is equal.
        assert comparison.compiler["reject"] == comparison.plan["reject"]


def changed(**keys: object) -> dict[str, Any]:
    return {**PLANNED, **keys}


DESCRIPTOR = PLANNED["descriptor"]
assert isinstance(DESCRIPTOR, dict)


@pytest.mark.parametrize(
    ("compiler", "found"),
    [
        (PLANNED, ()),
        (changed(reject={"stage": "plan", "reason": "words"}), (Difference("reject.stage", None, "plan"),)),
        (changed(n_instructions=2), (Difference("n_instructions", 1, 2),)),
        (
            changed(descriptor={**DESCRIPTOR, "box_dim": [64, 32], "swizzle_name": "?"}),
            (Difference("descriptor.box_dim", [64, 64], [64, 32]),),
        ),
        (
            changed(instructions_block0=[{"smem_offset_elems": 8, "coords": [0, 1]}]),
            (
                Difference("instructions_block0.smem_offset_elems", [0], [8]),
                Difference("instructions_block0.coords", [[0, 0]], [[0, 1]]),
            ),
        ),
    ],
)
def test_differences(compiler: dict[str, Any], found: tuple[Difference, ...]) -> None:
    assert differences(PLANNED, compiler) == found


def test_another_path_differs_in_every_key_that_one_side_lacks() -> None:
    keys = [difference.key for difference in differences(PLANNED, changed(path="normal", descriptor=None))]
    assert keys[0] == "path"
    assert keys[1:] == [f"descriptor.{key}" for key in DESCRIPTOR if key not in SAID_AGAIN]


SAID_AGAIN = ("dtype_name", "swizzle_name", "global_strides_bytes")


def test_symbolic_sizes_are_compared_as_polynomials() -> None:
    ours = changed(descriptor={**DESCRIPTOR, "global_dim": [1024, "8 * N"]})
    theirs = changed(descriptor={**DESCRIPTOR, "global_dim": [1024, 'T.Cast("int64", N * 8)']})
    assert differences(ours, theirs) == ()
    other = changed(descriptor={**DESCRIPTOR, "global_dim": [1024, "N * 4"]})
    assert [difference.key for difference in differences(ours, other)] == ["descriptor.global_dim"]
    strange = changed(descriptor={**DESCRIPTOR, "global_dim": [1024, "T.max(N, 8)"]})
    assert [difference.key for difference in differences(ours, strange)] == ["descriptor.global_dim"]


def an_answer(_case: Case, _wanted: str) -> Generated | Refusal:
    return Refusal("plan", "some words")


def test_text_json_batch_and_exit_codes(plan_program: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    equal = next(kernel for kernel in TABLE["kernels"] if kernel["path"] == "tma_tiled")
    line = json.dumps(equal["input"])
    monkeypatch.setattr(against_program, "installed_compiler", lambda: recorded_lowering(equal))
    text = "[equal] tma_tiled: tilelang 0.1.15 does the same\n"
    assert plan_program("--against", "tilelang", "--input", line) == (0, text, "")
    code, out, err = plan_program("--against", "tilelang", "--input", line, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"schema": 1, **comparison_json(compared(equal["input"], recorded_lowering(equal)))}

    monkeypatch.setattr(against_program, "installed_compiler", lambda: an_answer)
    run = {"global_shape": [64], "region_extent": [64], "shared_shape": [64]}
    text = (
        "[different] tma_1d：与 tilelang 0.1.15 有 5 处不同\n"
        "       path\n         tilesite  tma_1d\n         tilelang  error\n"
        "       n_instructions\n         tilesite  1\n         tilelang  -\n"
        "       instructions_block0.smem_offset_elems\n         tilesite  [0]\n         tilelang  -\n"
        "       instructions_block0.global_offset_elems\n         tilesite  [0]\n         tilelang  -\n"
        "       instructions_block0.bytes\n         tilesite  [128]\n         tilelang  -\n"
        "       reject.stage\n         tilesite  -\n         tilelang  plan\n"
    ).replace("5 处", "6 处")
    assert plan_program("--against", "tilelang", "--input", json.dumps(run), "--lang", "zh") == (1, text, "")
    assert comparison_text(compared(run, an_answer), "zh") == text

    lines = f"{json.dumps({'id': 'a', 'input': run})}\nnonsense\n"
    code, out, _ = plan_program("--against", "tilelang", "--batch", "-", stdin=lines)
    first, second = (json.loads(each) for each in out.splitlines())
    assert code == 2
    assert first == {"id": "a", **comparison_json(compared(run, an_answer))}
    assert second["line"] == 2
    assert plan_program("--against", "tilelang", "--batch", "-", stdin=lines.split("\n", maxsplit=1)[0]).code == 1


def missing(name: str) -> str:
    raise importlib.metadata.PackageNotFoundError(name)


@pytest.mark.parametrize(
    ("version", "got"),
    [
        (missing, "none"),
        (lambda _: "0.1.14", '"0.1.14"'),
        (lambda _: "0.1.15.post1", '"0.1.15.post1"'),
        (lambda _: "0.1.15+cu128", '"import of tilelang halted; None in sys.modules"'),
    ],
)
def test_without_tilelang(
    plan_program: Run, monkeypatch: pytest.MonkeyPatch, version: Callable[[str], str], got: str
) -> None:
    monkeypatch.setattr(importlib.metadata, "version", version)
    monkeypatch.setitem(sys.modules, "tilelang", None)
    monkeypatch.delitem(sys.modules, "tilesite.tma.plan.against", raising=False)
    line = json.dumps(SWIZZLED)
    assert plan_program("--against", "tilelang", "--input", line) == (2, "", NO_TILELANG.format(got=got))
    assert plan_program("--against", "tilelang", "--batch", "-", stdin=line) == (2, "", NO_TILELANG.format(got=got))
    assert plan_program("--input", line).code == 0


def test_another_compiler(plan_program: Run) -> None:
    code, out, err = plan_program("--against", "triton", "--input", json.dumps(SWIZZLED))
    assert (code, out) == (2, "")
    assert err == (
        'tma-descriptor plan: error: --against: expected one of tilelang, got "triton". Example: --against tilelang\n'
    )


GEMM = {"M": 1024, "N": 1024, "K": 1024, "bM": 128, "bN": 128, "bK": 64}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            {"requests": ["gather4"]},
            (
                "requests: expected a request that a kernel is built for, with kind copy: prefer_tma, tma_copy, auto, "
                'got "gather4". Example: requests: ["prefer_tma"]'
            ),
        ),
        (
            {"cluster": [2, 1]},
            "cluster: expected a cluster of one block, to lower the case, got a list. Example: cluster: [1, 1]",
        ),
        (
            {"kind": "pipelined", "num_stages": 2},
            "k_iters: expected a number of iterations, to lower a pipelined loop, got nothing. Example: k_iters: 16",
        ),
        (
            {"layout": {"kind": "gemm_operand"}},
            (
                'layout.kind: expected a layout that a kernel can annotate, got "gemm_operand". Example: '
                'layout.kind: "full"'
            ),
        ),
        (
            {"kind": "gemm", "operand": "A", "gemm": GEMM},
            (
                "global_shape: expected nothing: the operand's tensor follows from the GEMM, to lower the case, "
                "got nothing. Example: global_shape: null"
            ),
        ),
    ],
)
def test_what_cannot_be_lowered_says_so(change: dict[str, Any], error: str) -> None:
    with pytest.raises(InputError) as raised:
        compared({**SWIZZLED, **change}, an_answer)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            {"layout": {"kind": "full"}},
            (
                'layout.kind: expected the layout that T.gemm gives its operand, to lower the case, got "full". '
                'Example: layout.kind: "default"'
            ),
        ),
        (
            {"gemm": {**GEMM, "instr": "mma"}},
            (
                'gemm.instr: expected the instruction that T.gemm chooses, to lower the case, got "mma". '
                'Example: gemm.instr: "auto"'
            ),
        ),
    ],
)
def test_what_of_a_gemm_cannot_be_lowered_says_so(change: dict[str, Any], error: str) -> None:
    with pytest.raises(InputError) as raised:
        compared({"kind": "gemm", "operand": "A", "gemm": GEMM, **change}, an_answer)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("message", "refusal"),
    [
        ("T.tma_copy() cannot fall back to normal copy in LowerBulk: a box, src=A, dst=S\n", ("plan", "a box")),
        (
            "trace\nInternalError: Check failed: (x) is false: T.copy could not be honored: y",
            ("select", "Check failed: (x) is false: T.copy could not be honored: y"),
        ),
        ("a line\nValueError: a thing\n\n", ("compiler_check", "ValueError: a thing")),
        ("only words", ("compiler_check", "only words")),
        ("", ("compiler_check", "")),
    ],
)
def test_stages_of_refusals(message: str, refusal: tuple[str, str]) -> None:
    assert refusal_of(message) == refusal


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("((((int)blockIdx.x) * 64) + (i * 8))", 24),
        ("((((int64_t)3) << 2ll) | 1)", 13),
        ("(0 - 7) / 2", -3),
        ("(0 - 7) % 2", -1),
        ("((N & 1) ^ 6u) >> 1", 3),
        ("-i", -3),
    ],
)
def test_values_of_generated_indices(text: str, value: int) -> None:
    assert value_of(text, {"i": 3}) == value


@given(st.integers(-50, 50), st.integers(-50, 50).filter(bool))
def test_division_rounds_as_in_c(left: int, right: int) -> None:
    quotient, rest = (value_of(f"a {operator} b", {"a": left, "b": right}) for operator in "/%")
    assert quotient * right + rest == left
    assert abs(rest) < abs(right)
    assert rest == 0 or (rest < 0) == (left < 0)


@pytest.mark.parametrize("text", ["i ? 1 : 2", "f(3)", "1.5", "3 / 0", "", "'x'", "a ** 9"])
def test_other_text_has_no_value(text: str) -> None:
    with pytest.raises(ValueError, match="no integer"):
        value_of(text, {})


def test_addresses_of_generated_code() -> None:
    assert address("(&(S[(i * 64)]))") == ("S", "(i * 64)")
    assert address("(&(((half_t*)A_s)[(x[3] + 1)]))") == ("A_s", "(x[3] + 1)")
    with pytest.raises(ValueError, match="substring not found"):
        address("S")


def test_unforeseen_code_is_an_error_of_its_own() -> None:
    kernel = 'extern "C" __global__ void k() {\n  tl::tma_load(A_desc, m[0], (&(S[f(1)])), 0, 0);\n}'
    with pytest.raises(ValueError, match="no integer"):
        observed(Generated(kernel, {"A_desc": ()}), "A", load=True)
    with pytest.raises(InputError) as raised:
        compared(SWIZZLED, lambda _case, _wanted: Generated(kernel, {"A_desc": ()}))
    assert str(raised.value).startswith("against: expected generated code of a known form, got ")
