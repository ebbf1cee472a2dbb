"""What is put to a driver: the public reports, descriptors that are legal or just illegal, and launches."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

REPORTS = Path(__file__).parents[1] / "data" / "tma" / "tma_reports.jsonl"
DESCRIPTORS = 500
LAUNCHES = 200

_REPORT_KEYS = {
    "global_address": "address",
    "tensor_map_address": "map_address",
    "pixel_box_lower": "pixel_box_lower_corner",
    "pixel_box_upper": "pixel_box_upper_corner",
}
_SAME_KEYS = ("api", "dtype", "global_dim", "global_strides_bytes", "box_dim", "element_strides", "interleave")
_MODE_KEYS = ("swizzle", "l2_promotion", "oob_fill", "channels_per_pixel", "pixels_per_column")

Config = dict[str, Any]


def report_cases() -> Iterator[tuple[str, Config]]:
    """The reports whose parameters are complete, as configs."""
    for line in REPORTS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["params_complete"]:
            config = {key: row.get(key) for key in _SAME_KEYS + _MODE_KEYS}
            config.update({key: row.get(name) for name, key in _REPORT_KEYS.items()})
            yield row["id"], config


_TILED = {"global_dim": [256, 64], "global_strides_bytes": [512], "box_dim": [64, 8]}
_CUBE = {"global_dim": [64, 32, 16], "global_strides_bytes": [256, 8192], "box_dim": [8, 8, 8]}
_PACKED = {"global_dim": [256, 64], "global_strides_bytes": [256], "box_dim": [128, 8]}
_CONV = {"api": "im2col", "global_dim": [64, 56, 56, 8], "global_strides_bytes": [128, 7168, 401408]}
_PIXELS = {"channels_per_pixel": 64, "pixels_per_column": 64}
_CORNERS = {"pixel_box_lower_corner": [-1, -1], "pixel_box_upper_corner": [-1, -1]}

BASES: tuple[Config, ...] = (
    {"dtype": "f16", **_TILED},
    {"dtype": "f16", **_TILED, "swizzle": "128B"},
    {"dtype": "bf16", **_CUBE},
    {"dtype": "f32", **_CUBE, "interleave": "16B"},
    {"dtype": "s32", **_CUBE, "interleave": "32B", "swizzle": "32B"},
    {"dtype": "u8", **_CUBE, "box_dim": [16, 8, 8]},
    {"dtype": "f64", **_CUBE, "global_strides_bytes": [512, 16384], "box_dim": [2, 2, 2], "swizzle": "64B"},
    {"dtype": "16u4_align8b", **_PACKED},
    {"dtype": "16u4_align16b", **_PACKED, "swizzle": "128B"},
    {"dtype": "16u6_align16b", **_PACKED},
    {"dtype": "f16", **_CONV, **_PIXELS, **_CORNERS},
    {"dtype": "f16", **_CONV, **_PIXELS, **_CORNERS, "swizzle": "128B"},
)


def descriptor_cases() -> Iterator[tuple[str, Config]]:
    """The same descriptors every time: each a legal one with one or two values at or just past a limit."""
    choose = random.Random(20250131)  # noqa: S311 - the point is that it repeats
    for number in range(DESCRIPTORS):
        config = json.loads(json.dumps(choose.choice(BASES)))
        for _ in range(choose.choice((0, 1, 1, 1, 2))):
            _disturb(config, choose)
        yield f"generated-{number:03}", config


def _disturb(config: Config, choose: random.Random) -> None:
    """Puts one value of the config at a limit or next to one."""
    lists: dict[str, tuple[int, ...]] = {
        "global_dim": (0, 1, 2, 127, 128, 129, 2**32 - 1, 2**32, 2**32 + 1),
        "global_strides_bytes": (0, 8, 16, 24, 32, 48, 2**40 - 32, 2**40 - 16, 2**40, 2**41),
        "box_dim": (0, 1, 3, 8, 30, 32, 64, 96, 128, 255, 256, 257),
        "pixel_box_lower_corner": (-129, -128, -56, 0, 55, 127, 128),
        "pixel_box_upper_corner": (-129, -128, -57, -56, 0, 127, 128),
    }
    scalars: dict[str, tuple[object, ...]] = {
        "address": (0, 8, 16, 32, 48),
        "map_address": (64, 32, 16),
        "interleave": (0, 1, 2),
        "swizzle": (0, 1, 2, 3, 4, 5, 6),
        "l2_promotion": (0, 1, 2, 3),
        "oob_fill": (0, 1),
        "dtype": tuple(range(16)),
    }
    if config.get("api") == "im2col":
        scalars.update(channels_per_pixel=(0, 1, 3, 64, 128, 256, 257), pixels_per_column=(0, 1, 1024, 1025))
    key = choose.choice([*(key for key in lists if key in config), "element_strides", *scalars])
    if key in scalars:
        config[key] = choose.choice(scalars[key])
        return
    choices = lists.get(key, (0, 1, 7, 8, 9))
    numbers = config.setdefault(key, [1] * len(config["global_dim"]))
    numbers[choose.randrange(len(numbers))] = choose.choice(choices)


class Launch(NamedTuple):
    """A kernel that keeps ``values`` registers alive, launched with threads and dynamic shared memory."""

    values: int
    threads: int
    shared_bytes: int


def launch_cases() -> Iterator[Launch]:
    """The same launches every time."""
    choose = random.Random(20250201)  # noqa: S311 - the point is that it repeats
    for _ in range(LAUNCHES):
        values = choose.choice(KERNELS)
        threads = choose.choice((32, 64, 96, 128, 160, 256, 288, 384, 512, 640, 768, 1024))
        shared = choose.choice((0, 1, 1000, 1024, 8192, 16384, 33000, 49152, 65536, 100000, 163840, 232448))
        yield Launch(values, threads, shared)


KERNELS = (8, 24, 40, 56, 72, 96, 120, 160, 200, 240)


def kernel_ptx(values: int) -> str:
    """PTX of a kernel that holds ``values`` loaded numbers across a barrier, so that each keeps a register."""
    loads = "".join(f"    ld.volatile.global.u32 %r{i}, [%rd1+{4 * i}];\n" for i in range(values))
    stores = "".join(f"    st.volatile.global.u32 [%rd1+{4 * i}], %r{values - 1 - i};\n" for i in range(values))
    return (
        ".version 7.0\n.target sm_80\n.address_size 64\n"
        ".extern .shared .align 16 .b8 pool[];\n"
        ".visible .entry hold(.param .u64 p)\n{\n"
        f"    .reg .b32 %r<{values}>;\n    .reg .b64 %rd<2>;\n"
        "    ld.param.u64 %rd1, [p];\n"
        f"{loads}    bar.sync 0;\n{stores}    ret;\n}}\n"
    )
