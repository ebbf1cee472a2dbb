"""Facts of the tile checker about instructions: their shapes, who issues them, where their sums are kept."""

from __future__ import annotations

from tilesite.facts.types import Fact, Place
from tilesite.language import Text

_PTX = "tilelang-corpus/05-nvidia-backend/raw/nvidia-ptx-isa.md"

SHAPE_FACTS: tuple[Fact, ...] = (
    Fact(
        "warp",
        Text("A warp is 32 threads.", "一个 warp 是 32 个线程。"),
        "32",
        "cuda-guide",
        "section Technical Specifications per Compute Capability",
        unit="threads",
        also=Place("tilelang", "tilelang/src/cuda/op/copy.cc:629", "constexpr int WARP_SIZE = 32"),
    ),
    Fact(
        "warpgroup",
        Text("A warpgroup is four warps in a row, 128 threads.", "warpgroup 是四个连续 warp，即 128 个线程。"),
        "128",
        "ptx-isa",
        "section Asynchronous Warpgroup Level Matrix Instructions",
        unit="threads",
        seed_locator=f"{_PTX}:28113-28114",
        also=Place("tilelang", "tilelang/cuda/language/warpgroup.py:47", "warp_group_size = 128"),
    ),
    Fact(
        "mma-f16-shapes",
        Text("mma of dense f16 has m16n8k8 and m16n8k16.", "mma 的密集 f16 形状是 m16n8k8 与 m16n8k16。"),
        "m16n8k8, m16n8k16",
        "ptx-isa",
        "section Warp Level Matrix Multiply-Accumulate Instructions",
        seed_locator=f"{_PTX}:23476-23477",
        measured="ptxas mma_f16 sm_90",
    ),
    Fact(
        "wgmma-f16-shape",
        Text("wgmma of dense f16 has m64nNk16.", "wgmma 的密集 f16 形状是 m64nNk16。"),
        "m64nNk16",
        "ptx-isa",
        "section Asynchronous Warpgroup Level Matrix Instructions",
        seed_locator=f"{_PTX}:28132",
        measured="ptxas wgmma_f16 sm_90a",
    ),
    Fact(
        "mma-shapes",
        Text("The shapes of mma for each type and architecture.", "各类型、各架构下 mma 的形状。"),
        "the table of tilesite/tile/shapes.py",
        "ptxas",
        "every candidate assembled",
        measured="ptxas mma_table",
    ),
    Fact(
        "wgmma-shapes",
        Text(
            "The shapes of wgmma, on sm_90a alone: M 64, N in steps of 8 up to 256.",
            "wgmma 的形状，仅限 sm_90a：M 为 64，N 以 8 为步长直到 256。",
        ),
        "the table of tilesite/tile/shapes.py",
        "ptxas",
        "every candidate assembled",
        measured="ptxas wgmma_table",
    ),
    Fact(
        "tcgen05-shapes",
        Text(
            "The shapes of tcgen05 for one block: M 64 or 128; with M 64, N in steps of 8 up to 256.",
            "单个 block 的 tcgen05 形状：M 为 64 或 128；M 为 64 时，N 以 8 为步长直到 256。",
        ),
        "M 64, 128; N 8 to 256",
        "cutlass",
        "include/cute/arch/mma_sm100_umma.hpp:173-175",
        found="M == 64 || M == 128, … (M == 64 && (N % 8 == 0) && (8 <= N) && (N <= 256))",
    ),
    Fact(
        "tcgen05-pairs",
        Text(
            "Two blocks of a cluster multiply halves as one: M 128 or 256 over both, N in steps of 16 up to 256.",
            "cluster 中的两个 block 可把半精度合为一次乘法：M 共 128 或 256，N 以 16 为步长直到 256。",
        ),
        "M 128, 256; N 16 to 256",
        "cutlass",
        "include/cute/arch/mma_sm100_umma.hpp:424-425",
        found="M == 128 || M == 256, … (N % 16 == 0) && (16 <= N) && (N <= 256)",
    ),
    Fact(
        "tcgen05-pairs-s8",
        Text(
            "Two blocks of a cluster multiply s8 as one: M 128 or 256 over both, N in steps of 32 up to 256.",
            "cluster 中的两个 block 可把 s8 合为一次乘法：M 共 128 或 256，N 以 32 为步长直到 256。",
        ),
        "M 128, 256; N 32 to 256",
        "cutlass",
        "include/cute/arch/mma_sm100_umma.hpp:836-837",
        found="M == 128 || M == 256, … (N % 32 == 0) && (32 <= N) && (N <= 256)",
    ),
    Fact(
        "simt-shapes",
        Text("Plain arithmetic has no shape.", "普通算术指令没有形状要求。"),
        "1",
        "tile-chapter",
        "known limits, fourth item",
    ),
    Fact(
        "tmem-columns",
        Text(
            "Tensor memory has 512 columns of 32 bits for an SM, allocated in powers of two from 32.",
            "每 SM 的 tensor memory 有 512 列（每列 32 位），按二的幂分配，最少 32 列。",
        ),
        "512",
        "tilelang",
        "tilelang/src/cuda/transform/lower_shared_tmem.cc:131-134",
        unit="columns",
        found="512 32-bit columns. … kTmemNumColumns = 512; … columns in powers of two, 32 at a minimum.",
    ),
)
