"""The Python-Markdown extension: SuperFences hands each block to it and gets the verified HTML back.

Under MkDocs the hook has answered the page's blocks beforehand, with their places, and hands the answers in.
Elsewhere the extension answers each block itself, and ``tilesite check`` is the gate.
"""

from __future__ import annotations

from typing import Any, Protocol

from markdown import Markdown
from markdown.extensions import Extension
from pymdownx.superfences import SuperFencesCodeExtension

from tilesite.pages.blocks import Answer, answer_block, block_mark
from tilesite.pages.fences import Fence, take_blocks
from tilesite.pages.header import Header, read_header
from tilesite.pages.problems import Place
from tilesite.pages.render import render_answer


class AnswersBeforehand(Protocol):
    """What a hook hands in: the answers of the page that a converter is converting, by mark."""

    def answers_of(self, md: Markdown) -> dict[str, Answer]:
        """The answers of the page that ``md`` is converting, by mark."""


class NothingBeforehand:
    """Where no hook runs: no block was answered before its page is converted."""

    def answers_of(self, md: Markdown) -> dict[str, Answer]:
        """None, whatever the page."""
        del md
        return {}


class TilesiteExtension(Extension):
    """Renders verified blocks. ``lang`` is the language of blocks that name none; ``build`` comes from a hook."""

    def __init__(self, **config: Any) -> None:  # noqa: ANN401 - as Python-Markdown has it
        self.config = {
            "lang": ["en", "the language of blocks that name none: en or zh"],
            "build": [NothingBeforehand(), "given by the MkDocs hook: where the answers of each page are"],
        }
        super().__init__(**config)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - as Python-Markdown has it
        """Has ``reset`` called once every extension is there, in whatever order they were named."""
        self.md = md
        md.registerExtension(self)

    def reset(self) -> None:
        """Puts the blocks into SuperFences, once for each converter."""
        own = [each for each in self.md.registeredExtensions if isinstance(each, SuperFencesCodeExtension)]
        if own and not any(entry["formatter"] == self._format for entry in own[0].superfences):
            take_blocks(own[0], self._format)

    def _format(self, src: str, language: str, options: dict[str, str], md: Markdown, **_: object) -> str:
        kind = language if language != "yaml" else next(name for name in options if options[name] == name)
        build: AnswersBeforehand = self.getConfig("build")
        lang: str = self.getConfig("lang")
        known = build.answers_of(md).get(block_mark(kind, tuple(options.items()), src))
        return render_answer(known or _answer(kind, options, src, lang), lang)


def _answer(kind: str, options: dict[str, str], body: str, lang: str) -> Answer:
    """Answers a block whose place in a file is unknown: its lines are counted from its own first one."""
    info = " ".join([kind, *(f'{name}="{value}"' for name, value in options.items() if name != kind)])
    fence = Fence(1, 1, info, 0, kind, tuple(options.items()), body, 0, ())
    return answer_block(read_header(info) or Header(kind, {}, ()), fence, Place("block", 1), lang)
