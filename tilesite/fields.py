"""The keys of a config as a table, and the one reader of it: flags, pages, batches and schemas use the same rows.

Values are typed, as JSON and YAML have them; ``typed`` gives the text of a flag the type that its key has.
"""

from __future__ import annotations

from tilesite.errors import Fault, InputError, shown
from tilesite.language import Message, Text
from tilesite.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LARGEST = 2**63 - 1
"""The largest integer that any input may hold: a bound of the input, not of the hardware."""

INT = "int"
INTS = "ints"
NAME = "name"
BOOL = "bool"

_DECIMAL = frozenset("0123456789")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_LONGEST_INTEGER = 100

_AN_INT = Text("a whole number from {low} to {high}", "{low} 到 {high} 的整数")
_AT_LEAST = Text("a whole number of at least {low}", "不小于 {low} 的整数")
_INTS = Text("whole numbers from {low} to {high}, separated by commas", "以逗号分隔的整数，每个在 {low} 到 {high} 之间")
_ONE_OF = Text("one of {names}", "下列之一：{names}")
_ONE_OF_NEAR = Text("one of {names} (did you mean {near}?)", "下列之一：{names}（是否想写 {near}？）")
_A_NAME = Text("a name", "一个名字")
_TRUE_FALSE = Text("true or false", "true 或 false")
_A_KEY = Text("a key that exists: one of {names}", "已有的键，下列之一：{names}")
_A_KEY_NEAR = Text("a key that exists (did you mean {near}?)", "已有的键（是否想写 {near}？）")
_A_VALUE = Text("a value, since this key has no default", "一个值（该键没有默认值）")
_A_TABLE = Text("a mapping of keys to values", "由键和值组成的映射")


class Field(NamedTuple):
    """One key: its kind, bounds and default, what it means, and a right value to show in errors.

    ``kind`` is INT, INTS (a list of integers), NAME or BOOL. ``required`` keys have no default.
    ``names`` are the allowed names of a NAME; empty means that the program looks the name up itself.
    ``may_be_empty`` INTS may be an empty list, written ``[]``. A ``may_be_text`` INT may be spelled in a
    string, as addresses are in JSON, which has no hexadecimal.
    """

    name: str
    kind: str
    help: Text
    example: str
    default: object = None
    required: bool = False
    low: int = 1
    high: int = LARGEST
    names: tuple[str, ...] = ()
    may_be_empty: bool = False
    may_be_text: bool = False


def read_fields(fields: Sequence[Field], values: object, whole_example: str) -> dict[str, object]:
    """Every field's value, defaults filled in. Raises InputError with all faults that the values have.

    ``whole_example`` is a right config on one line, shown when the values are no mapping at all.
    """
    if not isinstance(values, dict):
        raise InputError(Fault("config", Message(_A_TABLE), shown(values), whole_example))
    table = {field.name: field for field in fields}
    faults = [_unknown(str(key), table) for key in values if key not in table]
    read = {}
    for field in fields:
        try:
            read[field.name] = _read(field, values)
        except InputError as error:  # noqa: PERF203 - all faults are told, not only the first
            faults.extend(error.faults)
    if faults:
        raise InputError(*faults)
    return read


def whole(read: Mapping[str, object], key: str) -> int:
    """The integer that ``read_fields`` left under ``key``."""
    value = read[key]
    if not isinstance(value, int):
        raise TypeError(key)
    return value


def whole_or_none(read: Mapping[str, object], key: str) -> int | None:
    """The integer that ``read_fields`` left under ``key``, or None."""
    return None if read[key] is None else whole(read, key)


def wholes(read: Mapping[str, object], key: str) -> tuple[int, ...]:
    """The integers that ``read_fields`` left under ``key``."""
    value = read[key]
    if not isinstance(value, tuple):
        raise TypeError(key)
    return value


def name(read: Mapping[str, object], key: str) -> str:
    """The name that ``read_fields`` left under ``key``."""
    value = read[key]
    if not isinstance(value, str):
        raise TypeError(key)
    return value


def one_of(key: str, names: Sequence[str], got: object, example: str) -> InputError:
    """The error of a name that is none of ``names``, with the nearest one when there is a near one."""
    near = nearest(str(got), names)
    text = _ONE_OF_NEAR if near else _ONE_OF
    return InputError(Fault(key, text.with_values(names=", ".join(names), near=near), shown(got), example, key))


