"""An axis: values to positions, and the values at which it is marked."""

from __future__ import annotations

from math import log2
from typing import NamedTuple

_MOST_MARKS = 6
_DECADE = 10
_STEPS = (1, 2, 5)


class Axis(NamedTuple):
    """An axis from ``low`` to ``high``, drawn from ``start`` to ``end`` (which may lie before it)."""

    low: int
    high: int
    start: int
    end: int
    logarithmic: bool

    def at(self, value: int) -> int:
        """Where ``value`` stands; values outside stand at the ends."""
        value = max(self.low, min(value, self.high))
        if self.logarithmic:
            part = log2(value / self.low) / log2(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + round(part * (self.end - self.start))

    def powers_of_two(self, unit: int) -> list[int]:
        """Values to mark: multiples of ``unit`` by a power of two; on a logarithmic axis, such powers."""
        if self.logarithmic:
            first = (max(-(-self.low // unit), 1) - 1).bit_length()
            exponents = range(first, (self.high // unit).bit_length())
            return [unit << exponent for exponent in _thinned(exponents)]
        step = unit
        while (self.high - self.low) // step > _MOST_MARKS:
            step *= 2
        return list(range(-(-self.low // step) * step, self.high + 1, step))

    def decimal(self) -> list[int]:
        """Values to mark: multiples of 1, 2 or 5 times a power of ten; on a logarithmic axis, these or the powers."""
        powers = [_DECADE**exponent for exponent in range(len(str(self.high)))]
        rounds = [step * power for power in powers for step in _STEPS]
        if self.logarithmic:
            marks = self._between(rounds)
            return marks if len(marks) <= _MOST_MARKS else list(_thinned(self._between(powers)))
        step = next(each for each in rounds if (self.high - self.low) // each <= _MOST_MARKS)
        return list(range(-(-self.low // step) * step, self.high + 1, step))

    def _between(self, values: list[int]) -> list[int]:
        return [value for value in values if self.low <= value <= self.high]


def axis(low: int, high: int, start: int, end: int) -> Axis:
    """An axis from zero, or a logarithmic one when the values range over more than a decade."""
    low, high = max(low, 1), max(high, 1)
    wide = high > _DECADE * low
    return Axis(low if wide else 0, high, start, end, wide)


def _thinned(values: range | list[int]) -> range | list[int]:
    return values[:: -(-len(values) // _MOST_MARKS) or 1]
