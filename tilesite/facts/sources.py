"""The documents that facts point into, each at one version."""

from __future__ import annotations

from tilesite.facts.types import Link, SeedFolder, Source, Wheel
from tilesite.language import Text

_TILELANG = "https://github.com/tile-ai/tilelang/blob/v0.1.15"
_CUTLASS = "https://github.com/NVIDIA/cutlass/blob/v4.2.0"


def _inspected(package: str, version: str, wheel: Wheel) -> Link:
    """Lines of a file in a wheel, as PyPI's inspector shows them."""
    name = wheel.blake2
    address = f"https://inspector.pypi.io/project/{package}/{version}/packages/{name[:2]}/{name[2:4]}/{name[4:]}"
    return Link("", f"{address}/{wheel.file}/{wheel.folder}{{rest}}#line.{{first}}-{{last}}")


_RUNTIME = Wheel(
    "nvidia-cuda-runtime",
    "nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
    "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
    "2e24d1558f3b68b1d26e706813b1d10aa1d785e4698c425af8db8edc3dced472",
    "nvidia/cu13/include/",
)
_CCCL = Wheel(
    "nvidia-cuda-cccl",
    "nvidia_cuda_cccl-13.3.5.0.6-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
    "d5230098fa2df5021e1a00c0c4eee41797671a91119d31e892463e5ccf3ee326",
    "a77e4aa67cca14e0558b5a151a692f5ffe609930cdfc20d16c7a584de68424d4",
    "nvidia/cu13/include/cccl/cuda/__tma/",
)

