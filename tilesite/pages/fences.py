"""Where the fences of a page are, as SuperFences renders them: its own search, run alone on the source.

The renderer decides what a block is; nothing here reads a fence by a rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from markdown import Markdown
from pymdownx.superfences import SuperFencesBlockPreprocessor, SuperFencesCodeExtension, highlight_validator

from tilesite.pages.fence import Fence, characters
from tilesite.pages.kinds import block_kind

UNVERIFIED = "unverified"
"""The option that says why a fence which looks like a config is none of ours; SuperFences must not see it."""

_PREFIX = " \t>"


def rendered_fences(text: str) -> tuple[Fence, ...]:
    """All fences of ``text`` that SuperFences finds, in order, before anything else has looked at the page."""
    if "```" not in text and "~~~" not in text:
        return ()
    raw = text.split("\n")
    return tuple(_located(fence, raw) for fence in _recorder().search(raw))


def take_blocks(extension: SuperFencesCodeExtension, formatter: Callable[..., str]) -> None:
    """Has SuperFences give our blocks to ``formatter``, and all other fences to whom they went before."""
    plain = extension.superfences[0]["formatter"]
    for validator, takes in ((_unverified, plain), (_ours, formatter)):
        extension.extend_super_fences("tilesite", takes, validator, None)
        extension.superfences[-1]["test"] = _any_language


def is_taken(extension: SuperFencesCodeExtension, formatter: Callable[..., str]) -> bool:
    """Whether SuperFences gives our blocks to ``formatter`` already."""
    return any(entry["formatter"] == formatter for entry in extension.superfences)


class _Recorder(SuperFencesBlockPreprocessor):  # type: ignore[misc]  # pymdownx has no types
    """SuperFences' own search, which notes each fence it closes instead of rendering it."""

    def __init__(self, markdown: Markdown) -> None:
        super().__init__(markdown)
        self.found: list[Fence] = []

    def search(self, lines: Sequence[str]) -> tuple[Fence, ...]:
        """The fences of a page, in order."""
        self.found = []
        self.run(self.md.preprocessors["normalize_whitespace"].run(list(lines)))
        return tuple(self.found)

    def note(self, **_: object) -> str:
        return ""

    def process_nested_block(self, ws: str, content: str, start: int, end: int) -> None:
        del ws, content
        options = tuple((name, str(value)) for name, value in self.options.items())
        kind = block_kind(self.lang, self.options) if self.formatter == self.note else None
        body = self.rebuild_block(self.code)
        self.found.append(Fence(start + 1, end, 1, "", 0, options, body, self.ws_virtual_len, kind))
        self.clear()


@lru_cache(maxsize=1)
def _recorder() -> _Recorder:
    """One for all pages, since a converter takes longer to make than a page to search."""
    markdown = Markdown(extensions=["pymdownx.superfences"])
    recorder = _Recorder(markdown)
    own: SuperFencesBlockPreprocessor = markdown.preprocessors["fenced_code_block"]
    recorder.config, recorder.extension = own.config, own.extension
    take_blocks(own.extension, recorder.note)
    return recorder


def _any_language(language: str | None) -> bool:
    del language  # the validators look at it together with the options
    return True


def _ours(language: str, inputs: dict[str, str], options: dict[str, str], attrs: object, md: Markdown) -> bool:
    del attrs
    _settled(md)
    options.update(inputs)
    return block_kind(language, inputs) is not None


def _unverified(
    language: str, inputs: dict[str, str], options: dict[str, str], attrs: dict[str, str], md: Markdown
) -> bool:
    _settled(md)
    others = {name: value for name, value in inputs.items() if name != UNVERIFIED}
    return others != inputs and bool(highlight_validator(language, others, options, attrs, md))


def _settled(md: Markdown) -> None:
    own: SuperFencesBlockPreprocessor = md.preprocessors["fenced_code_block"]
    own.get_hl_settings()  # as SuperFences' own validators do


def _located(fence: Fence, raw: Sequence[str]) -> Fence:
    line = raw[fence.line - 1]
    column = len(line) - len(line.lstrip(_PREFIX))
    info, info_at = info_of(line, column)
    lines = tuple(raw[fence.line : fence.end - 1])
    starts = tuple(characters(each, fence.indent) for each in lines)
    return fence._replace(column=column + 1, info=info, info_at=info_at, starts=starts, raw=lines)


def info_of(line: str, column: int) -> tuple[str, int]:
    """The info string of a fence that starts at ``column`` (from 0), and how many characters behind it."""
    fence = line[column:]
    behind = fence.lstrip(fence[:1]).lstrip()
    return behind.rstrip(), len(fence) - len(behind)
