"""The reports that pages show: one copy, or the operands of a GEMM, with the command that prints them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilesite.errors import flag_name
from tilesite.findings import FAIL, Finding
from tilesite.report import Report
from tilesite.tma.as_json import SCHEMA, finding_json
from tilesite.tma.plan.as_json import expected_object
from tilesite.tma.plan.copies import Plan
from tilesite.tma.plan.planner import plan_request
from tilesite.tma.plan.render import finding_line, plan_text
from tilesite.tma.plan.request import read_request
from tilesite.tma.plan.tile_inputs import GEMM_FIELDS, read_gemm
from tilesite.tma.plan.verdict import cites_of, findings_of, said_note, tile_findings

PROGRAM = "tma-descriptor"
LANG = "en"


def copy_report(values: Mapping[str, object], lang: str = LANG) -> Report:
    """The report on one copy; ``values`` are keys of COPY_KEYS. Raises InputError."""
    request = read_request(values)
    plan = plan_request(request)
    findings = findings_of(request, plan)
    return Report(
        command=(PROGRAM, "plan", "--input", _inline(values), *_language(lang)),
        text=plan_text(request, plan, findings, lang),
        json={"schema": SCHEMA, **_plan_json(plan, findings, lang)},
        findings=findings,
        cites=cites_of(request, plan, findings),
    )


def gemm_report(values: Mapping[str, object], lang: str = LANG) -> Report:
    """The report on the copies of A, B and C; ``values`` are keys of GEMM_FIELDS, typed or as text.

    Raises InputError.
    """
    gemm = read_gemm(values)
    tile = tile_findings(gemm.job)
    requests = {operand: read_request(each) for operand, each in gemm.inputs.items()}
    plans = {operand: plan_request(request) for operand, request in requests.items()}
    found = {operand: findings_of(requests[operand], plan) for operand, plan in plans.items()}
    findings = tuple(dict.fromkeys([*tile, *(finding for each in found.values() for finding in each)]))
    cites = [key for finding in tile for key in finding.cites]
    cites += [key for name, plan in plans.items() for key in cites_of(requests[name], plan, found[name])]
    return Report(
        command=(PROGRAM, "gemm", *_flags(values), *_language(lang)),
        text="".join(
            [
                *(finding_line(finding, lang) + "\n" for finding in tile),
                *(plan_text(requests[name], plan, found[name], lang, f"{name}  ") for name, plan in plans.items()),
            ]
        ),
        json={
            "schema": SCHEMA,
            "ok": _ok(findings),
            "findings": [finding_json(finding, lang) for finding in tile],
            "operands": {name: _plan_json(plan, found[name], lang) for name, plan in plans.items()},
        },
        findings=findings,
        cites=tuple(dict.fromkeys(cites)),
    )


def _plan_json(plan: Plan, findings: Sequence[Finding], lang: str) -> dict[str, object]:
    from tilesite.language import Message, Text

    note = None if plan.note is None else said_note(plan.note)
    return {
        "ok": _ok(findings),
        **expected_object(plan),
        "note": Message(note).say(lang) if isinstance(note, Text) else note,
        "findings": [finding_json(finding, lang) for finding in findings],
    }


def _ok(findings: Sequence[Finding]) -> bool:
    return all(finding.severity != FAIL for finding in findings)


def _inline(values: Mapping[str, object]) -> str:
    from tilesite.batch import encode

    return encode(dict(values))


def _flags(values: Mapping[str, object]) -> list[str]:
    words = []
    for field in GEMM_FIELDS:
        value = values.get(field.name)
        if value is not None:
            words += [flag_name(field.name), str(value).lower() if isinstance(value, bool) else str(value)]
    return words


def _language(lang: str) -> tuple[str, ...]:
    return () if lang == LANG else ("--lang", lang)
