"""Each rule, by the tile that breaks it and the sentence that it says; and the near tile that keeps it."""

from __future__ import annotations

import re

import pytest

from tilesite.language import Text
from tilesite.tile import DEVICES, Problem, TileConfig, check, texts

H100_ALL = "9.0, h100, h100-pcie, h200, h20, h800, gh200"
TCGEN05_ALL = "10.0, 10.3, 11.0, b200, b300, thor"
GOOD = TileConfig(128, 128, 64, 3, 256)
MMA = GOOD._replace(instr="mma")

BROKEN = {
    "C1": (GOOD._replace(stages=8), {}, "h100", "shared 262144 B > 232448 B per block at stages=8"),
    "C1, one byte": (
        GOOD._replace(static_shared_bytes=232448 - 98304 + 1),
        {},
        "h100",
        "shared 232449 B > 232448 B per block at stages=3, 134145 B of it static",
    ),
    "C2": (
        TileConfig(256, 256, 64, 2, 256),
        {},
        "h100",
        "accumulators alone need 256 registers/thread (> 255); expect spilling to local memory",
    ),
    "C2, allocated": (
        TileConfig(192, 168, 64, 2, 128),
        {},
        "h100",
        "252 accumulators/thread, allocated as 256 (> 255); expect spilling to local memory",
    ),
    "C2 of f64": (
        TileConfig(64, 64, 16, 2, 32, "mma"),
        {"dtype": "f64"},
        "a100",
        "accumulators alone need 256 registers/thread (> 255); expect spilling to local memory",
    ),
    "C2, columns": (
        TileConfig(256, 264, 64, 2, 128, "tcgen05"),
        {},
        "b200",
        "accumulators need 528 columns of tensor memory, allocated as 1024 (> 512)",
    ),
    "C3, device": (
        GOOD,
        {},
        "a100",
        f"a100 (8.0) has no wgmma; devices that have it: {H100_ALL}",
    ),
    "C3, newer is no superset": (
        GOOD,
        {},
        "b200",
        f"b200 (10.0) has no wgmma; devices that have it: {H100_ALL}",
    ),
    "C3, tcgen05": (
        GOOD._replace(instr="tcgen05"),
        {},
        "rtx5090",
        f"rtx5090 (12.0) has no tcgen05; devices that have it: {TCGEN05_ALL}",
    ),
    "C3, type": (
        MMA,
        {"dtype": "f32"},
        "a100",
        "mma takes no f32 on a100; it takes f16, bf16, tf32, f64, s8, u8, s4, u4, b1",
    ),
    "C3, fp8 before 8.9": (
        MMA,
        {"dtype": "e4m3"},
        "rtx3090",
        "mma takes no e4m3 on rtx3090; it takes f16, bf16, tf32, f64, s8, u8, s4, u4, b1",
    ),
    "C3, accumulator": (
        GOOD,
        {"dtype": "bf16", "acc": "f16"},
        "h100",
        "wgmma does not sum bf16 in f16 on h100; it does in f32",
    ),
    "C3, block_M": (GOOD._replace(block_m=96), {}, "h100", "block_M 96 is not a multiple of 64 (wgmma m64nNk16)"),
    "C3, block_N": (GOOD._replace(block_n=100), {}, "h100", "block_N 100 is not a multiple of 8 (wgmma m64nNk16)"),
    "C3, block_K": (GOOD._replace(block_k=40), {}, "h100", "block_K 40 is not a multiple of 16 (wgmma m64nNk16)"),
    "C3, block_K of fp8": (
        GOOD._replace(block_k=48),
        {"dtype": "e4m3"},
        "h100",
        "block_K 48 is not a multiple of 32 (wgmma m64nNk32)",
    ),
    "C3, mma": (MMA._replace(block_m=20), {}, "h100", "block_M 20 is not a multiple of 16 (mma m16n8k8)"),
    "C3, threads": (
        GOOD._replace(threads=192),
        {},
        "h100",
        "threads 192 is not a multiple of 128, the warpgroup that issues wgmma",
    ),
    "C3, threads of mma": (
        MMA._replace(threads=100),
        {},
        "h100",
        "threads 100 is not a multiple of 32, the warp that issues mma",
    ),
    "C3, threads of tcgen05": (
        GOOD._replace(instr="tcgen05", threads=96),
        {},
        "b200",
        "threads 96: tcgen05 needs whole warps, four at least, to read its 128 lanes of tensor memory",
    ),
    "C4, threads": (MMA._replace(threads=2048), {}, "h100", "2048 threads > 1024 per block"),
    "C4, registers of a block": (
        TileConfig(400, 256, 16, 1, 480, "mma"),
        {},
        "h100",
        "no resident block fits: blocks_per_SM = 0",
    ),
    "PARTITION": (
        TileConfig(64, 16, 64, 2, 512),
        {},
        "h100",
        "4 warpgroups cannot be laid over 64x16 in whole 64x8 shapes",
    ),
    "PARTITION of warps": (
        TileConfig(16, 104, 64, 2, 384, "mma"),
        {},
        "h100",
        "12 warps cannot be laid over 16x104 in whole 16x8 shapes",
    ),
    "PARTITION of threads": (
        TileConfig(10, 10, 16, 2, 64, "simt"),
        {},
        "h100",
        "64 threads do not share 10x10 elements evenly",
    ),
    "WGMMA_SERIALISED": (
        TileConfig(128, 232, 64, 2, 128),
        {},
        "h100",
        "232 accumulators/thread: ptxas 13.0 spilled and serialised a bare wgmma loop from 232 on",
    ),
    "STATIC_SHARED": (
        GOOD._replace(static_shared_bytes=49153),
        {},
        "h100",
        "49153 B of static shared memory > 49152 B, which no device raises; declare it dynamic",
    ),
    "CLUSTER_GRID": (
        GOOD._replace(cluster_m=2),
        {"m": 128 * 3},
        "h100",
        "3 blocks along M are no whole number of clusters of 2",
    ),
    "CLUSTER_GRID before 9.0": (
        MMA._replace(cluster_n=2),
        {},
        "a100",
        "a100 has no thread block clusters (9.0 and later do)",
    ),
    "CLUSTER_GRID, size": (
        GOOD._replace(cluster_m=4, cluster_n=4),
        {},
        "h100",
        (
            "16 blocks in a cluster: up to 8 run on every device with clusters, more only where the device "
            "and a non-portable launch allow it"
        ),
    ),
    "CLUSTER_SMS": (
        GOOD._replace(cluster_m=4, cluster_n=2),
        {},
        "h100",
        "clusters of 8 leave at least 4 of 132 SMs idle",
    ),
    "SWIZZLE_K": (
        GOOD._replace(block_k=48),
        {},
        "h100",
        "a row of 48 f16 is 96 B: 32 B is the widest swizzle that divides it",
    ),
    "SWIZZLE_K, none": (
        MMA._replace(block_k=8),
        {},
        "a100",
        "a row of 8 f16 is 16 B: no swizzle (32, 64, 128 B) divides it",
    ),
    "EPILOGUE_REUSE": (
        TileConfig(128, 256, 64, 4, 256),
        {},
        "h100",
        "the C tile (64.0 KB) beside the stages (192.0 KB) exceeds 227.0 KB: it must reuse their buffers",
    ),
    "EPILOGUE_REUSE, parts": (
        TileConfig(256, 256, 16, 1, 512, "mma"),
        {},
        "rtx4090",
        "the C tile (128.0 KB) exceeds 99.0 KB by itself: it must be stored in parts",
    ),
    "TMEM_FULL": (
        TileConfig(256, 256, 64, 2, 256, "tcgen05"),
        {},
        "b200",
        "the accumulators take all 512 columns of tensor memory: no second block, no overlap with the epilogue",
    ),
    "TMEM_FULL, blocks": (
        TileConfig(128, 256, 32, 2, 128, "tcgen05"),
        {},
        "b200",
        "4 resident blocks want 256 columns each; tensor memory holds 2 of them at once",
    ),
    "WARP_SPECIALISED": (
        TileConfig(64, 128, 64, 2, 128),
        {},
        "h100",
        "TileLang adds a producer warpgroup: 256 threads are launched, blocks/SM stay 4",
    ),
    "WARP_SPECIALISED, fewer": (
        TileConfig(128, 248, 64, 2, 128),
        {},
        "h100",
        "TileLang adds a producer warpgroup: 256 threads are launched, blocks/SM fall from 2 to 1",
    ),
    "WARP_SPECIALISED, refused": (
        TileConfig(256, 256, 64, 2, 1024),
        {},
        "h100",
        "TileLang adds a producer warpgroup: 1152 threads would be launched, 1024 are allowed",
    ),
    "NOT_MODELLED": (
        MMA,
        {"dtype": "nvfp4"},
        "gb10",
        "not modelled: shapes of nvfp4, its scale factors and its padding; C3 is not checked, C1 counts elements alone",
    ),
    "NOT_MODELLED, shapes known": (
        MMA,
        {"dtype": "e2m1"},
        "rtx5090",
        "not modelled: padding and scale factors of e2m1; C1 counts elements alone",
    ),
    "C3, narrow type": (
        MMA._replace(block_k=48),
        {"dtype": "e2m1"},
        "rtx5090",
        "block_K 48 is not a multiple of 32 (mma m16n8k32)",
    ),
    "C0": (
        GOOD,
        {"m": 100, "n": 100, "k": 100},
        "h100",
        "M 100 is not a multiple of 128: the formula counts a fraction of the last tile, a kernel reads it whole",
    ),
    "C3, emulated": (
        MMA._replace(block_k=128),
        {"dtype": "s4"},
        "h100",
        "ptxas takes this s4 mma for h100, but not as one instruction: it is emulated",
    ),
    "C3, emulated m8n8k4": (
        MMA._replace(block_m=24),
        {},
        "h100",
        "ptxas takes this f16 mma for h100, but not as one instruction: it is emulated",
    ),
    "C3, pair": (
        GOOD._replace(instr="tcgen05", cluster_m=2),
        {},
        "b200",
        "two blocks of the cluster can multiply as one (cta_group 2): 256 rows over both",
    ),
    "C3, no pair": (
        GOOD._replace(instr="tcgen05", cluster_m=2, block_n=80),
        {"dtype": "s8"},
        "b200",
        "two blocks of the cluster cannot multiply as one (cta_group 2): block_N 80 is not a multiple of 32",
    ),
    "C4, SM count": (
        GOOD,
        {},
        "h800",
        "number of SMs of h800: from public tables; no print of a device and no document of the vendor was found",
    ),
    "C4, no SM count": (GOOD, {}, "9.0", "the number of SMs of 9.0 is not known: give sm_count for waves"),
}


