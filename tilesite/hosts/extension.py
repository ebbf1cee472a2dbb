"""The Python-Markdown extension: it puts verified blocks, recorded outputs, values and citations into a page.

Under MkDocs the hook has verified the page beforehand, from its file, and hands it in. Elsewhere the extension
verifies what it is given before anything else looks at it, and ``tilesite check`` is the gate.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any, Protocol, TypeVar, runtime_checkable
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from pymdownx.snippets import SnippetExtension
from pymdownx.superfences import SuperFencesCodeExtension

from tilesite.errors import InputError
from tilesite.hosts.build import in_blocks, notice
from tilesite.hosts.citations import (
    LABELS_PRIORITY,
    LIST_PRIORITY,
    NAMES_PRIORITY,
    CitationNames,
    Citations,
    CitationsInHeadings,
    FactTable,
    Labels,
    Listed,
    SourceList,
)
from tilesite.hosts.headings import HEADING_PRIORITY, Headings, plain_contents
from tilesite.hosts.inserts import INSERTS_PRIORITY, Inserts
from tilesite.hosts.source import host_snippets, host_source
from tilesite.hosts.styles import style_element
from tilesite.hosts.values import Values
from tilesite.pages.blocks import Answer, answer_block, block_mark
from tilesite.pages.citations import CITATION, cited_keys
from tilesite.pages.completeness import compare_with_built, has_marks
from tilesite.pages.fence import Fence
from tilesite.pages.fences import is_taken, take_blocks
from tilesite.pages.header import Header, read_header
from tilesite.pages.inserts import insert_html, insert_mark
from tilesite.pages.kinds import COMMANDS, block_kind
from tilesite.pages.outputs import OUTPUTS_PRIORITY, Outputs
from tilesite.pages.page import Page, verify_page
from tilesite.pages.placing import VALUE_PRIORITY
from tilesite.pages.problems import UNREADABLE, WARNING, Place, Problem
from tilesite.pages.render import View, render_answer, render_output, render_unrun
from tilesite.pages.settings import SETTING_FIELDS, Settings, read_settings
from tilesite.pages.snippets import SNIPPETS_PRIORITY, GuardedSnippets, Snippets
from tilesite.pages.sources import source_lines
from tilesite.pages.values import VALUE

_E = TypeVar("_E", bound=Extension)
_FIRST = 1000
_LAST = -1000
_log = logging.getLogger("tilesite")


@runtime_checkable
class PagesBeforehand(Protocol):
    """What a hook hands in: how the site includes snippets, and the verified page that a converter is converting."""

    snippets: Snippets | None

    def page_of(self, md: Markdown) -> Page | None:
        """The page that ``md`` is converting, None when it is none of the site's pages."""


class NothingBeforehand:
    """Where no hook runs: no page is verified before it is converted."""

    snippets: Snippets | None = None

    def page_of(self, md: Markdown) -> Page | None:
        """None, whatever the page."""
        del md
        return None


