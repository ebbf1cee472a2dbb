"""A choice of one constraint, whose candidates the figures of a sweep then mark; it works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilesite.pages.figures import texts
from tilesite.pages.figures.svg import escaped
from tilesite.pages.figures.texts import say


def picker(result: Mapping[str, Any], lang: str, uid: str) -> str:
    """The choice among the constraints that stop any candidate; empty when none does."""
    rules = [rule for rule, count in result["stopped"].items() if count]
    if not rules:
        return ""
    name = f"{escaped(uid)}-mark"
    radios = [
        f'<label><input type="radio" name="{name}" value="{escaped(rule)}"/> {escaped(rule)}</label>' for rule in rules
    ]
    none = (
        f'<label><input type="radio" name="{name}" value="" checked=""/> {escaped(say(texts.MARK_NONE, lang))}</label>'
    )
    legend = f"<legend>{escaped(say(texts.MARK, lang))}</legend>"
    return f'<fieldset class="tilesite-figure-mark">{legend}{none}{"".join(radios)}</fieldset>'
