"""A bare wgmma loop: how many accumulators a thread can have before ptxas spills them."""

from __future__ import annotations

import re
from typing import NamedTuple

from vendor.ptxas import AssemblerError, assemble

TARGET = "sm_90a"
STEP = 4  # accumulators a thread that eight more columns of m64nNk16 cost
MOST = 256

_SPILLS = re.compile(r"(\d+) bytes spill stores")
_SERIALISED = re.compile(r"\(C75\d\d\) Potential Performance Loss: wgmma")
_TOO_FEW_REGISTERS = "(C7602)"


class Launch(NamedTuple):
    """The bounds under which the loop is compiled: threads of the block, registers that its warpgroup asks for."""

    threads: int
    setmaxnreg: int | None = None  # with one more warpgroup, which gives registers away


LAUNCHES = (
    *(Launch(threads) for threads in (128, 256, 384, 512, 640, 768, 896, 1024)),
    Launch(256, 240),
    Launch(384, 240),
)


def most_accumulators(launch: Launch) -> int:
    """The number of accumulators a thread, in steps of 4, after which one more step is spilled or serialised."""
    return next(count for count in range(STEP, MOST, STEP) if not is_clean(launch, count + STEP))


def is_clean(launch: Launch, accumulators: int) -> bool:
    """Whether ptxas keeps all accumulators in registers and leaves the products asynchronous."""
    output = assemble(TARGET, _kernel(launch, accumulators), "-v")
    if output.cubin is None:
        if _TOO_FEW_REGISTERS in output.messages:
            return False
        raise AssemblerError(output.messages[:2000])
    spills = _SPILLS.search(output.messages)
    if spills is None:
        raise AssemblerError(output.messages[:2000])
    return spills.group(1) == "0" and not _SERIALISED.search(output.messages)


def _kernel(launch: Launch, accumulators: int) -> list[str]:
    names = [f"d{number}" for number in range(accumulators)]
    return [
        f".visible .entry loop(.param .u64 where, .param .u32 steps) .maxntid {launch.threads}, 1, 1 {{",
        f".reg .f32 d<{accumulators}>; .reg .b64 at, a, b; .reg .b32 left, thread; .reg .pred again, gives;",
        "ld.param.u64 at, [where]; ld.param.u32 left, [steps];",
        "ld.global.u64 a, [at]; ld.global.u64 b, [at+8];",
        *_specialisation(launch),
        *(f"mov.f32 {name}, 0f00000000;" for name in names),
        "step: wgmma.fence.sync.aligned;",
        *_products(names),
        "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;",
        "add.u64 a, a, 2; add.u64 b, b, 2;",
        "sub.u32 left, left, 1; setp.ne.u32 again, left, 0; @again bra step;",
        *(f"st.global.f32 [at+{4 * number}], {name};" for number, name in enumerate(names)),
        "over: ret; }",
    ]


def _specialisation(launch: Launch) -> list[str]:
    """The first warpgroup gives registers away and leaves; the others take them."""
    if launch.setmaxnreg is None:
        return []
    return [
        "mov.u32 thread, %tid.x; setp.ge.u32 gives, thread, 128; @gives bra takes;",
        "setmaxnreg.dec.sync.aligned.u32 24; bra over;",
        f"takes: setmaxnreg.inc.sync.aligned.u32 {launch.setmaxnreg};",
    ]


def _products(names: list[str]) -> list[str]:
    """One product of 64 rows, or two of them when the accumulators are more than 64 x 256 values make."""
    half = len(names) if len(names) <= 128 else -(-len(names) // (2 * STEP)) * STEP
    parts = [part for part in (names[:half], names[half:]) if part]
    return [
        f"wgmma.mma_async.sync.aligned.m64n{2 * len(part)}k16.f32.f16.f16 {{{', '.join(part)}}}, a, b, 1, 1, 1, 0, 0;"
        for part in parts
    ]