class TilesiteExtension(Extension):
    """Renders verified blocks. Its options are those of SETTING_FIELDS; ``build`` comes from a hook."""

    def __init__(self, **config: Any) -> None:  # noqa: ANN401 - as Python-Markdown has it
        self.config = {field.name: [field.default, field.help.en] for field in SETTING_FIELDS}
        build = config.get("build")
        self._build = build if isinstance(build, PagesBeforehand) else NothingBeforehand()
        super().__init__()
        self.settings, self._faults = _settings({k: v for k, v in config.items() if v is not self._build})
        self._guard: GuardedSnippets | None = None
        self._take(None)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - as Python-Markdown has it
        """Has ``reset`` called once every extension is there, in whatever order they were named."""
        self.md = md
        md.registerExtension(self)
        md.preprocessors.register(_First(self), "tilesite-page", _FIRST)
        md.treeprocessors.register(_Converted(self), "tilesite-converted", _LAST)
        md.postprocessors.register(_Last(self), "tilesite-notice", _LAST)
        md.inlinePatterns.register(Values(VALUE, self.value), "tilesite-values", VALUE_PRIORITY)
        md.inlinePatterns.register(
            Citations(CITATION, self.listed, self.is_first), "tilesite-citations", VALUE_PRIORITY
        )
        md.treeprocessors.register(CitationNames(md), "tilesite-citation-names", NAMES_PRIORITY)
        md.treeprocessors.register(CitationsInHeadings(md), "tilesite-cited-headings", HEADING_PRIORITY + 1)
        md.treeprocessors.register(Headings(md), "tilesite-headings", HEADING_PRIORITY)
        md.treeprocessors.register(SourceList(md, self.listed), "tilesite-sources", LIST_PRIORITY)
        md.treeprocessors.register(FactTable(md), "tilesite-facts", LIST_PRIORITY)
        md.treeprocessors.register(Labels(md), "tilesite-labels", LABELS_PRIORITY)

    def reset(self) -> None:
        """Puts the blocks into SuperFences and the bounds around snippets, once for each converter."""
        self._take(None)
        own = self._other(SuperFencesCodeExtension)
        if own and not is_taken(own, self._format):
            take_blocks(own, self._format)
            outputs = Outputs(self.md, own, self._output)
            self.md.preprocessors.register(outputs, "tilesite-outputs", OUTPUTS_PRIORITY)
            inserts = Inserts(self.md, own, self._insert)
            self.md.preprocessors.register(inserts, "tilesite-inserts", INSERTS_PRIORITY)
        including = self._other(SnippetExtension)
        if including and self._guard is None:
            self._guard = GuardedSnippets(self._build.snippets, including.getConfigs(), self.md)
            self.md.preprocessors.register(self._guard, "snippet", SNIPPETS_PRIORITY)

    def value(self, name: str) -> str | None:
        """The text of the inline value that is written ``name``, None when it is none of this page's."""
        return self._values.get(name)

    def listed(self) -> Listed:
        """What this page cites."""
        return self._listed

    def is_first(self, key: str) -> bool:
        """Whether nothing of this page has cited the fact yet; from now on something has."""
        first = key not in self._cited
        self._cited.add(key)
        return first

    def begin(self, lines: list[str]) -> None:
        """Takes the page that a hook verified, or verifies these lines."""
        if not isinstance(self._build, NothingBeforehand):
            self._take(self._build.page_of(self.md))
            return
        source = host_source(self.md, "\n".join(lines))
        said = list(self._faults)
        snippets = None
        including = self._other(SnippetExtension)
        try:
            snippets = host_snippets(including, source) if including else None
        except InputError as error:
            said.append(f"tilesite: {error}")
        if self._guard:
            self._guard.snippets = snippets
        own = self._other(SuperFencesCodeExtension)
        code = own is None or not own.getConfig("disable_indented_code_blocks")
        settings = self.settings._replace(nesting=self.settings.nesting._replace(indented_code=code))
        page = verify_page(source.text, source.path, settings, snippets, front=source.front)
        faults = tuple(Problem(Place(source.path, 1), UNREADABLE, "setting", each) for each in said)
        page = page._replace(problems=(*faults, *page.problems))
        self._take(page)
        for problem in page.problems:
            _log.log(logging.INFO if problem.kind == WARNING else logging.WARNING, "%s", problem)

    def converted(self) -> None:
        """Notes that the page's elements are final, its table of contents among them."""
        self._is_converted = True
        plain_contents(getattr(self.md, "toc_tokens", ()))

    def end(self, html: str) -> str:
        """The finished HTML; where no hook does it, with a notice of what went wrong and with tilesite's own styles."""
        if self._page is None or not self._is_converted or not isinstance(self._build, NothingBeforehand):
            return html
        problems = (*self._page.problems, *compare_with_built(self._page, html))
        return notice(in_blocks(self._page), problems) + html + (style_element() if has_marks(html) else "")

    def _other(self, kind: type[_E]) -> _E | None:
        """The extension of that class that the converter also has."""
        return next((each for each in self.md.registeredExtensions if isinstance(each, kind)), None)

    def _format(self, src: str, language: str, options: dict[str, str], **_: object) -> str:
        kind = block_kind(language, options) or COMMANDS
        mark = block_mark(kind, tuple(options.items()), src)
        if self._page and mark not in self._answers:
            # It stands in a comment or in indented code, or no author wrote it: such a block is not run.
            return render_unrun(mark, src)
        before = self._rendered[mark]
        self._rendered[mark] += 1
        # Blocks that are written alike have one mark; each has its own place.
        alike = self._answers.get(mark) or [_answer(kind, options, src, self.settings)]
        answer = alike[min(before, len(alike) - 1)]
        recorded = answer.block.options.id in self._recorded
        live = bool(self.settings.live)
        view = View(self.settings.lang, self.settings.search_characters, recorded, before=before, live=live)
        return render_answer(answer, view)

    def _output(self, name: str) -> str | None:
        answer = self._recorded.get(name)
        return render_output(answer, View(self.settings.lang, self.settings.search_characters)) if answer else None

    def _insert(self, word: str, name: str) -> str | None:
        is_shown = insert_mark(word, name) in self._inserts
        return insert_html(word, name, self.settings.lang) if is_shown else None

    def _take(self, page: Page | None) -> None:
        """Makes ``page`` the one that is being converted."""
        self._page = page
        self._is_converted = False
        self._answers: dict[str, list[Answer]] = {}
        for answer in page.answers if page else ():
            self._answers.setdefault(answer.block.mark, []).append(answer)
        self._recorded = {each.region.id: each.answer for each in page.recorded} if page else {}
        self._values = {value.name: value.text for value in page.values} if page else {}
        keys = cited_keys(page.citations) if page else ()
        self._listed = Listed(source_lines(keys, self.settings.lang), self.settings.lang)
        self._cited: set[str] = set()
        self._rendered: Counter[str] = Counter()
        self._inserts = frozenset(each.mark for each in page.inserts) if page else frozenset()


def _settings(given: dict[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """The settings, or all defaults with what is wrong: an error here would end a build with a traceback."""
    try:
        return read_settings(given), ()
    except InputError as error:
        return Settings(), tuple(f"tilesite: {fault.say()}" for fault in error.faults)


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
