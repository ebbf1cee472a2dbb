"""What is asked in the browser: one question as JSON in, one answer as JSON out. Nothing of a question is code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tilesite.findings import failed_rules
from tilesite.pages.blocks import Answer, answer_block
from tilesite.pages.fence import Fence
from tilesite.pages.header import Header
from tilesite.pages.live import texts
from tilesite.pages.live.explorer import explore
from tilesite.pages.problems import Place
from tilesite.pages.render import View, render_answer
from tilesite.pages.settings import Settings, read_settings

_SHOWN = "output,figure,command,sources"
"""The parts of an answer: the config is in the reader's editor."""


class Asked(NamedTuple):
    """A block of a page with the config that a reader wrote in its place; see ``live_data``."""

    name: str
    kind: str
    lang: str
    body: str
    head: int | None
    path: str
    line: int
    column: int
    indent: int


def respond(question: str) -> str:
    """The answer to one question, ``{"ask": "block" or "explore", "settings": …, "of": …}``; both are JSON."""
    asked = json.loads(question)
    answer = _ANSWERS[asked["ask"]](asked["of"], read_settings(asked["settings"]))
    return json.dumps(answer, ensure_ascii=False)


def _block(of: Mapping[str, object], settings: Settings) -> dict[str, object]:
    asked = Asked(**of)  # type: ignore[arg-type]  # live_data gives each its type
    answer = _answer(asked, settings)
    return {
        "html": render_answer(answer, View(asked.lang, settings.search_characters)),
        "output": answer.output,
        "said": _said(answer, asked.lang),
        "lines": [_line(problem.place, asked) for problem in answer.problems],
    }


def _answer(asked: Asked, settings: Settings) -> Answer:
    """What the build would answer if the page's author had written this body."""
    options = {"lang": asked.lang, "show": _SHOWN, "strict": "false"}
    if asked.head is not None:
        options["head"] = str(asked.head)
    raw = tuple(" " * asked.indent + line if line else "" for line in asked.body.split("\n"))
    # The name keeps the answer's mark, which begins the ids of its figures, apart from those of the page.
    marked = (("live", asked.name),)
    fence = Fence(asked.line, asked.line, asked.column, "", 0, marked, asked.body, asked.indent, asked.kind, (), raw)
    place = Place(asked.path, asked.line, asked.column)
    return answer_block(Header(asked.kind, options, ()), fence, place, settings, settings.page_candidates)


def _said(answer: Answer, lang: str) -> str:
    if answer.report is None:
        return texts.UNREADABLE.with_values(count=len(answer.problems)).say(lang)
    rules = failed_rules(answer.report.findings)
    text = texts.FAILS if rules else texts.PASSES
    return text.with_values(rules=", ".join(rules)).say(lang)


def _line(place: Place, asked: Asked) -> int | None:
    """The line of the body that a problem is in, from 1; None when it is about the block."""
    line = place.line - asked.line
    return line if line > 0 else None


def _explore(of: Mapping[str, object], settings: Settings) -> dict[str, object]:
    del settings
    values, lang = of["values"], of["lang"]
    return explore(values if isinstance(values, dict) else {}, str(lang))


_ANSWERS: dict[str, Callable[[Mapping[str, object], Settings], dict[str, object]]] = {
    "block": _block,
    "explore": _explore,
}
