"""The sub-commands plan and gemm, and the reports that pages make of the same inputs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tilesite.facts import FACTS, SOURCES
from tilesite.facts.rows_plan import PLAN_FACTS
from tilesite.tma.plan import plan
from tilesite.tma.plan.as_json import expected_object
from tilesite.tma.plan.reports import copy_report, gemm_report
from tilesite.tma.plan.texts import NOTES
from tilesite.tma.plan.tile_inputs import gemm_inputs
from tilesite.tma.plan.verdict import FP4_FACTS, IM2COL_FACTS, NOTE_FACTS, PATH_FACTS

SWIZZLED = {
    "global_shape": [512, 1024],
    "region_min": ["bx*64", 0],
    "region_extent": [64, 128],
    "shared_shape": [64, 128],
    "grid": [8],
    "layout": {"kind": "full"},
}
REFUSED = {**SWIZZLED, "global_strides": [1028, 1]}
ROW = {"global_shape": [4096], "region_min": [3], "region_extent": [64], "shared_shape": [64]}
TILE = {"block_m": 128, "block_n": 128, "block_k": 64, "stages": 3, "threads": 128}
TILE_FLAGS = ["--block-m", "128", "--block-n", "128", "--block-k", "64", "--stages", "3", "--threads", "128"]

SWIZZLED_TEXT = """\
[tma_tiled] load float16  [512, 1024]  region [bx * 64:bx * 64 + 64, 0:128]  tile [64, 128]
       cuTensorMapEncodeTiled  FLOAT16  A
       globalDim      = [1024, 512]
       globalStride   = [2048]   # in bytes; the innermost one is dropped
       boxDim         = [64, 64]
       elementStrides = [1, 1]
       swizzle        = 128B
       instructions = 2
         shared +0, coordinates [0, 0]
         shared +4096, coordinates [64, 0]
"""
REFUSED_TEXT = """\
[error] 载入 float16  [512, 1024]  区域 [bx * 64:bx * 64 + 64, 0:128]  tile [64, 128]
       FAIL COPY_ERROR: 内核无法编译；阶段 select：Check failed: (result.supported) is false: T.copy \
prefer_instruction="tma" could not be honored: T.tma_copy() requires TMA-capable target and global<->shared copy \
pattern, but TMA is not available for src=A, dst=S
       INFO COPY_FALLBACK: 不是 bulk copy：有 global stride 不是 16 字节的整数倍
"""
ROW_TEXT = """\
[tma_1d] load float16  [4096]  region [3:67]  tile [64]
       instructions = 1
         shared +0, global +3, 128 bytes
       WARN RUN_NOT_16: the run begins 6 bytes into the tensor, no multiple of 16: a bulk copy without a descriptor \
