"""What TileLang printed for a case, read into the keys of a plan: its CUDA source, its tensor maps, its refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from tilesite.tma.plan.c_index import ADDRESS, address, value_of
from tilesite.tma.plan.copies import CP_ASYNC, ERROR, IM2COL_API, NORMAL, TILED_API, TMA_1D, TMA_TILED
from tilesite.tma.plan.refusal import COMPILER_CHECK, PLAN, SELECT, Refusal

SHOWN = 32
"""Of more than twice as many instructions, the first and the last so many are read."""

_LOOP = re.compile(r"for \(int (\w+) = 0; \1 < (.+); \+\+\1\)")
_CALL = re.compile(r"tl::(tma_load_im2col|tma_load|tma_store)(?:<[^(]*>)?\((.*)\);")
_PIPELINE = "k"
_FELL_BACK = re.compile(r"cannot fall back to normal copy in LowerBulk: (.*), src=\w+, dst=\w+", re.DOTALL)
_SELECTING = (
    "could not be honored",
    "conflicts with",
    "T.tma_copy() requires TMA-capable",
    "T.tma_copy() only supports",
)
_CHECK = "Check failed"


class Generated(NamedTuple):
    """The CUDA source of a kernel, and the arguments of each tensor map by the map's name."""

    source: str
    maps: Mapping[str, Sequence[object]]


class _Loop(NamedTuple):
    variable: str
    bound: str
    depth: int


class _Call(NamedTuple):
    function: str
    arguments: list[str]
    loops: tuple[_Loop, ...]


def refusal_of(message: str) -> Refusal:
    """The stage and the words of a refusal, from what the compiler raised."""
    fell_back = _FELL_BACK.search(message)
    if fell_back:
        return Refusal(PLAN, fell_back.group(1).strip())
    lines = [line for line in message.splitlines() if line.strip()]
    said = [line for line in lines if _CHECK in line or "Error" in line] or lines or [""]
    reason = said[-1][said[-1].find(_CHECK) :] if _CHECK in said[-1] else said[-1]
    stage = SELECT if any(words in message for words in _SELECTING) else COMPILER_CHECK
    return Refusal(stage, reason.strip())


def refused(refusal: Refusal) -> dict[str, object]:
    """A refusal as the ``expected`` object of a recorded case."""
    return _answer(ERROR, reject={"stage": refusal.stage, "reason": refusal.reason})


def observed(generated: Generated, base: str, load: bool) -> dict[str, object]:
    """The ``expected`` object of a recorded case, for the tensor ``base``. Raises ValueError on unforeseen code."""
    kernel = generated.source[generated.source.rindex('extern "C" __global__') :]
    calls = [call for call in _calls(kernel) if _tensor_of(call) == base]
    if not calls:
        asynchronous = load and any("cp_async_gs" in line and _names(line, base) for line in kernel.splitlines())
        return _answer(CP_ASYNC if asynchronous else NORMAL)
    call = calls[0]
    points = list(_points(call.loops))
    name = f"{base}_desc"
    if call.arguments[0] == name:
        instructions = [_tiled(call, point) for point in _ends(points)]
        return _answer(TMA_TILED, _descriptor(generated.maps[name]), len(points), instructions)
    return _answer(TMA_1D, None, len(points), [_run(call, point) for point in _ends(points)])


def _answer(
    path: str,
    descriptor: dict[str, object] | None = None,
    count: int | None = None,
    instructions: list[dict[str, object]] | None = None,
    reject: dict[str, object] | None = None,
) -> dict[str, object]:
    return {
        "path": path,
        "descriptor": descriptor,
        "n_instructions": count,
        "instructions_block0": instructions,
        "reject": reject,
    }


def _calls(kernel: str) -> Iterator[_Call]:
    """The bulk copies, each with the loops that it stands in."""
    loops: list[_Loop] = []
    depth = 0
    for line in kernel.splitlines():
        loop = _LOOP.search(line)
        if loop:
            loops.append(_Loop(loop.group(1), loop.group(2), depth))
        call = _CALL.search(line)
        if call:
            yield _Call(call.group(1), _arguments(call.group(2)), tuple(loops))
        depth += line.count("{") - line.count("}")
        loops = [loop for loop in loops if loop.depth < depth]


def _arguments(text: str) -> list[str]:
    found = [""]
    depth = 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return [argument.strip() for argument in found]


def _tensor_of(call: _Call) -> str:
    first = call.arguments[0]
    if not first.startswith(ADDRESS):
        return first[: -len("_desc")]
    return address(call.arguments[1] if call.function == "tma_load" else first).array


def _names(line: str, base: str) -> bool:
    return re.search(rf"\b{base}(?:_s)?\b", line) is not None or base == "A"


def _points(loops: Sequence[_Loop]) -> Iterator[dict[str, int]]:
    """The loop variables of every instruction of one tile, in order."""
    inside = [loop for loop in loops if loop.variable != _PIPELINE]
    for point in product(*(range(value_of(loop.bound, {})) for loop in inside)):
        yield {loop.variable: index for loop, index in zip(inside, point)}


def _ends(points: list[dict[str, int]]) -> list[dict[str, int]]:
    return points if len(points) <= 2 * SHOWN else points[:SHOWN] + points[-SHOWN:]


def _tiled(call: _Call, point: Mapping[str, int]) -> dict[str, object]:
    place = 2 if call.function.startswith("tma_load") else 1
    return {
        "smem_offset_elems": value_of(address(call.arguments[place]).place, point),
        "coords": [value_of(each, point) for each in call.arguments[place + 1 :]],
    }


def _run(call: _Call, point: Mapping[str, int]) -> dict[str, object]:
    if call.function == "tma_load":
        inside, outside, count = call.arguments[0], call.arguments[1], call.arguments[3]
    else:
        outside, inside, count = call.arguments[0], call.arguments[1], call.arguments[2]
    return {
        "smem_offset_elems": value_of(address(inside).place, point),
        "global_offset_elems": value_of(address(outside).place, point),
        "bytes": value_of(count, point),
    }


def _descriptor(arguments: Sequence[object]) -> dict[str, object]:
    """The arguments that TileLang gives its own wrapper of the encoding call, under the names of a plan."""
    im2col = "im2col" in str(arguments[0])
    rank = arguments[3]
    if not isinstance(rank, int):
        raise ValueError(f"a tensor map of rank {rank}")  # noqa: TRY004 - unforeseen code, whatever is wrong with it
    rest = iter(arguments[5:])

    def take(count: int) -> list[object]:
        return [next(rest) for _ in range(count)]

    answer: dict[str, object] = {
        "api": IM2COL_API if im2col else TILED_API,
        "dtype_enum": arguments[2],
        "rank": rank,
        "base": arguments[4],
        "global_dim": take(rank),
        "global_stride_bytes_raw": take(rank),
    }
    if im2col:
        answer["element_strides"] = take(rank)
        answer["pixel_box_lower_corner"], answer["pixel_box_upper_corner"] = take(rank - 2), take(rank - 2)
        answer["pixels_per_column"], answer["channels_per_pixel"] = take(2)
    else:
        answer["box_dim"], answer["element_strides"] = take(rank), take(rank)
    answer.update(zip(("interleave", "swizzle", "l2_promotion", "oob_fill"), take(4)))
    return answer
