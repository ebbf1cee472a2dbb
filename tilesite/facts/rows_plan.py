"""Facts of the plan of a TileLang copy: what its sources test, and where."""

from __future__ import annotations

from tilesite.facts.types import Fact, Place
from tilesite.language import Text

_ANALYSIS = "tilelang/src/cuda/op/copy_analysis.cc"
_COPY = "tilelang/src/cuda/op/copy.cc"
_LAYOUT = "tilelang/src/cuda/op/tma_layout"

PLAN_FACTS: tuple[Fact, ...] = (
    Fact(
        "plan-last-dim",
        Text(
            "A copy with a descriptor needs a last region extent of whole 16 bytes.",
            "用描述符的拷贝要求区域最后一维是 16 字节的整数倍。",
        ),
        "16",
        "tilelang",
        f"{_ANALYSIS}:204-219",
        "bytes",
        "IntImm(DataType::Int(64), 128)) != 0 … src range must have last dim multiple of 16 for tma bulk load",
    ),
    Fact(
        "plan-global-stride",
        Text(
            "A copy with a descriptor needs global strides of whole 16 bytes below 1 << 40.",
            "用描述符的拷贝要求 global stride 是 16 字节的整数倍且小于 1 << 40。",
        ),
        "16",
        "tilelang",
        f"{_ANALYSIS}:166-190",
        "bytes",
        "IntImm(DataType::Int(64), 16)) != 0 … TMA bulk copy cannot support a global stride of … (int64_t{1} << 40)",
    ),
    Fact(
        "plan-1d",
        Text(
            "A run of whole 16 bytes, contiguous on both sides, needs no descriptor; its address is not tested.",
            "两侧都连续、且为 16 字节整数倍的一段不用描述符拷贝；其地址不受检查。",
        ),
        "16",
        "tilelang",
        f"{_ANALYSIS}:326-364",
        "bytes",
        "FloorMod(total_bits, 128) != 0 … return shared_is_contiguous && global_is_contiguous && element_match && "
        "total_16b_aligned",
    ),
    Fact(
        "plan-auto-stores",
        Text(
            "A plain T.copy outside a pipelined loop goes through TMA only when it stores.",
            "流水线循环之外的普通 T.copy 只有写回才走 TMA。",
        ),
        "stores",
        "tilelang",
        f"{_ANALYSIS}:798-805",
        None,
        "/*allow_load=*/false, /*allow_store=*/true",
    ),
    Fact(
        "plan-warp-specialised",
        Text(
            "A loop of T.Pipelined with a load that fits TMA is split between producer and consumer warps.",
            "T.Pipelined 循环中有适合 TMA 的载入时，循环分给生产者与消费者 warp。",
        ),
        "1",
        "tilelang",
        "tilelang/src/cuda/transform/producer_consumer_ws.cc:2459-2480",
        "stages",
        "class TiledWSCandidate … has_pipeline_loop_ && c.has_tma_tile_op_ … imm->value >= 1",
    ),
    Fact(
        "plan-swizzles",
        Text(
            "A shared layout must be a swizzle <b,4,3> over bytes with b from 1 to 3, or none, on plain strides.",
            "shared 布局须是普通 stride 上按字节的 swizzle <b,4,3>，b 从 1 到 3，或没有 swizzle。",
        ),
        "3",
        "tilelang",
        "tilelang/src/layout/cute_layout.h:63-74",
        "bits",
        "return m_base == 4 && s_shift == 3 && b_bits >= 1 && b_bits <= 3",
    ),
    Fact(
        "plan-bijection",
        Text(
            "The tile must fill one run of its layout; a gap stops the compiler.",
            "tile 必须填满其布局中连续的一段；有间隙时编译器报错。",
        ),
        "no gap",
        "tilelang",
        f"{_COPY}:1846-1852",
        None,
        "plain SMEM layout is not a bijection (gapped or non-injective)",
    ),
    Fact(
        "plan-box-256",
        Text("No dimension of a box exceeds 256 elements.", "box 的任何一维都不超过 256 个元素。"),
        "256",
        "tilelang",
        f"{_LAYOUT}.h:42",
        "elements",
        "kTmaMaxBoxDim = 256",
    ),
    Fact(
        "plan-box-split",
        Text(
            "A longer dimension is cut at its largest divisor that is whole 128 bytes by itself.",
            "更长的一维在其自身为 128 字节整数倍的最大因数处切分。",
        ),
        "128",
        "tilelang",
        f"{_LAYOUT}.h:45",
        "bytes",
        "kTmaSmemAddrAlign = 128",
        also=Place(
            "tilelang",
            f"{_COPY}:1935-1956",
            "Cap the mode at its largest clean divisor. … % kTmaSmemAddrAlign == 0 … and cannot be cleanly split",
        ),
    ),
    Fact(
        "plan-inner-stride",
        Text(
            "The innermost dimension of the box must have a global stride of one element.",
            "box 最内层一维的 global stride 必须是一个元素。",
        ),
        "1",
        "tilelang",
        f"{_COPY}:2073-2078",
        "elements",
        "!= 1 element (transposed/non-contiguous box)",
    ),
    Fact(
        "plan-target",
        Text("Bulk copies exist from sm_90 on.", "bulk copy 从 sm_90 起才有。"),
        "90",
        "tilelang",
        "tilelang/src/cuda/target_utils.cc:117-122",
        "architecture",
        "bool TargetHasBulkCopy(Target target) { … return arch >= 90",
    ),
    Fact(
        "plan-dtype-pair",
        Text(
            "A bulk copy keeps the element type; packed FP4 may be unpacked by a load.",
            "bulk copy 不改变元素类型；载入时可解包打包的 FP4。",
        ),
        "the same type",
        "tilelang",
        "tilelang/src/op/utils.h:130-146",
        None,
        "IsValidTMALoadDtypePair( … global_dtype == shared_dtype … IsValidTMAStoreDtypePair( … "
        "global_dtype == shared_dtype",
    ),
    Fact(
        "plan-disable",
        Text("tl.disable_tma_lower keeps a plain T.copy from TMA.", "tl.disable_tma_lower 使普通 T.copy 不走 TMA。"),
        "tl.disable_tma_lower",
        "tilelang",
        f"{_ANALYSIS}:642-645",
        None,
        "facts.pass_context_disables_tma = … GetConfig<Bool>(kDisableTMALower, Bool(false))",
    ),
    Fact(
        "plan-im2col-hopper",
        Text("T.im2col is lowered to bulk copies on Hopper only.", "T.im2col 只在 Hopper 上降级为 bulk copy。"),
        "Hopper",
        "tilelang",
        f"{_COPY}:2634-2641",
        None,
        "ICHECK(TargetIsHopper(lower_args.target)); … src->shape.size() == 4",
    ),
    Fact(
        "plan-im2col-pixels",
        Text("An im2col box has at most 1024 pixels per column.", "im2col 的 box 每列至多 1024 个像素。"),
        "1024",
        "tilelang",
        f"{_LAYOUT}.h:49",
        "pixels",
        "kTmaMaxIm2ColPixelsPerColumn = 1024",
    ),
    Fact(
        "plan-fp4-unpack",
        Text(
            "Packed FP4 can be unpacked into shared memory by a tensor copy only.",
            "打包的 FP4 只能由张量拷贝解包到 shared memory。",
        ),
        "tensor copy",
        "tilelang",
        "tilelang/src/op/copy.cc:480-487",
        None,
        "SIMT copy from packed global float4_e2m1fn to unpacked",
    ),
)
