"""Facts of single devices: what one SM has, and how many SMs there are."""

from __future__ import annotations

from tilesite.facts.types import Fact
from tilesite.language import Text

_TUNING = "tilelang-corpus/05-nvidia-backend/raw/nvidia-hopper-tuning-guide.md"
_BEST = "tilelang-corpus/05-nvidia-backend/raw/nvidia-cuda-best-practices.md:3126"
_TABLE = "section Technical Specifications per Compute Capability"

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
        found=f"<= {kilobytes} * 1024) {{ *shMemSize = {kilobytes} * 1024; }} else {{",  # the largest of its choices
        seed_locator=seed_locator,
    )


def _threads(capability: str, threads: int, source: str, locator: str, seed_locator: str | None = None) -> Fact:
    key = f"threads-per-sm-{capability}"
    return Fact(
        key,
        _said(_THREADS, threads),
        str(threads),
        source,
        locator,
        "threads",
        seed_locator=seed_locator,
        measured=f"ptxas threads_per_sm sm_{capability.replace('.', '')}",
    )


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


def _sms(device: str, count: int, source: str, locator: str, found: str | None = None) -> Fact:
    return Fact(f"sm-count-{device}", _said(_SMS, count), str(count), source, locator, "SMs", found)


def _printed(device: str, count: int, locator: str, found: str) -> Fact:
    return _sms(device, count, "public-prints", locator, found)


