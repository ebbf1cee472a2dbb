"""Puts descriptors and launches through the CUDA driver of this machine, and writes down what it answers.

    python3 tests/vendor/replay_driver.py > tests/data/tma/replay_NAME.jsonl

Needs an NVIDIA driver and nothing else: the standard library, and this checkout. Nothing is launched and nothing is
copied; the driver only encodes tensor maps and computes occupancy. The first line says which driver and GPU
answered; each further line has what was asked, what tilesite says, and the driver's result (0 is success).
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

from replay_cases import KERNELS, Config, descriptor_cases, kernel_ptx, launch_cases, report_cases  # noqa: E402 - the checkout is on the path only now

from tilesite.findings import failed_rules  # noqa: E402 - the checkout is on the path only now
from tilesite.tma import encode  # noqa: E402 - the checkout is on the path only now
from tilesite.tma.types import Descriptor, Encoding  # noqa: E402 - the checkout is on the path only now

PAGE = 4096
_REGISTERS, _MOST_DYNAMIC_SHARED = 4, 8  # CU_FUNC_ATTRIBUTE_NUM_REGS, …_MAX_DYNAMIC_SHARED_SIZE_BYTES
_MAJOR, _MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, …_MINOR


class DriverError(Exception):
    """The driver refused what has to work before anything can be asked."""


class Driver:
    """The few calls that are needed, on the first device, with its primary context current."""

    def __init__(self, library: str) -> None:
        self.cuda = ctypes.CDLL(library)
        self.device, context = ctypes.c_int(), ctypes.c_void_p()
        self.must("cuInit", 0)
        self.must("cuDeviceGet", ctypes.byref(self.device), 0)
        self.must("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.must("cuCtxSetCurrent", context)
        memory = ctypes.c_uint64()
        self.must("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(4 * PAGE))
        self.base = -(-memory.value // PAGE) * PAGE
        self.room = ctypes.create_string_buffer(2 * PAGE)
        self.map = -(-ctypes.addressof(self.room) // PAGE) * PAGE

    def must(self, name: str, *arguments: Any) -> None:  # noqa: ANN401 - whatever ctypes converts
        """Calls a function whose failure ends the replay."""
        result = getattr(self.cuda, name)(*arguments)
        if result:
            raise DriverError(f"{name}: CUresult {result}")

    def about(self) -> dict[str, object]:
        """The driver's version, the GPU's name and its compute capability."""
        version, major, minor = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        name = ctypes.create_string_buffer(100)
        self.must("cuDriverGetVersion", ctypes.byref(version))
        self.must("cuDeviceGetName", name, 100, self.device)
        self.must("cuDeviceGetAttribute", ctypes.byref(major), _MAJOR, self.device)
        self.must("cuDeviceGetAttribute", ctypes.byref(minor), _MINOR, self.device)
        capability = f"{major.value}.{minor.value}"
        return {"driver": version.value, "gpu": name.value.decode(), "compute_capability": capability}

    def encode(self, descriptor: Descriptor, address: int | None, map_address: int | None) -> int:
        """The driver's result for a descriptor. Of addresses that are given, only the place in a page counts."""
        where = self.base if address is None else 0 if address == 0 else self.base + address % PAGE
        box = descriptor.pixel_box
        boxes = (
            (_ints(box.lower), _ints(box.upper), ctypes.c_uint32(box.channels), ctypes.c_uint32(box.pixels))
            if box
            else (_array(ctypes.c_uint32, descriptor.box_dim or ()),)
        )
        return getattr(self.cuda, descriptor.api)(
            ctypes.c_void_p(self.map + (map_address or 0) % PAGE),
            ctypes.c_int(descriptor.dtype_enum or 0),
            ctypes.c_uint32(descriptor.rank),
            ctypes.c_void_p(where),
            _array(ctypes.c_uint64, descriptor.global_dim),
            _array(ctypes.c_uint64, descriptor.global_strides_bytes),
            *boxes,
            _array(ctypes.c_uint32, descriptor.element_strides),
            ctypes.c_int(descriptor.interleave),
            ctypes.c_int(descriptor.swizzle),
            ctypes.c_int(descriptor.l2_promotion),
            ctypes.c_int(descriptor.oob_fill),
        )

    def load(self, values: int) -> tuple[ctypes.c_void_p, int]:
        """The kernel that keeps so many values, and the registers that it has."""
        module, function, registers = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
        self.must("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(kernel_ptx(values).encode()))
        self.must("cuModuleGetFunction", ctypes.byref(function), module, b"hold")
        self.must("cuFuncGetAttribute", ctypes.byref(registers), _REGISTERS, function)
        return function, registers.value

    def blocks(self, function: ctypes.c_void_p, threads: int, shared: int) -> tuple[int, int | None]:
        """The result of the occupancy call and the blocks per SM; of the attribute when that is refused."""
        result = self.cuda.cuFuncSetAttribute(function, _MOST_DYNAMIC_SHARED, ctypes.c_int(shared))
        if result:
            return result, None
        blocks = ctypes.c_int()
        result = self.cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(
            ctypes.byref(blocks), function, ctypes.c_int(threads), ctypes.c_size_t(shared)
        )
        return result, blocks.value if result == 0 else None


def replay(driver: Driver) -> Iterator[dict[str, object]]:
    """Every line that is written."""
    about = driver.about()
    yield about
    for name, config in [*report_cases(), *descriptor_cases()]:
        yield _descriptor_answer(driver, name, config, str(about["compute_capability"]))
    kernels = {values: driver.load(values) for values in KERNELS}
    for number, launch in enumerate(launch_cases()):
        function, registers = kernels[launch.values]
        result, blocks = driver.blocks(function, launch.threads, launch.shared_bytes)
        asked = {"registers_per_thread": registers, "threads": launch.threads, "shared_bytes": launch.shared_bytes}
        yield {"id": f"launch-{number:03}", "launch": asked, "result": result, "blocks": blocks}


def _descriptor_answer(driver: Driver, name: str, config: Config, device: str) -> dict[str, object]:
    encoding: Encoding = encode({**config, "device": device})
    request = encoding.request
    result = driver.encode(encoding.descriptor, request.address, request.map_address)
    fails = failed_rules(encoding.findings)
    return {"id": name, "config": config, "ok": encoding.ok, "fails": fails, "result": result}


def _array(type_: type[Any], numbers: Sequence[int]) -> object:
    return (type_ * max(len(numbers), 1))(*numbers)


def _ints(numbers: Sequence[int]) -> object:
    return _array(ctypes.c_int, numbers)


def main() -> int:
    """Writes the answers to standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default="nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    library = parser.parse_args().library
    try:
        driver = Driver(library)
    except (OSError, DriverError) as error:
        sys.stderr.write(f"replay: expected an NVIDIA driver that works, got: {error}\n")
        return 2
    for line in replay(driver):
        sys.stdout.write(json.dumps(line) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
