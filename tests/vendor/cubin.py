"""The few things that are read from an object file: machine code by kernel, and the helpers it calls."""

from __future__ import annotations

import struct
from typing import NamedTuple

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SYMBOL_TABLE = 2
_FUNCTION = 2


class Code(NamedTuple):
    """The machine code of one kernel, and the library functions that the assembler put beside it."""

    text: bytes
    helpers: tuple[str, ...]


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


def kernels(cubin: bytes) -> dict[str, Code]:
    """Kernel name to code, from a 64-bit little-endian ELF file."""
    offset, count, names_at = _header(cubin)
    sections = [_Section(*_SECTION.unpack_from(cubin, offset + _SECTION.size * number)) for number in range(count)]
    names = _content(cubin, sections[names_at])
    helpers = _functions(cubin, sections)
    found = {}
    for number, section in enumerate(sections):
        name = _string(names, section.name)
        if name.startswith(".text."):
            entry = name[len(".text.") :]
            called = tuple(sorted(helper for helper in helpers.get(number, ()) if helper != entry))
            found[entry] = Code(_content(cubin, section), called)
    return found


def _header(cubin: bytes) -> tuple[int, int, int]:
    """Where the section headers are, how many, and which one holds the names."""
    (offset,) = struct.unpack_from("<Q", cubin, 0x28)
    count, names_at = struct.unpack_from("<HH", cubin, 0x3C)
    return offset, count, names_at


def _functions(cubin: bytes, sections: list[_Section]) -> dict[int, list[str]]:
    """Section number to the functions in it."""
    found: dict[int, list[str]] = {}
    for table in (section for section in sections if section.kind == _SYMBOL_TABLE):
        names = _content(cubin, sections[table.link])
        for at in range(table.offset, table.offset + table.size, _SYMBOL.size):
            name, info, _, section, _, _ = _SYMBOL.unpack_from(cubin, at)
            if info & 15 == _FUNCTION:
                found.setdefault(section, []).append(_string(names, name))
    return found


def _content(cubin: bytes, section: _Section) -> bytes:
    return cubin[section.offset : section.offset + section.size]


def _string(names: bytes, start: int) -> str:
    return names[start : names.index(b"\0", start)].decode("ascii")
