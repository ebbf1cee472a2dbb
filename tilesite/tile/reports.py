"""The reports that pages show: the same answers that the program prints, with the command that prints them."""

from __future__ import annotations

from tilesite.errors import flag_name
from tilesite.fields import BOOL, Field
from tilesite.records import TYPE_CHECKING
from tilesite.report import Report
from tilesite.tile.as_json import result_object, sweep_object
from tilesite.tile.cites import cites_of
from tilesite.tile.config import FIELDS, LANG, PROGRAM, read_job
from tilesite.tile.diagnosis import diagnosis
from tilesite.tile.scan import sweep_asked
from tilesite.tile.space import CANDIDATES_IN_A_PAGE, SWEEP_FIELDS, read_sweep
from tilesite.tile.table import nothing_feasible, table
from tilesite.tile.verdict import check_job

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def diagnose(values: Mapping[str, object], lang: str = LANG) -> Report:
    """The report on one tile; ``values`` are keys of FIELDS. Raises InputError."""
    result = check_job(read_job(dict(values)))
    return Report(
        command=(PROGRAM, "--diagnose", *_flags(values, FIELDS), *_language(lang)),
        text=diagnosis(result, lang),
        json=result_object(result, lang),
        findings=result.findings,
        cites=result.cites,
    )


def sweep_report(values: Mapping[str, object], lang: str = LANG, bound: int = CANDIDATES_IN_A_PAGE) -> Report:
    """The report on a sweep; ``values`` are keys of SWEEP_FIELDS. Raises InputError, also past ``bound`` candidates."""
    asked = read_sweep(dict(values), bound)
    found = sweep_asked(asked)
    return Report(
        command=sweep_command(values, lang),
        text="".join(table(found, asked, lang)),
        json=sweep_object(found, asked, lang),
        findings=nothing_feasible(found, asked),
        cites=cites_of(asked.job),
    )


def sweep_command(values: Mapping[str, object], lang: str = LANG) -> tuple[str, ...]:
    """The argv that prints the sweep of ``values``, which are keys of SWEEP_FIELDS that can be read."""
    return (PROGRAM, *_flags(values, SWEEP_FIELDS), *_language(lang))


def _flags(values: Mapping[str, object], fields: Sequence[Field]) -> list[str]:
    return [word for field in fields for word in _flag(field, values.get(field.name))]


def _flag(field: Field, value: object) -> tuple[str, ...]:
    if value is None or (field.kind == BOOL and not value):
        return ()
    if field.kind == BOOL:
        return (flag_name(field.name),)
    listed = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return flag_name(field.name), listed


def _language(lang: str) -> tuple[str, ...]:
    return () if lang == LANG else ("--lang", lang)
