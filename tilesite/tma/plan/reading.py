"""Values of a plan's input, read strictly by their tables: every fault is told, each with a right value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Callable, NamedTuple, NoReturn, cast

from tilesite.errors import Fault, InputError, shown
from tilesite.fields import BOOL, INT, INTS, LARGEST, NAME, Field, nearest, one_of
from tilesite.language import Message, Text
from tilesite.tma.plan import texts
from tilesite.tma.plan.grammar import LayoutFunction, parse_expression, parse_function
from tilesite.tma.plan.keys import EXPRESSIONS, FUNCTION, MAPPING, NAMES, REQUESTS, SIZE
from tilesite.tma.plan.symbolic import MOST_TERMS, Polynomial, TooManyTermsError, constant, polynomial

MOST_AXES = 16
"""Entries of a list of extents."""


class Values(NamedTuple):
    """The values of one table, each of the kind that its row says; absent ones are None or the row's default."""

    values: Mapping[str, object]
    fields: Mapping[str, Field]
    prefix: str

    def integer(self, key: str) -> int:
        """The value of an INT that has a default or is required."""
        return cast(int, self.values[key])

    def maybe_integer(self, key: str) -> int | None:
        """The value of an INT."""
        return cast("int | None", self.values[key])

    def flag(self, key: str) -> bool:
        """The value of a BOOL."""
        return cast(bool, self.values[key])

    def name(self, key: str) -> str:
        """The value of a NAME that has a default or is required."""
        return cast(str, self.values[key])

    def maybe_name(self, key: str) -> str | None:
        """The value of a NAME."""
        return cast("str | None", self.values[key])

    def names(self, key: str) -> tuple[str, ...] | None:
        """The value of a NAMES."""
        return cast("tuple[str, ...] | None", self.values[key])

    def integers(self, key: str) -> tuple[int, ...] | None:
        """The value of an INTS."""
        return cast("tuple[int, ...] | None", self.values[key])

    def polynomial(self, key: str) -> Polynomial:
        """The value of a SIZE that is required."""
        return cast(Polynomial, self.values[key])

    def polynomials(self, key: str) -> tuple[Polynomial, ...] | None:
        """The value of an EXPRESSIONS."""
        return cast("tuple[Polynomial, ...] | None", self.values[key])

    def function(self, key: str) -> LayoutFunction | None:
        """The value of a FUNCTION."""
        return cast("LayoutFunction | None", self.values[key])

    def mapping(self, key: str) -> Mapping[object, object] | None:
        """The value of a MAPPING, not yet read by a table of its own."""
        return cast("Mapping[object, object] | None", self.values[key])

    def missing(self, key: str) -> NoReturn:
        """Raises InputError for a key that this input cannot do without."""
        raise fault(self.prefix + key, Message(texts.A_VALUE), None, self.fields[key].example)

    def check_length(self, key: str, values: Sequence[object], count: int, other: str) -> None:
        """Raises InputError unless there are as many values as the other key has."""
        if len(values) != count:
            expected = texts.SAME_LENGTH.with_values(count=count, other=other)
            raise fault(self.prefix + key, expected, len(values), self.fields[key].example)


def read_table(table: Sequence[Field], values: object, where: str, example: str) -> Values:
    """Every key's value, None or the default where it is absent.

    Raises InputError with all faults: a key that does not exist, a value of another kind or out of bounds.
    """
    if not isinstance(values, Mapping):
        raise InputError(Fault(where, Message(texts.A_MAPPING), shown(values), example))
    fields = {field.name: field for field in table}
    prefix = "" if where == "input" else f"{where}."
    faults = [_unknown(prefix, str(key), fields) for key in values if key not in fields]
    read: dict[str, object] = {}
    for field in table:
        try:
            read[field.name] = _read(field, values.get(field.name), prefix)
        except InputError as error:  # noqa: PERF203 - all faults are told, not only the first
            faults.extend(error.faults)
    if faults:
        raise InputError(*faults)
    return Values(read, fields, prefix)


