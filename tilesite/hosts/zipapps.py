"""Both programs as single files that Python runs: zip archives of the core, the same bytes from the same sources."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_PACKAGE = Path(__file__).resolve().parents[1]
_SHEBANG = b"#!/usr/bin/env python3\n"
_MAIN = """\
import sys

if sys.version_info < (3, 9):
    sys.exit({too_old} % sys.version_info[:2])

from {module} import run

run()
"""
_TOO_OLD = "Python: expected 3.9 or later, got %d.%d. Example: python3.9 {name}"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16
_UNIX = 3
# Pages and hosts are the site's; the package's own program is theirs.
_NOT_CORE = ("pages", "hosts", "__main__.py")


class Zipapp(NamedTuple):
    """One program: its file's name, the module that runs it, and the parts of the core that it does without."""

    name: str
    module: str
    without: tuple[str, ...] = ()


ZIPAPPS = (
    Zipapp("tile_decision.pyz", "tilesite.tile.__main__", ("tma",)),
    Zipapp("tma_descriptor.pyz", "tilesite.tma.__main__"),
)


def zipapp_bytes(zipapp: Zipapp) -> bytes:
    """The archive, with a line before it that lets a shell run it.

    It holds no times and no paths of this machine; names are in order.
    """
    buffer = io.BytesIO()
    buffer.write(_SHEBANG)
    with ZipFile(buffer, "w") as archive:
        for name, content in _files(zipapp):
            info = ZipInfo(name, _LONG_AGO)
            info.create_system = _UNIX
            info.external_attr = _READABLE
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=9)
    return buffer.getvalue()


def _files(zipapp: Zipapp) -> Iterator[tuple[str, bytes]]:
    yield "__main__.py", _MAIN.format(module=zipapp.module, too_old=repr(_TOO_OLD.format(name=zipapp.name))).encode()
    for path in sorted(_PACKAGE.rglob("*.py"), key=lambda path: path.relative_to(_PACKAGE).parts):
        within = path.relative_to(_PACKAGE)
        if within.parts[0] not in (*_NOT_CORE, *zipapp.without):
            # What Git checks out on Windows is the same program.
            yield f"{_PACKAGE.name}/{within.as_posix()}", path.read_bytes().replace(b"\r\n", b"\n")
