"""Every container in every container, around every style of fence: pages for the real renderer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

BODY = ("block_m: 128", "block_n: 256", "block_k: 64", "stages: 3", "threads: 256")
SHOWN = "shown as text"


class Container(NamedTuple):
    """What stands before and behind the lines that it holds, and before each of them (``first``: the first one).

    ``holds`` is False where a fence is only shown as text.
    """

    name: str
    head: str
    prefix: str
    tail: str = ""
    first: str | None = None
    holds: bool = True


CONTAINERS = (
    Container("plain", "", ""),
    Container("bullet", "- item\n\n", "    "),
    Container("number", "1. item\n\n", "    "),
    Container("bullet by two", "- item\n\n", "  "),
    Container("marker line", "", "    ", first="-   "),
    Container("admonition", "!!! note\n\n", "    "),
    Container("admonition by tab", "!!! note\n\n", "\t"),
    Container("details", "??? note\n\n", "    "),
    Container("tab", '=== "one"\n\n', "    "),
    Container("quote", "", "> "),
    Container("quote without blank", "", ">"),
    Container("footnote", "text[^1]\n\n[^1]: Note\n\n", "    "),
    Container("definition", "Term\n\n:   Definition\n\n", "    "),
    Container("html", '<div markdown="1">\n\n', "", "\n</div>\n"),
    Container("raw html", "<div>\n", "", "</div>\n"),
    Container("comment", "<!--\n", "", "-->\n", holds=False),
    Container("code", "text\n\n", "    ", holds=False),
)


class Style(NamedTuple):
    """A way of writing a fence: its lines, and whether the renderer can make a block of it at all."""

    name: str
    lines: tuple[str, ...]
    renders: bool = True


STYLES = (
    Style("backticks", ('```yaml tile id="b"', *BODY, "```")),
    Style("kind alone", ('``` tile id="b"', *BODY, "```")),
    Style("tildes", ('~~~~yaml tile id="b"', *BODY, "~~~~")),
    Style("long", ('``````tile id="b"', *BODY[:2], "", *BODY[2:], "``````  ")),
    Style("closed by a longer one", ('```tile id="b"', *BODY, "````"), renders=False),
    Style("never closed", ('```tile id="b"', *BODY), renders=False),
    Style("unquoted", ("```tile id=b", *BODY, "```"), renders=False),
    Style("braces", ("```{.tile}", *BODY, "```"), renders=False),
    Style("misspelt", ("```yaml tyle", *BODY, "```"), renders=False),
    Style("in another fence", ("````text", '```tile id="b"', SHOWN, "```", "````")),
)


class Case(NamedTuple):
    """One page: its name, its text, the line on which the fence opens (from 1), and what it is made of."""

    name: str
    text: str
    line: int
    outer: Container
    inner: Container
    style: Style


SEEN_ALONE = {"kind alone", "tildes", "closed by a longer one", "braces", "misspelt"}
"""The styles that are tried in one container only: what they show does not depend on a second one."""


def cases() -> Iterator[Case]:
    """All of them."""
    for outer_at, outer in enumerate(CONTAINERS):
        for inner_at, inner in enumerate(CONTAINERS):
            for style_at, style in enumerate(STYLES):
                if outer_at and style.name in SEEN_ALONE:
                    continue
                text = _wrapped(outer, _wrapped(inner, "\n".join(style.lines) + "\n"))
                line = next(n for n, each in enumerate(text.split("\n"), 1) if "tile" in each or "tyle" in each)
                yield Case(f"c{outer_at:02}-{inner_at:02}-{style_at:02}", text, line, outer, inner, style)


def _wrapped(container: Container, text: str) -> str:
    lines = text.removesuffix("\n").split("\n")
    first = container.prefix if container.first is None else container.first
    prefixes = [first, *([container.prefix] * (len(lines) - 1))]
    body = "".join((prefix + line).rstrip(" ") + "\n" for prefix, line in zip(prefixes, lines, strict=True))
    return container.head + body + container.tail
