"""An axis: values to positions, and the values at which it is marked."""

from __future__ import annotations

from math import log2
from typing import NamedTuple

_MOST_TICKS = 6
_DECADE = 10


class Axis(NamedTuple):
    """An axis from ``low`` to ``high``, drawn from ``start`` to ``end`` (which may lie before it)."""

    low: int
    high: int
    start: int
    end: int
    logarithmic: bool = False

    def at(self, value: int) -> int:
        """Where ``value`` stands; values outside stand at the ends."""
        value = max(self.low, min(value, self.high))
        if self.high <= self.low:
            return (self.start + self.end) // 2
        if self.logarithmic:
            part = log2(value / self.low) / log2(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.start + round(part * (self.end - self.start))

    def powers_of_two(self, unit: int) -> list[int]:
        """Marks at multiples of a power of two of ``unit``; at its powers on a logarithmic axis."""
        if self.logarithmic:
            exponents = range(max(self.low // unit, 1).bit_length(), max(self.high // unit, 1).bit_length())
            step = -(-len(exponents) // _MOST_TICKS) or 1
            return [unit << exponent for exponent in exponents[::step]]
        step = unit
        while (self.high - self.low) // step > _MOST_TICKS:
            step *= 2
        return list(range(-(-self.low // step) * step, self.high + 1, step))

    def decimal(self) -> list[int]:
        """Marks at 1, 2 and 5 times the powers of ten; fewer on a long logarithmic axis."""
        if not self.logarithmic:
            return self._even()
        first = len(str(self.low)) - 1
        powers = [_DECADE**exponent for exponent in range(first, len(str(self.high)))]
        for factors in ((1, 2, 5), (1,)):
            marks = [factor * power for power in powers for factor in factors]
            marks = [mark for mark in marks if self.low <= mark <= self.high]
            if len(marks) <= _MOST_TICKS:
                return marks
        return marks[:: -(-len(marks) // _MOST_TICKS)]

    def _even(self) -> list[int]:
        step = 1
        factors = (2, 5, 10)
        power, index = 1, 0
        while (self.high - self.low) // step > _MOST_TICKS:
            step = power * factors[index]
            index += 1
            if index == len(factors):
                power, index = power * _DECADE, 0
        return list(range(-(-self.low // step) * step, self.high + 1, step))