@pytest.mark.parametrize(("config", "problem", "device", "message"), BROKEN.values(), ids=BROKEN)
def test_what_a_rule_says(
    config: TileConfig, problem: dict, device: str, message: str, request: pytest.FixtureRequest
) -> None:
    rule = re.split(r"[, ]", request.node.callspec.id)[0]
    said = [
        finding.message.say()
        for finding in check(config, Problem(**problem), DEVICES[device]).findings
        if finding.rule == rule
    ]
    assert message in said


KEPT = {
    "C1, one byte": (GOOD._replace(static_shared_bytes=232448 - 98304), {}, "h100", "C1"),
    "C2, 248 accumulators": (TileConfig(128, 248, 64, 2, 128), {}, "h100", "C2"),
    "C2, halves": (TileConfig(256, 256, 64, 3, 256), {"acc": "f16"}, "h100", "C2"),
    "C3, mma k8": (MMA._replace(block_k=24), {}, "t4", "C3"),
    "C3, volta": (TileConfig(8, 8, 4, 1, 32, "mma"), {}, "v100", "C3"),
    "C3, int8 in rows of 8": (TileConfig(8, 8, 16, 1, 32, "mma"), {"dtype": "s8"}, "h100", "C3"),
    "C3, threads of tcgen05": (GOOD._replace(instr="tcgen05", threads=192), {}, "b200", "C3"),
    "C3, simt": (TileConfig(3, 5, 7, 1, 15, "simt"), {"dtype": "f32"}, "h100", "C3"),
    "C4, 1024 threads": (MMA._replace(threads=1024), {}, "h100", "C4"),
    "PARTITION": (TileConfig(128, 16, 64, 2, 512), {}, "h100", "PARTITION"),
    "WGMMA_SERIALISED": (TileConfig(128, 224, 64, 2, 128), {}, "h100", "WGMMA_SERIALISED"),
    "STATIC_SHARED": (GOOD._replace(static_shared_bytes=49152), {}, "h100", "STATIC_SHARED"),
    "CLUSTER_GRID": (GOOD._replace(cluster_m=2), {}, "h100", "CLUSTER_GRID"),
    "CLUSTER_SMS": (GOOD._replace(cluster_m=2), {}, "h100", "CLUSTER_SMS"),
    "SWIZZLE_K": (GOOD._replace(block_k=16), {}, "h100", "SWIZZLE_K"),
    "EPILOGUE_REUSE": (GOOD, {}, "h100", "EPILOGUE_REUSE"),
    "TMEM_FULL": (TileConfig(128, 256, 64, 4, 128, "tcgen05"), {}, "b200", "TMEM_FULL"),
}


@pytest.mark.parametrize(("config", "problem", "device", "rule"), KEPT.values(), ids=KEPT)
def test_what_a_rule_lets_pass(config: TileConfig, problem: dict, device: str, rule: str) -> None:
    findings = check(config, Problem(**problem), DEVICES[device]).findings
    assert [finding for finding in findings if finding.rule == rule and finding.severity != "info"] == []


def test_every_sentence_stands_in_both_languages_with_the_same_values() -> None:
    entries = [entry for entry in vars(texts).values() if isinstance(entry, Text)]
    slots = re.compile(r"\{(\w+)\}")
    assert len(entries) > 60
    assert [entry for entry in entries if set(slots.findall(entry.en)) != set(slots.findall(entry.zh))] == []
    assert [entry for entry in entries if not entry.en.strip() or not entry.zh.strip()] == []


def test_every_finding_can_be_said_in_both_languages() -> None:
    for config, problem, device, _ in BROKEN.values():
        for finding in check(config, Problem(**problem), DEVICES[device]).findings:
            assert finding.message.say("en") != finding.message.say("zh")
