"""Facts of the tile checker: formulas and limits. Instructions and devices have files of their own."""

from __future__ import annotations

from tilesite.facts.rows_devices import DEVICE_FACTS
from tilesite.facts.rows_instructions import SHAPE_FACTS
from tilesite.facts.types import Fact, Place
from tilesite.language import Text

_BEST = "tilelang-corpus/05-nvidia-backend/raw/nvidia-cuda-best-practices.md:3126"

_FORMULAS = (
    Fact(
        "traffic-formula",
        Text(
            "Traffic is b*M*N*K*(1/block_N + 1/block_M) + b*M*N bytes when nothing is reused in L2.",
            "L2 没有复用时，流量为 b*M*N*K*(1/block_N + 1/block_M) + b*M*N 字节。",
        ),
        "b*M*N*K*(1/block_N + 1/block_M) + b*M*N",
        "tile-chapter",
        "C0",
        unit="bytes",
    ),
    Fact(
        "shared-formula",
        Text(
            "The stages of A and B take stages*(block_M*block_K + block_K*block_N)*elem_bytes.",
            "A、B 各 stage 共占 stages*(block_M*block_K + block_K*block_N)*elem_bytes。",
        ),
        "stages*(block_M*block_K + block_K*block_N)*elem_bytes",
        "tile-chapter",
        "C1",
        unit="bytes",
    ),
    Fact(
        "epilogue-reuse",
        Text(
            "TileLang merges shared memory allocations: C may be staged where the stages were.",
            "TileLang 会合并 shared memory 分配：C 可以暂存在原先 stage 的缓冲里。",
        ),
        "into one allocation",
        "tilelang",
        "tilelang/src/transform/merge_shared_memory_allocations.cc:3-5",
        found="This pass merges multiple TIR-level dynamic or static shared memory allocations into one allocation.",
        also=Place(
            "tilelang",
            "tilelang/src/transform/merge_shared_memory_allocations.cc:1012-1020",
            "retire(interval.start); … Reuse a fully fitting free block … freelist.Allocate(",
        ),
    ),
)

_REGISTERS = (
    Fact(
        "registers-per-sm",
        Text("An SM has 65536 registers of 32 bits.", "每 SM 有 65536 个 32 位寄存器。"),
        "65536",
        "best-practices",
        "section Calculating Occupancy",
        unit="registers",
        seed_locator=_BEST,
        also=Place("tilelang", "tilelang/carver/arch/cuda.py:157", "self.reg_cap: int = 65536"),
    ),
    Fact(
        "registers-at-full-occupancy",
        Text("With 2048 resident threads a thread has 32 registers.", "2048 个线程都驻留时，每线程有 32 个寄存器。"),
        "32",
        "best-practices",
        "section Calculating Occupancy",
        unit="registers/thread",
        seed_locator=_BEST,
        measured="occupancy 9.0",
    ),
    Fact(
        "register-unit",
        Text("Registers are given to a warp in units of 256.", "寄存器以 256 个为单位分给 warp。"),
        "256",
        "cuda-headers",
        "cuda_occupancy.h:684-700",
        unit="registers",
        found="value = 256",
        seed_locator=_BEST,
    ),
    Fact(
        "registers-per-thread",
        Text("A thread can name 255 registers.", "一个线程最多可用 255 个寄存器。"),
        "255",
        "cuda-guide",
        "section Technical Specifications per Compute Capability",
        unit="registers",
        measured="ptxas most_registers sm_90",
    ),
    Fact(
        "wgmma-serialised",
        Text(
            "ptxas 13.0 spilled and serialised a bare loop of wgmma from 232 accumulators on.",
            "从 232 个累加器起，ptxas 13.0 会让单纯的 wgmma 循环溢出并串行化。",
        ),
        "232",
        "ptxas",
        "warning C7512 on a loop of wgmma",
        unit="registers/thread",
        measured="ptxas wgmma_loop",
    ),
)

