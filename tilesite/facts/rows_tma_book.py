"""The source rows of the book's chapter on descriptors, with the place the book gives and the place it has."""

from __future__ import annotations

from tilesite.facts.types import Fact
from tilesite.language import Text

_VENDORED = "_vendor/tilelang-v0.1.15"

BOOK_FACTS: tuple[Fact, ...] = (
    Fact(
        "tilelang-encode-call",
        Text(
            "TileLang's host code passes globalStride + 1: the innermost stride is dropped",
            "TileLang 的 host 代码传的是 globalStride + 1：最内层 stride 被丢掉",
        ),
        "globalStride + 1",
        "tilelang",
        "tilelang/jit/adapter/wrapper.py:111-131",
        None,
        "{0}_globalStride + 1",
        f"{_VENDORED}/tilelang/jit/adapter/wrapper.py:111-131",
    ),
    Fact(
        "tilelang-enum-cast",
        Text(
            "TileLang inserts the data type as cuda.h's integer, cast to the enum",
            "TileLang 以 cuda.h 的整数写入数据类型，再转换为枚举",
        ),
        "(CUtensorMapDataType){1}",
        "tilelang",
        "tilelang/jit/adapter/wrapper.py:113",
        None,
        "(CUtensorMapDataType){1}",
        f"{_VENDORED}/tilelang/jit/adapter/wrapper.py:111-131",
    ),
    Fact(
        "tilelang-byte-stride",
        Text(
            "TileLang's plan collects the global strides in bytes, one for each dimension",
            "TileLang 的规划逐维收集 global stride，单位是字节",
        ),
        "byte_stride",
        "tilelang",
        "tilelang/src/cuda/op/copy.cc:2061-2091",
        "bytes",
        "desc.global_stride.push_back(byte_stride)",
        f"{_VENDORED}/src/cuda/op/copy.cc:2061-2091",
    ),
    Fact(
        "tilelang-box-limit",
        Text("TileLang caps a box dimension at 256 elements", "TileLang 的 box 维度上限是 256 个元素"),
        "256",
        "tilelang",
        "tilelang/src/cuda/op/tma_layout.h:42",
        "elements",
        "kTmaMaxBoxDim = 256",
        f"{_VENDORED}/src/cuda/op/tma_layout.h:40",
        "42",
    ),
    Fact(
        "tilelang-check-bulk-load",
        Text(
            "TileLang's CheckBulkLoad refuses a tile whose last dimension is provably no multiple of 128 bits",
            "TileLang 的 CheckBulkLoad 拒绝最后一维可证不是 128 bits 倍数的 tile",
        ),
        "128",
        "tilelang",
        "tilelang/src/cuda/op/copy_analysis.cc:195-231",
        "bits",
        "bool CheckBulkLoad( … 128)) != 0 … bits % 128 != 0",
        "CheckBulkLoad",
    ),
    Fact(
        "tilelang-check-global-strides",
        Text(
            "TileLang's CheckGlobalStrides refuses an innermost stride other than 1, and byte strides that are "
            "no multiple of 16 or not below 1 << 40",
            "TileLang 的 CheckGlobalStrides 拒绝不为 1 的最内层 stride，以及非 16 倍数或不小于 1 << 40 的字节 stride",
        ),
        "16",
        "tilelang",
        "tilelang/src/cuda/op/copy_analysis.cc:143-193",
        "bytes",
        "bool CheckGlobalStrides( … strides[strides.size() - 1] != 1 … 16)) != 0 … >= (int64_t{1} << 40)",
        "CheckGlobalStrides",
    ),
    Fact(
        "tilelang-shared-layout",
        Text(
            "TileLang derives the swizzle mode from the shared layout, in AnalyzeTMASharedLayout",
            "TileLang 在 AnalyzeTMASharedLayout 中由 shared 侧 layout 推出 swizzle",
        ),
        "from the layout",
        "tilelang",
        "tilelang/src/cuda/op/tma_layout.h:30-33",
        None,
        "require its byte-address swizzle to be one of the four modes … AnalyzeTMASharedLayout(const Layout &layout",
        "AnalyzeTMASharedLayout",
    ),
    Fact(
        "tilelang-coordinates",
        Text(
            "TileLang derives the coordinates of each instruction in TMABulkCopyPlan::TmaCoords",
            "TileLang 在 TMABulkCopyPlan::TmaCoords 中推出每条指令的坐标",
        ),
        "per instruction",
        "tilelang",
        "tilelang/src/cuda/op/copy.cc:1744-1753",
        None,
        "TMABulkCopyPlan::TmaCoords(std::optional<PrimExpr> rest_idx) const { cute::IntTuple coords = tma_coords; … "
        "coords += rest_to_tma_mode(*rest_idx); … out.push_back(",
        "TMABulkCopyPlan::TmaCoords",
    ),
    Fact(
        "tilelang-bulk-1d",
        Text(
            "TileLang's kBulkLoad1D path builds no descriptor: it passes the address of the global tensor",
            "TileLang 的 kBulkLoad1D 路径不建描述符，直接传全局张量的地址",
        ),
        "global_tensor.access_ptr",
        "tilelang",
        "tilelang/src/cuda/op/copy.cc:2452-2525",
        None,
        "Stmt Copy::LowerBulk1D( … requires descriptor-based TMA (kBulkLoad); the 1D bulk-copy path does not … "
        "is_load = copy_inst == CopyInst::kBulkLoad1D; … global_addr = global_tensor.access_ptr(",
        "kBulkLoad1D",
    ),
)
