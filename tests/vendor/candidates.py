"""The instructions that are put to the assembler: legal ones and their neighbours."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from vendor.ptx import Mma, Tcgen05, Wgmma

F6_AND_BELOW = ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1")
CLASSES: tuple[tuple[str, ...], ...] = (
    ("f16", "bf16"),
    ("tf32",),
    ("f64",),
    F6_AND_BELOW,
    ("s8", "u8"),
    ("s4", "u4"),
    ("b1",),
)
"""Element types that some instruction might take together."""

TYPES = tuple(itertools.chain.from_iterable(CLASSES))
ACCUMULATORS = ("f16", "bf16", "f32", "f64", "s32")

MMA_ROWS = (8, 16, 32)  # of shapes that are given every combination of types
MMA_SHAPES = tuple(
    itertools.product(
        (4, 8, 16, 24, 32, 64), (4, 8, 16, 24, 32, 64), (1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512)
    )
)
"""Every (m, n, k) that is tried as a modifier; those the assembler has no word for are tried no further."""

WGMMA_SHAPES = tuple(itertools.product((16, 32, 64, 128), range(1, 273), (4, 8, 16, 32, 64, 128, 256, 512)))
"""The same for wgmma: every n up to beyond 256."""

SOURCES = ("shared", "registers")
PROBED_N = (8,)
"""The columns at which a combination of types and k is tried first: what m64n8 does not take is tried no further."""


def mma_spellings() -> list[Mma]:
    """One instruction for each shape, to find the shapes that the assembler has a word for."""
    return [Mma(*shape, "f32", "f16", "f16", "f32") for shape in MMA_SHAPES]


def wgmma_spellings() -> list[Wgmma]:
    """The same for wgmma; the accumulator is kept at four registers, as only the word is asked about."""
    return [Wgmma(*shape, "f32", "f16", "f16") for shape in WGMMA_SHAPES]


def mma_candidates(shapes: list[tuple[int, int, int]]) -> list[Mma]:
    """Every combination of types on each shape; on the shapes that are wgmma's words, the ordinary combinations."""
    warp = [shape for shape in shapes if shape[0] <= max(MMA_ROWS)]
    warpgroup = [shape for shape in shapes if shape[0] > max(MMA_ROWS)]
    ordinary = [(d, a, a, d, _kinds(a)[0]) for a in TYPES for d in ACCUMULATORS]
    return [Mma(*shape, *types) for shape in warp for types in _mma_types()] + [
        Mma(*shape, *types) for shape in warpgroup for types in ordinary
    ]


def _mma_types() -> Iterator[tuple[str, str, str, str, str]]:
    """(d, a, b, c, kind): all accumulators within a class of types, and two of them across classes."""
    mixed = (("f16", "f32"), ("f32", "f16"))
    accumulators = (*((name, name) for name in ACCUMULATORS), *mixed)
    for a, b in itertools.product(TYPES, TYPES):
        if _class_of(a) is not _class_of(b):
            yield "f32", a, b, "f32", ""
            yield "s32", a, b, "s32", ""
            continue
        for d, c in accumulators:
            for kind in _kinds(a):
                yield d, a, b, c, kind


def _kinds(a: str) -> tuple[str, ...]:
    if a == "b1":
        return ("xor", "and")
    return ("", "f8f6f4") if a in F6_AND_BELOW or a in ("f16", "s8") else ("",)


def _class_of(dtype: str) -> tuple[str, ...]:
    return next(group for group in CLASSES if dtype in group)


def wgmma_probes(shapes: list[tuple[int, int, int]]) -> list[Wgmma]:
    """Every combination of types and k, A in shared memory and in registers, at few n."""
    probed = [shape for shape in shapes if shape[1] in PROBED_N]
    pairs = [(a, b) for a, b in itertools.product(TYPES, TYPES) if _class_of(a) is _class_of(b)]
    return [
        Wgmma(*shape, d, a, b, source) for shape in probed for d in ACCUMULATORS for a, b in pairs for source in SOURCES
    ]


def wgmma_widths(accepted: list[Wgmma], shapes: list[tuple[int, int, int]]) -> list[Wgmma]:
    """What was accepted at some n, at every n for which there is a word."""
    combinations = sorted({candidate._replace(n=0) for candidate in accepted})
    return [
        combination._replace(n=n)
        for combination in combinations
        for m, n, k in shapes
        if (m, k) == (combination.m, combination.k)
    ]


def tcgen05_candidates() -> list[Tcgen05]:
    """Every kind with one and two thread blocks, A in shared and in tensor memory, plain and weight stationary."""
    plain = [
        Tcgen05(kind, group, source, "", stationary)
        for kind in ("f16", "tf32", "f8f6f4", "i8")
        for group in (1, 2)
        for source in ("shared", "tensor")
        for stationary in (False, True)
    ]
    scaled = [
        Tcgen05(kind, group, source, scale)
        for kind in ("mxf8f6f4", "mxf4", "mxf4nvf4")
        for scale in (".block16", ".block32")
        for group in (1, 2)
        for source in ("shared", "tensor")
    ]
    return plain + scaled
