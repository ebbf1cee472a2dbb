"""What cannot be read: the whole message, exit code 2, nothing on standard output, never a traceback."""

from __future__ import annotations

from typing import Callable

import pytest

from tilesite.errors import InputError
from tilesite.tile import Problem, TileConfig, check
from tilesite.tile.reports import diagnose, sweep_report

TILE = {"block-m": "128", "block-n": "256", "block-k": "64", "stages": "3", "threads": "256"}
RIGHT = "tile-decision --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 3 --threads 256"
NAMES = "wgmma, mma, simt, tcgen05"


def flags(**changes: str | None) -> list[str]:
    values = {**TILE, **{key.replace("_", "-"): value for key, value in changes.items()}}
    return [word for key, value in values.items() if value is not None for word in (f"--{key}", value)]


WRONG = {
    "zero": (
        flags(block_m="0"),
        "--block-m: expected a whole number from 1 to 2^63-1, got 0. Example: --block-m 128",
    ),
    "negative": (
        flags(stages="-1"),
        "--stages: expected a whole number from 1 to 2^63-1, got -1. Example: --stages 3",
    ),
    "a fraction": (
        flags(threads="2.5"),
        '--threads: expected a whole number from 1 to 2^63-1, got "2.5". Example: --threads 256',
    ),
    "a bool": (
        flags(block_k="true"),
        '--block-k: expected a whole number from 1 to 2^63-1, got "true". Example: --block-k 64',
    ),
    "2^64": (
        flags(block_n="18446744073709551616"),
        "--block-n: expected a whole number from 1 to 2^63-1, got 18446744073709551616. Example: --block-n 256",
    ),
    "a missing key": (
        flags(threads=None),
        "--threads: expected a value, since this key has no default, got nothing. Example: --threads 256",
    ),
    "an unknown instruction": (
        flags(instr="wmma"),
        f'--instr: expected one of {NAMES} (did you mean wgmma?), got "wmma". Example: --instr wgmma',
    ),
    "an unknown device": (
        flags(device="rtx409"),
        '--device: expected a device that exists (did you mean rtx4090?), got "rtx409". Example: --device rtx4090',
    ),
    "a device like no other": (
        flags(device="?"),
        '--device: expected a device that exists: see --list-devices, got "?". Example: --device h100',
    ),
    "an unknown flag": (
        [*flags(), "--blok-m", "3"],
        f'arguments: expected a flag that exists (did you mean --block-m?), got "--blok-m". Example: {RIGHT}',
    ),
    "a flag without its value": (
        [*flags(), "--m"],
        f"--m: expected a value after it, got nothing. Example: {RIGHT}",
    ),
    "a stray word": (
        [*flags(), "128"],
        f'arguments: expected no further words, got "128". Example: {RIGHT}',
    ),
    "two modes": (
        [*flags(), "--topk", "8"],
        f"arguments: expected one of --diagnose and --topk, not both, got both. Example: {RIGHT}",
    ),
    "an unknown language": (
        [*flags(), "--lang", "de"],
        '--lang: expected one of en, zh, got "de". Example: --lang en',
    ),
}


@pytest.mark.parametrize(("argv", "message"), WRONG.values(), ids=WRONG)
def test_diagnose(program: Callable, argv: list[str], message: str) -> None:
    ran = program(["--diagnose", *argv])
    assert (ran.code, ran.out, ran.err) == (2, "", f"tile-decision: error: {message}\n")


def test_all_faults_are_told(program: Callable) -> None:
    ran = program(["--diagnose", *flags(block_m="0", stages="x", threads=None)])
    assert [line.split(":")[2].strip() for line in ran.err.splitlines()] == ["--block-m", "--stages", "--threads"]


def test_in_chinese(program: Callable) -> None:
    ran = program(["--diagnose", "--lang", "zh", *flags(block_m="0", device="h10")])
    assert ran.err == ("tile-decision: 错误: --block-m：应为 1 到 2^63-1 的整数，实际为 0。例如：--block-m 128\n")


