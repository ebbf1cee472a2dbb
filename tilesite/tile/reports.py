"""The reports that pages show: the same answers that the program prints, with the command that prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilesite.errors import flag_name
from tilesite.fields import Field
from tilesite.report import Report
from tilesite.tile.as_json import result_object, sweep_object
from tilesite.tile.check import check_job
from tilesite.tile.cites import cites_of
from tilesite.tile.config import FIELDS, read_job
from tilesite.tile.diagnosis import diagnosis
from tilesite.tile.space import CANDIDATES_IN_A_PAGE, SWEEP_FIELDS, read_sweep
from tilesite.tile.sweep import sweep_job
from tilesite.tile.table import table

PROGRAM = "tile-decision"
LANG = "en"


def diagnose(values: Mapping[str, object], lang: str = LANG) -> Report:
    """The report on one tile; ``values`` are keys of FIELDS, typed or as text. Raises InputError."""
    result = check_job(read_job(values))
    return Report(
        command=(PROGRAM, "--diagnose", *_flags(values, FIELDS), *_language(lang)),
        text=diagnosis(result, lang),
        json=result_object(result, lang),
        findings=result.findings,
        cites=result.cites,
    )


def sweep_report(
    values: Mapping[str, object], lang: str = LANG, bound: int = CANDIDATES_IN_A_PAGE, *, rejected: bool = False
) -> Report:
    """The report on a sweep; ``values`` are keys of SWEEP_FIELDS. Raises InputError, also past ``bound`` candidates.

    ``rejected`` adds the list of the candidates that were stopped.
    """
    job = read_sweep(values, bound)
    found = sweep_job(job.space, job.job, job.topk)
    text, answer = table(found, lang), sweep_object(found, job.job)
    if rejected:
        from tilesite.tile.rejected import rejected_objects, rejected_text

        text += rejected_text(job.space, job.job, lang)
        answer["rejected"] = rejected_objects(job.space, job.job, lang)
    return Report(
        command=(PROGRAM, *_flags(values, SWEEP_FIELDS), *(("--rejected",) if rejected else ()), *_language(lang)),
        text=text,
        json=answer,
        findings=(),
        cites=cites_of(job.job),
    )


def _flags(values: Mapping[str, object], fields: Sequence[Field]) -> list[str]:
    return [word for field in fields if values.get(field.name) is not None for word in _flag(field, values[field.name])]


def _flag(field: Field, value: object) -> tuple[str, str]:
    listed = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return flag_name(field.name), listed


def _language(lang: str) -> tuple[str, ...]:
    return () if lang == LANG else ("--lang", lang)
