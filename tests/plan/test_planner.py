"""Decisions that the recorded rows touch little or not at all, each tried with the compiler itself."""

from __future__ import annotations

from typing import Any

import pytest

from tilesite.tma.plan import plan

COPY = {"global_shape": [512, 1024], "region_extent": [64, 64], "shared_shape": [64, 64]}
GEMM = {"M": 1024, "N": 1024, "K": 1024, "bM": 128, "bN": 128, "bK": 64, "trans_B": True}


def gemm(operand: str, **changes: object) -> dict[str, Any]:
    return {"kind": "gemm", "operand": operand, "gemm": {**GEMM, **changes}}


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({**COPY, "threads": 256}, "kind copy with other than 128 threads"),
        ({**COPY, "requests": ["gather4"]}, "request gather4"),
        ({**COPY, "requests": ["async_copy"]}, "request async_copy"),
        ({**COPY, "cluster": [2, 1]}, "clusters"),
        (
            {**COPY, "pass_config": {"tl.disable_safe_memory_legalize": True}},
            "pass setting tl.disable_safe_memory_legalize",
        ),
        (gemm("A", policy="FullRow"), "GEMM policy FullRow"),
        (gemm("A", instr="tcgen05"), "GEMM instruction tcgen05"),
        ({**gemm("A"), "arch": "sm_75"}, "T.gemm on sm_75"),
        (
            {
                "global_shape": [1024, 512],
                "shared_shape": [1024, 512],
                "layout": {"kind": "custom", "fn": "lambda i, j: [i, j]"},
            },
            "custom layout over more than 262144 points",
        ),
        (
            {**COPY, "layout": {"kind": "custom", "fn": "lambda i, j: [i//32 - 1, i%32, j]"}},
            "custom layout with a coordinate of -1 and 0",
        ),
    ],
)
def test_what_is_not_modelled_says_so(values: dict[str, Any], why: str) -> None:
    answer = plan(values)
    assert (answer.path, answer.note, answer.descriptor, answer.reject) == ("not modelled", why, None, None)


def test_a_copy_that_is_refused_takes_its_kernel_with_it() -> None:
    answers = [plan(gemm(name, in_dtype="float64", accum="float64", bK=16)) for name in "ABC"]
    assert {answer.path for answer in answers} == {"error"}
    assert {answer.reject for answer in answers} == {answers[0].reject}
    assert answers[0].reject is not None
    assert answers[0].reject.stage == "plan"


def test_a_loop_without_iterations_is_removed() -> None:
    paths = [plan(gemm(name, K=32, bN=100, tma_epilogue=True)).path for name in "ABC"]
    assert paths == ["normal", "normal", "normal"]
    assert [plan(gemm(name, K=32, bM=40, tma_epilogue=True)).path for name in "ABC"] == [
        "normal",
        "normal",
        "tma_tiled",
    ]


def test_disabling_wgmma_gives_the_layout_of_mma() -> None:
    # WGMMA swizzles the 160 columns of one instruction, MMA the 320 of the row.
    values = gemm("B", trans_B=False, N=1280, bN=320)
    assert plan(values).descriptor.swizzle == 2
    assert plan({**values, "pass_config": {"tl.disable_wgmma": True}}).descriptor.swizzle == 3
    assert plan(gemm("B", trans_B=False, N=1280, bN=320, instr="mma")).descriptor.swizzle == 3


def test_no_bulk_copy_unpacks_fp4_but_a_tensor_copy() -> None:
    fp4 = {"dtype": "float4_e2m1fn", "shared_dtype": "custom[float4_e2m1_unpacked]8"}
    tile = {"global_shape": [256, 256], "region_extent": [64, 128], "shared_shape": [64, 128]}
    assert plan({**tile, **fp4}).path == "tma_tiled"
    refused = plan({**tile, **fp4, "requests": ["auto"]})
    assert refused.reject is not None
    assert refused.reject.stage == "compiler_check"
    assert refused.reject.reason == (
        "SIMT copy from packed global float4_e2m1fn to unpacked shared float4_e2m1_unpacked is not supported; "
        "use T.tma_copy() for FP4 unpack loads (src=A, dst=S)."
    )