SWEEPS = {
    "an unknown order": (
        ["--order", "time"],
        '--order: expected one of traffic, fill, shared, got "time". Example: --order traffic',
    ),
    "no rows": (["--topk", "0"], "--topk: expected a whole number from 1 to 100000, got 0. Example: --topk 8"),
    "an axis with a zero": (
        ["--stages", "2,0"],
        '--stages: expected whole numbers from 1 to 2^63-1, separated by commas, got "2,0". Example: --stages 2, 3, 4',
    ),
    "a file and an axis": (
        ["--space", "-", "--stages", "2"],
        f"arguments: expected one of --space and --stages, not both, got both. Example: {RIGHT}",
    ),
}


@pytest.mark.parametrize(("argv", "message"), SWEEPS.values(), ids=SWEEPS)
def test_sweep(program: Callable, argv: list[str], message: str) -> None:
    ran = program(argv)
    assert (ran.code, ran.out, ran.err) == (2, "", f"tile-decision: error: {message}\n")


SPACE = '{"block_m": [64, 128, 256], "stages": [2, 3, 4]}'
SPACES = {
    "no JSON": ("{", '"-": expected a JSON object (no key in double quotes at character 2), got '),
    "a list": ("[1]", '"-": expected a readable file with a JSON object of axes, got a list. Example: ' + SPACE),
    "an unknown axis": (
        '{"blockm": [1]}',
        'blockm: expected a key that exists (did you mean block_m?), got "blockm". Example: --block-m',
    ),
    "a huge product": (
        '{"block_m": %s, "block_n": %s}' % ((list(range(1, 1500)),) * 2),
        "space: expected at most 10000000 candidates, got 80892036 candidates. Example: --block-m 64,128\n",
    ),
}


@pytest.mark.parametrize(("text", "message"), SPACES.values(), ids=SPACES)
def test_space_file(program: Callable, text: str, message: str) -> None:
    ran = program(["--space", "-"], text)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"tile-decision: error: {message}")


def test_a_space_file_that_is_not_there(program: Callable) -> None:
    ran = program(["--space", "no/such/file"])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        'tile-decision: error: "no/such/file": expected a file that can be read, or - for standard input, '
        "got No such file or directory. Example: -\n"
    )


def test_typed_values_of_a_page() -> None:
    values = {"block_m": True, "block_n": 1.5, "block_k": [64], "stages": None, "threads": 2**64, "blockm": 1}
    with pytest.raises(InputError) as caught:
        diagnose(values)
    assert str(caught.value).splitlines() == [
        'blockm: expected a key that exists (did you mean block_m?), got "blockm". Example: block_m: 128',
        "block_m: expected a whole number from 1 to 2^63-1, got true. Example: block_m: 128",
        "block_n: expected a whole number from 1 to 2^63-1, got 1.5. Example: block_n: 256",
        "block_k: expected a whole number from 1 to 2^63-1, got a list. Example: block_k: 64",
        "stages: expected a whole number from 1 to 2^63-1, got nothing. Example: stages: 3",
        "threads: expected a whole number from 1 to 2^63-1, got 18446744073709551616. Example: threads: 256",
    ]


def test_a_page_may_sweep_less_than_the_command_line() -> None:
    values = {"block_m": list(range(1, 200)), "block_n": list(range(1, 200))}
    with pytest.raises(InputError, match="expected at most 100000 candidates, got 1425636 candidates"):
        sweep_report(values)
    assert sweep_report(values, bound=10**7).json["candidates"] == 1425636


@pytest.mark.parametrize(
    ("config", "problem", "message"),
    [
        (TileConfig(0, 1, 1, 1, 1), Problem(), "block_m: expected a whole number of at least 1, got 0"),
        (TileConfig(1, 1, 1, True, 1), Problem(), "stages: expected a whole number of at least 1, got true"),
        (TileConfig(1, 1, 1, 1, 1, "wmma"), Problem(), f"instr: expected one of {NAMES} .did you mean wgmma.., got"),
        (TileConfig(1, 1, 1, 1, 1), Problem(dtype="f8"), "dtype: expected one of"),
        (TileConfig(1, 1, 1, 1, 1), Problem(m=-1), "m: expected a whole number of at least 1, got -1"),
    ],
)
def test_values_built_by_hand(config: TileConfig, problem: Problem, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(config, problem)
