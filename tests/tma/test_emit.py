"""The emitted code, run.

C and CUDA are compiled against the real cuda.h and run with a recorder in the driver's place, where every argument
is compared byte for byte; Python runs against a recorder; TileLang's was lowered by TileLang.
"""

from __future__ import annotations

import ast
import os
import shutil
import struct
import subprocess
import sys
import types
from collections.abc import Callable, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from tilesite.tma import encode
from tilesite.tma.emit import emit
from tilesite.tma.enums import DTYPES
from tilesite.tma.types import Descriptor

DATA = Path(__file__).parents[1] / "data" / "tma"
ADDRESS = 0x7F0123456000

CONV = {
    "api": "im2col",
    "dtype": "f16",
    "pixel_box_lower_corner": [-1, -2],
    "pixel_box_upper_corner": [0, 1],
    "shape": [8, 56, 40, 64],
    "channels_per_pixel": 64,
    "pixels_per_column": 100,
    "element_strides": [1, 2, 3, 1],
    "swizzle": "128B",
}
CONFIGS: tuple[dict[str, Any], ...] = (
    {"dtype": "f16", "shape": [4096, 1024], "box": [128, 64], "swizzle": "128B"},
    {"dtype": "f32", "shape": [1024], "box": [256]},
    {"dtype": "u8", "shape": [2**32, 2**31, 16], "strides": [2**39, 16, 1], "box": [1, 1, 16], "swizzle": "32B"},
    {"dtype": "bf16", "shape": [2, 3, 4, 5, 64], "box": [1, 2, 3, 4, 32], "element_strides": [1, 2, 3, 4, 1]},
    {"dtype": "s32", "shape": [16, 128], "strides": [2**38 - 4, 1], "box": [16, 16], "l2_promotion": "none"},
    {"dtype": "f32", "shape": [8, 8, 8], "box": [2, 2, 3], "interleave": "16B", "l2_promotion": "64B"},
    {"dtype": "f64", "shape": [8, 8, 8], "box": [2, 2, 2], "interleave": "32B", "swizzle": "32B", "oob_fill": "nan"},
    {"dtype": "f16", "global_dim": [64, 9], "global_strides_bytes": [0], "box_dim": [64, 9], "l2_promotion": "256B"},
    {"dtype": "16u4_align16b", "shape": [64, 256], "box": [64, 128], "swizzle": "128B", "direction": "load"},
    {"dtype": "16u6_align16b", "shape": [64, 256], "box": [64, 128], "swizzle": "128B_ATOM_64B"},
    {"dtype": "e2m1", "shape": [64, 256], "box": [64, 64], "swizzle": "64B"},
    {"dtype": "u8", "shape": [8, 64], "box": [4, 32], "element_strides": [2, 0]},
    *({"dtype": dtype.short, "shape": [64, 64], "box": [8, 32]} for dtype in DTYPES[:13]),
    *({"dtype": "f16", "shape": [64, 64], "box": [8, 16], "swizzle": mode} for mode in range(7)),
    CONV,
    {**CONV, "dtype": "e4m3", "shape": [8, 4, 56, 40, 64], "element_strides": [1, 1, 1, 1, 1]}
    | {"pixel_box_lower_corner": [-16, -1, 0], "pixel_box_upper_corner": [15, 0, -1]},
    {**CONV, "shape": [8, 4096, 64], "element_strides": [1, 1, 1]}
    | {"pixel_box_lower_corner": [-32768], "pixel_box_upper_corner": [32767]},
)


def expected_call(descriptor: Descriptor, map_address: str) -> str:
    """The line that the recorder prints for this descriptor."""
    box = descriptor.pixel_box
    boxes = (
        [
            ("pixelBoxLowerCorner", "i", box.lower),
            ("pixelBoxUpperCorner", "i", box.upper),
            ("channelsPerPixel", "I", [box.channels]),
            ("pixelsPerColumn", "I", [box.pixels]),
        ]
        if box
        else [("boxDim", "I", descriptor.box_dim or ())]
    )
    arguments: list[tuple[str, str, Sequence[int]]] = [
        ("tensorDataType", "I", [descriptor.dtype_enum or 0]),
        ("tensorRank", "I", [descriptor.rank]),
        ("globalAddress", "Q", [ADDRESS]),
        ("globalDim", "Q", descriptor.global_dim),
        ("globalStrides", "Q", descriptor.global_strides_bytes),
        *boxes,
        ("elementStrides", "I", descriptor.element_strides),
        ("interleave", "I", [descriptor.interleave]),
        ("swizzle", "I", [descriptor.swizzle]),
        ("l2Promotion", "I", [descriptor.l2_promotion]),
        ("oobFill", "I", [descriptor.oob_fill]),
    ]
    shown = [f"{name}={struct.pack(f'<{len(numbers)}{form}', *numbers).hex()}" for name, form, numbers in arguments]
    return " ".join([descriptor.api, f"tensorMap={map_address}", *shown])


