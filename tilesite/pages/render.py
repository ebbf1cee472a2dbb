"""A block's answer as HTML: inert, whatever the output holds."""

from __future__ import annotations

import shlex
from html import escape
from typing import NamedTuple

from markupsafe import Markup

from tilesite.findings import failed_rules
from tilesite.language import Message, Text
from tilesite.pages.blocks import Answer, Block, recorded_mark
from tilesite.pages.body import read_body
from tilesite.pages.commands import Printed
from tilesite.pages.figures import figure as draw_figure
from tilesite.pages.figures import sweep_space
from tilesite.pages.kinds import COMMANDS
from tilesite.pages.live.data import live_data
from tilesite.pages.sources import decided_by, source_lines
from tilesite.pages.templating import rendered
from tilesite.pages.visible import visible
from tilesite.report import Report

_WORDS = {
    "config": Text("Config", "配置"),
    "output": Text("Output", "输出"),
    "command": Text("Command that prints this output", "打印此输出的命令"),
    "commands": Text("Commands", "命令"),
    "problems": Text("This block could not be verified:", "此处无法验证："),
}
_SOURCES = Text("Sources of the rules that decided this ({count})", "决定此结果的规则的出处（{count}）")
_REST = Text("{count} more lines", "其余 {count} 行")
_EXPECTED = Text("Fails as expected: {rules}", "如预期不满足：{rules}")
_BREAKS = Text("Fails: {rules}", "不满足：{rules}")
_NONE_FEASIBLE = Text("no candidate is feasible", "没有可行的候选")
_JOINT = Text(", ", "、")


class Folded(NamedTuple):
    """Text as a page shows it: the lines shown, the lines folded away, and whether a search may find the former."""

    head: str
    rest: str
    rest_label: str
    searched: bool


class View(NamedTuple):
    """What a page does with a block: its language where the block names none, how much of the output is searched.

    ``recorded``: the output is shown elsewhere in the page, where it is recorded. ``before`` counts the blocks of
    the page that were written the same and stand before it: with it, the ids in its figures are the page's only ones.
    ``live``: a reader may put another config in the block's place.
    """

    lang: str
    search_characters: int
    recorded: bool = False
    before: int = 0
    live: bool = False


def render_unrun(mark: str, body: str) -> str:
    """The HTML of a block that was not run: its body, under the mark by which a built page is told to have it."""
    shown = escape(visible(body))
    return f'<section class="tilesite tilesite-unrun" data-tilesite="{mark}"><pre><code>{shown}</code></pre></section>'


def render_answer(answer: Answer, view: View) -> str:
    """The HTML of one block."""
    block, report = answer.block, answer.report
    lang = block.options.lang or view.lang
    sources = source_lines(decided_by(report) if report else (), lang)
    words = _words(lang)
    words["sources"] = _SOURCES.with_values(count=len(sources)).say(lang)
    uid = _uid(block, view)
    template = "commands.html.jinja" if block.kind == COMMANDS else "block.html.jinja"
    return rendered(
        template,
        kind=block.kind,
        ok=not answer.problems,
        id_attribute=Markup(' id="{}"').format(block.options.id) if block.options.id else "",
        mark=block.mark,
        uid=uid,
        lang=lang,
        title=visible(block.options.title or ""),
        verdict=_verdict(answer, lang),
        show=block.options.show,
        config=visible(block.body),
        report=report,
        output=None if view.recorded else _folded(report.text if report else "", block.options.head, view, lang),
        printed=[
            (_written(each), None if view.recorded else _folded(each.text, block.options.head, view, lang))
            for each in answer.printed
        ],
        figure=_figure(block, report, lang, uid) if report and "figure" in block.options.show else "",
        command=visible(_command_line(report)),
        sources=sources,
        problems=[visible(str(problem)) for problem in answer.problems],
        live=live_data(block, lang) if view.live else "",
        words=words,
    )


def _verdict(answer: Answer, lang: str) -> str:
    """What is said of a config that does not hold, in words, since nothing is told by colour alone."""
    report = answer.report
    if report is None or report.ok:
        return ""
    rules = Message(_JOINT).say(lang).join(failed_rules(report.findings)) or Message(_NONE_FEASIBLE).say(lang)
    expected = answer.block.options.expect == "fail" and not answer.problems
    return (_EXPECTED if expected else _BREAKS).with_values(rules=rules).say(lang)


def _uid(block: Block, view: View) -> str:
    """What begins every id inside the block: made of what was written, so that it outlives a move."""
    return block.mark.replace(":", "-") + (f"-{view.before + 1}" if view.before else "")


def _figure(block: Block, report: Report, lang: str, uid: str) -> Markup:
    """The block's figures; what they show is escaped where they are drawn."""
    result = report.json
    if block.kind == "sweep":
        result = {**result, "space": sweep_space(read_body(block.body, "topk: 8").values)}
    if block.kind == "copy":
        from tilesite.pages.figures.run import with_run  # few pages plan, and the planner is large

        result = with_run(result, read_body(block.body, "direction: load", nested=True).values)
    return Markup(draw_figure(block.kind, result, lang, uid))  # noqa: S704 - escaped


def render_output(answer: Answer, view: View) -> str:
    """The HTML of a block's output alone, which is shown where the output is recorded."""
    lang = answer.block.options.lang or view.lang
    return rendered(
        "recorded.html.jinja",
        mark=recorded_mark(answer),
        kind=answer.block.kind,
        lang=lang,
        output=_folded(answer.output or "", answer.block.options.head, view, lang),
        words=_words(lang),
    )


def _written(printed: Printed) -> str:
    return visible("\n".join([*printed.comments, printed.written]))


def _words(lang: str) -> dict[str, str]:
    return {name: text.zh if lang == "zh" else text.en for name, text in _WORDS.items()}


def _folded(text: str, head: int | None, view: View, lang: str) -> Folded:
    lines = visible(text).rstrip("\n").split("\n")
    first = len(lines) if head is None else head
    shown, rest = "\n".join(lines[:first]), "\n".join(lines[first:])
    label = _REST.with_values(count=len(lines) - first).say(lang)
    return Folded(shown, rest, label, len(shown) <= view.search_characters)


def _command_line(report: Report | None) -> str:
    return shlex.join(report.command) if report else ""
