"""The replay on a driver: run against a stub where no driver is, and its recorded answers where there are some."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from tilesite.findings import WARN
from tilesite.tile import occupancy
from tilesite.tile.devices import DEVICES
from tilesite.tma import encode

HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "tma"
SCRIPT = HERE / "replay_driver.py"


def disagreements(lines: list[dict[str, Any]]) -> Iterator[str]:
    """The ids whose answer is not what tilesite says now. A warning lets a driver say either."""
    about = lines[0]
    for line in lines[1:]:
        if "launch" in line:
            expected = occupancy(DEVICES[about["compute_capability"]], **line["launch"]).blocks_per_sm
            if (line["blocks"] or 0) != expected:
                yield line["id"]
            continue
        encoding = encode({**line["config"], "device": about["compute_capability"]})
        unsure = any(finding.severity == WARN and finding.imposed_by == "observed" for finding in encoding.findings)
        library = all(finding.imposed_by == "library" for finding in encoding.findings if finding.severity == "fail")
        if (line["result"] == 0) != encoding.ok and not unsure and not (library and not encoding.ok):
            yield line["id"]


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wheel = distribution("nvidia-cuda-runtime")
    (header,) = [file for file in wheel.files or () if file.name == "cuda.h"]
    include = Path(str(wheel.locate_file(header))).parent
    library = tmp_path_factory.mktemp("stub") / "libcuda.so.1"
    words = [
        "gcc",
        "-shared",
        "-fPIC",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-I{include}",
        DATA / "stub_driver.c",
        "-o",
        library,
    ]
    subprocess.run(words, check=True)
    return library


def test_the_replay_asks_and_writes_down(stub: Path) -> None:
    ran = subprocess.run([sys.executable, SCRIPT, "--library", stub], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    about, *lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert about == {"driver": 13000, "gpu": "stub", "compute_capability": "10.0"}
    launches = [line for line in lines if "launch" in line]
    descriptors = [line for line in lines if "config" in line]
    assert len(launches) == 200
    assert len(descriptors) == 500 + 21
    assert 0.2 < sum(line["ok"] for line in descriptors) / len(descriptors) < 0.8
    for line in descriptors:
        encoding = encode({**line["config"], "device": "10.0"})
        assert (line["ok"], line["fails"]) == (encoding.ok, list(dict.fromkeys(line["fails"])))
        assert (line["result"] != 0) == stub_refuses(encoding)
    assert all(line["blocks"] == 1024 // line["launch"]["threads"] for line in launches if not line["result"])
    assert any(line["result"] for line in launches)


def stub_refuses(encoding: Any) -> bool:  # noqa: ANN401 - an Encoding
    request = encoding.request
    address = 16 if request.address is None else request.address
    large = any(extent > 256 for extent in request.box or ())
    if request.pixel_box:
        large = request.pixel_box.channels > 256 or request.pixel_box.pixels > 1024
    return address == 0 or address % 16 != 0 or (request.map_address or 0) % 64 != 0 or large


def test_the_replay_says_what_is_missing() -> None:
    words = [sys.executable, SCRIPT, "--library", "no-such-libcuda.so"]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("replay: expected an NVIDIA driver that works, got: no-such-libcuda.so")


def test_recorded_answers_agree() -> None:
    """Every replay that was recorded (tests/data/tma/replay_*.jsonl; none yet), and one made up here."""
    legal = {"dtype": "f16", "global_dim": [64, 64], "global_strides_bytes": [128], "box_dim": [64, 64]}
    about = {"driver": 13000, "gpu": "H100", "compute_capability": "9.0"}
    launch = {"registers_per_thread": 64, "threads": 256, "shared_bytes": 0}
    right = [about, {"id": "a", "config": legal, "result": 0}, {"id": "b", "launch": launch, "blocks": 4}]
    wrong = [about, {"id": "c", "config": legal, "result": 1}, {"id": "d", "launch": launch, "blocks": 3}]
    assert list(disagreements(right)) == []
    assert list(disagreements(wrong)) == ["c", "d"]
    for path in DATA.glob("replay_*.jsonl"):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        assert list(disagreements(lines)) == [], path.name
