"""Facts of single devices: what one SM has, and how many SMs there are."""

from __future__ import annotations

from tilesite.facts.types import Fact
from tilesite.language import Text

_TUNING = "tilelang-corpus/05-nvidia-backend/raw/nvidia-hopper-tuning-guide.md"
_BEST = "tilelang-corpus/05-nvidia-backend/raw/nvidia-cuda-best-practices.md:3126"
_TABLE = "Technical Specifications per Compute Capability"

_SHARED = Text("Shared memory of an SM: {value} KB.", "每 SM 的 shared memory：{value} KB。")
_THREADS = Text("Threads resident on an SM: {value}.", "每 SM 驻留线程数：{value}。")
_BLOCKS = Text("Blocks resident on an SM: {value}.", "每 SM 驻留 block 数：{value}。")
_SMS = Text("SMs: {value}.", "SM 数：{value}。")


def _said(text: Text, value: object) -> Text:
    return Text(text.en.format(value=value), text.zh.format(value=value))


def _shared(capability: str, kilobytes: int, lines: str, seed_locator: str | None = None) -> Fact:
    return Fact(
        f"shared-per-sm-{capability}",
        _said(_SHARED, kilobytes),
        str(kilobytes),
        "cuda-headers",
        f"cuda_occupancy.h:{lines}",
        unit="KB",
        found=f"{kilobytes} * 1024",
        seed_locator=seed_locator,
    )


def _threads(capability: str, threads: int, source: str, locator: str, seed_locator: str | None = None) -> Fact:
    key = f"threads-per-sm-{capability}"
    return Fact(key, _said(_THREADS, threads), str(threads), source, locator, "threads", seed_locator=seed_locator)


def _blocks(capability: str, blocks: int, lines: str, found: str) -> Fact:
    return Fact(
        f"blocks-per-sm-{capability}",
        _said(_BLOCKS, blocks),
        str(blocks),
        "cuda-headers",
        f"cuda_occupancy.h:{lines}",
        unit="blocks",
        found=found,
    )


def _sms(device: str, count: int, source: str, locator: str) -> Fact:
    return Fact(f"sm-count-{device}", _said(_SMS, count), str(count), source, locator, unit="SMs")


DEVICE_FACTS: tuple[Fact, ...] = (
    _shared("7.0", 96, "826-845"),
    _shared("7.5", 64, "813-821"),
    _shared("8.0", 164, "853-877"),
    _shared("8.6", 100, "883-900"),
    _shared("8.7", 164, "853-877"),
    _shared("8.9", 100, "883-900"),
    _shared("9.0", 228, "906-936", _TUNING),
    _shared("10.0", 228, "942-979"),
    _shared("10.3", 228, "942-979"),
    _shared("12.0", 100, "989-1010"),
    _shared("12.1", 100, "989-1010"),
    Fact(
        "shared-per-block-9.0",
        Text("One block of 9.0 may have 227 KB of shared memory.", "9.0 上每个 block 最多可用 227 KB shared memory。"),
        "227",
        "hopper-tuning",
        "section Shared Memory",
        unit="KB",
        seed_locator=_TUNING,
    ),
    _threads("7.0", 2048, "general-knowledge", "the guide has dropped the column"),
    _threads("7.5", 1024, "cuda-guide", _TABLE),
    _threads("8.0", 2048, "cuda-guide", _TABLE),
    _threads("8.6", 1536, "cuda-guide", _TABLE),
    _threads("8.7", 1536, "cuda-guide", _TABLE),
    _threads("8.9", 1536, "cuda-guide", _TABLE),
    _threads("9.0", 2048, "best-practices", "section Calculating Occupancy", _BEST),
    _threads("10.0", 2048, "cuda-guide", _TABLE),
    _threads("10.3", 2048, "general-knowledge", "not in the guide's table; taken as that of 10.0"),
    _threads("12.0", 1536, "cuda-guide", _TABLE),
    _threads("12.1", 1536, "general-knowledge", "not in the guide's table; taken as that of 12.0"),
    _blocks("7.0", 32, "751-755", "value = (isTuring) ? 16 : 32"),
    _blocks("7.5", 16, "751-755", "value = (isTuring) ? 16 : 32"),
    _blocks("8.0", 32, "756-759", "value = 32"),
    _blocks("8.6", 16, "763-766", "value = 16"),
    _blocks("8.7", 16, "763-766", "value = 16"),
    _blocks("8.9", 24, "760-762", "value = 24"),
    _blocks("9.0", 32, "767-769", "value = 32"),
    _blocks("10.0", 32, "770-779", "value = 32"),
    _blocks("10.3", 32, "770-779", "value = 32"),
    _blocks("12.0", 24, "789-791", "value = 24"),
    _blocks("12.1", 24, "789-791", "value = 24"),
    _sms("v100", 80, "spec-pages", "a reseller's page on V100"),
    _sms("t4", 40, "spec-pages", "a system requirements page that names T4 and A100"),
    _sms("a100", 108, "public-threads", "stas00/ml-engineering PR 22"),
    _sms("a10", 72, "general-knowledge", "no source found"),
    _sms("a10g", 80, "general-knowledge", "no source found"),
    _sms("rtx3090", 82, "public-threads", "triton-lang/triton 5136"),
    _sms("rtx4090", 128, "spec-pages", "16384 CUDA cores / 128, a third party's table"),
    _sms("l4", 58, "spec-pages", "7424 CUDA cores / 128"),
    _sms("l40s", 142, "spec-pages", "18176 CUDA cores / 128"),
    _sms("h100", 132, "public-threads", "NVIDIA/cutlass 1921, 2157"),
    _sms("h100-pcie", 114, "spec-pages", "a vendor's page on MIG of H100"),
    _sms("h200", 132, "public-threads", "deepseek-ai/DeepGEMM 107"),
    _sms("h20", 78, "public-threads", "device properties quoted in public code"),
    _sms("h800", 132, "general-knowledge", "no source found"),
    _sms("gh200", 132, "general-knowledge", "no source found"),
    _sms("b200", 148, "public-threads", "0xSero/blackwell-gpu-wiki 2"),
    _sms("rtx5090", 170, "public-threads", "NVIDIA/cutlass 2728; kekzl/imp PR 1841"),
    _sms("rtx-pro-6000", 188, "public-threads", "NVIDIA/cudnn-frontend PR 1164"),
    _sms("gb10", 48, "general-knowledge", "no source found"),
)
