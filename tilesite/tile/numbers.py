"""Exact decimals: a fraction is rounded once, half up, and never becomes a float."""

from __future__ import annotations

KB = 1024
MB = 10**6


def decimal(numerator: int, denominator: int, digits: int = 1) -> str:
    """``numerator / denominator`` with ``digits`` decimals, half up. Neither may be negative.

    >>> decimal(2, 3), decimal(5, 4), decimal(199, 100, 0)
    ('0.7', '1.3', '2')
    """
    scale = 10**digits
    scaled = (2 * numerator * scale + denominator) // (2 * denominator)
    whole, rest = divmod(scaled, scale)
    return f"{whole}.{rest:0{digits}}" if digits else str(whole)


def common_divisor(one: int, other: int) -> int:
    """The greatest common divisor; ``math`` has it too, and takes longer to import than the division."""
    while other:
        one, other = other, one % other
    return one


def kilobytes(size: int) -> str:
    """Bytes in KB of 1024, one decimal."""
    return decimal(size, KB)


def brief_kilobytes(size: int) -> str:
    """Bytes in units of 1024, without a decimal that says nothing: 192, 99.5."""
    return kilobytes(size).removesuffix(".0")


def megabytes(numerator: int, denominator: int) -> str:
    """A fraction of bytes in MB of 10^6, one decimal."""
    return decimal(numerator, denominator * MB)


def percent(part: int, whole: int) -> str:
    """``part / whole`` as a whole percentage."""
    return decimal(100 * part, whole, 0) + "%"
