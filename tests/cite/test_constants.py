"""The numbers of the facts are those that the programs use: no constant drifts from its fact, nor a fact from it."""

from __future__ import annotations

import re

import pytest

from tilesite.facts import ALL_FACTS, FACTS, SOURCES
from tilesite.facts.wording import numbers_in
from tilesite.tile import DEVICES, Problem, TileConfig, check
from tilesite.tile.calculator import MOST_REGISTERS
from tilesite.tile.constraints import MOST_NAMED_REGISTERS
from tilesite.tile.device import REGISTER_UNIT, SUB_PARTITIONS, WARP, WARPGROUP
from tilesite.tile.measures import TMEM_COLUMNS
from tilesite.tile.shapes import MMA, TCGEN05, WGMMA, shapes_of
from tilesite.tile.warnings import PORTABLE_CLUSTER, SERIALISED_FROM, STATIC_LIMIT, SWIZZLES
from tilesite.tma import encode, enums
from tilesite.tma.enums import DTYPES, Enumeration
from tilesite.tma.explanations import EXPLANATIONS
from tilesite.tma.plan.box import ALIGNMENT
from tilesite.tma.plan.im2col import LARGEST_COLUMN
from tilesite.tma.plan.layouts import LARGEST_BOX
from tilesite.tma.plan.selection import FIRST_ARCH, LARGEST_STRIDE

H100, B200 = DEVICES["9.0"], DEVICES["10.0"]


def named(enumeration: Enumeration) -> str:
    """The names of an enumeration as its fact lists them."""
    first, *rest = enumeration.names
    return ", ".join([f"{first} = 0", *rest])


def shapes(kind: str) -> str:
    # m8n8k4 is of Volta: later devices have it, but not as an instruction.
    found = {each.name for each in shapes_of(kind, "f16", "f32", H100) if each.m >= 16}
    return ", ".join(sorted(found, key=lambda each: (len(each), each)))


CONSTANTS: dict[str, object] = {
    "warp": WARP,
    "warpgroup": WARPGROUP,
    "mma-f16-shapes": shapes(MMA),
    "wgmma-f16-shape": shapes(WGMMA),
    "tmem-columns": TMEM_COLUMNS,
    "registers-per-sm": H100.registers_per_sm,
    "registers-at-full-occupancy": H100.registers_per_sm // H100.threads_per_sm,
    "register-unit": REGISTER_UNIT,
    "registers-per-thread": MOST_NAMED_REGISTERS,
    "wgmma-serialised": SERIALISED_FROM,
    "occ-registers": SUB_PARTITIONS,
    "occ-reserved": min(int(each.capability.split(".")[0]) for each in DEVICES.values() if each.shared_reserved),
    "occ-granularity": ", ".join(map(str, sorted({each.shared_granularity for each in DEVICES.values()}))),
    "occ-most-registers": MOST_REGISTERS,
    "threads-per-block": H100.threads_per_block,
    "shared-reserved": H100.shared_reserved,
    "static-shared-limit": STATIC_LIMIT,
    "cluster-size": PORTABLE_CLUSTER,
    "swizzle-spans": ", ".join(map(str, sorted(SWIZZLES))),
    "tiled-swizzle-span": ", ".join(map(str, sorted({*enums.SWIZZLE_SPANS} - {0}))),
    "im2col-swizzle-span": ", ".join(map(str, sorted({*enums.SWIZZLE_SPANS} - {0}))),
    "tilelang-producer": WARPGROUP,
    "tensor-map-dtypes": named(enums.DATA_TYPE),
    "tensor-map-interleaves": named(enums.INTERLEAVE),
    "tensor-map-swizzles": named(enums.SWIZZLE),
    "tensor-map-l2-promotions": named(enums.L2_PROMOTION),
    "tensor-map-oob-fills": named(enums.OOB_FILL),
    "plan-box-256": LARGEST_BOX,
    "tilelang-box-limit": LARGEST_BOX,
    "plan-box-split": ALIGNMENT,
    "plan-im2col-pixels": LARGEST_COLUMN,
    "plan-target": FIRST_ARCH,
}
"""The value of each fact that a constant of the programs is."""

