"""The Python-Markdown extension: it puts verified blocks, recorded outputs and inline values into a page.

Under MkDocs the hook has verified the page beforehand, from its file, and hands it in. Elsewhere the extension
verifies what it is given before anything else looks at it, and ``tilesite check`` is the gate.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any, Protocol
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from pymdownx.superfences import SuperFencesCodeExtension

from tilesite.hosts.build import in_blocks, notice
from tilesite.hosts.headings import HEADING_PRIORITY, Headings
from tilesite.hosts.source import host_snippets, host_source
from tilesite.hosts.values import Values
from tilesite.pages.blocks import Answer, answer_block, block_mark
from tilesite.pages.completeness import compare_with_built
from tilesite.pages.fence import Fence
from tilesite.pages.fences import is_taken, take_blocks
from tilesite.pages.header import Header, read_header
from tilesite.pages.kinds import COMMANDS, block_kind
from tilesite.pages.outputs import OUTPUTS_PRIORITY, Outputs
from tilesite.pages.page import Page, verify_page
from tilesite.pages.placing import VALUE_PRIORITY
from tilesite.pages.problems import WARNING, Place
from tilesite.pages.render import View, render_answer, render_output, render_unrun
from tilesite.pages.settings import SETTING_FIELDS, Settings, read_settings
from tilesite.pages.values import VALUE

_FIRST = 1000
_LAST = -1000
_log = logging.getLogger("tilesite")


class PagesBeforehand(Protocol):
    """What a hook hands in: the verified page that a converter is converting."""

    def page_of(self, md: Markdown) -> Page | None:
        """The page that ``md`` is converting, None when it is none of the site's pages."""


class NothingBeforehand:
    """Where no hook runs: no page is verified before it is converted."""

    def page_of(self, md: Markdown) -> Page | None:
        """None, whatever the page."""
        del md
        return None


