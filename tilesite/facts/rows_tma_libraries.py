"""What libraries ask beyond cuda.h, and what public reports observed of drivers."""

from __future__ import annotations

from tilesite.facts.types import Fact
from tilesite.language import Text

LIBRARY_FACTS: tuple[Fact, ...] = (
    Fact(
        "cccl-compute-capability-9",
        Text(
            "CCCL refuses the 128B_ATOM swizzles and its type U4x16, 16U4_ALIGN8B, on compute capability 9",
            "CCCL 在计算能力 9 上拒绝 128B_ATOM 系列 swizzle 和它的类型 U4x16，即 16U4_ALIGN8B",
        ),
        "9",
        "cccl",
        "make_tma_descriptor.h:177-190",
        "compute capability",
        "__compute_capability == 9) … bytes128_atom* are not supported with compute capability 9 … "
        "U4x16 is not supported with compute capability 9",
    ),
    Fact(
        "align16b-capability",
        Text(
            "cuda.h lists 16U4_ALIGN16B and 16U6_ALIGN16B and names no capability for them; no source was found "
            "that does, and 10 is assumed, as CCCL has it for 16U4_ALIGN8B",
            "cuda.h 列出 16U4_ALIGN16B 和 16U6_ALIGN16B，没有写所需的计算能力；也没有找到别的出处，"
            "这里比照 CCCL 对 16U4_ALIGN8B 的要求，假定为 10",
        ),
        "10",
        "general-knowledge",
        "assumed: no source names a capability for the two types",
        "compute capability",
    ),
    Fact(
        "cccl-stride-product",
        Text(
            "CCCL wants a stride to be 0 or at least the extent of the dimension below times its stride",
            "CCCL 要求 stride 为 0，或不小于内一维的长度与 stride 之积",
        ),
        "stride >= extent * stride below",
        "cccl",
        "make_tma_descriptor.h:441-450",
        None,
        "Stride must be 0 or greater than or equal to the product of the next stride and the size of the "
        "next dimension",
    ),
    Fact(
        "cccl-box-in-tensor",
        Text("CCCL caps each box dimension at the tensor's extent", "CCCL 要求每个 box 维度不超过张量的长度"),
        "box <= extent",
        "cccl",
        "make_tma_descriptor.h:482-490",
        "elements",
        "box_sizes[i] must be between 1 and min(tensor.shape[rank - 1 - i], 256)",
    ),
    Fact(
        "cccl-null-address",
        Text("CCCL refuses a null base address", "CCCL 拒绝空的基地址"),
        "non-null",
        "cccl",
        "make_tma_descriptor.h:341-344",
        None,
        "Address is null",
    ),
    Fact(
        "tilelang-inner-stride",
        Text(
            "TileLang sends no copy through TMA whose innermost global stride is not 1",
            "TileLang 不让最内层 global stride 不为 1 的拷贝走 TMA",
        ),
        "1",
        "tilelang",
        "tilelang/src/cuda/op/copy_analysis.cc:154-163",
        "elements",
        "strides[strides.size() - 1] != 1, … TMA bulk copy requires contiguous innermost global stride",
    ),
    Fact(
        "tilelang-stride-zero",
        Text("TileLang's runtime check refuses a global stride of 0", "TileLang 的运行期检查拒绝为 0 的 global stride"),
        "non-zero",
        "tilelang",
        "tilelang/src/cuda/runtime.cc:443-450",
        "bytes",
        "if (stride == 0) { … must be non-zero",
    ),
    Fact(
        "tilelang-dtypes",
        Text(
            "TileLang stops with an error at an element type that no tensor-map data type carries",
            "遇到没有对应 tensor map 数据类型的元素类型，TileLang 报错停止",
        ),
        "no fallback",
        "tilelang",
        "tilelang/src/op/utils.cc:201-277",
        None,
        "Maps TVM DataType to CUDA's CUtensorMapDataType enum value. … default: ICHECK(0) << dtype; … "
        "} else { ICHECK(0) << dtype;",
    ),
    Fact(
        "tilelang-im2col-positive",
        Text(
            "TileLang's runtime check wants at least one channel per pixel and one pixel per column",
            "TileLang 的运行期检查要求每像素至少一个通道、每列至少一个像素",
        ),
        "1",
        "tilelang",
        "tilelang/src/cuda/runtime.cc:733-746",
        "elements",
        "channelsPerPixel must be in [1, 256] … pixelsPerColumn must be in [1, 1024]",
    ),
    Fact(
        "report-null-address",
        Text(
            "Drivers refused every null base address in public reports; cuda.h does not say so",
            "公开报告中驱动拒绝了每一个空基地址；cuda.h 没有写这一条",
        ),
        "refused",
        "issue-threads",
        "Dao-AILab/flash-attention issue 1343",
    ),
    Fact(
        "report-size-1-stride",
        Text(
            "A stride that is no multiple of 16 was refused on one machine and accepted on another, on a dimension of "
            "extent 1, "
            "both with the same GPU model",
            "长度为 1 的维度上的非 16 倍数 stride，在同型号 GPU 的两台机器上一台被拒、一台被接受",
        ),
        "machines disagree",
        "issue-threads",
        "flashinfer-ai/flashinfer issue 2150",
    ),
    Fact(
        "report-store-overrun",
        Text(
            "A store writes whole 16-byte chunks, so it reaches past an inner extent that is no multiple of 16 bytes",
            "store 按整 16 字节写，最内层长度不是 16 字节倍数时会写过界",
        ),
        "16",
        "issue-threads",
        "triton-lang/triton issue 11583",
        "bytes",
    ),
    Fact(
        "ptx-swizzle-patterns",
        Text(
            "Tables of 16-byte chunks give each swizzle: in line n, chunks change places as n's low bits say",
            "以 16 字节块的表给出每种 swizzle：第 n 行中，块按 n 的低位交换位置",
        ),
        "chunk xor line",
        "ptx-isa",
        "section 5.5.7, Swizzling Modes",
    ),
    Fact(
        "ptx-im2col-box",
        Text(
            "The filter's corner has to lie within the bounding box, which is in D, H, W space",
            "滤波器的角点必须在包围盒内，包围盒在 D、H、W 空间中",
        ),
        "within the box",
        "ptx-isa",
        "section 5.5.4.1, Bounding Box",
    ),
    Fact(
        "ptx-traversal-stride-0",
        Text(
            "Without interleave the traversal stride in dimension 0 must be 1",
            "没有 interleave 时，第 0 维的遍历步长必须为 1",
        ),
        "1",
        "ptx-isa",
        "section 5.5.3.2, Traversal-Stride",
        "elements",
    ),
)
