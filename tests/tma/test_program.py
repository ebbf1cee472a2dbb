"""The program: its spellings, outputs, exit codes, and the report that a page makes of the same config."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tilesite import __version__
from tilesite.tma import encode
from tilesite.tma.as_json import encoding_json
from tilesite.tma.reports import descriptor_report

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "03-tma-descriptor"
LEGAL = ["--dtype", "f16", "--shape", "4096,4096", "--box", "128,64", "--swizzle", "128B"]
BROKEN = ["--dtype", "f16", "--shape", "4096,4096", "--box", "512,30"]

LEGAL_TEXT = """\
[ok]   2D f16 tile  dtype=f16  gshape=(4096, 4096)  box=(128, 64)
       globalDim      = [4096, 4096]
       globalStride   = [8192]   # in bytes; the innermost one is dropped
       boxDim         = [64, 128]
       elementStrides = [1, 1]
  cuTensorMapEncodeTiled(&tmap, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2,
      A, globalDim, globalStride, boxDim, elementStrides,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
       globalStride[0] bytes = 8192 (a multiple of 16: True)
"""
BROKEN_TEXT = """\
[rejected] 2D f16 tile  dtype=f16  gshape=(4096, 4096)  box=(512, 30)
       globalDim      = [4096, 4096]
       globalStride   = [8192]   # in bytes; the innermost one is dropped
       boxDim         = [30, 512]
       elementStrides = [1, 1]
       FAIL BOX_GT_256: boxDim[1] 512 is over the limit of 256 [driver, cuda.h:23300-23301]
       FAIL INNER_BOX_NOT_16: the innermost box dimension 30 * 16 bits = 480 bits, no multiple of 128 \
[driver, cuda.h:23302]
       TRY BOX_GT_256: split the box: 2 boxes of [30, 256]
       TRY INNER_BOX_NOT_16: use an inner box of 32 elements: [32, 512]
"""


def test_text_of_a_legal_descriptor(run: Callable[..., Any]) -> None:
    assert run(*LEGAL) == (0, LEGAL_TEXT, "")


def test_text_of_a_broken_descriptor(run: Callable[..., Any]) -> None:
    assert run(*BROKEN) == (0, BROKEN_TEXT, "")
    assert run(*BROKEN, "--strict").code == 1
    assert run(*LEGAL, "--strict").code == 0


def test_text_in_chinese(run: Callable[..., Any]) -> None:
    out = run(*BROKEN, "--lang", "zh").out
    assert "FAIL BOX_GT_256: boxDim 512 超过上限 256 [驱动, cuda.h:23300-23301]" in out


def test_text_of_im2col(run: Callable[..., Any]) -> None:
    argv = "--api im2col --dtype bf16 --shape 8,56,56,64 --channels-per-pixel 64 --pixels-per-column 128"
    corners = ["--pixel-box-lower-corner", "-1,-1", "--pixel-box-upper-corner=-2,-2"]
    out = run(*argv.split(), *corners).out
    assert out.startswith("[ok]   4D bf16 im2col  dtype=bf16  gshape=(8, 56, 56, 64)  channels=64  pixels=128\n")
    assert "       lowerCorner    = [-1, -1]\n       upperCorner    = [-2, -2]\n" in out
    assert "  cuTensorMapEncodeIm2col(&tmap, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 4,\n" in out


def test_json(run: Callable[..., Any]) -> None:
    answer = json.loads(run(*BROKEN, "--json").out)
    assert answer == encoding_json(encode({"dtype": "f16", "shape": [4096, 4096], "box": [512, 30]}), "en")
    assert list(answer) == ["schema", "ok", "descriptor", "findings", "suggestions"]
    assert answer["schema"] == 1
    assert answer["descriptor"] == {
        "api": "cuTensorMapEncodeTiled",
        "dtype_enum": 6,
        "dtype_name": "FLOAT16",
        "rank": 2,
        "global_dim": [4096, 4096],
        "global_strides_bytes": [8192],
        "box_dim": [30, 512],
        "pixel_box_lower_corner": None,
        "pixel_box_upper_corner": None,
        "channels_per_pixel": None,
        "pixels_per_column": None,
        "element_strides": [1, 1],
        "interleave": 0,
        "interleave_name": "NONE",
        "swizzle": 0,
        "swizzle_name": "NONE",
        "l2_promotion": 2,
        "l2_promotion_name": "L2_128B",
        "oob_fill": 0,
        "oob_fill_name": "NONE",
    }
    assert answer["suggestions"][0] == {
        "rule": "BOX_GT_256",
        "message": "split the box: 2 boxes of [30, 256]",
        "change": {"box": [256, 30]},
    }
    assert answer["findings"][1] == {
        "rule": "INNER_BOX_NOT_16",
        "severity": "fail",
        "imposed_by": "driver",
        "message": "the innermost box dimension 30 * 16 bits = 480 bits, no multiple of 128",
        "actual": 480,
        "limit": 128,
        "unit": "bits",
        "cites": ["tiled-inner-box-16", "tilelang-check-bulk-load"],
    }


def test_batch_takes_the_flags_as_defaults(run: Callable[..., Any]) -> None:
    lines = '{"shape": [64, 64], "box": [64, 64]}\n{"dtype": "f32", "shape": [64, 64], "box": [64, 64]}\n'
    ran = run("--batch", "-", "--dtype", "f16", "--swizzle", "128B", "--strict", stdin=lines)
    assert [json.loads(line)["ok"] for line in ran.out.splitlines()] == [True, False]
    assert ran.code == 1


def test_batch_from_a_file_that_is_not_there(run: Callable[..., Any]) -> None:
    ran = run("--batch", "no/such/file")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith('tma-descriptor: error: "no/such/file": expected a file that can be read')


def test_version_and_help(run: Callable[..., Any]) -> None:
    assert run("--version") == (0, f"tma-descriptor {__version__}\n", "")
    ran = run("--help")
    assert (ran.code, ran.err) == (0, "")
    assert "--pixels-per-column" in ran.out


@pytest.mark.parametrize("words", [[], ["swizzle"], ["plan"], ["gemm"]])
def test_every_line_of_the_help_is_said_in_chinese_too(run: Callable[..., Any], words: list[str]) -> None:
    english, chinese = (run(*words, "--help", "--lang", lang).out.split("\n") for lang in ("en", "zh"))
    examples = ("usage: ", "tma-descriptor ", "--", '"')
    same = [line.strip() for line in chinese if line in english]
    assert [line for line in same if " " in line and not line.startswith(examples)] == []


@pytest.mark.parametrize("words", [(), ("gemm",), ("plan",)])
def test_an_integer_of_thousands_of_digits_is_refused_with_the_bound(
    run: Callable[..., Any], words: tuple[str, ...]
) -> None:
    for sign in ("", "-"):
        ran = run(*words, "--batch", "-", stdin='{"m": ' + sign + "9" * 5000 + "}\n")
        assert ran.code == 2
        answer = json.loads(ran.out)
        assert "expected a JSON object (an integer has more than 1000 digits), got" in answer["error"]


CONFIGS = (
    {"dtype": "f16", "shape": "4096, 4096", "box": "128, 64"},
    {"dtype": 6, "shape": [4096, 4096], "box": [512, 30], "address": "0x7f0000000010"},
    {"dtype": "f32", "global_dim": [64], "global_strides_bytes": [], "box_dim": [64], "oob_fill": None},
    {
        "api": "im2col",
        "dtype": "e4m3",
        "shape": "8, 56, 56, 64",
        "pixel_box_lower_corner": "-1, -1",
        "pixel_box_upper_corner": [-1, -1],
        "channels_per_pixel": 64,
        "pixels_per_column": 128,
        "swizzle": "64B",
        "direction": "store",
    },
    {"dtype": " F16 ", "shape": [64], "box": "[64]", "device": " A100\n", "swizzle": " 128b-atom-32b "},
)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("config", CONFIGS)
def test_a_reports_command_prints_its_text(run: Callable[..., Any], config: dict[str, Any], lang: str) -> None:
    report = descriptor_report(config, lang)
    assert report.command[0] == "tma-descriptor"
    assert run(*report.command[1:]) == (0, report.text, "")
    assert json.loads(run(*report.command[1:], "--json").out) == report.json


def test_a_reports_command_has_only_the_keys_that_were_given() -> None:
    report = descriptor_report(CONFIGS[0])
    assert report.command == ("tma-descriptor", "--dtype", "f16", "--shape", "4096,4096", "--box", "128,64")
    assert report.ok
    assert report.cites[0] == "tensor-map-dtypes"


def test_a_report_cites_what_failed_first() -> None:
    assert descriptor_report(CONFIGS[1]).cites[:2] == ("tiled-box-range", "tilelang-box-limit")


SPELLINGS = {
    "module": ([sys.executable, "-m", "tilesite.tma"], ROOT),
    "script": ([sys.executable, "tma_descriptor.py"], EXAMPLE),
}


def start(spelling: str, *argv: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    words, folder = SPELLINGS[spelling]
    env = {**os.environ, **environment}
    return subprocess.run([*words, *argv], cwd=folder, env=env, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_every_spelling_prints_the_same_bytes_whatever_the_locale(
    run: Callable[..., Any], spelling: str, locale: str
) -> None:
    ran = start(spelling, LC_ALL=locale, LANG=locale, PYTHONUTF8="0", PYTHONIOENCODING="")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode("utf-8").replace("\r\n", "\n") == run().out


def test_exit_codes_of_the_process() -> None:
    assert start("module", *LEGAL, "--strict").returncode == 0
    assert start("module", *BROKEN, "--strict").returncode == 1
    ran = start("module", "--box", "1")
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr


def test_a_closed_pipe_ends_quietly() -> None:
    words, folder = SPELLINGS["module"]
    with subprocess.Popen([*words, "--batch", "-"], cwd=folder, stdin=-1, stdout=-1, stderr=-1) as process:
        process.stdout.close()
        _, err = process.communicate(b'{"dtype": "f16", "shape": [64], "box": [64]}\n' * 20000, timeout=60)
    assert err == b""
    assert process.returncode == 0


def test_start_up_imports_little() -> None:
    slow = "{'json', 'difflib', 'fractions', 'dataclasses'}"
    code = f"import sys, tilesite.tma.__main__; print(sorted({slow} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, check=True, timeout=60)
    assert ran.stdout.strip() == b"[]"
