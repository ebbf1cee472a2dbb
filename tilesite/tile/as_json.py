"""The answers as JSON objects. Sizes are integers in bytes; what is absent is null."""

from __future__ import annotations

from tilesite.findings import Finding
from tilesite.language import Message, Text
from tilesite.tile.calculator import LIMITS
from tilesite.tile.config import AXES, Job
from tilesite.tile.device import Device
from tilesite.tile.measures import Measures
from tilesite.tile.scan import Row, Sweep
from tilesite.tile.space import SweepJob
from tilesite.tile.suggestions import Suggestion, suggest
from tilesite.tile.verdict import Result

SCHEMA = 1


def result_object(result: Result, lang: str) -> dict[str, object]:
    """One tile's answer."""
    return {
        "schema": SCHEMA,
        "ok": result.ok,
        "config": config_object(result.job),
        "device": device_object(result.job.device, lang),
        **measures_object(result.job, result.measures),
        "findings": [finding_object(finding, lang) for finding in result.findings],
        "suggestions": [suggestion_object(each, lang) for each in suggest(result.job, result.findings)],
    }


def sweep_object(sweep: Sweep, asked: SweepJob, lang: str) -> dict[str, object]:
    """A sweep's answer; its rows hold the five sizes and the numbers of each candidate."""
    stopped, job = sweep.stopped, asked.job
    answer = {
        "schema": SCHEMA,
        "candidates": sweep.candidates,
        "judged": sweep.judged,
        "feasible": sweep.feasible,
        "stopped": {"C1": stopped.c1, "C2": stopped.c2, "C3": stopped.c3, "C4": stopped.c4},
        "minimum_traffic_ties": sweep.ties,
        "best_tail_fill": sweep.best_fill[0] / sweep.best_fill[1] if sweep.best_fill else None,
        "device": device_object(job.device, lang),
        "order": asked.order,
        "front": sweep.front,
        "rows": [row_object(row, job) for row in sweep.rows],
    }
    if asked.rejected:
        from tilesite.tile.rejected import rejected_objects

        answer["rejected"] = rejected_objects(asked.space, job, lang)
    return answer


def row_object(row: Row, job: Job) -> dict[str, object]:
    """One feasible candidate."""
    sizes = dict(zip(AXES, row.config))
    return {**sizes, **measures_object(job._replace(config=row.config), row.measures)}


def config_object(job: Job) -> dict[str, object]:
    """What was checked, every key with its value."""
    config, problem, device = job
    return {
        **dict(zip(AXES, config)),
        "instr": config.instr,
        "m": problem.m,
        "n": problem.n,
        "k": problem.k,
        "dtype": problem.dtype,
        "acc": problem.accumulator,
        "device": device.name,
        "sm_count": device.given[0],
        "smem_kb": device.given[1],
        "static_shared_bytes": config.static_shared_bytes,
        "cluster_m": config.cluster_m,
        "cluster_n": config.cluster_n,
        "stage_rule": config.stage_rule,
    }


def device_object(device: Device, lang: str) -> dict[str, object]:
    """The device as it was used, overrides applied."""
    return {
        "name": device.name,
        "capability": device.capability,
        "sm_count": device.sm_count,
        "sm_count_basis": _said(device.sm_count_basis, lang),
        "doubt": _said(device.doubt, lang),
        "shared_per_sm_bytes": device.shared_per_sm,
        "shared_per_block_bytes": device.shared_per_block,
        "registers_per_sm": device.registers_per_sm,
        "threads_per_sm": device.threads_per_sm,
        "threads_per_block": device.threads_per_block,
        "blocks_per_sm": device.blocks_per_sm,
    }


def measures_object(job: Job, measures: Measures) -> dict[str, object]:
    """The numbers of a tile."""
    numerator, denominator = measures.traffic
    registers, resident, waves = measures.registers, measures.occupancy, measures.waves
    return {
        "traffic_bytes": -(-numerator // denominator),
        "traffic_bytes_exact": f"{numerator}/{denominator}" if denominator > 1 else str(numerator),
        "shared": {
            "per_stage_bytes": measures.stage,
            "total_bytes": measures.shared,
            "limit_bytes": job.device.shared_per_block,
        },
        "registers": {
            "accumulators_per_thread": registers.accumulators,
            "per_thread": registers.per_thread,
            "per_block": registers.per_block,
        },
        "tensor_memory": _tensor_memory(measures),
        "occupancy": {
            **dict(zip(LIMITS, resident)),
            "blocks_per_sm": resident.blocks_per_sm,
            "binding": list(resident.binding),
        },
        "waves": {
            "grid": waves.grid,
            "slots": waves.slots,
            "count": waves.number,
            "last_wave_blocks": waves.last,
            "tail_fill": waves.last / waves.slots if waves.last and waves.slots else None,
        },
    }


def suggestion_object(suggestion: Suggestion, lang: str) -> dict[str, object]:
    """One change that makes the tile fit: the rules that it satisfies, the words, and the keys to change."""
    return {
        "rule": "/".join(suggestion.rules),
        "message": suggestion.message.say(lang),
        "change": dict(suggestion.change),
    }


def finding_object(finding: Finding, lang: str) -> dict[str, object]:
    """One finding, said in ``lang``."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message.say(lang),
        "actual": finding.actual,
        "limit": finding.limit,
        "unit": finding.unit,
        "cites": list(finding.cites),
    }


def _said(text: Text | None, lang: str) -> str | None:
    return None if text is None else Message(text).say(lang)


def _tensor_memory(measures: Measures) -> dict[str, object] | None:
    registers = measures.registers
    if registers.tmem_columns is None:
        return None
    return {"columns": registers.tmem_columns, "allocated_columns": registers.tmem_allocated}
