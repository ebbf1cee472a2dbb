"""One tile, checked: its numbers and what the rules say about it."""

from __future__ import annotations

from tilesite.findings import Finding, passes
from tilesite.records import NamedTuple
from tilesite.tile.config import DEFAULT_DEVICE, Job, Problem, TileConfig, require_readable
from tilesite.tile.constraints import CONSTRAINTS
from tilesite.tile.device import Device
from tilesite.tile.measures import Measures, measure
from tilesite.tile.warnings import REMARKS, WARNINGS

RULES = CONSTRAINTS + WARNINGS + REMARKS


class Result(NamedTuple):
    """What was asked, its numbers, and the findings: failures first, then warnings, then remarks."""

    job: Job
    measures: Measures
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether all four constraints are satisfied."""
        return passes(self.findings)

    @property
    def cites(self) -> tuple[str, ...]:
        """The facts that decided the answer, each once, in the order they were used."""
        from tilesite.tile.cites import cites_of  # a plain diagnosis shows none

        used = (*cites_of(self.job), *(cite for finding in self.findings for cite in finding.cites))
        return tuple(dict.fromkeys(used))


def check(config: TileConfig, problem: Problem = Problem(), device: Device = DEFAULT_DEVICE) -> Result:  # noqa: B008 - frozen
    """Checks a tile. Raises InputError when a size is no whole number of at least 1, or a name is none."""
    require_readable(config, problem)
    return check_job(Job(config, problem, device))


def check_job(job: Job) -> Result:
    """Checks a tile that was read."""
    measures = measure(job.config, job.problem, job.device)
    findings = [finding for rule in RULES for finding in rule(job, measures)]
    return Result(job, measures, _ordered(findings))


def _ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    order = {"fail": 0, "warn": 1, "info": 2}
    return tuple(sorted(findings, key=lambda finding: order[finding.severity]))
