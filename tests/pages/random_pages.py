"""Random pages: pieces that mean something to one reader or another, put together without plan."""

from __future__ import annotations

from hypothesis import strategies as st

_LINES = (
    "text",
    "# heading",
    "- item",
    "1. item",
    "    indented",
    "!!! note",
    "??? note",
    '=== "tab"',
    "[^1]: note",
    ":   definition",
    "| a | b |",
    "|---|---|",
    "<div>",
    "</div>",
    '<div markdown="1">',
    "<!--",
    "-->",
    "<!-- x -->",
    "---",
    "",
    "",
    "",
    "*[SM]: multiprocessor",
    "\x02wzxhzdk:0\x03",
    "\x02klzzwxh:0001\x03",
    "{{ a.ok }} and {{ a.waves.count }}",
    "`{{ a.ok }}` {{ a.none }} {{ b.ok }} {{ a }}",
    "## {{ a.ok }}",
    "<b title='{{ a.ok }}'>x</b>",
    "{% raw %}",
    "\u2028 \u0085 \x0c \ufeff \u202e",
    '--8<-- "x"',
)
_FENCES = ("```", "````", "~~~", "`````", "~~~~", "```  ")
_INFOS = (
    "yaml tile",
    'yaml tile id="a"',
    'tile id="b" expect="pass"',
    'tile id="a" show="output"',
    "sweep",
    "tma",
    "console verified",
    'console verified id="c"',
    "text",
    "",
    "python",
    "tyle",
    "{.tile}",
    "tile id=x",
    'yaml unverified="x"',
)
_BODIES = (
    ("block_m: 64", "block_n: 64", "block_k: 32", "stages: 2", "threads: 128"),
    ("block_m: 64", "", "block_n: wide"),
    ("dtype: f16", "shape: 8, 8", "box: 8, 8"),
    ("topk: 1", "block_m: 64", "block_n: 64", "block_k: 64"),
    ("$ tma-descriptor --dtype f16 --shape 8,8 --box 8,8",),
    ("$ rm -rf /",),
    ("- a", "&b", "*c", "!!python/object:x"),
    ("```tile", "x", "```"),
    (),
)
_GOOD = ('```yaml tile id="a"', *_BODIES[0], "```")
_PREFIXES = ("", "", "", "    ", "\t", "  ", "> ", ">", "> > ", "        ", "- ", "   ")
_ENDS = ("\n", "\n", "\n", "\r\n", "\r")

_words = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=20).map(
    lambda text: text.replace("\n", " ")
)
_line = st.one_of(st.sampled_from(_LINES), st.sampled_from(_LINES), _words).map(lambda line: (line,))


@st.composite
def _fence(draw: st.DrawFn) -> tuple[str, ...]:
    opening = draw(st.sampled_from(_FENCES))
    closing = draw(st.sampled_from((opening, opening, opening, *_FENCES, "")))
    return (opening + draw(st.sampled_from(_INFOS)), *draw(st.sampled_from(_BODIES)), *((closing,) if closing else ()))


@st.composite
def _recorded(draw: st.DrawFn) -> tuple[str, ...]:
    name = draw(st.sampled_from(("a", "a", "a", "b", "c", "")))
    fence = draw(st.sampled_from((("```text", "...", "```"), ("~~~", "old", "~~~"), ("```text", "```"), ())))
    blank = draw(st.sampled_from((("",), ())))
    return (f"<!-- tilesite:output {name} -->", *blank, *fence, *blank, "<!-- /tilesite -->")


@st.composite
def _piece(draw: st.DrawFn) -> tuple[str, ...]:
    lines = draw(st.one_of(_line, _line, _fence(), _recorded()))
    prefix = draw(st.sampled_from(_PREFIXES))
    return tuple(prefix + line for line in lines)


@st.composite
def pages(draw: st.DrawFn) -> bytes:
    """A page as bytes: with or without byte order mark, front matter and last line end; with any line ends."""
    pieces = draw(st.lists(_piece(), max_size=12))
    front = draw(st.sampled_from(((), (), ("---", "title: x", "---"), ("---", "never closed"))))
    end = draw(st.sampled_from(_ENDS))
    pieces.insert(draw(st.integers(0, len(pieces))), draw(st.sampled_from(((), ("", *_GOOD, ""), ("", *_GOOD, "")))))
    lines = [*front, *(line for piece in pieces for line in (*piece, *draw(st.sampled_from((("",), ())))))]
    text = end.join(lines) + draw(st.sampled_from((end, "")))
    bom = draw(st.sampled_from((b"", b"", b"\xef\xbb\xbf")))
    return bom + text.encode("utf-8")
