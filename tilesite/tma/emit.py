"""Host code that builds a descriptor, in four languages."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Callable

from tilesite import __version__
from tilesite.findings import FAIL, Finding
from tilesite.tma.command import command_line
from tilesite.tma.emit_c import c_code, c_refusal, cuda_code
from tilesite.tma.emit_python import python_code, python_refusal
from tilesite.tma.emit_tilelang import tilelang_code
from tilesite.tma.render import default_label
from tilesite.tma.types import Encoding

_WRITERS: Mapping[str, Callable[[Encoding, list[str]], str]] = {
    "c": c_code,
    "cuda": cuda_code,
    "python": python_code,
    "tilelang": tilelang_code,
}
LANGUAGES = tuple(_WRITERS)


def emit(encoding: Encoding, language: str, values: Mapping[str, object], lang: str) -> str:
    """The source text that builds the descriptor. ``values`` is the config, named in the first comment.

    Where a rule failed, the source is one that does not compile or run, and says which rule.
    """
    remarks = [
        f"tma-descriptor {__version__}: {shlex.join(command_line(values))}",
        f"{default_label(encoding.request)}; fastest dimension first, strides in bytes.",
        *(_remark(finding, lang) for finding in encoding.findings),
    ]
    # A value may hold a line break in its margin; a comment may not.
    remarks = [" ".join(remark.split()) for remark in remarks]
    if encoding.ok:
        return _WRITERS[language](encoding, remarks)
    failed = [_remark(finding, lang) for finding in encoding.findings if finding.severity == FAIL]
    refusal = c_refusal if language in ("c", "cuda") else python_refusal
    return refusal(remarks, failed)


def _remark(finding: Finding, lang: str) -> str:
    return f"{finding.severity.upper()} {finding.rule}: {finding.message.say(lang)}"