class TilesiteExtension(Extension):
    """Renders verified blocks. Its options are those of SETTING_FIELDS; ``build`` comes from a hook."""

    def __init__(self, **config: Any) -> None:  # noqa: ANN401 - as Python-Markdown has it
        self.config = {field.name: [field.default, field.help.en] for field in SETTING_FIELDS}
        self.config["build"] = [NothingBeforehand(), "given by the MkDocs hook: the pages that were verified"]
        super().__init__(**config)
        self.settings = read_settings({field.name: self.getConfig(field.name) for field in SETTING_FIELDS})
        self._take(None)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - as Python-Markdown has it
        """Has ``reset`` called once every extension is there, in whatever order they were named."""
        self.md = md
        md.registerExtension(self)
        md.preprocessors.register(_First(self), "tilesite-page", _FIRST)
        md.treeprocessors.register(_Converted(self), "tilesite-converted", _LAST)
        md.postprocessors.register(_Last(self), "tilesite-notice", _LAST)
        md.inlinePatterns.register(Values(VALUE, self.value), "tilesite-values", VALUE_PRIORITY)
        md.treeprocessors.register(Headings(md), "tilesite-headings", HEADING_PRIORITY)

    def reset(self) -> None:
        """Puts the blocks into SuperFences, once for each converter."""
        self._take(None)
        own = [each for each in self.md.registeredExtensions if isinstance(each, SuperFencesCodeExtension)]
        if own and not is_taken(own[0], self._format):
            take_blocks(own[0], self._format)
            outputs = Outputs(self.md, own[0], self._output)
            self.md.preprocessors.register(outputs, "tilesite-outputs", OUTPUTS_PRIORITY)

    def value(self, name: str) -> str | None:
        """The text of the inline value that is written ``name``, None when it is none of this page's."""
        return self._values.get(name)

    def begin(self, lines: list[str]) -> None:
        """Takes the page that a hook verified, or verifies these lines."""
        build: PagesBeforehand = self.getConfig("build")
        if not isinstance(build, NothingBeforehand):
            self._take(build.page_of(self.md))
            return
        source = host_source(self.md, "\n".join(lines))
        snippets = host_snippets(self.md, source)
        own = next((each for each in self.md.registeredExtensions if isinstance(each, SuperFencesCodeExtension)), None)
        code = own is None or not own.getConfig("disable_indented_code_blocks")
        settings = self.settings._replace(nesting=self.settings.nesting._replace(indented_code=code))
        page = verify_page(source.text, source.path, settings, snippets, front=source.front)
        self._take(page)
        for problem in page.problems:
            _log.log(logging.INFO if problem.kind == WARNING else logging.WARNING, "%s", problem)

    def converted(self) -> None:
        """Notes that the page's elements are final."""
        self._is_converted = True

    def end(self, html: str) -> str:
        """The finished HTML, with a notice of what went wrong where no hook shows one."""
        if self._page is None or not self._is_converted or not isinstance(self.getConfig("build"), NothingBeforehand):
            return html
        problems = (*self._page.problems, *compare_with_built(self._page, html))
        return notice(in_blocks(self._page), problems) + html

    def _format(self, src: str, language: str, options: dict[str, str], **_: object) -> str:
        kind = block_kind(language, options) or COMMANDS
        mark = block_mark(kind, tuple(options.items()), src)
        if self._page and mark not in self._answers:
            # It stands in a comment or in indented code, or no author wrote it: such a block is not run.
            return render_unrun(mark, src)
        answer = self._answers.get(mark) or _answer(kind, options, src, self.settings)
        recorded = answer.block.options.id in self._recorded
        before = self._rendered[mark]
        self._rendered[mark] += 1
        live = bool(self.settings.live)
        view = View(self.settings.lang, self.settings.search_characters, recorded, before, live)
        return render_answer(answer, view)

    def _output(self, name: str) -> str | None:
        answer = self._recorded.get(name)
        return render_output(answer, View(self.settings.lang, self.settings.search_characters)) if answer else None

    def _take(self, page: Page | None) -> None:
        """Makes ``page`` the one that is being converted."""
        self._page = page
        self._is_converted = False
        self._answers = {answer.block.mark: answer for answer in reversed(page.answers)} if page else {}
        self._recorded = {each.region.id: each.answer for each in page.recorded} if page else {}
        self._values = {value.name: value.text for value in page.values} if page else {}
        self._rendered: Counter[str] = Counter()


class _First(Preprocessor):
    """Sees a page before anything else does."""

    def __init__(self, extension: TilesiteExtension) -> None:
        super().__init__(extension.md)
        self._extension = extension

    def run(self, lines: list[str]) -> list[str]:
        self._extension.begin(lines)
        return lines


class _Converted(Treeprocessor):
    """Runs after all that works on the page's elements: from here on postprocessors see the page itself.

    Before that, the table of contents runs them over single headings.
    """

    def __init__(self, extension: TilesiteExtension) -> None:
        super().__init__(extension.md)
        self._extension = extension

    def run(self, root: Element) -> None:
        del root
        self._extension.converted()


class _Last(Postprocessor):
    """Sees a page after everything else did."""

    def __init__(self, extension: TilesiteExtension) -> None:
        super().__init__(extension.md)
        self._extension = extension

    def run(self, text: str) -> str:
        return self._extension.end(text)


def _answer(kind: str, options: dict[str, str], body: str, settings: Settings) -> Answer:
    """Answers a block that is in no file, since something generated it: its lines are counted from its own first."""
    start = "console verified" if kind == COMMANDS else kind
    written = [f'{name}="{value}"' for name, value in options.items() if name not in (kind, "verified")]
    info = " ".join([start, *written])
    fence = Fence(1, 1, 1, info, 0, tuple(options.items()), body, 0, kind)
    header = read_header(info) or Header(kind, {}, ())
    return answer_block(header, fence, Place("block", 1), settings, settings.page_candidates)
