"""The documents that facts point into, each at one version."""

from __future__ import annotations

from tilesite.facts.types import Source

SOURCES: dict[str, Source] = {
    source.key: source
    for source in (
        Source(
            "tile-chapter",
            "Example 04, how a tile size is decided (with chapter 28.4 of the same book)",
            "the book on TileLang",
            "as given",
            "https://github.com/tile-ai/tilelang",
        ),
        Source(
            "ptxas",
            "NVIDIA's assembler, run on every candidate shape",
            "NVIDIA",
            "13.0.88 (12.9.86 for sm_70)",
            "https://pypi.org/project/nvidia-cuda-nvcc/13.0.88/",
            package="nvidia-cuda-nvcc",
        ),
        Source(
            "cutlass",
            "CUTLASS",
            "NVIDIA",
            "4.1",
            "https://github.com/NVIDIA/cutlass",
        ),
        Source(
            "public-threads",
            "Public issues and pull requests",
            "their authors",
            "as read",
            "https://github.com/",
        ),
        Source(
            "public-prints",
            "Prints of deviceQuery, trtexec and torch's device properties in public repositories and threads",
            "their authors",
            "as read",
            "https://github.com/",
        ),
        Source(
            "public-tables",
            "Tables of SM counts in public repositories",
            "their authors",
            "as read",
            "https://github.com/",
        ),
        Source(
            "general-knowledge",
            "No source was found",
            "nobody",
            "none",
            "https://developer.nvidia.com/cuda-gpus",
        ),
        Source(
            "cuda-headers",
            "CUDA runtime headers (cuda.h, cuda_occupancy.h)",
            "NVIDIA",
            "13.0.96",
            "https://pypi.org/project/nvidia-cuda-runtime/13.0.96/",
            package="nvidia-cuda-runtime",
        ),
        Source(
            "tilelang",
            "TileLang sources, as shipped in the wheel",
            "tile-ai",
            "0.1.15",
            "https://pypi.org/project/tilelang/0.1.15/",
            package="tilelang",
        ),
        Source(
            "cccl",
            "CUDA Core Compute Libraries: make_tma_descriptor.h",
            "NVIDIA",
            "13.3.5.0.6",
            "https://pypi.org/project/nvidia-cuda-cccl/13.3.5.0.6/",
            package="nvidia-cuda-cccl",
        ),
        Source(
            "issue-threads",
            "Issue threads of public repositories",
            "their authors",
            "as read in November 2026",
            "https://github.com/",
        ),
        Source(
            "ptx-isa",
            "Parallel Thread Execution ISA",
            "NVIDIA",
            "9.0",
            "https://docs.nvidia.com/cuda/parallel-thread-execution/",
        ),
        Source(
            "cuda-guide",
            "CUDA C++ Programming Guide",
            "NVIDIA",
            "undated copy",
            "https://docs.nvidia.com/cuda/cuda-c-programming-guide/",
        ),
        Source(
            "hopper-tuning",
            "Hopper Tuning Guide",
            "NVIDIA",
            "undated copy",
            "https://docs.nvidia.com/cuda/hopper-tuning-guide/",
        ),
        Source(
            "best-practices",
            "CUDA C++ Best Practices Guide",
            "NVIDIA",
            "undated copy",
            "https://docs.nvidia.com/cuda/cuda-c-best-practices-guide/",
        ),
    )
}
