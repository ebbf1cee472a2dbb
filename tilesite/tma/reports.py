"""One descriptor as a page shows it: the program's own text, and the command that prints it again."""

from __future__ import annotations

from collections.abc import Mapping

from tilesite.report import Report
from tilesite.tma.as_json import encoding_json
from tilesite.tma.command import command_line
from tilesite.tma.encode import encode
from tilesite.tma.render import text_of
from tilesite.tma.types import IM2COL, TILED, Request

DEFAULT_LANG = "en"
"""The language of one descriptor; the listing has its own."""

_ALWAYS = ("tensor-map-dtypes", "tensor-map-element-bits", "tilelang-encode-call")
_BOTH = ("dim-range", "stride-16", "stride-below-2-40", "element-stride-range")
_TILED = ("tiled-rank", "tiled-box-range", "tiled-inner-box-16")
_IM2COL = ("im2col-rank", "im2col-corner-range", "im2col-box-area", "im2col-channels-256", "im2col-pixels-1024")

ALWAYS_FACTS: dict[str, tuple[str, ...]] = {
    TILED: (*_ALWAYS, *_TILED, *(f"{TILED}-{key}" for key in _BOTH)),
    IM2COL: (*_ALWAYS, *_IM2COL, *(f"{IM2COL}-{key}" for key in _BOTH)),
}
"""The facts of the rules that every descriptor of a call has to keep."""

MODE_FACTS: dict[str, tuple[str, ...]] = {
    "interleave": ("tensor-map-interleaves",),
    "swizzle": ("tensor-map-swizzles", "tiled-swizzle-span", "im2col-swizzle-span"),
    "l2_promotion": ("tensor-map-l2-promotions",),
    "oob_fill": ("tensor-map-oob-fills", "tiled-nan-fill", "im2col-nan-fill"),
}
"""The facts of the modes that may be asked for, those of both calls."""


def descriptor_report(values: Mapping[str, object], lang: str = DEFAULT_LANG) -> Report:
    """The report of one config, whose values may be text or typed. Raises InputError for what cannot be read."""
    encoding = encode(values)
    found = [key for finding in encoding.findings for key in finding.cites]
    return Report(
        command=(*command_line(values), *(() if lang == DEFAULT_LANG else ("--lang", lang))),
        text=text_of(encoding, lang),
        json=encoding_json(encoding, lang),
        findings=encoding.findings,
        cites=tuple(dict.fromkeys([*found, *applied_facts(encoding.request)])),
    )


def applied_facts(request: Request) -> tuple[str, ...]:
    """The facts of the rules that every descriptor of this call has to keep, and of the modes that were asked."""
    other = TILED if request.api == IM2COL else IM2COL
    asked = [mode for mode in MODE_FACTS if getattr(request, mode)]
    modes = [key for mode in asked for key in MODE_FACTS[mode] if not key.startswith(f"{other}-")]
    return (*ALWAYS_FACTS[request.api], *modes)
