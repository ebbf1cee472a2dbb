"""A source of one wheel with one fact, for tests of what cannot be opened."""

from __future__ import annotations

import io
from functools import partial
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

from tilesite.console import Streams, guarded
from tilesite.facts import Fact, Source
from tilesite.facts.types import Wheel
from tilesite.language import Text
from tilesite.pages.cite.command import run_cite
from tilesite.pages.cite.session import Facts

from .conftest import Said

NAME = "tilesite_test_source"
FILE = f"{NAME}-1.0-py3-none-any.whl"
ROW = Fact("a-limit", Text("A limit.", "一个上限。"), "256", "test", "a.h:2", found="kMax = 256")


def wheel_of(folder: Path, files: dict[str, str] | None = None) -> Path:
    """A wheel that pip takes, with these files in it."""
    path = folder / FILE
    info = f"{NAME}-1.0.dist-info"
    held = {
        **(files if files is not None else {"a.h": "// first\nint kMax = 256;\n"}),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with ZipFile(path, "w") as archive:
        for name, text in held.items():
            archive.writestr(name, text)
        archive.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in [*held, f"{info}/RECORD"]))
    return path


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def facts_of(tmp_path: Path, *rows: Fact, pinned: str = "0" * 64) -> Facts:
    """These rows, a source whose wheel has this hash, and a record in ``tmp_path``."""
    wheel = Wheel(NAME.replace("_", "-"), FILE, pinned, "1" * 64)
    source = Source("test", "A source", "nobody", "1.0", "https://example.org/", wheel)
    return Facts(rows or (ROW,), {"test": source}, tmp_path / "facts.lock")


def said(facts: Facts, *argv: str) -> Said:
    """What ``tilesite cite`` says of these facts."""
    out, err = io.StringIO(), io.StringIO()
    code = guarded("tilesite", partial(run_cite, facts=facts))(argv, Streams(io.StringIO(), out, err))
    return Said(code, out.getvalue(), err.getvalue())