def test_a_symbol_that_nothing_binds_stops_the_kernel() -> None:
    answer = plan({**COPY, "global_strides": ["s0*8", 1]})
    assert answer.reject is not None
    assert answer.reject.stage == "compiler_check"
    assert answer.reject.reason == (
        "Check failed: undefined.size() == 0 (1 vs. 0) : In PrimFunc main variables (s0,) are used, "
        "but are not passed in as API arguments"
    )
    assert plan({**COPY, "global_shape": [512, "s0"], "global_strides": ["s0*8", 1]}).path == "tma_tiled"


@pytest.mark.parametrize(
    ("low", "first"),
    [(-64, 448), ("bx*64 - 64", -64), ("bx*64 - 512", 0), ("(bx//2)*128", 0), ("bx%2*64 + 8", 8)],
)
def test_a_minimum_that_is_negative_for_certain_counts_from_the_end(low: int | str, first: int) -> None:
    answer = plan({**COPY, "region_min": [low, 0], "grid": [8]})
    assert answer.instructions[0].coords == (0, first)


@pytest.mark.parametrize(
    ("shape", "path"),
    [((9, 10, 16), "error"), ((4, 12, 16), "error"), ((8, 80, 12), "cp_async"), ((4, 16, 16), "tma_tiled")],
)
def test_the_loop_of_a_pipelined_copy_must_divide_the_tile(shape: tuple[int, ...], path: str) -> None:
    values = {"kind": "pipelined", "global_shape": [64, 128, 128], "shared_shape": list(shape), "num_stages": 2}
    assert plan({**values, "region_extent": list(shape)}).path == path


def test_three_stages_change_nothing_at_the_first_iteration() -> None:
    answers = {plan(gemm("A", num_stages=stages)) for stages in (1, 2, 3, 4)}
    assert len(answers) == 1


def test_over_64_instructions_the_first_and_last_32_are_listed() -> None:
    answer = plan({"global_shape": [64, 1024], "shared_shape": [64, 320], "layout": {"kind": "linear"}})
    assert answer.instruction_count == 320
    assert len(answer.instructions) == 64
    assert answer.instructions[31:33] == ((31 * 64, (64, 6)), (288 * 64, (192, 57)))


@pytest.mark.parametrize(
    ("dtype", "path", "reason"),
    [
        ("float8_e8m0fnu", "tma_tiled", None),
        ("int16", "tma_tiled", None),
        ("bool", "error", "Check failed: (0) is false: bool"),
        ("int4", "error", "Check failed: (0) is false: int4"),
        ("float8_e4m3fnuz", "error", "Unsupported FP8 type in CUDA codegen but got float8_e4m3fnuz"),
    ],
)
def test_element_types_without_a_tensor_map_or_without_code(dtype: str, path: str, reason: str | None) -> None:
    answer = plan({**COPY, "dtype": dtype})
    assert (answer.path, answer.reject and answer.reject.reason) == (path, reason)


