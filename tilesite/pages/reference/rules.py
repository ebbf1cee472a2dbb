"""The ids of rules, warnings and problems as tables: made of the catalogues that the programs say them from."""

from __future__ import annotations

from collections.abc import Mapping

from tilesite.language import Text
from tilesite.pages.problem_codes import CODES
from tilesite.pages.reference.tables import Row, Table, codes, said
from tilesite.pages.reference.words import CODE, IMPOSED_BY, MEANING, RULE, SEVERITY
from tilesite.tile.rule_texts import RULE_TEXTS as TILE_RULES
from tilesite.tile.rule_texts import RuleText
from tilesite.tma.explain import facts_of, messages_of, rows_of
from tilesite.tma.explanations import EXPLANATIONS
from tilesite.tma.plan.rule_texts import RULE_TEXTS as COPY_RULES
from tilesite.tma.plan.texts import NOTES
from tilesite.tma.texts import BY

_TILE = Text("Rules of the tile checker", "tile 检查的规则")
_COPY = Text("Findings about a copy", "关于 copy 的判定")
_NOTES = Text("Why a copy is no bulk copy", "copy 不是 bulk copy 的原因")
_NOTE = Text("Reason", "原因")
_TMA = Text("Rules of a descriptor", "描述符的规则")
_PROBLEMS = Text("Problems of pages", "页面的问题")
_KIND = Text("Kind", "种类")
_SAYS = Text("It says: {message}", "提示：{message}")
_KINDS = {
    "difference": Text("a check failed (exit code 1)", "检查不通过（退出码 1）"),
    "unreadable": Text("cannot be checked (exit code 2)", "无法检查（退出码 2）"),
    "warning": Text("a warning (exit code 0)", "警告（退出码 0）"),
}


def tile_rules(lang: str) -> tuple[Table, ...]:
    """The constraints, warnings and remarks of tile-decision."""
    return (_table(_TILE, TILE_RULES, lang),)


def copy_rules(lang: str) -> tuple[Table, ...]:
    """The findings of ``tma-descriptor plan`` and ``gemm``, and the reasons of a fallback."""
    notes = tuple(Row(f"reason-{name}", name, (said(text, lang),)) for name, text in NOTES.items())
    reasons = Table(said(_NOTES, lang), (said(_NOTE, lang), said(MEANING, lang)), notes)
    return (_table(_COPY, COPY_RULES, lang), reasons)


def descriptor_rules(lang: str) -> tuple[Table, ...]:
    """The rules of a descriptor: what each wants, why, who imposes it, and what is said when it is broken."""
    columns = tuple(said(column, lang) for column in (RULE, SEVERITY, IMPOSED_BY, MEANING))
    return (Table(said(_TMA, lang), columns, tuple(_descriptor_rule(rule, lang) for rule in EXPLANATIONS)),)


def page_problems(lang: str) -> tuple[Table, ...]:
    """The codes of what can be wrong in a page."""
    rows = tuple(
        Row(name, name, (said(_KINDS[code.kind], lang), said(code.meaning, lang))) for name, code in CODES.items()
    )
    return (Table(said(_PROBLEMS, lang), tuple(said(column, lang) for column in (CODE, _KIND, MEANING)), rows),)


def _descriptor_rule(rule: str, lang: str) -> Row:
    told, rows = EXPLANATIONS[rule], rows_of(rule)
    wants = dict.fromkeys(said(fact.statement, lang) for fact in facts_of(rule))
    says = [_SAYS.with_values(message=message).say(lang) for message in messages_of(rule, lang)]
    meaning = "\n".join([*wants, said(told.reason, lang), *says])
    severities = codes(tuple(dict.fromkeys(row.severity for row in rows)))
    by = ", ".join(dict.fromkeys(said(BY[row.imposed_by], lang) for row in rows))
    return Row(rule, rule, (severities, by, meaning))


def _table(caption: Text, rules: Mapping[str, RuleText], lang: str) -> Table:
    columns = tuple(said(column, lang) for column in (RULE, SEVERITY, MEANING))
    rows = tuple(Row(name, name, (codes(rule.severities), said(rule.meaning, lang))) for name, rule in rules.items())
    return Table(said(caption, lang), columns, rows)
