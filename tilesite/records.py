"""Named tuples as ``typing.NamedTuple`` defines them, without the time that importing ``typing`` takes.

A program here answers in a few milliseconds; ``typing`` alone would double its start. Type checkers see
the standard class: where they read ``TYPE_CHECKING`` it is true, and when a program runs it is false.
"""

from __future__ import annotations

__all__ = ["TYPE_CHECKING", "NamedTuple"]

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from _collections import _tuplegetter

    class _Record(type):
        """Makes a tuple of a class whose body lists fields, the last of them perhaps with defaults."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, (tuple,), namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            namespace["_fields"] = fields
            namespace["_field_defaults"] = {field: namespace[field] for field in fields if field in namespace}
            defaults = tuple(namespace["_field_defaults"].values())
            missing = range(len(defaults) + 1)
            namespace["_tails"] = {len(fields) - count: defaults[len(defaults) - count :] for count in missing}
            namespace["__slots__"] = ()
            namespace.update((field, _tuplegetter(index, None)) for index, field in enumerate(fields))
            return super().__new__(cls, name, bases, namespace)

        @property
        def __signature__(cls):
            """What ``help`` and test tools show: the fields, with their defaults."""
            from inspect import Parameter, Signature

            named = Parameter.POSITIONAL_OR_KEYWORD
            defaults = {field: cls._field_defaults.get(field, Parameter.empty) for field in cls._fields}
            return Signature([Parameter(field, named, default=value) for field, value in defaults.items()])

    class NamedTuple(metaclass=_Record):
        """A tuple with named fields."""

        __slots__ = ()

        def __new__(cls, *values, **named):
            if named:
                values = cls._completed(values, named)
            elif len(values) != len(cls._fields):
                values += cls._tails.get(len(values), ())
                if len(values) != len(cls._fields):
                    values = cls._completed(values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _completed(cls, values, named):
            rest = cls._fields[len(values) :]
            known = {**cls._field_defaults, **named}
            if len(values) > len(cls._fields) or not set(named) <= set(rest) <= set(known):
                raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}; got {values!r} and {named!r}")
            return (*values, *(known[field] for field in rest))

        def _replace(self, **named):
            values = tuple(map(named.pop, self._fields, self))
            if named:
                raise ValueError(f"{type(self).__name__} has no {', '.join(named)}")
            return tuple.__new__(type(self), values)

        def _asdict(self):
            return dict(zip(self._fields, self))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            listed = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self))
            return f"{type(self).__name__}({listed})"