_OCCUPANCY = (
    Fact(
        "occ-registers",
        Text(
            "A block's registers are checked as if its warps filled the four sub-partitions evenly.",
            "检查 block 的寄存器时，按其 warp 均匀占满四个子分区计算。",
        ),
        "4",
        "cuda-headers",
        "cuda_occupancy.h:708-721",
        unit="sub-partitions",
        found="case 7: … case 12: value = 4",
        also=Place(
            "cuda-headers",
            "cuda_occupancy.h:1534-1585",
            "regsAssumedPerCTA = regsAllocatedPerWarp * __occRoundUp(warpsAllocatedPerCTA, numSubPartitions)",
        ),
    ),
    Fact(
        "occ-shared",
        Text(
            "A block's shared memory, with what the driver reserves, is rounded up to the allocation granularity.",
            "block 的 shared memory 加上驱动保留的部分，再按分配粒度向上取整。",
        ),
        "round_up(static + dynamic + reserved)",
        "cuda-headers",
        "cuda_occupancy.h:1414-1416",
        found="smemAllocatedPerCTA = __occRoundUp((int)totalSmemUsagePerCTA, (int)allocationGranularity)",
    ),
    Fact(
        "occ-granularity",
        Text(
            "Shared memory is allocated in units of 256 bytes up to major capability 7, of 128 bytes from 8 on.",
            "shared memory 的分配粒度：主计算能力 7 及以前为 256 字节，8 起为 128 字节。",
        ),
        "128, 256",
        "cuda-headers",
        "cuda_occupancy.h:624-640",
        unit="bytes",
        found="case 7: value = 256 … case 8: … case 12: value = 128",
    ),
    Fact(
        "occ-most-registers",
        Text(
            "In NVIDIA's calculation a thread may have up to 256 registers.",
            "在 NVIDIA 的计算中，每线程至多 256 个寄存器。",
        ),
        "256",
        "cuda-headers",
        "cuda_occupancy.h:660-666",
        unit="registers",
        found="case 7: … case 12: value = 256",
    ),
    Fact(
        "threads-per-block",
        Text("A block has at most 1024 threads.", "一个 block 至多 1024 个线程。"),
        "1024",
        "cuda-guide",
        "section Technical Specifications per Compute Capability",
        unit="threads",
        also=Place(
            "tilelang",
            "tilelang/3rdparty/tvm/python/tvm/target/tag_registry/cuda.py:22-28",
            'def _register_cuda_tag( … "max_threads_per_block": 1024',
        ),
    ),
    Fact(
        "occ-warps",
        Text("Blocks are limited by the SM's warp slots.", "block 数受 SM 的 warp 槽位限制。"),
        "max_warps / warps",
        "cuda-headers",
        "cuda_occupancy.h:1341-1368",
        found="maxBlocks = maxWarpsPerSm / warpsAllocatedPerCTA",
    ),
    Fact(
        "shared-reserved",
        Text(
            "The driver reserves 1024 bytes of shared memory for each block.",
            "驱动为每个 block 保留 1024 字节 shared memory。",
        ),
        "1024",
        "hopper-tuning",
        "section Shared Memory",
        unit="bytes",
        measured="ptxas shared_reserved sm_90a",
    ),
    Fact(
        "occ-reserved",
        Text(
            "In NVIDIA's calculation the driver reserves shared memory for each block from major capability 8 on.",
            "在 NVIDIA 的计算中，主计算能力 8 起驱动为每个 block 保留 shared memory。",
        ),
        "8",
        "cuda-headers",
        "cuda_occupancy.h:1181-1184",
        unit="major capability",
        found="computeMajor >= 8) { *limit += properties->reservedSharedMemPerBlock",
    ),
    Fact(
        "static-shared-limit",
        Text(
            "Static shared memory ends at 48 KiB on every device.", "任何设备上静态 shared memory 的上限都是 48 KiB。"
        ),
        "49152",
        "ptxas",
        "error at 49153 bytes, 0xc000 max",
        unit="bytes",
        measured="ptxas static_shared sm_90",
    ),
)

_LAUNCH = (
    Fact(
        "cluster-size",
        Text(
            "Clusters exist from 9.0 on; up to 8 blocks are portable.",
            "cluster 从 9.0 起存在；至多 8 个 block 可移植。",
        ),
        "8",
        "cuda-guide",
        "section Thread Block Clusters",
        unit="blocks",
    ),
    Fact(
        "cluster-grid",
        Text("A grid is a whole number of clusters along each side.", "grid 的每一维都是 cluster 的整数倍。"),
        "0",
        "cuda-guide",
        "section Thread Block Clusters",
        unit="blocks left over",
    ),
    Fact(
        "cluster-idle",
        Text(
            "A cluster shape can leave SMs idle: 4x2 used 112 of 132 in a public report.",
            "cluster 形状会让部分 SM 空闲：一份公开报告中 4x2 只用了 132 个中的 112 个。",
        ),
        "112 of 132",
        "public-threads",
        "NVIDIA/cutlass 1921",
        unit="SMs",
    ),
    Fact(
        "swizzle-spans",
        Text("A swizzle spans 32, 64 or 128 bytes.", "swizzle 的跨度为 32、64 或 128 字节。"),
        "32, 64, 128",
        "cuda-headers",
        "cuda.h:23322-23326",
        unit="bytes",
        found="CU_TENSOR_MAP_SWIZZLE_32B requires … to be <= 32. … CU_TENSOR_MAP_SWIZZLE_64B requires … to be <= 64. "
        "… to be <= 128.",
    ),
    Fact(
        "tilelang-producer",
        Text(
            "TileLang adds a producer of 128 threads to a loop that it splits between warps.",
            "TileLang 在 warp 间拆分循环时，会增加 128 个线程的生产者。",
        ),
        "128",
        "tilelang",
        "tilelang/src/cuda/transform/producer_consumer_ws.cc:1189",
        unit="threads",
        found="producer_extent = IntImm(DataType::Int(32), 128)",
    ),
)

TILE_FACTS: tuple[Fact, ...] = _FORMULAS + _REGISTERS + _OCCUPANCY + SHAPE_FACTS + _LAUNCH + DEVICE_FACTS
