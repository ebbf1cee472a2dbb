"""``tma-descriptor plan --against tilelang``: the installed compiler's answer beside the plan's, as text or JSON."""

from __future__ import annotations

from typing import Callable, NamedTuple

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message
from tilesite.tma.plan import texts
from tilesite.tma.plan.as_json import expected_object
from tilesite.tma.plan.case import Case, read_case
from tilesite.tma.plan.comparison import Difference, differences
from tilesite.tma.plan.copies import NORMAL
from tilesite.tma.plan.generated import Generated, observed, refused
from tilesite.tma.plan.planner import plan_request
from tilesite.tma.plan.refusal import PLAN, Refusal
from tilesite.tma.plan.selection import TMA_COPY

COMPILER = "tilelang"
VERSION = "0.1.15"
_INSTALL = "pip install 'tilesite[tilelang]'"

Lower = Callable[[Case, str], "Generated | Refusal"]


class Comparison(NamedTuple):
    """Both answers, as ``expected`` objects of a recorded case, and where they differ."""

    plan: dict[str, object]
    compiler: dict[str, object]
    differences: tuple[Difference, ...]


def installed_compiler() -> Lower:
    """The lowering by the installed TileLang. Raises InputError when it is missing or has another version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version(COMPILER)
    except PackageNotFoundError:
        raise _no_compiler(Message(texts.NO_TILELANG)) from None
    # A local label ("+cu128") says how it was built.
    if found.partition("+")[0] != VERSION:
        raise _no_compiler(quoted(found))
    try:
        from tilesite.tma.plan.against import lower
    except (ImportError, OSError) as error:
        raise _no_compiler(quoted(str(error))) from None
    return lower


def compared(values: object, lower: Lower) -> Comparison:
    """Plans an input, lowers it, and compares. Raises InputError on what cannot be read or lowered."""
    case = read_case(values)
    plan = expected_object(plan_request(case.request))
    compiler = _answer(case, lower)
    return Comparison(plan, compiler, differences(plan, compiler))


def comparison_text(comparison: Comparison, lang: str) -> str:
    """A line that says whether they are equal, and two lines for each key in which they differ."""
    path = comparison.plan["path"]
    if not comparison.differences:
        return texts.EQUAL.with_values(path=path, version=VERSION).say(lang) + "\n"
    head = texts.DIFFERENT.with_values(path=path, count=len(comparison.differences), version=VERSION).say(lang)
    lines = [head]
    for key, ours, theirs in comparison.differences:
        lines += [f"       {key}", f"         tilesite  {_shown(ours)}", f"         tilelang  {_shown(theirs)}"]
    return "\n".join(lines) + "\n"


def comparison_json(comparison: Comparison) -> dict[str, object]:
    """The --json object, and the answer to a line of a batch."""
    return {
        "equal": not comparison.differences,
        "differences": [
            {"key": key, "tilesite": ours, COMPILER: theirs} for key, ours, theirs in comparison.differences
        ],
        "tilesite": comparison.plan,
        COMPILER: comparison.compiler,
    }


def _answer(case: Case, lower: Lower) -> dict[str, object]:
    lowered = lower(case, case.request.request)
    if isinstance(lowered, Refusal):
        return refused(lowered)
    try:
        answer = observed(lowered, case.base, case.request.copy.load)
    except (ValueError, LookupError) as error:
        raise InputError(Fault("against", Message(texts.KNOWN_CODE), quoted(str(error)), COMPILER)) from None
    if case.request.kind == "copy" and answer["path"] == NORMAL and case.request.request != TMA_COPY:
        answer["reject"] = _silent_refusal(case, lower)
    return answer


def _silent_refusal(case: Case, lower: Lower) -> dict[str, object] | None:
    """Why a copy with a descriptor was not planned: the compiler says it only where nothing else will do."""
    if case.request.request == "auto" and case.request.copy.load:
        return None
    insisted = lower(case, TMA_COPY)
    if isinstance(insisted, Refusal) and insisted.stage == PLAN:
        return {"stage": insisted.stage, "reason": insisted.reason}
    return None


def _no_compiler(got: Message | str) -> InputError:
    return InputError(Fault("--against", texts.TILELANG.with_values(version=VERSION), got, _INSTALL))


def _shown(value: object) -> str:
    from tilesite.batch import encode

    return "-" if value is None else value if isinstance(value, str) else encode(value)