def header_folder() -> Path:
    wheel = distribution("nvidia-cuda-runtime")
    (path,) = [file for file in wheel.files or () if file.name == "cuda.h"]
    return Path(str(wheel.locate_file(path))).parent


def compile_(compiler: str, *argv: str | Path) -> None:
    found = shutil.which(compiler)
    assert found, f"these tests need {compiler}"
    words = [found, "-Wall", "-Wextra", "-Werror", f"-I{header_folder()}", *map(str, argv)]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def run_built(objects: list[Path], folder: Path, linker: str) -> list[str]:
    recorder = folder / "recorder.o"
    compile_("gcc", "-std=c11", "-c", DATA / "recorder.c", "-o", recorder)
    compile_(linker, *objects, recorder, "-o", folder / "program")
    return subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout.splitlines()


def test_c(tmp_path: Path) -> None:
    objects = []
    for index, config in enumerate(CONFIGS):
        source = tmp_path / f"map_{index}.c"
        source.write_text(emit(encode(config), "c", config, "en"), encoding="utf-8")
        objects.append(tmp_path / f"map_{index}.o")
        compile_("gcc", "-std=c11", "-pedantic", f"-Dmake_tensor_map=map_{index}", "-c", source, "-o", objects[-1])
    declared = "".join(f"CUresult map_{i}(CUtensorMap *, void *);\n" for i in range(len(CONFIGS)))
    called = "".join(
        f"    if (map_{i}(&map, (void *){ADDRESS}ULL) != CUDA_SUCCESS) return 1;\n" for i in range(len(CONFIGS))
    )
    shown = '    printf("%p\\n", (void *)&map);\n'
    main = (
        f"#include <cuda.h>\n#include <stdio.h>\n{declared}int main(void) {{\n    CUtensorMap map;\n{shown}{called}}}\n"
    )
    (tmp_path / "main.c").write_text(main, encoding="utf-8")
    compile_("gcc", "-std=c11", "-c", tmp_path / "main.c", "-o", tmp_path / "main.o")
    pointer, *calls = run_built([*objects, tmp_path / "main.o"], tmp_path, "gcc")
    stood = struct.pack("<Q", int(pointer, 16)).hex()
    assert calls == [expected_call(encode(config).descriptor, stood) for config in CONFIGS]


def test_cuda(tmp_path: Path) -> None:
    """The host part, as any C++ compiler reads it; nvcc's part is behind ``__CUDACC__``."""
    objects = []
    for index, config in enumerate(CONFIGS):
        source = tmp_path / f"map_{index}.cpp"
        text = emit(encode(config), "cuda", config, "en")
        call = f"void call_{index}() {{ make_tensor_map(reinterpret_cast<void *>({ADDRESS}ULL)); }}\n"
        source.write_text(text + call, encoding="utf-8")
        objects.append(tmp_path / f"map_{index}.o")
        renamed = f"-Dmake_tensor_map=map_{index}"
        compile_("g++", "-std=c++17", renamed, "-c", source, "-o", objects[-1])
    declared = "".join(f"void call_{index}();\n" for index in range(len(CONFIGS)))
    called = "".join(f"    call_{index}();\n" for index in range(len(CONFIGS)))
    (tmp_path / "main.cpp").write_text(f"{declared}int main() {{\n{called}}}\n", encoding="utf-8")
    compile_("g++", "-c", tmp_path / "main.cpp", "-o", tmp_path / "main.o")
    calls = run_built([*objects, tmp_path / "main.o"], tmp_path, "g++")
    stood = [call.split("tensorMap=")[1].split()[0] for call in calls]
    assert calls == [expected_call(encode(config).descriptor, map_) for config, map_ in zip(CONFIGS, stood)]


@pytest.mark.parametrize("language", ["c", "cuda"])
def test_a_broken_descriptor_does_not_compile(tmp_path: Path, language: str) -> None:
    config = {"dtype": "f16", "shape": [4096, 4096], "box": [512, 30]}
    source = tmp_path / "broken.c"
    source.write_text(emit(encode(config), language, config, "en"), encoding="utf-8")
    ran = subprocess.run(["gcc", "-c", source, "-o", os.devnull], capture_output=True, text=True, check=False)
    assert ran.returncode != 0
    assert '#error "FAIL BOX_GT_256: boxDim[1] 512 is over the limit of 256"' in ran.stderr
    assert "INNER_BOX_NOT_16" in ran.stderr


class Names:
    """An enum of the bindings: each member is its own name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, member: str) -> str:
        """The member's name."""
        return f"{self.name}.{member}"


