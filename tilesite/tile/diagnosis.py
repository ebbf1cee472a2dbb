"""The answer on one tile as text: the lines of the numbers, the verdict, then warnings and remarks."""

from __future__ import annotations

from tilesite.findings import FAIL, Finding
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING
from tilesite.tile import texts
from tilesite.tile.measures import Measures
from tilesite.tile.numbers import kilobytes, percent
from tilesite.tile.verdict import Result

if TYPE_CHECKING:
    from collections.abc import Iterator


def diagnosis(result: Result, lang: str) -> str:
    """The text of ``tile-decision --diagnose``, each line ended."""
    lines = [message.say(lang) for message in _numbers(result.measures)]
    lines.extend(_verdict(result, lang))
    return "".join(line + "\n" for line in lines)


def _numbers(measures: Measures) -> Iterator[Message]:
    registers = measures.registers
    yield texts.STAGE_LINE.with_values(stage=kilobytes(measures.stage), total=kilobytes(measures.shared))
    if registers.accumulators is None:
        columns, allocated = registers.tmem_columns, registers.tmem_allocated
        yield texts.TMEM_LINE.with_values(columns=columns, allocated=allocated)
    else:
        yield texts.REGISTER_LINE.with_values(
            count=registers.accumulators, rounded=registers.per_thread, block=registers.per_block
        )
    resident = measures.occupancy
    names = ", ".join(texts.SHORT_NAMES[name] for name in resident.binding)
    yield texts.OCCUPANCY_LINE.with_values(
        registers=_limit(resident.registers),
        shared=_limit(resident.shared),
        threads=resident.threads,
        blocks=resident.blocks_per_sm,
        binding=(texts.BIND if "," in names else texts.BINDS).with_values(names=names),
        waves=_waves(measures),
    )


def _limit(limit: int | None) -> object:
    return Message(texts.NO_LIMIT) if limit is None else limit


def _waves(measures: Measures) -> Message:
    waves = measures.waves
    if waves.number is None or waves.slots is None or waves.last is None:
        return texts.GRID_ONLY.with_values(grid=waves.grid)
    tail = percent(waves.last, waves.slots)
    return texts.WAVES.with_values(grid=waves.grid, slots=waves.slots, count=waves.number, tail=tail)


def _verdict(result: Result, lang: str) -> Iterator[str]:
    if result.ok:
        yield texts.OK_LINE.with_values().say(lang)
    else:
        yield from _failures(result, lang)
    for finding in result.findings:
        if finding.severity != FAIL:
            yield f"{finding.severity.upper()} {finding.rule} {finding.message.say(lang)}"


def _failures(result: Result, lang: str) -> Iterator[str]:
    from tilesite.tile.suggestions import suggest  # a tile that fits needs none

    for rules, finding in _merged(result.findings):
        yield f"FAIL {rules} {finding.message.say(lang)}"
    suggestions = suggest(result.job, result.findings)
    if suggestions:
        rules = "/".join(suggestions[0].rules)
        yield f"TRY {rules} {suggestions[0].message.say(lang)}"


def _merged(findings: tuple[Finding, ...]) -> Iterator[tuple[str, Finding]]:
    # What two constraints cause together is one line with both names: "FAIL C1/C2 no resident block fits".
    rest = [finding for finding in findings if finding.severity == FAIL]
    while rest:
        finding = rest.pop(0)
        rules = [finding.rule]
        while rest and rest[0].message == finding.message:
            rules.append(rest.pop(0).rule)
        yield "/".join(rules), finding
