"""A block's answer as HTML: inert, whatever the output holds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from tilesite.facts import FACTS, SOURCES
from tilesite.language import Text
from tilesite.pages.blocks import Answer
from tilesite.report import Report

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_WORDS = {
    "config": Text("Config", "配置"),
    "output": Text("Output", "输出"),
    "command": Text("Command that prints this output", "打印此输出的命令"),
    "problems": Text("This block could not be verified:", "此处无法验证："),
}
_SOURCES = Text("Sources of the rules that were applied ({count})", "所用规则的出处（{count}）")
_REST = Text("{count} more lines", "其余 {count} 行")


class SourceLine(NamedTuple):
    """One fact as a page lists it."""

    statement: str
    title: str
    url: str
    locator: str
    state: str


def render_answer(answer: Answer, page_lang: str) -> str:
    """The HTML of one block. ``page_lang`` is the language of a block that names none."""
    block, report = answer.block, answer.report
    lang = block.options.lang or page_lang
    head, rest = _folded(report.text if report else "", block.options.head)
    sources = source_lines(report.cites if report else (), lang)
    words = {name: text.zh if lang == "zh" else text.en for name, text in _WORDS.items()}
    words["sources"] = _SOURCES.with_values(count=len(sources)).say(lang)
    words["rest"] = _REST.with_values(count=rest.count("\n") + 1).say(lang)
    return _template().render(
        kind=block.kind,
        ok=not answer.problems,
        id_attribute=Markup(' id="{}"').format(block.options.id) if block.options.id else "",
        mark=block.mark,
        lang=lang,
        title=visible(block.options.title or ""),
        show=block.options.show,
        config=visible(block.body),
        report=report,
        output_head=visible(head),
        output_rest=visible(rest),
        command=visible(_command_line(report)),
        sources=sources,
        problems=[visible(str(problem)) for problem in answer.problems],
        words=words,
    )


def source_lines(cites: Iterable[str], lang: str) -> tuple[SourceLine, ...]:
    """The facts with these keys, each with its source, where it stands there, and what was checked."""
    facts = [FACTS[key] for key in dict.fromkeys(cites)]
    return tuple(
        SourceLine(
            fact.statement.zh if lang == "zh" else fact.statement.en,
            f"{SOURCES[fact.source].title} {SOURCES[fact.source].version}",
            SOURCES[fact.source].url,
            fact.locator,
            fact.state,
        )
        for fact in facts
    )


def visible(text: str) -> str:
    """``text`` with its control characters, tabs and line ends aside, as the pictures Unicode has for them.

    Markdown's own placeholders are made of control characters, so none may come from an output.
    """
    return _CONTROL.sub(lambda match: "\u2421" if match.group() == "\x7f" else chr(0x2400 + ord(match.group())), text)


def _folded(text: str, head: int | None) -> tuple[str, str]:
    lines = text.rstrip("\n").split("\n")
    if head is None or head >= len(lines):
        return "\n".join(lines), ""
    return "\n".join(lines[:head]), "\n".join(lines[head:])


def _command_line(report: Report | None) -> str:
    return shlex.join(report.command) if report else ""


@lru_cache(maxsize=1)
def _template() -> Template:
    loader = PackageLoader("tilesite.pages")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=False)
    return environment.get_template("block.html.jinja")