class Recorder(types.ModuleType):
    """In the place of cuda.bindings.driver: names are themselves, numbers are tagged, calls are kept."""

    def __init__(self) -> None:
        super().__init__("driver")
        self.calls: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - it stands for anything of a module
        """A number type, a call that is kept, or an enum."""
        if name.startswith("cuuint"):
            return lambda number: (name, number)
        if name.startswith("cuTensorMap"):
            return lambda *arguments: self.calls.append((name, arguments)) or (self.CUresult.CUDA_SUCCESS, "a map")
        return Names(name)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: str(config["dtype"]))
def test_python(config: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder()
    bindings = types.ModuleType("cuda.bindings")
    vars(bindings)["driver"] = recorder
    monkeypatch.setitem(sys.modules, "cuda", types.ModuleType("cuda"))
    monkeypatch.setitem(sys.modules, "cuda.bindings", bindings)
    namespace: dict[str, Any] = {}
    exec(compile(emit(encode(config), "python", config, "en"), "emitted", "exec"), namespace)  # noqa: S102 - our own output
    assert namespace["make_tensor_map"](ADDRESS) == "a map"
    descriptor = encode(config).descriptor
    box = descriptor.pixel_box
    ((name, arguments),) = recorder.calls
    assert name == descriptor.api
    assert arguments[0] == f"CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_{descriptor.dtype_name}"
    assert arguments[1:3] == (descriptor.rank, ADDRESS)
    assert arguments[3] == [("cuuint64_t", number) for number in descriptor.global_dim]
    assert arguments[4] == [("cuuint64_t", number) for number in descriptor.global_strides_bytes]
    boxes = (
        (list(box.lower), list(box.upper), box.channels, box.pixels)
        if box
        else ([("cuuint32_t", number) for number in descriptor.box_dim or ()],)
    )
    assert arguments[5 : 5 + len(boxes)] == boxes
    assert arguments[-5] == [("cuuint32_t", number) for number in descriptor.element_strides]
    assert [argument.split(".")[0] for argument in arguments[-4:]] == [
        "CUtensorMapInterleave",
        "CUtensorMapSwizzle",
        "CUtensorMapL2promotion",
        "CUtensorMapFloatOOBfill",
    ]


def test_python_of_a_broken_descriptor_raises() -> None:
    config = {"dtype": "f16", "shape": [4096, 4096], "box": [512, 64]}
    with pytest.raises(ValueError, match="BOX_GT_256: boxDim\\[1\\] 512 is over the limit of 256"):
        exec(emit(encode(config), "python", config, "en"), {})  # noqa: S102 - our own output


def test_tilelang(emitted: dict[str, Any]) -> None:
    """Each recorded code was lowered by TileLang 0.1.15 and gave the recorded descriptor."""
    encoding = encode(emitted["config"])
    assert emit(encoding, "tilelang", emitted["config"], "en") == emitted["code"]
    for key, value in emitted["descriptor"].items():
        found = getattr(encoding.descriptor, key)
        assert (list(found) if isinstance(found, tuple) else found) == value


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"dtype": "tf32"}, "no element type becomes TFLOAT32"),
        ({"l2_promotion": "none"}, "the L2 promotion is always L2_128B"),
        ({"element_strides": [2, 1]}, "interleave, NaN fill and element strides are never used"),
        ({"swizzle": "128B_ATOM_32B"}, "the 128B_ATOM swizzles are never used"),
        ({"swizzle": "128B", "box": [64, 32]}, "a swizzled tile is 8 rows or a multiple, each as wide as the swizzle"),
        ({"box": [64, 64], "shape": [64, 64]}, "a contiguous tile is copied without a descriptor"),
        ({"box": [64, 64], "shape": [32, 128]}, "a tile larger than the tensor is not tried here"),
    ],
)
def test_what_tilelang_never_asks_for(change: dict[str, Any], reason: str) -> None:
    config = {"dtype": "f16", "shape": [4096, 4096], "box": [64, 64], **change}
    with pytest.raises(ValueError, match=f"TileLang 0.1.15 builds no such descriptor: {reason}"):
        exec(emit(encode(config), "tilelang", config, "en"), {})  # noqa: S102 - our own output


def test_the_program_emits(run: Callable[..., Any]) -> None:
    ran = run("--emit", "python", "--dtype", "f16", "--shape", "64,64", "--box", "64,64")
    assert (ran.code, ran.err) == (0, "")
    ast.parse(ran.out)
    assert ran.out.startswith("# tma-descriptor 0.1.0: tma-descriptor --dtype f16 --shape 64,64 --box 64,64\n")
    strict = run("--emit", "c", "--dtype", "f16", "--shape", "64,64", "--box", "64,512", "--strict")
    assert strict.code == 1
    assert "#error" in strict.out


def test_a_line_break_in_a_value_does_not_leave_its_comment() -> None:
    config = {"dtype": "f16", "shape": "64,\n64", "box": "64,64", "device": "\n h100 \n"}
    assert all(line.startswith("//") for line in emit(encode(config), "c", config, "en").split("\n")[:2])
    assert "#include <cuda.h>" in emit(encode(config), "c", config, "en").split("\n")[2]
