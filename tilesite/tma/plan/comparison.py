"""A plan beside what the compiler did, key by key. Nothing here needs the compiler."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tilesite.errors import InputError
from tilesite.tma.plan.grammar import parse_expression
from tilesite.tma.plan.symbolic import Polynomial, TooManyTermsError, constant, polynomial

_INSTRUCTION_KEYS = ("smem_offset_elems", "coords", "global_offset_elems", "bytes")
_NAMES_OF_VALUES = {"dtype_name", "swizzle_name", "global_strides_bytes"}
"""Keys of a descriptor that say again what another key says."""

_CAST = re.compile(r'T\.Cast\("int64", ([^()]+|\([^()]*\))\)')
_WIDE = re.compile(r"T\.int64\((-?\d+)\)")


class Difference(NamedTuple):
    """One key in which they differ; a value is None where that side has no such key."""

    key: str
    plan: object
    compiler: object


def differences(plan: Mapping[str, object], compiler: Mapping[str, object]) -> tuple[Difference, ...]:
    """What differs between two ``expected`` objects of a recorded case.

    Compared are path, every argument of the descriptor, the number of instructions, every offset and coordinate,
    and the stage of a refusal. A refusal's words are not.
    """
    ours, theirs = dict(_entries(plan)), dict(_entries(compiler))
    keys = dict.fromkeys((*ours, *theirs))
    return tuple(
        Difference(key, ours.get(key), theirs.get(key))
        for key in keys
        if _comparable(ours.get(key)) != _comparable(theirs.get(key))
    )


def _entries(answer: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    yield "path", answer["path"]
    descriptor = answer.get("descriptor")
    if isinstance(descriptor, Mapping):
        yield from ((f"descriptor.{key}", value) for key, value in descriptor.items() if key not in _NAMES_OF_VALUES)
    yield "n_instructions", answer.get("n_instructions")
    instructions = answer.get("instructions_block0")
    if isinstance(instructions, list):
        for key in _INSTRUCTION_KEYS:
            values = [each[key] for each in instructions if key in each]
            if values:
                yield f"instructions_block0.{key}", values
    reject = answer.get("reject")
    yield "reject.stage", reject["stage"] if isinstance(reject, Mapping) else None


def _comparable(value: object) -> object:
    """Symbolic values as polynomials: TileLang spells them otherwise."""
    if isinstance(value, list):
        return [_sized(each) for each in value]
    return value


def _sized(value: object) -> object:
    if isinstance(value, int):
        return constant(value)
    return _polynomial(value) if isinstance(value, str) else value


def _polynomial(text: str) -> Polynomial | str:
    plain = _WIDE.sub(r"\1", _CAST.sub(r"(\1)", _WIDE.sub(r"\1", text)))
    try:
        return polynomial(parse_expression(plain, "value"))
    except (InputError, TooManyTermsError):
        return text
