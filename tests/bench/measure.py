"""What a measure is, how it is taken, and what the machine is that took it."""

from __future__ import annotations

import os
import platform
import resource
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5
"""Every number is the median of at least so many runs."""

PEERS = ("mkdocs", "mkdocs-material", "markdown-exec", "distributed", "tilelang")
_CPUINFO = Path("/proc/cpuinfo")
_MEMINFO = Path("/proc/meminfo")


class Measure(NamedTuple):
    """One number with its bound: at most ``bound``, or at least where ``at_least`` says so; None is no bound.

    ``unit`` is "x" for a ratio of two numbers of the same rounds, which is what two machines have in common.
    """

    key: str
    en: str
    zh: str
    value: float
    unit: str
    bound: float | None = None
    at_least: bool = False
    runs: tuple[float, ...] = ()

    @property
    def is_met(self) -> bool:
        """Whether the bound is kept; a number without one is."""
        if self.bound is None:
            return True
        return self.value >= self.bound if self.at_least else self.value <= self.bound

    @property
    def missed_by(self) -> float:
        """By what part of the bound it is missed; 0 where it is kept."""
        return 0.0 if self.is_met or not self.bound else abs(self.value - self.bound) / self.bound


class Series(NamedTuple):
    """How one number grows with another: pairs of (size, number)."""

    key: str
    points: tuple[tuple[float, float], ...]


def of_runs(
    key: str, en: str, zh: str, runs: Sequence[float], unit: str, bound: float | None = None, *, at_least: bool = False
) -> Measure:
    """The measure that is the median of some runs."""
    if len(runs) < RUNS:
        raise ValueError(f"{key}: expected {RUNS} runs, got {len(runs)}")
    return Measure(key, en, zh, statistics.median(runs), unit, bound, at_least, tuple(runs))


def rounds(tasks: Mapping[str, Callable[[], float]], times: int = RUNS) -> dict[str, list[float]]:
    """What each task measured, round by round: a machine that slows down slows all tasks of a round alike."""
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(times):
        for name, task in tasks.items():
            found[name].append(task())
    return found


def ratios(found: Mapping[str, Sequence[float]], name: str, against: str) -> list[float]:
    """The ratio of two tasks in each round."""
    return [one / two for one, two in zip(found[name], found[against], strict=True)]


def processor_seconds(run: Callable[[], object]) -> float:
    """Processor time of a run, in this process and those it started: other work of the machine is not counted."""
    begun = _processor_time()
    run()
    return _processor_time() - begun


def wall_seconds(run: Callable[[], object]) -> float:
    """Time on the clock, for what uses more than one core."""
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def machine() -> dict[str, object]:
    """What the numbers were taken on."""
    names = [line.split(":", 1)[1].strip() for line in _lines(_CPUINFO) if line.startswith("model name")]
    memory = [int(line.split()[1]) for line in _lines(_MEMINFO) if line.startswith("MemTotal")]
    return {
        "processor": names[0] if names else platform.machine(),
        "cores": os.cpu_count(),
        "memory_gib": round(memory[0] / 2**20) if memory else None,
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": {name: _version(name) for name in PEERS},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []
