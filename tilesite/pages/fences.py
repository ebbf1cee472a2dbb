"""Where the fences of a page are: as SuperFences renders them, and as CommonMark readers see them.

The renderer decides what a block is. What only CommonMark takes for a fence is what an author meant and
will not get, which is the error that authors need most.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from markdown import Markdown
from markdown_it import MarkdownIt
from pymdownx.superfences import SuperFencesBlockPreprocessor, SuperFencesCodeExtension

from tilesite.pages.kinds import KIND_NAMES

PLACING_EXTENSIONS: tuple[str, ...] = (
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.tabbed",
)
"""The extensions that decide whether a fence that SuperFences found stays one: those that nest."""

_PREFIX = " \t>"
_TAB = 4
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_MARK = re.compile(r'<i data-tilesite-mark="(\d+)">')


class Fence(NamedTuple):
    """A fence as SuperFences has it: line and column (from 1), the options it kept, the body.

    ``info`` is the source text after the opening backticks and starts ``info_at`` characters behind them.
    ``indent`` counts the columns before the fence, ``starts`` the characters of the source before each line
    of the body (a tab is one character and up to four columns).
    """

    line: int
    column: int
    info: str
    info_at: int
    language: str
    options: tuple[tuple[str, str], ...]
    body: str
    indent: int
    starts: tuple[int, ...]


class MeantFence(NamedTuple):
    """A fence as CommonMark has it: line and column (from 1), info string and where that starts."""

    line: int
    column: int
    info: str
    info_at: int


def is_block(language: str, options: dict[str, str]) -> bool:
    """Whether SuperFences' reading of a fence line opens a block: ``tile …`` or ``yaml tile …``."""
    return language in KIND_NAMES or (language == "yaml" and any(options.get(kind) == kind for kind in KIND_NAMES))


def rendered_fences(text: str) -> tuple[Fence, ...]:
    """The blocks of ``text`` that SuperFences finds, in order, before anything else has looked at the page."""
    markdown = Markdown(extensions=["pymdownx.superfences"])
    recorder = _Recorder(markdown)
    own: SuperFencesBlockPreprocessor = markdown.preprocessors["fenced_code_block"]
    recorder.config, recorder.extension = own.config, own.extension
    take_blocks(own.extension, recorder.note)
    recorder.run(markdown.preprocessors["normalize_whitespace"].run(text.split("\n")))
    raw = text.split("\n")
    return tuple(_located(fence, raw) for fence in recorder.found)


def placed_fences(text: str, extensions: Sequence[str] = PLACING_EXTENSIONS) -> frozenset[int]:
    """Which of ``rendered_fences(text)``, by index, are still there once the page is converted.

    A fence in indented code is put back as text, and one in an HTML comment is shown to nobody.
    """
    markdown = Markdown(extensions=list(extensions))
    own: SuperFencesBlockPreprocessor = markdown.preprocessors["fenced_code_block"]
    counter = iter(range(text.count("\n") + 1))
    take_blocks(own.extension, lambda **_: f'<i data-tilesite-mark="{next(counter)}"></i>')
    return frozenset(int(mark) for mark in _MARK.findall(_COMMENT.sub("", markdown.convert(text))))


def meant_fences(text: str) -> tuple[MeantFence, ...]:
    """The fences that a CommonMark reader sees, with those inside admonitions and tabs."""
    lines = text.split("\n")
    found = []
    for token in MarkdownIt("commonmark").disable("code").parse(text):
        if token.type == "fence" and token.map:
            line = lines[token.map[0]]
            column = line.find(token.markup)
            found.append(MeantFence(token.map[0] + 1, column + 1, *_info(line, column)))
    return tuple(found)


class _Recorder(SuperFencesBlockPreprocessor):  # type: ignore[misc]  # pymdownx has no types
    """SuperFences' own search, which notes each block it closes instead of rendering it."""

    def __init__(self, markdown: Markdown) -> None:
        super().__init__(markdown)
        self.found: list[Fence] = []

    def note(self, **_: object) -> str:
        return ""

    def process_nested_block(self, ws: str, content: str, start: int, end: int) -> None:
        del ws, content, end
        if self.formatter == self.note:
            options = tuple(self.options.items())
            body = self.rebuild_block(self.code)
            self.found.append(Fence(start + 1, 1, "", 0, self.lang, options, body, self.ws_virtual_len, ()))
        self.clear()


def take_blocks(extension: SuperFencesCodeExtension, formatter: Callable[..., str]) -> None:
    """Has SuperFences give our blocks to ``formatter``, and all other fences to whom they went before."""
    for name in (*KIND_NAMES, "yaml"):
        extension.extend_super_fences(name, formatter, _validator, None)


def _validator(language: str, inputs: dict[str, str], options: dict[str, str], attrs: object, md: object) -> bool:
    del attrs
    md.preprocessors["fenced_code_block"].get_hl_settings()  # type: ignore[attr-defined]  # as its own validators do
    options.update(inputs)
    return is_block(language, inputs)


def _located(fence: Fence, raw: Sequence[str]) -> Fence:
    line = raw[fence.line - 1]
    column = len(line) - len(line.lstrip(_PREFIX))
    info, info_at = _info(line, column)
    body = raw[fence.line : fence.line + fence.body.count("\n") + 1]
    starts = tuple(_characters(each, fence.indent) for each in body)
    return fence._replace(column=column + 1, info=info, info_at=info_at, starts=starts)


def _characters(line: str, columns: int) -> int:
    """How many characters of ``line`` fill its first ``columns`` columns."""
    column = 0
    for index, char in enumerate(line):
        if column >= columns:
            return index
        column += _TAB - column % _TAB if char == "\t" else 1
    return len(line)


def _info(line: str, column: int) -> tuple[str, int]:
    """The info string of a fence that starts at ``column``, and how many characters behind it."""
    fence = line[column:]
    behind = fence.lstrip(fence[:1]).lstrip()
    return behind.rstrip(), len(fence) - len(behind)
