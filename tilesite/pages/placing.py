"""What a page's fences, recorded outputs and inline values have become once the page is converted.

Indented code and HTML comments take a found fence away again, code and raw HTML keep a value from being read: only
the converted page says so. Each of them is replaced by a mark, and the marks that are left in the HTML are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor, Pattern
from markdown.util import Registry
from pymdownx.superfences import SuperFencesBlockPreprocessor

from tilesite.pages.fences import take_blocks
from tilesite.pages.nesting import NESTING, Nesting
from tilesite.pages.outputs import OUTPUTS_PRIORITY, Outputs

VALUE_PRIORITY = 85
"""Of inline patterns that replace values: after raw HTML (90), so that no value is put into a tag."""

# The inline patterns behind which no value is read, with their priorities.
_HIDING = {"backtick": 190, "arithmatex-inline": 189.9, "escape": 180, "autolink": 120, "html": 90}
_BLOCK = re.compile(r'<section data-tilesite-block="(\d+)">')
_REGION = re.compile(r'<section data-tilesite-region="(\d+)">')
_LOST = re.compile(r"<!-- tilesite:output (\d+) -->")
_FAULT = re.compile(r"<!-- tilesite:fault (\d+) -->")
_VALUE = re.compile(r'<i\b[^<>]*\bdata-tilesite-value="(\d+)"')
_RAW = "iframe|noembed|noframes|noscript|script|style|template|textarea|xmp"
_HIDES = re.compile(rf"<(?:[!?]|(?:{_RAW})\b)", re.IGNORECASE)
_MARKUP = re.compile(
    rf"""(?P<comment><!--(?:-?>|.*?(?:--!?>|\Z)))
    |(?P<odd><[?!](?:[^>]*>|\Z))
    |<(?P<raw>{_RAW}|title)\b
        (?:[^>"']|"[^"]*"|'[^']*')*+>.*?(?:</(?P=raw)\b|\Z)
    |</?[a-z](?:[^>"']|"[^"]*"|'[^']*')*+>""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_PROBE = r"\{\{tilesite-probe\.(\d+)\}\}"


class Span(NamedTuple):
    """Characters of one line: the line (from 1), and where they start and end in it (from 0)."""

    line: int
    start: int
    end: int


class Placed(NamedTuple):
    """What the converted page holds, by index.

    ``faults`` are the comments that make no recorded output, ``values`` the values that are read, ``hidden_values``
    those in comments, and ``lost`` the recorded outputs of which only the comments are left.
    """

    blocks: frozenset[int]
    regions: frozenset[int]
    faults: frozenset[int]
    values: frozenset[int] = frozenset()
    hidden_values: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()


def place(
    text: str,
    regions: Sequence[Span] = (),
    faults: Sequence[Span] = (),
    values: Sequence[Span] = (),
    nesting: Nesting = NESTING,
) -> Placed:
    """Converts ``text`` once. ``regions`` are the comments that open recorded outputs, ``faults`` those of none."""
    configs: dict[str, dict[str, Any]] = {
        "pymdownx.superfences": {"disable_indented_code_blocks": not nesting.indented_code}
    }
    if nesting.list_styles is not None:
        configs["pymdownx.fancylists"] = {"additional_ordered_styles": list(nesting.list_styles)}
    markdown = Markdown(extensions=list(nesting.extensions), extension_configs=configs)
    own: SuperFencesBlockPreprocessor = markdown.preprocessors["fenced_code_block"]
    counter = iter(range(text.count("\n") + 1))
    own.extension.superfences[0]["formatter"] = _plain
    take_blocks(own.extension, lambda **_: f'<section data-tilesite-block="{next(counter)}"></section>')
    outputs = Outputs(markdown, own.extension, _region)
    markdown.preprocessors.register(outputs, "tilesite-outputs", OUTPUTS_PRIORITY)
    inline: Any = markdown.treeprocessors["inline"]
    inline.inlinePatterns = _inline_patterns(markdown)
    converted = markdown.convert(_with_probes(text, regions, faults, values))
    html, hidden = without_hidden(converted), tuple(comments(converted))
    return Placed(
        _numbers(_BLOCK, html),
        _numbers(_REGION, html),
        frozenset(int(match[1]) for match in map(_FAULT.fullmatch, hidden) if match),
        _numbers(_VALUE, html),
        _numbers(re.compile(_PROBE), "".join(hidden)),
        frozenset(int(match[1]) for match in map(_LOST.fullmatch, hidden) if match),
    )


def _region(name: str) -> str | None:
    """The mark of a recorded output; None of one that was given no number, whose comments stay as they are."""
    return f'<section data-tilesite-region="{name}"></section>' if name.isdecimal() else None


def _plain(src: str, **_: object) -> str:
    return f"<pre>{escape(src)}</pre>"  # highlighting would take probes apart


def without_hidden(html: str) -> str:
    """``html`` without all that a browser does not show as part of the page: comments, scripts, templates and others.

    ``<!-->`` is a whole comment, one that is never closed hides all that follows, and what looks like one in a
    script or in an attribute's value is none.
    """
    if not _HIDES.search(html):
        return html  # most pages hide nothing, though figures have titles
    return _MARKUP.sub(lambda match: "" if match["comment"] or match["odd"] or match["raw"] else match.group(), html)


def comments(html: str) -> Iterator[str]:
    """The comments of ``html``, as a browser sees them."""
    return (match["comment"] for match in _MARKUP.finditer(html) if match["comment"])


def _inline_patterns(markdown: Markdown) -> Registry[Pattern]:
    """What keeps a value from being read, and nothing else: some other patterns take hours over a hostile line."""
    patterns: Registry[Pattern] = Registry()
    for name, priority in _HIDING.items():
        if name in markdown.inlinePatterns:
            patterns.register(markdown.inlinePatterns[name], name, priority)
    patterns.register(_Probes(_PROBE, markdown), "tilesite-probe", VALUE_PRIORITY)
    return patterns


class _Probes(InlineProcessor):
    """Replaces each probe of a value by its mark."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element, int, int]:  # type: ignore[override]  # noqa: N802 - as Python-Markdown has it
        del data
        return Element("i", {"data-tilesite-value": m.group(1)}), m.start(0), m.end(0)


def _with_probes(text: str, regions: Sequence[Span], faults: Sequence[Span], values: Sequence[Span]) -> str:
    lines = text.split("\n")
    probes = [(span, f"<!-- tilesite:output {index} -->") for index, span in enumerate(regions)]
    # A fault stays a comment, which the renderer treats as one, and which ends another that is never closed above.
    probes += [(span, f"<!-- tilesite:fault {index} -->") for index, span in enumerate(faults)]
    probes += [(span, f"{{{{tilesite-probe.{index}}}}}") for index, span in enumerate(values)]
    for number, of_line in groupby(sorted(probes), key=lambda probe: probe[0].line):
        lines[number - 1] = _probed(lines[number - 1], list(of_line))
    return "\n".join(lines)


def _probed(line: str, probes: Sequence[tuple[Span, str]]) -> str:
    """A line with its probes, in order; made in one go, since a line may be as long as a page."""
    ends = [0, *(span.end for span, _ in probes)]
    pieces = [piece for end, (span, probe) in zip(ends, probes) for piece in (line[end : span.start], probe)]
    return "".join([*pieces, line[ends[-1] :]])


def _numbers(pattern: re.Pattern[str], html: str) -> frozenset[int]:
    return frozenset(int(number) for number in pattern.findall(html))
