"""Each kind of block in a real build: what it shows is what its command prints."""

from __future__ import annotations

import io
import shlex
from pathlib import Path

import pytest
from sites import strict_build, write_site

from tilesite.console import Streams
from tilesite.pages.kinds import KINDS
from tilesite.pages.page import verify_page
from tilesite.tile.__main__ import main as tile_decision
from tilesite.tma.__main__ import main as tma_descriptor

PROGRAMS = {"tile-decision": tile_decision, "tma-descriptor": tma_descriptor}
BODIES = {
    "tile": "block_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 0x100\n",
    "sweep": "topk: 2\nblock_m: [64, 128]\nm: 4_096\n",
    "tma": "dtype: f16\nshape: 4096, 4096\nbox: [128, 64]\nswizzle: 128B\n",
    "copy": (
        "global_shape: [512, 1024]\nregion_min: [bx*64, 0]\nregion_extent:\n  - 64\n  - 64\n"
        "shared_shape: [64, 64]\nlayout:\n  kind: swizzled\n"
    ),
    "gemm": "block_m: 128\nblock_n: 128\nblock_k: 64\nstages: 3\nthreads: 128\n",
}


def test_every_kind_is_tried() -> None:
    assert set(BODIES) == set(KINDS)


@pytest.mark.parametrize("kind", sorted(BODIES))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_block_shows_what_its_command_prints(tmp_path: Path, kind: str, lang: str) -> None:
    built = strict_build(write_site(tmp_path, {"index.md": f'```yaml {kind} lang="{lang}"\n{BODIES[kind]}```\n'}))
    assert built.problems == []
    name, *argv = shlex.split(built.soup.select_one(".tilesite-command code").text)
    out = io.StringIO()
    assert PROGRAMS[name](argv, Streams(io.StringIO(), out, out)) == 0
    assert built.soup.select_one(".tilesite-output samp").text.rstrip("\n") == out.getvalue().rstrip("\n")


@pytest.mark.parametrize(
    ("kind", "body", "at"),
    [
        ("copy", BODIES["copy"].replace("swizzled", "swizled"), "9:9"),
        ("copy", BODIES["copy"].replace("  kind:", "  knd:"), "9:3"),
        ("copy", BODIES["copy"].replace("bx*64", "bx**64"), "3:13"),
        ("copy", BODIES["copy"] + "grid: [[1]]\n", "10:7"),
        ("copy", "layout: {a: {b: 1}}\n", "2:13"),
        ("gemm", BODIES["gemm"] + "instr: {a: 1}\n", "7:8"),
        ("tile", "block_m: {a: 1}\n", "2:10"),
        ("tile", "block_m: [[1]]\n", "2:11"),
    ],
)
def test_a_fault_is_told_where_it_stands(kind: str, body: str, at: str) -> None:
    places = [str(problem.place) for problem in verify_page(f"```{kind}\n{body}```\n", "p.md").problems]
    assert f"p.md:{at}" in places
