"""An encoding as text, in the style of the book's listing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilesite.facts import FACTS
from tilesite.findings import FAIL, Finding
from tilesite.tma import enums, texts
from tilesite.tma.suggestions import suggest
from tilesite.tma.types import ROW_MAJOR, Descriptor, Encoding, Request

_INDENT = " " * 7


def text_of(encoding: Encoding, lang: str) -> str:
    """The text of one descriptor: arguments, the call when nothing failed, a line for each finding and suggestion."""
    lines = [headline(encoding, default_label(encoding.request)), *argument_lines(encoding.descriptor, lang)]
    if encoding.ok:
        lines += _call(encoding.descriptor)
        lines += stride_lines(encoding, lang)
    lines += [_finding_line(finding, lang) for finding in encoding.findings]
    suggestions = suggest(encoding.request, encoding.findings)
    lines += [f"{_INDENT}TRY {each.rule}: {each.message.say(lang)}" for each in suggestions]
    return "\n".join(lines) + "\n"


def default_label(request: Request) -> str:
    """What a descriptor is called that has no name of its own: "2D f16 tile"."""
    return f"{request.rank}D {request.dtype_label} {'im2col' if request.pixel_box else 'tile'}"


def headline(encoding: Encoding, label: str) -> str:
    """The first line; shape and box stand in the order in which they were given."""
    request = encoding.request
    words = ["[ok]  " if encoding.ok else "[rejected]", label + " ", f"dtype={request.dtype_label} "]
    words.append(f"gshape={_as_given(request, request.global_dim)} ")
    if request.pixel_box:
        words.append(f"channels={request.pixel_box.channels}  pixels={request.pixel_box.pixels}")
    else:
        words.append(f"box={_as_given(request, request.box or ())}")
    return " ".join(words)


def argument_lines(descriptor: Descriptor, lang: str) -> Iterator[str]:
    """The lists of the call, one a line, fastest dimension first."""
    yield f"{_INDENT}globalDim      = {list(descriptor.global_dim)}"
    comment = texts.STRIDE_COMMENT.with_values().say(lang)
    yield f"{_INDENT}globalStride   = {list(descriptor.global_strides_bytes)}   {comment}"
    if descriptor.pixel_box:
        yield f"{_INDENT}lowerCorner    = {list(descriptor.pixel_box.lower)}"
        yield f"{_INDENT}upperCorner    = {list(descriptor.pixel_box.upper)}"
        yield f"{_INDENT}channels       = {descriptor.pixel_box.channels}"
        yield f"{_INDENT}pixels         = {descriptor.pixel_box.pixels}"
    else:
        yield f"{_INDENT}boxDim         = {list(descriptor.box_dim or ())}"
    yield f"{_INDENT}elementStrides = {list(descriptor.element_strides)}"


def stride_lines(encoding: Encoding, lang: str) -> Iterator[str]:
    """One line for each stride: its bytes, and whether they are the multiple that is needed."""
    gapped = encoding.request.dtype.gapped or encoding.request.interleave == enums.INTERLEAVE_32B
    limit = 32 if gapped else 16
    for index, stride in enumerate(encoding.descriptor.global_strides_bytes):
        multiple = texts.STRIDE_MULTIPLE.with_values(limit=limit, holds=stride % limit == 0)
        yield f"{_INDENT}globalStride[{index}] bytes = {stride} {multiple.say(lang)}"


def _as_given(request: Request, numbers: Sequence[int]) -> str:
    return str(tuple(numbers[::-1] if request.form == ROW_MAJOR else numbers))


def _call(descriptor: Descriptor) -> Iterator[str]:
    modes = (
        enums.INTERLEAVE.constant(descriptor.interleave),
        enums.SWIZZLE.constant(descriptor.swizzle),
        enums.L2_PROMOTION.constant(descriptor.l2_promotion),
        enums.OOB_FILL.constant(descriptor.oob_fill),
    )
    box = "lowerCorner, upperCorner, channels, pixels" if descriptor.pixel_box else "boxDim"
    dtype = enums.DATA_TYPE.constant(descriptor.dtype_enum or 0)
    yield f"  {descriptor.api}(&tmap, {dtype}, {descriptor.rank},"
    yield f"      A, globalDim, globalStride, {box}, elementStrides,"
    yield f"      {modes[0]}, {modes[1]},"
    yield f"      {modes[2]}, {modes[3]});"


def _finding_line(finding: Finding, lang: str) -> str:
    by = texts.BY[finding.imposed_by or "driver"].with_values().say(lang)
    where = ", ".join(FACTS[key].locator for key in finding.cites[:1])
    word = "FAIL" if finding.severity == FAIL else finding.severity.upper()
    return f"{_INDENT}{word} {finding.rule}: {finding.message.say(lang)} [{by}, {where}]"