DEVICE_FACTS: tuple[Fact, ...] = (
    _shared("7.0", 96, "826-846"),
    _shared("7.5", 64, "813-822"),
    _shared("8.0", 164, "853-878"),
    _shared("8.6", 100, "883-901"),
    _shared("8.7", 164, "853-878"),
    _shared("8.9", 100, "883-901"),
    _shared("9.0", 228, "906-937", _TUNING),
    _shared("10.0", 228, "942-980"),
    _shared("10.3", 228, "942-980"),
    _shared("11.0", 228, "942-980"),
    _shared("12.0", 100, "989-1011"),
    _shared("12.1", 100, "989-1011"),
    Fact(
        "shared-per-block-9.0",
        Text("One block of 9.0 may have 227 KB of shared memory.", "9.0 上每个 block 最多可用 227 KB shared memory。"),
        "227",
        "hopper-tuning",
        "section Shared Memory",
        unit="KB",
        seed_locator=_TUNING,
        measured="ptxas static_shared_kb sm_90a",
    ),
    _threads("7.0", 2048, "public-prints", "deviceQuery, Tesla V100-SXM2-16GB"),
    _threads("7.5", 1024, "cuda-guide", _TABLE),
    _threads("8.0", 2048, "cuda-guide", _TABLE),
    _threads("8.6", 1536, "cuda-guide", _TABLE),
    _threads("8.7", 1536, "cuda-guide", _TABLE),
    _threads("8.9", 1536, "cuda-guide", _TABLE),
    _threads("9.0", 2048, "best-practices", "section Calculating Occupancy", _BEST),
    _threads("10.0", 2048, "cuda-guide", _TABLE),
    _threads("10.3", 2048, "general-knowledge", "not in the guide's table; taken as that of 10.0"),
    _threads("11.0", 1536, "public-prints", "deviceQuery, NVIDIA Thor (NVIDIA/cutlass 2784)"),
    _threads("12.0", 1536, "cuda-guide", _TABLE),
    _threads("12.1", 1536, "public-prints", "torch device properties, cc=121"),
    _blocks("7.0", 32, "751-755", "value = (isTuring) ? 16 : 32"),
    _blocks("7.5", 16, "751-755", "value = (isTuring) ? 16 : 32"),
    _blocks("8.0", 32, "757-759", "computeMinor == 0) { value = 32"),
    _blocks("8.6", 16, "763-765", "else { value = 16"),
    _blocks("8.7", 16, "763-765", "else { value = 16"),
    _blocks("8.9", 24, "760-762", "computeMinor == 9) { value = 24"),
    _blocks("9.0", 32, "767-769", "case 9: value = 32"),
    _blocks("10.0", 32, "770-778", "case 10: … case 0 : … default : value = 32"),
    _blocks("10.3", 32, "770-778", "case 10: … case 0 : … default : value = 32"),
    _blocks("11.0", 24, "780-784", "case 11: … case 0 : value = 24"),
    _blocks("12.0", 24, "789-791", "case 12: value = 24"),
    _blocks("12.1", 24, "789-791", "case 12: value = 24"),
    _printed("v100", 80, "deviceQuery, Tesla V100-SXM2-16GB", "(080) Multiprocessors"),
    _printed("t4", 40, "torch device properties, Tesla T4", "multi_processor_count=40"),
    _printed(
        "a100", 108, "deviceQuery, NVIDIA A100-SXM4-40GB (bottlerocket-os/bottlerocket 3873)", "(108) Multiprocessors"
    ),
    _sms("a800", 108, "public-tables", "several tables of SM counts agree"),
    _sms("a30", 56, "public-tables", "several tables of SM counts agree"),
    _printed("a10", 72, "deviceQuery, NVIDIA A10", "(072) Multiprocessors"),
    _printed("a10g", 80, "torch device properties, NVIDIA A10G", "multi_processor_count=80"),
    _printed("a40", 84, "torch device properties, NVIDIA A40", "multi_processor_count=84"),
    _printed("rtx-a6000", 84, "torch device properties, NVIDIA RTX A6000", "multi_processor_count=84"),
    _sms("rtx3090", 82, "public-threads", "triton-lang/triton 5136"),
    _printed("orin", 16, "trtexec, Jetson AGX Orin 64GB", "16 SMs"),
    _printed("rtx4080", 76, "torch device properties, NVIDIA GeForce RTX 4080", "multi_processor_count=76"),
    _printed("rtx4090", 128, "torch device properties, NVIDIA GeForce RTX 4090", "multi_processor_count=128"),
    _printed(
        "rtx-6000-ada", 142, "torch device properties, NVIDIA RTX 6000 Ada Generation", "multi_processor_count=142"
    ),
    _printed("l4", 58, "deviceQuery, NVIDIA L4", "(58) Multiprocessors"),
    _sms("l40", 142, "public-tables", "several tables of SM counts agree"),
    _printed("l40s", 142, "torch device properties, NVIDIA L40S", "multi_processor_count=142"),
    _printed("h100", 132, "deviceQuery, NVIDIA H100 80GB HBM3; also NVIDIA/cutlass 1921", "(132) Multiprocessors"),
    _printed("h100-pcie", 114, "torch device properties, NVIDIA H100 PCIe", "multi_processor_count=114"),
    _sms("h200", 132, "public-threads", "deepseek-ai/DeepGEMM 107"),
    _printed("h20", 78, "torch device properties, NVIDIA H20", "multi_processor_count=78"),
    _sms("h800", 132, "public-tables", "several tables of SM counts agree"),
    _printed("gh200", 132, "deviceQuery, NVIDIA GH200 480GB", "(132) Multiprocessors"),
    _printed("b200", 148, "torch device properties, NVIDIA B200", "multi_processor_count=148"),
    Fact(
        "sm-count-b300",
        Text("SMs of B300: 148, 152 and 160 are all stated.", "B300 的 SM 数：148、152、160 三种说法都有。"),
        "148, 152 or 160",
        "public-threads",
        "openucx/ucc PR 1166",
        unit="SMs",
    ),
    _printed("thor", 20, "deviceQuery, NVIDIA Thor (NVIDIA/cutlass 2784)", "(020) Multiprocessors"),
    _sms(
        "rtx5070", 48, "public-prints", "reports that name the device with its SMs", "NVIDIA GeForce RTX 5070 (48 SMs"
    ),
    _printed("rtx5080", 84, "torch device properties, NVIDIA GeForce RTX 5080", "multi_processor_count=84"),
    _sms("rtx5090", 170, "public-threads", "NVIDIA/cutlass 2728; kekzl/imp PR 1841"),
    _sms("rtx-pro-6000", 188, "public-threads", "NVIDIA/cudnn-frontend PR 1164"),
    _printed("gb10", 48, "deviceQuery, NVIDIA GB10", "(048) Multiprocessors"),
)