faults there
"""

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("values", "lang", "text"), [(SWIZZLED, "en", SWIZZLED_TEXT), (REFUSED, "zh", REFUSED_TEXT), (ROW, "en", ROW_TEXT)]
)
def test_text_of_a_plan(plan_program: Run, values: dict[str, Any], lang: str, text: str) -> None:
    assert plan_program("--input", json.dumps(values), "--lang", lang) == (0, text, "")
    assert plan_program("-", "--lang", lang, stdin=json.dumps(values)) == (0, text, "")


def test_the_command_of_a_report_prints_its_text(plan_program: Run, gemm_program: Run) -> None:
    programs = {"plan": plan_program, "gemm": gemm_program}
    reports = [copy_report(each, lang) for each in (SWIZZLED, REFUSED, ROW) for lang in ("en", "zh")]
    reports += [gemm_report({**TILE, "trans_b": True, "tma_epilogue": True}, "zh")]
    for report in reports:
        program, sub, *words = report.command
        assert program == "tma-descriptor"
        assert programs[sub](*words) == (0, report.text, "")
        assert json.loads(programs[sub](*words, "--json").out) == report.json
        assert set(report.cites) <= set(FACTS)


def test_json_of_a_plan(plan_program: Run) -> None:
    answer = json.loads(plan_program("--input", json.dumps(ROW), "--json").out)
    assert answer == {
        "schema": 1,
        "ok": True,
        **expected_object(plan(ROW)),
        "note": None,
        "findings": [
            {
                "rule": "RUN_NOT_16",
                "severity": "warn",
                "imposed_by": "library",
                "message": "the run begins 6 bytes into the tensor, no multiple of 16: a bulk copy without a "
                "descriptor faults there",
                "actual": 6,
                "limit": 16,
                "unit": "bytes",
                "cites": ["plan-1d"],
            }
        ],
    }


def test_strict_and_exit_codes(plan_program: Run, gemm_program: Run) -> None:
    assert plan_program("--input", json.dumps(SWIZZLED), "--strict").code == 0
    assert plan_program("--input", json.dumps(REFUSED), "--strict").code == 1
    assert plan_program("--input", "{}").code == 2
    assert gemm_program(*TILE_FLAGS, "--strict").code == 0
    assert gemm_program(*TILE_FLAGS, "--n", "1000", "--dtype", "f64", "--strict").code == 1
    assert gemm_program("--block-m", "128").code == 2


def test_batch(plan_program: Run) -> None:
    lines = [
        json.dumps({"id": "a", "input": SWIZZLED}),
        "",
        '{"id": 2, "input": {"global_shape": [1]}}',
        "nonsense",
        json.dumps({"id": None, "input": REFUSED}),
        json.dumps(ROW),
    ]
    code, out, err = plan_program("--batch", "-", stdin="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, err, len(answers)) == (2, "", 5)
    assert answers[0] == {"id": "a", "expected": expected_object(plan(SWIZZLED))}
    assert answers[1]["line"] == 3
    assert answers[1]["error"].startswith("shared_shape: expected a value")
    assert answers[2]["line"] == 4
    assert answers[3] == {"id": None, "expected": expected_object(plan(REFUSED))}
    assert answers[4] == {"expected": expected_object(plan(ROW))}
    assert plan_program("--batch", "-", "--strict", stdin=lines[0]).code == 0
    assert plan_program("--batch", "-", "--strict", stdin=lines[4]).code == 1


def test_batch_of_tiles(gemm_program: Run) -> None:
    code, out, _ = gemm_program(*TILE_FLAGS, "--batch", "-", stdin='{"id": 1, "input": {"trans_b": true}}\n[]\n')
    first, second = (json.loads(line) for line in out.splitlines())
    assert code == 2
    assert first == {"id": 1, **gemm_report({**TILE, "trans_b": True}).json}
    assert second["line"] == 2


@pytest.mark.parametrize(("line", "got"), [("null", "nothing"), ('"x"', '"x"'), ("[1]", "a list"), ("true", "true")])
def test_a_line_that_is_no_mapping(gemm_program: Run, line: str, got: str) -> None:
    answer = json.loads(gemm_program("--batch", "-", stdin=line + "\n").out)
    assert answer["error"].startswith(f"line: expected a mapping of keys to values, got {got}. Example: {{")


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (
            [],
            "tma-descriptor plan: expected one of FILE, --input and --batch, got 0. Example: tma-descriptor plan",
        ),
        (["--input", "{}", "--batch", "-"], "tma-descriptor plan: expected one of FILE, --input and --batch, got 2."),
        (
            ["--input", '{"gris": 1}'],
            'input.gris: expected a key that exists (did you mean grid?), got "gris". Example: "grid": [8, 16]\n',
        ),
        (["--input", "[1]"], "input: expected a mapping of keys to values, got [1]. Example: {"),
        (["--input", "{"], "input: expected a JSON object (no key in double quotes at character 2), got "),
        (["no-such-file.json"], '"no-such-file.json": expected a file that can be read, or - for standard input'),
    ],
)
def test_errors_of_usage(plan_program: Run, argv: list[str], error: str) -> None:
    code, out, err = plan_program(*argv)
    assert (code, out) == (2, "")
    assert err.startswith(f"tma-descriptor plan: error: {error}")


def test_a_recorded_line_is_an_input_too(plan_program: Run) -> None:
    line = json.dumps({"id": "x", "input": ROW, "expected": {}})
    assert plan_program("--input", line).out == ROW_TEXT
    answer = json.loads(plan_program("--batch", "-", stdin=line).out)
    assert answer == {"id": "x", "expected": expected_object(plan(ROW))}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"device": "b200"}, "C3 b200 (10.0) has no wgmma"),
        ({"smem_kb": 2}, "C1 "),
    ],
)
def test_a_tile_that_the_tile_checker_refuses_is_said(change: dict[str, Any], said: str) -> None:
    report = gemm_report({**TILE, **change})
    line = f"the tile checker refuses this tile: {said}"
    assert report.text.startswith(f"WARN TILE_INFEASIBLE: {line}")
    (first, *_) = report.json["findings"]
    assert (first["rule"], first["severity"]) == ("TILE_INFEASIBLE", "warn")
    assert first["message"].startswith(line)
    assert set(report.cites) <= set(FACTS)
    assert gemm_report(TILE).json["findings"] == []


def test_help_and_version(plan_program: Run, gemm_program: Run) -> None:
    for program in (plan_program, gemm_program):
        assert program("--help").out.startswith("usage: tma-descriptor ")
        assert program("--version").code == 0


def test_inputs_of_a_tile() -> None:
    inputs = gemm_inputs({**TILE, "dtype": "e4m3", "trans_b": True, "device": "b200", "m": 512})
    assert list(inputs) == ["A", "B", "C"]
    assert inputs["B"] == {
        "kind": "gemm",
        "operand": "B",
        "arch": "sm_100a",
        "threads": 128,
        "gemm": {
            "M": 512,
            "N": 4096,
            "K": 4096,
            "bM": 128,
            "bN": 128,
            "bK": 64,
            "trans_A": False,
            "trans_B": True,
            "num_stages": 3,
            "in_dtype": "float8_e4m3fn",
            "accum": "float32",
            "out": "float8_e4m3fn",
            "tma_epilogue": False,
            "policy": "Square",
            "instr": "auto",
        },
        "cluster": [1, 1],
    }


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({}, "tma_tiled"),
        ({"device": "a100"}, "cp_async"),
        ({"instr": "mma"}, "tma_tiled"),
        ({"instr": "simt"}, "not modelled"),
        ({"instr": "tcgen05", "device": "b200"}, "not modelled"),
        ({"cluster_m": 2}, "not modelled"),
    ],
)
def test_the_path_of_operand_a(change: dict[str, Any], path: str) -> None:
    assert gemm_report({**TILE, **change}).json["operands"]["A"]["path"] == path


def test_a_launch_that_would_fail_is_told_beforehand() -> None:
    report = copy_report({**SWIZZLED, "global_strides": [0, 1]})
    assert [finding.rule for finding in report.findings] == ["STRIDE_ZERO"]
    unpacked = {"dtype": "float4_e2m1fn", "shared_dtype": "custom[float4_e2m1_unpacked]8"}
    narrow = copy_report({**unpacked, "global_shape": [64, 320], "region_extent": [64, 64], "shared_shape": [64, 64]})
    assert "INNER_BOX_NOT_16" not in [finding.rule for finding in narrow.findings]
    assert "BOX_NOT_128" in [finding.rule for finding in narrow.findings]


def test_facts_of_plans_exist_and_are_used() -> None:
    keys = {fact.key for fact in PLAN_FACTS}
    used = {key for rows in (NOTE_FACTS, PATH_FACTS) for row in rows.values() for key in row}
    used |= {*IM2COL_FACTS, *FP4_FACTS}
    assert used <= set(FACTS)
    assert keys <= used
    assert set(NOTES) == set(NOTE_FACTS)
    assert all(fact.source in SOURCES for fact in PLAN_FACTS)
