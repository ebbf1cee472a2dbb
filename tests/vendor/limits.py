"""Limits that ptxas knows for a target and says when they are exceeded."""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

from vendor.ptxas import AssemblerError, assemble

_SHARED = re.compile(r"Entry function '(\w+)' uses too much shared data \(0x[0-9a-f]+ bytes, 0x([0-9a-f]+) max\)")
_RESIDENCY = re.compile(r"Value of (?:threads per SM|minnctapersm) for entry t(\d+)n(\d+) is out of range")
_LOWER_BOUND = re.compile(r"adjusting per thread register count of \d+ to lower bound of (\d+)")
_TOO_BIG = "Too big maxrregcount value specified"

REGISTER_PROBES = (254, 255, 256, 257)
BLOCK_SIZES = (32, 128)  # one so small that only the number of blocks is limited, one for threads in steps of 128
BLOCKS = range(1, 41)
COLUMNS = range(1025)


class Limits(NamedTuple):
    """One target: static shared memory in bytes, registers a thread, and what is resident on an SM."""

    static_shared: int
    least_registers: int
    most_registers: int
    threads_per_sm: int
    blocks_per_sm: int


def limits(architecture: str) -> Limits:
    """Everything that is asked of a target."""
    least, most = _registers(architecture)
    threads, blocks = _residency(architecture)
    return Limits(_static_shared(architecture), least, most, threads, blocks)


def _static_shared(architecture: str) -> int:
    """The limit as the message for far too much says it; that much assembles, one byte more does not."""
    excess = assemble(architecture, _shared_kernel("far", 1 << 20)).messages
    found = _SHARED.search(excess)
    if found is None:
        raise AssemblerError(excess[:2000])
    most = int(found.group(2), 16)
    output = assemble(architecture, [*_shared_kernel("fits", most), *_shared_kernel("over", most + 1)])
    if {name for name, _ in _SHARED.findall(output.messages)} != {"over"}:
        raise AssemblerError(output.messages[:2000])
    return most


def _shared_kernel(name: str, size: int) -> list[str]:
    return [
        f".visible .entry {name}(.param .u64 where) {{ .reg .b64 at; .reg .b32 word;",
        f".shared .align 16 .b8 buffer_{name}[{size}];",
        f"ld.param.u64 at, [where]; ld.shared.u8 word, [buffer_{name}]; st.global.u32 [at], word; ret; }}",
    ]


def _registers(architecture: str) -> tuple[int, int]:
    """What -maxrregcount is raised to at least, and the most that it takes."""
    body = [".visible .entry empty() { ret; }"]
    raised = assemble(architecture, body, "-maxrregcount=1").messages
    least = _LOWER_BOUND.search(raised)
    answers = {count: assemble(architecture, body, f"-maxrregcount={count}").messages for count in REGISTER_PROBES}
    taken = [count for count, messages in answers.items() if _TOO_BIG not in messages]
    if least is None or not taken:
        raise AssemblerError(raised[:2000])
    return int(least.group(1)), max(taken)


def _residency(architecture: str) -> tuple[int, int]:
    """The most threads and blocks that launch bounds may promise for one SM: kernels of every bound, in one file."""
    bounds = list(itertools.product(BLOCK_SIZES, BLOCKS))
    body = [
        f".visible .entry t{threads}n{blocks}() .maxntid {threads}, 1, 1 .minnctapersm {blocks} {{ ret; }}"
        for threads, blocks in bounds
    ]
    output = assemble(architecture, body)
    if output.cubin is None:
        raise AssemblerError(output.messages[:2000])
    refused = {(int(threads), int(blocks)) for threads, blocks in _RESIDENCY.findall(output.messages)}
    taken = [bound for bound in bounds if bound not in refused]
    return max(threads * blocks for threads, blocks in taken), max(blocks for _, blocks in taken)


def tensor_memory_columns(architecture: str) -> list[int]:
    """The numbers of tensor memory columns that tcgen05.alloc takes."""
    opening = ".visible .entry columns() { .reg .b32 at; mov.b32 at, 0;"
    statements = [f"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [at], {count};" for count in COLUMNS]
    refused = {line - 1 for line, _ in assemble(architecture, [opening, *statements, "ret; }"]).objections}
    return [count for count in COLUMNS if count not in refused]