SOURCES: dict[str, Source] = {
    source.key: source
    for source in (
        Source(
            "tile-chapter",
            Text(
                "Example 04, how a tile size is decided (with chapter 28.4 of the same book)",
                "示例 04：tile 尺寸决策流程（及同书第 28 章第 4 节）",
            ),
            Text("the book on TileLang", "TileLang 一书"),
            "as given",
            None,
        ),
        Source(
            "ptxas",
            Text("NVIDIA's assembler, run on every candidate shape", "NVIDIA 的汇编器，对每个候选形状都运行过"),
            Text("NVIDIA", "NVIDIA"),
            "13.0.88 (12.9.86 for sm_70)",
            "https://pypi.org/project/nvidia-cuda-nvcc/13.0.88/",
        ),
        Source(
            "cutlass",
            Text("CUTLASS", "CUTLASS"),
            Text("NVIDIA", "NVIDIA"),
            "4.2.0.0",
            "https://pypi.org/project/nvidia-cutlass/4.2.0.0/",
            Wheel(
                "nvidia-cutlass",
                "nvidia_cutlass-4.2.0.0-py3-none-any.whl",
                "f9599ada45c7bcb6bf53f7d3f0a7d154183e53451c01bfa59eecd37dd4a693f6",
                "216be86fc2fd536dd4b8bd2209aa31d7002610c501b0802337787eac9c9b328c",
                "cutlass_library/source/",
            ),
            (Link("", f"{_CUTLASS}/{{rest}}#L{{first}}-L{{last}}"),),
        ),
        Source(
            "public-threads",
            Text("Public issues and pull requests", "公开的 issue 与 pull request"),
            Text("their authors", "各自的作者"),
            "as read",
            None,
        ),
        Source(
            "public-prints",
            Text(
                "Prints of deviceQuery, trtexec and torch's device properties in public repositories and threads",
                "公开仓库与讨论中 deviceQuery、trtexec 和 torch 设备属性的打印结果",
            ),
            Text("their authors", "各自的作者"),
            "as read",
            None,
        ),
        Source(
            "public-tables",
            Text("Tables of SM counts in public repositories", "公开仓库中的 SM 数表格"),
            Text("their authors", "各自的作者"),
            "as read",
            None,
        ),
        Source(
            "general-knowledge",
            Text("No source was found", "没有找到出处"),
            Text("nobody", "无"),
            "none",
            None,
        ),
        Source(
            "cuda-headers",
            Text("CUDA runtime headers (cuda.h, cuda_occupancy.h)", "CUDA 运行时头文件（cuda.h、cuda_occupancy.h）"),
            Text("NVIDIA", "NVIDIA"),
            "13.0.96",
            "https://pypi.org/project/nvidia-cuda-runtime/13.0.96/",
            _RUNTIME,
            (_inspected("nvidia-cuda-runtime", "13.0.96", _RUNTIME),),
            oldest="13.0.48",
        ),
        Source(
            "tilelang",
            Text("TileLang sources, as shipped in the wheel", "TileLang 源码（wheel 中所带）"),
            Text("tile-ai", "tile-ai"),
            "0.1.15",
            "https://pypi.org/project/tilelang/0.1.15/",
            Wheel(
                "tilelang",
                "tilelang-0.1.15-cp39-abi3-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
                "ca021a3450ad84b8fe7deb1b659c8d3d2e4b0855fdb59e2992a5349acf019881",
                "877ceeda90666b629bc92e8a775ea219f91b8696d8592d7a5c7dff7067dd2642",
            ),
            # The repository has the C++ sources at its top; the wheel has them in the package.
            (
                Link("tilelang/src/", f"{_TILELANG}/src/{{rest}}#L{{first}}-L{{last}}"),
                Link("", f"{_TILELANG}/{{rest}}#L{{first}}-L{{last}}"),
            ),
            oldest="0.1.14",
        ),
        Source(
            "cccl",
            Text(
                "CUDA Core Compute Libraries: make_tma_descriptor.h",
                "CUDA Core Compute Libraries：make_tma_descriptor.h",
            ),
            Text("NVIDIA", "NVIDIA"),
            "13.3.5.0.6",
            "https://pypi.org/project/nvidia-cuda-cccl/13.3.5.0.6/",
            _CCCL,
            (_inspected("nvidia-cuda-cccl", "13.3.5.0.6", _CCCL),),
            oldest="13.2.27",
        ),
        Source(
            "issue-threads",
            Text("Issue threads of public repositories", "公开仓库的 issue 讨论"),
            Text("their authors", "各自的作者"),
            "as read in November 2026",
            None,
        ),
        Source(
            "ptx-isa",
            Text("Parallel Thread Execution ISA", "Parallel Thread Execution ISA"),
            Text("NVIDIA", "NVIDIA"),
            "9.0",
            "https://docs.nvidia.com/cuda/parallel-thread-execution/",
            section="https://docs.nvidia.com/cuda/parallel-thread-execution/#{slug}",
        ),
        Source(
            "cuda-guide",
            Text("CUDA C++ Programming Guide", "CUDA C++ Programming Guide"),
            Text("NVIDIA", "NVIDIA"),
            "undated copy",
            "https://docs.nvidia.com/cuda/cuda-c-programming-guide/",
            section="https://docs.nvidia.com/cuda/cuda-c-programming-guide/#{slug}",
        ),
        Source(
            "hopper-tuning",
            Text("Hopper Tuning Guide", "Hopper Tuning Guide"),
            Text("NVIDIA", "NVIDIA"),
            "undated copy",
            "https://docs.nvidia.com/cuda/hopper-tuning-guide/",
            section="https://docs.nvidia.com/cuda/hopper-tuning-guide/#{slug}",
        ),
        Source(
            "best-practices",
            Text("CUDA C++ Best Practices Guide", "CUDA C++ Best Practices Guide"),
            Text("NVIDIA", "NVIDIA"),
            "undated copy",
            "https://docs.nvidia.com/cuda/cuda-c-best-practices-guide/",
            section="https://docs.nvidia.com/cuda/cuda-c-best-practices-guide/#{slug}",
        ),
    )
}

SEED_FOLDERS: tuple[SeedFolder, ...] = (
    SeedFolder("_vendor/tilelang-v0.1.15/", "tilelang", "0.1.15", (("src/", "tilelang/src/"), ("", ""))),
)
"""The folders that the book cites and a source holds too.

What the book has below ``tilelang-corpus/`` is in no source; ``--root tilelang-corpus=PATH`` opens it.
"""
