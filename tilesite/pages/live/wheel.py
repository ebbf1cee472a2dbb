"""The package that runs, as the wheel that a browser unpacks: the very code that verifies a page answers in it."""

from __future__ import annotations

import io
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from pathlib import Path

from tilesite import __version__

_LICENCES = ("LICEN", "COPYING", "NOTICE")
_NEEDED = {"yaml": "PyYAML", "jinja2": "Jinja2", "markupsafe": "MarkupSafe"}
"""What reading and rendering blocks needs beside the standard library, with the distributions that it comes from."""

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the time of every file of an archive, so that the same code is the same bytes


def wheel_name() -> str:
    """The name of the wheel's file."""
    return f"tilesite-{__version__}-py3-none-any.whl"


def wheel() -> bytes:
    """The wheel of the running package; the same code makes the same bytes."""
    info = f"tilesite-{__version__}.dist-info"
    files = [(f"tilesite/{name}", data) for name, data in _sources("tilesite")]
    files += [
        (f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tilesite\nVersion: {__version__}\n".encode()),
        (f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: tilesite\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    ]
    record = f"{info}/RECORD"
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files]
    return _archive([*files, (record, "\n".join([*lines, f"{record},,", ""]).encode())])


def needed_packages() -> bytes:
    """The pure Python of the packages that the code in the wheel needs, as it is installed, with their licences."""
    files: list[tuple[str, bytes]] = []
    for package, name in _NEEDED.items():
        files += [(f"{package}/{path}", data) for path, data in _sources(package) if path.endswith(".py")]
        files += _licences(distribution(name))
    return _archive(files)


def _sources(package: str) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package but those that Python makes of them, in the order of their names."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise ModuleNotFoundError(package)
    root = Path(next(iter(folders)))
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_bytes()


def _licences(dist: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in sorted(dist.files or (), key=str):
        if file.name.upper().startswith(_LICENCES):
            yield file.as_posix(), file.locate().read_bytes()  # type: ignore[attr-defined]  # a path of the file system


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()


def _archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, _EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()
