"""A choice of one constraint, whose candidates the figures of a sweep then mark; it works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilesite.pages.figures import texts
from tilesite.pages.figures.numbers import grouped
from tilesite.pages.figures.strip import RULES
from tilesite.pages.figures.svg import escaped


def picker(result: Mapping[str, Any], lang: str, uid: str) -> str:
    """The choice, among the constraints that stop any candidate."""
    stopped = result["stopped"]
    choices = [("", texts.MARK_NONE.with_values().say(lang))]
    for rule in RULES:
        if stopped[rule]:
            choices.append((rule, texts.RULE_KEY.with_values(rule=rule, count=grouped(stopped[rule])).say(lang)))
    name = f"{escaped(uid)}-mark"
    radios = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{_checked(value)}/> '
        f"{escaped(text)}</label>"
        for value, text in choices
    )
    return (
        f'<fieldset class="tilesite-figure-mark"><legend>{escaped(texts.MARK.with_values().say(lang))}</legend>'
        f"{radios}</fieldset>"
    )


def _checked(value: str) -> str:
    return "" if value else ' checked=""'
