"""The samples of the seed text, read from the text itself, against what the program prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Callable

import pytest

SEED = (Path(__file__).parent.parent / "data/seeds/000_b28fad08af609960.txt").read_text(encoding="utf-8")

FENCES = re.findall(r"^```(\w*)\n(.*?)^```", SEED, re.MULTILINE | re.DOTALL)
SAMPLES = [body for language, body in FENCES if language == "text"]
COMMANDS = [
    shlex.split(line)[2:]
    for language, body in FENCES
    if language == "bash"
    for line in body.replace("\\\n", " ").splitlines()
    if line.startswith("python3 tile_decision.py")
]
TITLES = re.findall(r"^`(--.+?)` 的实际输出", SEED, re.MULTILINE)


def matches(sample: str, output: str) -> bool:
    """Whether the sample's lines open the output; runs of blanks are one, ``...`` stands for anything."""
    pattern = ""
    for line in sample.strip("\n").split("\n"):
        words = " ".join(line.split())
        if words == "...":
            pattern += r"(?:.*\n)*?"
            continue
        head, tail = words.startswith("..."), words.endswith("...")
        middle = re.escape(words.removeprefix("...").removesuffix("...").strip() if head or tail else words)
        pattern += (".*" if head else "") + middle + (".*" if tail else "") + r"\n"
    folded = "".join(" ".join(line.split()) + "\n" for line in output.splitlines())
    return re.match(pattern, folded) is not None


def test_the_seed_has_what_is_tested() -> None:
    assert len(SAMPLES) == len(TITLES) == 2
    assert len(COMMANDS) == 5


@pytest.mark.parametrize(("title", "sample"), list(zip(TITLES, SAMPLES)), ids=TITLES)
def test_each_sample_is_what_its_command_prints(program: Callable, title: str, sample: str) -> None:
    ran = program(shlex.split(title))
    assert (ran.code, ran.err) == (0, "")
    assert matches(sample, ran.out), ran.out


def test_a_sample_that_differs_does_not_match(program: Callable) -> None:
    assert not matches(SAMPLES[0].replace("459", "458"), program(["--topk", "8"]).out)


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_each_command_of_the_seed_runs(program: Callable, argv: list[str]) -> None:
    ran = program(argv)
    assert (ran.code, ran.err) == (0, "")


def test_a_legal_tile_is_told_so(program: Callable) -> None:
    argv = next(argv for argv in COMMANDS if "128" in argv)
    assert "\nOK all four constraints satisfied\n" in program(argv).out


def test_without_arguments_the_default_scan_runs(program: Callable) -> None:
    assert program([]).out == program(["--topk", "8"]).out
