"""What --explain says of a rule: its facts, its reason, and its two examples, run on the spot."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from tilesite.facts import FACTS, SOURCES, Fact
from tilesite.facts.lock import package_lock, state_of
from tilesite.fields import one_of
from tilesite.tma import rule_rows, texts
from tilesite.tma.as_json import SCHEMA, suggestion_json
from tilesite.tma.command import command_line
from tilesite.tma.encode import encode
from tilesite.tma.explanations import EXPLANATIONS, Explanation
from tilesite.tma.rule_rows import Rule
from tilesite.tma.suggestions import Suggestion, suggest

_WIDTH = 10


def find_rule(name: str) -> str:
    """The id of the rule that ``name`` spells, in any case. Raises InputError, with the nearest id."""
    rule = name.strip().upper().replace("-", "_")
    if rule not in EXPLANATIONS:
        raise one_of("explain", tuple(EXPLANATIONS), name, "BOX_GT_256")
    return rule


def explain_json(rule: str, lang: str) -> dict[str, object]:
    """The explanation of a rule id as an object."""
    told = EXPLANATIONS[rule]
    return {
        "schema": SCHEMA,
        "rule": rule,
        "severities": list(dict.fromkeys(row.severity for row in rows_of(rule))),
        "imposed_by": list(dict.fromkeys(row.imposed_by for row in rows_of(rule))),
        "reason": told.reason.with_values().say(lang),
        "sources": [_source_json(fact, lang) for fact in facts_of(rule)],
        "passes": dict(told.passes),
        "fails": dict(told.fails),
        "messages": messages_of(rule, lang),
        "suggestions": [suggestion_json(each, lang) for each in _suggested(rule, told)],
    }


def explain_text(rule: str, lang: str) -> str:
    """The explanation of a rule id as text."""
    told = EXPLANATIONS[rule]
    rows = rows_of(rule)
    severities = ", ".join(dict.fromkeys(row.severity for row in rows))
    by = ", ".join(dict.fromkeys(texts.BY[row.imposed_by].with_values().say(lang) for row in rows))
    facts = facts_of(rule)
    lines = [f"{rule}: {texts.IMPOSED_BY.with_values(severities=severities, by=by).say(lang)}"]
    lines += _entry("rule", dict.fromkeys(fact.statement.with_values().say(lang) for fact in facts))
    lines += _entry("reason", [told.reason.with_values().say(lang)])
    lines += _entry("source", [_source_line(fact, lang) for fact in facts])
    lines += _entry("passes", [shlex.join(command_line(told.passes))])
    lines += _entry("breaks", [shlex.join(command_line(told.fails)), *messages_of(rule, lang)])
    lines += _entry("try", [each.message.say(lang) for each in _suggested(rule, told)])
    return "\n".join(lines) + "\n"


def rows_of(rule: str) -> list[Rule]:
    """The rows that have this id."""
    return [row for row in vars(rule_rows).values() if isinstance(row, Rule) and row.id == rule]


def facts_of(rule: str) -> list[Fact]:
    """The facts of a rule, those of the tiled call first."""
    rows = rows_of(rule)
    keys = [key for row in rows for key in row.tiled] + [key for row in rows for key in row.im2col]
    return [FACTS[key] for key in dict.fromkeys(keys)]


def messages_of(rule: str, lang: str) -> list[str]:
    """What is said of the config that breaks a rule id."""
    findings = encode(EXPLANATIONS[rule].fails).findings
    return [finding.message.say(lang) for finding in findings if finding.rule == rule]


def _suggested(rule: str, told: Explanation) -> list[Suggestion]:
    encoding = encode(told.fails)
    return [each for each in suggest(encoding.request, encoding.findings) if each.rule == rule]


def _entry(name: str, values: Iterable[str]) -> Iterator[str]:
    for index, value in enumerate(values):
        yield f"  {'' if index else name:<{_WIDTH - 2}}{value}"


def _source_line(fact: Fact, lang: str) -> str:
    title = SOURCES[fact.source].title.with_values().say(lang)
    return f"{fact.locator} ({title} {_version(fact)})"


def _version(fact: Fact) -> str:
    return SOURCES[fact.source].version


def _source_json(fact: Fact, lang: str) -> dict[str, object]:
    return {
        "key": fact.key,
        "statement": fact.statement.with_values().say(lang),
        "source": SOURCES[fact.source].title.with_values().say(lang),
        "version": _version(fact),
        "locator": fact.locator,
        "state": state_of(fact, package_lock()).name,
    }