UNTIED: dict[str, str] = {
    "traffic-formula": "a formula; tests/tile compares its results",
    "cluster-grid": "no remainder: the rule tests it with %",
    "cluster-idle": "a report, told beside the finding; nothing is computed from it",
    "sm-count-b300": "three counts are stated, and the device has none",
    "simt-shapes": "no shape is no number",
    "tcgen05-pairs": "the remark has the step alone, see below",
    "tcgen05-pairs-s8": "the remark has the step alone, see below",
    "tcgen05-shapes": "a range; see below",
    "plan-last-dim": "a remainder in the plan, recorded against TileLang itself in tests/plan",
    "plan-global-stride": "a remainder in the plan, recorded against TileLang itself in tests/plan",
    "plan-1d": "a remainder in the plan, recorded against TileLang itself in tests/plan",
    "plan-warp-specialised": "one stage: whether there is a pipeline",
    "plan-swizzles": "a range of exponents, recorded against TileLang itself in tests/plan",
    "plan-inner-stride": "one: contiguous or not",
    "tilelang-enum-cast": "code, no number",
    "tilelang-encode-call": "code, no number",
    "ptx-traversal-stride-0": "one, said beside the finding",
    "tilelang-inner-stride": "one: contiguous or not",
    "tilelang-check-bulk-load": "the book's row; the program's own is plan-last-dim",
    "tilelang-check-global-strides": "the book's row; the program's own is plan-global-stride",
    "report-store-overrun": "a report; the rule tests a remainder",
    "tiled-device": "a version with a point: 9.0",
    "im2col-device": "a version with a point: 9.0",
    "tiled-swizzle-interleave-32": "a name",
    "im2col-swizzle-interleave-32": "a name",
    "tiled-16u6-swizzles": "names",
    "im2col-16u6-swizzles": "names",
    "tiled-16u4-swizzles": "names",
    "im2col-16u4-swizzles": "names",
    "tensor-map-element-bits": "see below",
    "cccl-compute-capability-9": "see below",
    "align16b-capability": "see below",
    "im2col-corner-range": "see below",
    "tilelang-im2col-positive": "one: whether there is any",
}
"""The facts with a number in their value that no constant or limit of a finding is, and why."""


_FP4 = {"dtype": "16u4_align16b", "shape": [64, 256], "box": [64, 128], "direction": "load"}
_CUBE = {"dtype": "f16", "box_dim": [8, 8, 8], "global_dim": [64, 64, 64], "interleave": "32B", "swizzle": "32B"}
_PIXELS = {"api": "im2col", "dtype": "16u4_align16b", "shape": [8, 56, 56, 128], "direction": "load"}
_CORNERS = {"pixel_box_lower_corner": [-1, -1], "pixel_box_upper_corner": [-1, -1], "pixels_per_column": 128}
BROKEN: tuple[dict[str, object], ...] = (
    {**_FP4, "address": "0x10"},
    {**_CUBE, "global_strides_bytes": [144, 9216]},
    {**_PIXELS, **_CORNERS, "channels_per_pixel": 64},
)
"""What breaks rules that rest on other facts in other modes."""


def limits() -> dict[str, set[str]]:
    """The limits that findings name, by the keys of the facts that they cite; both calls have one rule for a pair."""
    found: dict[str, set[str]] = {}
    for config in (*(told.fails for told in EXPLANATIONS.values()), *BROKEN):
        for finding in encode(dict(config)).findings:
            if isinstance(finding.limit, int):
                limit = finding.limit // 8 if finding.unit == "bits" else finding.limit
                for key in finding.cites:
                    found.setdefault(key, set()).add(str(limit))
    twins = {key: found[other] for key in FACTS if (other := key.replace("im2col-", "tiled-", 1)) in found}
    return {**twins, **found}


def said_by(key: str) -> set[str]:
    """The numbers that a fact's value gives, "1" for a value that is not zero."""
    value = FACTS[key].value
    powers = {str(int(base) ** int(power)) for base, power in re.findall(r"([0-9]+)\^([0-9]+)", value)}
    return {*numbers_in(value), *powers, *({"1"} if "non-zero" in value else ())}


def test_every_constant_is_its_facts() -> None:
    assert {key: FACTS[key].value for key in CONSTANTS} == {key: str(value) for key, value in CONSTANTS.items()}
    assert LARGEST_STRIDE == 1 << 40
    assert "<< 40" in (FACTS["plan-global-stride"].found or "")


