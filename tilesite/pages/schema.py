"""JSON Schemas of the block bodies, for editors: made of the same rows of keys that read them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tilesite.fields import BOOL, INT, INTS, NAME, Field
from tilesite.pages.kinds import KINDS, Kind
from tilesite.tma.plan.keys import EXPRESSIONS, FUNCTION, MAPPING, NAMES, SIZE

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LARGEST = 2**63 - 1
_SIZE = {"type": ["integer", "string"]}
_OF_COPIES: dict[str, dict[str, object]] = {
    SIZE: dict(_SIZE),
    EXPRESSIONS: {"type": "array", "items": _SIZE},
    NAMES: {"type": "array", "items": {"type": "string"}},
    FUNCTION: {"type": "string"},
    MAPPING: {"type": "object"},
}


def schemas(names: Sequence[str] = ()) -> str:
    """The schema of one kind of block, or of several (all when none is named): any of which a body may fit."""
    if len(names) == 1:
        return _text({"$schema": DIALECT, "title": names[0], **_schema(KINDS[names[0]])})
    defs = {name: _schema(KINDS[name]) for name in names or KINDS}
    refs = [{"$ref": f"#/$defs/{each}"} for each in defs]
    return _text({"$schema": DIALECT, "title": "tilesite blocks", "anyOf": refs, "$defs": defs})


def _schema(kind: Kind) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {field.name: _property(field) for field in kind.fields},
        "required": [field.name for field in kind.fields if field.required],
        "additionalProperties": False,
    }


def _property(field: Field) -> dict[str, object]:
    shape = _shape(field)
    if not field.required:
        shape = {"anyOf": [shape, {"type": "null"}]}
        if field.default is not None:
            shape["default"] = list(field.default) if isinstance(field.default, tuple) else field.default
    return {"description": field.help.en, **shape}


def _shape(field: Field) -> dict[str, object]:
    whole = {"type": "integer", "minimum": field.low, "maximum": min(field.high, _LARGEST)}
    if field.kind == INT:
        return whole
    if field.kind == INTS:
        # A list may also be written as text, "4096, 4096", and one number stands for a list of it.
        return {"anyOf": [{"type": "array", "items": whole}, {"type": "string"}, whole]}
    if field.kind == BOOL:
        return {"type": "boolean"}
    if field.kind == NAME:
        return {"enum": list(field.names)} if field.names else {"type": ["string", "integer"]}
    return _OF_COPIES[field.kind]


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