# A loop that is not specialised. Regions of 64 x 128 halves; the first iterations are peeled off, with k = 0.
LOOP = {
    "kind": "pipelined",
    "arch": "sm_80",
    "global_shape": [256, 384],
    "region_extent": [64, 128],
    "shared_shape": [64, 128],
    "num_stages": 2,
    "k_iters": 4,
}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"region_min": ["k*64", 0]}, "cp_async"),
        ({"region_min": ["k*64", 2]}, "cp_async"),
        ({"region_min": ["k*64", 1]}, "normal"),
        ({"region_min": ["k*64", "k"]}, "cp_async"),
        ({"region_min": ["k*64", 0], "num_stages": 0}, "normal"),
        ({"region_min": ["k*64", 0], "arch": "sm_75"}, "normal"),
        ({"region_min": ["k*64", 0], "global_strides": [385, 1]}, "normal"),
        ({"region_min": ["k*64", 0], "global_strides": [386, 1]}, "cp_async"),
        ({"region_min": ["k*64", 0], "global_strides": ["s0", 1]}, "normal"),
        # Only the outer stride is odd: the compiler does one thing or another.
        (
            {
                "global_shape": [130, 18, 258],
                "global_strides": [4645, 258, 1],
                "region_extent": [32, 4, 64],
                "shared_shape": [32, 4, 64],
            },
            "not modelled",
        ),
        # After the first iteration always out of bounds: the compiler stops where it is not aligned.
        ({"region_min": ["k*64", 1], "global_shape": [64, 384]}, "error"),
        ({"region_min": ["k*32", 1], "global_shape": [64, 384]}, "normal"),
        ({"region_min": ["bx*64", 1], "global_shape": [100, 384], "grid": [2]}, "normal"),
        ({"region_min": ["k*64", 0], "global_shape": ["M", 386]}, "cp_async"),
        ({"region_min": ["k*64", 0], "global_shape": ["M", 385]}, "normal"),
        # A guard inside a vector: 128 columns of an unknown number.
        ({"region_min": ["k*64", 0], "global_shape": [256, "N"], "global_strides": [1024, 1]}, "normal"),
        ({"region_min": ["k*64", 0], "global_shape": [256, "N*2"], "global_strides": [1024, 1]}, "cp_async"),
        ({"region_min": ["k*64", 2], "global_shape": [64, 384]}, "cp_async"),
        # 20 columns leave each thread a whole number of pairs, 6 columns do not.
        ({"region_min": ["k*64", 0], "region_extent": [64, 20], "shared_shape": [64, 20]}, "cp_async"),
        ({"region_min": ["k*64", 0], "region_extent": [64, 6], "shared_shape": [64, 6]}, "normal"),
        ({"region_min": ["k*64", 0], "dtype": "float64"}, "cp_async"),
        (
            {"region_min": [0, 0, "k"], "global_shape": [256, 384, 4], "region_extent": [64, 128, 1]},
            "normal",
        ),
        # The compiler sees through "^" where it moves whole vectors.
        (
            {
                "region_min": ["k*64", 0],
                "layout": {"kind": "custom", "fn": "lambda i, j: i*128 + (j//8 ^ i%8)*8 + j%8"},
            },
            "cp_async",
        ),
        (
            {"region_min": ["k*64", 0], "layout": {"kind": "custom", "fn": "lambda i, j: i*128 + (j ^ ((i%8)*8))"}},
            "normal",
        ),
    ],
)
def test_when_a_load_becomes_cp_async(change: dict[str, Any], path: str) -> None:
    assert plan({**LOOP, **change}).path == path


@pytest.mark.parametrize("stages", [0, 1, 2, 3, 4])
def test_a_loop_of_unknown_length_with_three_stages_must_be_specialised(stages: int) -> None:
    answers = [plan({**gemm(name, K="K", num_stages=stages), "arch": "sm_80"}) for name in "ABC"]
    if stages <= 2:
        assert {answer.path for answer in answers} == {"normal"}
    else:
        assert {answer.reject for answer in answers} == {
            ("compiler_check", "Downcast from tirx.Sub to ir.IntImm failed.")
        }
    assert plan(gemm("A", K="K", num_stages=max(stages, 1))).path == "tma_tiled"


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        (8, "WGMMA operand layout contiguity (k_major=True) disagrees with the row-major expectation"),
        (24, "Not a canonical GMMA_MN layout: stride<1,0>=3 != W=1"),
        (100, "Check failed: (N % kNPerWarp == 0) is false: N must be divisible by 8, but got 100"),
    ],
)
def test_wgmma_takes_no_narrow_operand_whose_rows_are_not_k(columns: int, reason: str) -> None:
    answer = plan(gemm("A", trans_B=False, bM=64, bN=columns))
    assert answer.reject is not None
    assert answer.reject.reason.startswith(reason)


@pytest.mark.parametrize(
    ("rows", "taken", "path"),
    [
        ("N", 1, "tma_tiled"),
        ("N*8", 8, "tma_tiled"),
        ("N*4 + 2", 1, "tma_1d"),
        ("N*4 + 2", 2, "tma_1d"),
        ("N*4 + 2", 3, "tma_tiled"),
    ],
)
def test_a_symbol_of_the_shape_is_no_less_than_0(rows: str, taken: int, path: str) -> None:
    """As TileLang 0.1.15 lowered these: N may be 0, so no row of N is certain, and two of N*4 + 2 are."""
    values = {
        "global_shape": [rows, 256],
        "region_extent": [taken, 256],
        "shared_shape": [taken, 256],
        "layout": {"kind": "linear"},
    }
    assert plan(values).path == path