def fault(key: str, expected: Message, got: object, example: str) -> InputError:
    """The error of one key."""
    return InputError(Fault(key, expected, shown(got), example, key))


def _read(field: Field, value: object, prefix: str) -> object:
    if value is None:
        if field.required:
            raise fault(prefix + field.name, Message(texts.A_VALUE), None, field.example)
        return field.default
    return _READERS[field.kind](field._replace(name=prefix + field.name), value)


def _unknown(prefix: str, key: str, fields: Mapping[str, Field]) -> Fault:
    near = nearest(key, list(fields))
    if near:
        return Fault(
            prefix + key, texts.A_KEY_NEAR.with_values(near=near), shown(key), fields[near].example, prefix + near
        )
    first = next(iter(fields.values()))
    expected = texts.A_KEY.with_values(names=", ".join(fields))
    return Fault(prefix + key, expected, shown(key), first.example, prefix + first.name)


def _int(field: Field, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not field.low <= value <= field.high:
        raise fault(field.name, _bounds(texts.AN_INTEGER, field), value, field.example)
    return value


def _bool(field: Field, value: object) -> bool:
    if not isinstance(value, bool):
        raise fault(field.name, Message(texts.TRUE_FALSE), value, field.example)
    return value


def _name(field: Field, value: object) -> str:
    if not isinstance(value, str) or (field.names and value not in field.names):
        raise one_of(field.name, field.names or (field.example,), value, field.example)
    return value


def _ints(field: Field, value: object) -> tuple[int, ...]:
    items = _items(field, value)
    for item in items:
        if isinstance(item, bool) or not isinstance(item, int) or not field.low <= item <= field.high:
            raise fault(field.name, _bounds(texts.INTEGERS, field), item, field.example)
    return tuple(item for item in items if isinstance(item, int))


def _expressions(field: Field, value: object) -> tuple[Polynomial, ...]:
    return tuple(_polynomial(field, item, texts.EXPRESSIONS) for item in _items(field, value))


def _size(field: Field, value: object) -> Polynomial:
    return _polynomial(field, value, texts.A_SIZE)


def _names(field: Field, value: object) -> tuple[str, ...]:
    items = _items(field, value)
    for item in items:
        if not isinstance(item, str) or item not in REQUESTS:
            raise one_of(field.name, REQUESTS, item, field.example)
    return tuple(str(item) for item in items)


def _function(field: Field, value: object) -> LayoutFunction:
    if not isinstance(value, str):
        raise fault(field.name, Message(texts.A_LAMBDA), value, field.example)
    return parse_function(value, field.name)


def _mapping(field: Field, value: object) -> Mapping[object, object]:
    if not isinstance(value, Mapping):
        raise fault(field.name, Message(texts.A_MAPPING), value, field.example)
    return value


def _polynomial(field: Field, value: object, expected: Text) -> Polynomial:
    if isinstance(value, str):
        try:
            return polynomial(parse_expression(value, field.name))
        except TooManyTermsError:
            raise fault(field.name, texts.FEW_TERMS.with_values(bound=MOST_TERMS), value, field.example) from None
    if isinstance(value, bool) or not isinstance(value, int) or not field.low <= value <= field.high:
        raise fault(field.name, _bounds(expected, field), value, field.example)
    return constant(value)


def _items(field: Field, value: object) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise fault(field.name, _bounds(texts.INTEGERS, field), value, field.example)
    if not 1 <= len(value) <= MOST_AXES:
        raise fault(field.name, texts.SOME_ENTRIES.with_values(high=MOST_AXES), value, field.example)
    return value


def _bounds(text: Text, field: Field) -> Message:
    high = "2^63-1" if field.high == LARGEST else field.high
    low = "-(2^63-1)" if field.low == -LARGEST else field.low
    return text.with_values(low=low, high=high)


_READERS: dict[str, Callable[[Field, object], object]] = {
    INT: _int,
    BOOL: _bool,
    NAME: _name,
    INTS: _ints,
    EXPRESSIONS: _expressions,
    SIZE: _size,
    NAMES: _names,
    FUNCTION: _function,
    MAPPING: _mapping,
}