def test_every_limit_of_a_finding_is_in_a_fact_that_it_cites() -> None:
    found = limits()
    assert len(found) > 20
    for key in ("tiled-box-range", "tiled-stride-below-2-40", "tiled-dim-range", "im2col-pixels-1024", "tiled-rank"):
        assert key in found
    for told in EXPLANATIONS.values():
        for finding in encode(told.fails).findings:
            if isinstance(finding.limit, int) and finding.cites:
                limit = finding.limit // 8 if finding.unit == "bits" else finding.limit
                said = {number for key in finding.cites for number in said_by(key)}
                assert not said or str(limit) in said, (finding.rule, limit, finding.cites)


def test_every_fact_with_a_number_is_tied_or_it_is_said_why_not() -> None:
    of_devices = {key for device in DEVICES.values() for key in device.cites}
    tied = {*CONSTANTS, *limits(), *of_devices} - set(UNTIED)
    numbered = {fact.key for fact in ALL_FACTS if re.search(r"(?<![A-Za-z_])[0-9]", fact.value)}
    assert numbered - tied - set(UNTIED) == set()
    assert set(UNTIED) - set(FACTS) == set()
    for key in set(FACTS) - {"im2col-rank"}:  # the one rule in which the two calls differ
        twin = FACTS.get(key.replace("im2col-", "tiled-", 1), FACTS[key])
        assert (twin.value, twin.unit) == (FACTS[key].value, FACTS[key].unit)
    for key, found in limits().items():
        assert not said_by(key) or found & said_by(key) or key in UNTIED, (key, found, said_by(key))


def test_what_a_table_cannot_tie() -> None:
    sizes = {dtype.bits for dtype in DTYPES}
    said = FACTS["tensor-map-element-bits"].value
    in_bytes, in_bits = said.split(" bytes, or ")
    assert {int(each) * 8 for each in numbers_in(in_bytes)} | set(map(int, numbers_in(in_bits))) == sizes
    steps = {(each.m, each.n) for each in shapes_of(TCGEN05, "f16", "f32", B200)}
    assert steps == {(64, 8)}
    assert FACTS["tcgen05-shapes"].value == "M 64, 128; N 8 to 256"
    for dtype, key in (("f16", "tcgen05-pairs"), ("s8", "tcgen05-pairs-s8")):
        tile = TileConfig(128, 24, 64, 2, 256, instr="tcgen05", cluster_m=2)
        (finding,) = [each for each in check(tile, Problem(dtype=dtype), B200).findings if key in each.cites]
        assert FACTS[key].value == f"M 128, 256; N {finding.limit} to 256"


@pytest.mark.parametrize(("rank", "bits"), [(3, 16), (4, 8), (5, 5)])
def test_the_offsets_of_corners_have_their_bits(rank: int, bits: int) -> None:
    pair = FACTS["im2col-corner-range"].value.split(", ")[rank - 3]
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    assert pair == f"{low} to {high}"
    shape = [8, *[56] * (rank - 2), 64]
    corners = {"pixels_per_column": 16, "channels_per_pixel": 64, "api": "im2col", "dtype": "f16", "shape": shape}
    for offset, holds in ((low, True), (low - 1, False)):
        given = {"pixel_box_lower_corner": [offset] * (rank - 2), "pixel_box_upper_corner": [0] * (rank - 2)}
        findings = encode({**corners, **given}).findings
        assert ("im2col-corner-range" not in {key for each in findings for key in each.cites}) == holds


ALONE = re.compile(r"(?<![A-Za-z0-9_.])[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_])")
"""A number that stands alone: digits in names (16U4_ALIGN16B, sm_90a, im2col, f16, L2) are no claims."""


@pytest.mark.parametrize("fact", [fact for fact in ALL_FACTS if SOURCES[fact.source].wheel], ids=lambda fact: fact.key)
def test_an_opened_fact_claims_no_number_that_its_lines_do_not_give(fact: object) -> None:
    assert isinstance(fact, type(ALL_FACTS[0]))
    given = {*numbers_in(fact.value), *numbers_in(fact.found or "")}
    assert set(ALONE.findall(fact.statement.en)) <= given
    assert set(numbers_in(fact.value)) <= set(numbers_in(fact.found or ""))


def test_both_languages_name_the_same_numbers() -> None:
    for fact in ALL_FACTS:
        assert sorted(ALONE.findall(fact.statement.en)) == sorted(ALONE.findall(fact.statement.zh)), fact.key