def nearest(word: str, words: Sequence[str]) -> str | None:
    """The word most like ``word``, or None when none is near."""
    from difflib import get_close_matches  # only errors need it, and it is slow to import

    lower = {each.lower(): each for each in words}
    near = get_close_matches(word.lower()[:100], list(lower), n=1, cutoff=0.6)
    return lower[near[0]] if near else None


def typed(field: Field, text: str) -> object:
    """The value that a flag's text spells for this field; text that spells none is left for the reader to refuse."""
    if field.kind == INT:
        number = parse_integer(text)
        return text if number is None else number
    if field.kind == BOOL:
        return {"true": True, "false": False}.get(text.lower(), text)
    return text


def parse_integer(text: str) -> int | None:
    """The integer that ``text`` spells: decimal, hexadecimal or with ``_``; None when it spells none.

    >>> parse_integer("4_096"), parse_integer("0x10"), parse_integer("1.5")
    (4096, 16, None)
    """
    digits = text[1:] if text.startswith(("+", "-")) else text
    hexadecimal = digits.startswith(("0x", "0X"))
    groups = (digits[2:] if hexadecimal else digits).split("_")
    allowed = _HEXADECIMAL if hexadecimal else _DECIMAL
    if len(text) > _LONGEST_INTEGER or not all(group and allowed.issuperset(group) for group in groups):
        return None
    if not hexadecimal and digits[0] == "0" and digits != "0":
        return None  # octal to some, decimal to others
    return int(text, 16 if hexadecimal else 10)


def require_whole(key: str, value: object, low: int, example: str) -> None:
    """Raises InputError unless ``value``, an argument of a public function, is an int of at least ``low``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise InputError(Fault(key, _AT_LEAST.with_values(low=low), shown(value), example, key))


def _read(field: Field, values: Mapping[object, object]) -> object:
    if field.name not in values:
        if field.required:
            raise InputError(Fault(field.name, Message(_A_VALUE), shown(None), field.example, field.name))
        return field.default
    value = values[field.name]
    if value is None and not field.required:
        return field.default
    return _READERS[field.kind](field, value)


def _unknown(key: str, table: Mapping[str, Field]) -> Fault:
    near = nearest(key, list(table))
    expected = _A_KEY_NEAR.with_values(near=near) if near else _A_KEY.with_values(names=", ".join(table))
    right = table[near] if near else next(iter(table.values()))
    return Fault(key, expected, shown(key), right.example, right.name)


def _read_int(field: Field, value: object) -> int:
    number = _integer(typed(field, value) if field.may_be_text and isinstance(value, str) else value)
    if number is None or not field.low <= number <= field.high:
        raise InputError(Fault(field.name, _bounds(_AN_INT, field), shown(value), field.example, field.name))
    return number


def _read_ints(field: Field, value: object) -> tuple[int, ...]:
    items = _items(value)
    if not items and field.may_be_empty:
        return ()
    numbers = [_integer(item) for item in items]
    if not items or any(number is None or not field.low <= number <= field.high for number in numbers):
        got = shown(value if isinstance(value, str) or not items else ", ".join(map(str, items)))
        raise InputError(Fault(field.name, _bounds(_INTS, field), got, field.example, field.name))
    return tuple(number for number in numbers if number is not None)


def _items(value: object) -> list[object]:
    if isinstance(value, (list, tuple)):
        return list(value)
    if not isinstance(value, str):
        return [value]
    inner = value.strip()
    if inner[:1] + inner[-1:] in ("[]", "()"):
        inner = inner[1:-1]
        if not inner.strip():
            return []
    parts = [part.strip() for part in inner.split(",")]
    return [part if (number := parse_integer(part)) is None else number for part in parts]


def _read_name(field: Field, value: object) -> str:
    name = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None
    if name is None and not field.names:
        raise InputError(Fault(field.name, Message(_A_NAME), shown(value), field.example, field.name))
    if name is None or (field.names and name not in field.names):
        raise one_of(field.name, field.names, value, field.example)
    return name


def _read_bool(field: Field, value: object) -> bool:
    if not isinstance(value, bool):
        raise InputError(Fault(field.name, Message(_TRUE_FALSE), shown(value), field.example, field.name))
    return value


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _bounds(text: Text, field: Field) -> Message:
    high = "2^63-1" if field.high == LARGEST else field.high
    return text.with_values(low=field.low, high=high)


_READERS = {INT: _read_int, INTS: _read_ints, NAME: _read_name, BOOL: _read_bool}
