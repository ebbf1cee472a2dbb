"""The loop of ``kind: pipelined`` beside its copy: it adds the tile to a float32 fragment, over all threads.

Its own layout may not exist, and then no copy of the kernel compiles. The rule was found by trying, and holds for
the 560 tiles of bulk copies, with 128 threads, that were tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilesite.tma.plan.refusal import NotModelled, check

_NO_LAYOUT = "(has_best) is false: no available layout found"
_WIDEST_VECTOR = 4
"""Elements of the float32 fragment in one 16-byte access."""

_WIDEST_FLOAT8 = 8
"""Elements where the tile has 8-bit floats, which are converted in eights."""


def check_loop_body(shape: Sequence[int], float8: bool, threads: int, bulk: bool) -> None:
    """Raises Refused for a tile that the loop cannot divide among the threads.

    Without a bulk copy, the copy's own layout has a say too: what it then gives was not found out (NotModelled).
    """
    extents = [extent for extent in shape if extent > 1]
    total = 1
    for extent in extents:
        total *= extent
    widest = _WIDEST_FLOAT8 if float8 else _WIDEST_VECTOR
    check(total <= threads or total % threads == 0, _NO_LAYOUT)
    if total > threads and not _has_layout(extents, total // threads, threads, widest):
        if not bulk:
            raise NotModelled("loop over a tile whose rows the threads share unevenly")
        check(False, _NO_LAYOUT)


def _has_layout(extents: list[int], each: int, threads: int, widest: int) -> bool:
    """Whether a thread's part of the tile, in vectors, is a region that the compiler can name."""
    vector = 1
    while vector < widest and each % (2 * vector) == 0 and extents[-1] % (2 * vector) == 0:
        vector *= 2
    if each == vector:
        return True
    left = threads
    blocks = [*extents[:-1], extents[-1] // vector]
    while blocks and left % blocks[-1] == 0:
        left //= blocks.pop()
    if not blocks or left == threads or blocks[-1] % left == 0:
        return True
    inside = 1
    uneven = 0
    for extent in reversed(blocks[1:]):
        inside *= extent
        uneven += inside % left != 0
    return uneven != 1
