"""Numbers as figures show them: exact where they are short, with a power of ten where they are not."""

from __future__ import annotations

from tilesite.tile.numbers import KB, MB, decimal

_LONGEST = 12
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def grouped(number: int) -> str:
    """A whole number, its digits in threes; past twelve digits its first three and a power of ten.

    >>> grouped(8192), grouped(2**62)
    ('8,192', '4.61×10¹⁸')
    """
    digits = str(abs(number))
    if len(digits) <= _LONGEST:
        return f"{number:,}"
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[0]}.{digits[1:3]}×10{str(len(digits) - 1).translate(_RAISED)}"


def kilobytes(size: int) -> str:
    """Bytes in KB of 1024, one decimal."""
    return _decimal(size, KB)


def megabytes(size: int) -> str:
    """Bytes in MB of 10^6, one decimal."""
    return _decimal(size, MB)


def _decimal(size: int, unit: int) -> str:
    if len(str(size // unit)) > _LONGEST:
        return grouped(size // unit)
    whole, _, rest = decimal(size, unit).partition(".")
    return f"{int(whole):,}.{rest}"
