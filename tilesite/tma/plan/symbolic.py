"""Integer polynomials over block variables, loop variables and free symbols, and the few proofs a plan needs.

Rounding and exclusive or that no rule removes stay in a polynomial as atoms of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import NamedTuple, Union

from tilesite.tma.plan.expressions import (
    ADD,
    DIVIDE,
    MULTIPLY,
    REMAINDER,
    SUBTRACT,
    XOR,
    Expression,
    Interval,
    apply,
    combined,
)


class Rounded(NamedTuple):
    """An atom ``left operator right`` whose operator is ``//``, ``%`` or ``^``."""

    operator: str
    left: Polynomial
    right: Polynomial


Atom = Union[str, Rounded]
Monomial = tuple[Atom, ...]
Ranges = Mapping[str, Interval]


class Polynomial(NamedTuple):
    """A sum of ``coefficient * product of atoms``, sorted, without zeros: equal values are equal tuples."""

    terms: tuple[tuple[Monomial, int], ...] = ()

    def __str__(self) -> str:
        """The polynomial in the grammar of index expressions."""
        return spelled(self)


ZERO = Polynomial()

MOST_TERMS = 64
"""Terms of a polynomial that is read from text."""


class TooManyTermsError(ValueError):
    """An expression that grows beyond MOST_TERMS when it is multiplied out."""


def constant(value: int) -> Polynomial:
    """The polynomial that is this integer."""
    return Polynomial((((), value),)) if value else ZERO


def symbol(name: str) -> Polynomial:
    """The polynomial that is this variable."""
    return Polynomial((((name,), 1),))


def polynomial(expression: Expression) -> Polynomial:
    """The polynomial of an expression tree. Raises TooManyTermsError."""
    if isinstance(expression, int):
        return constant(expression)
    if isinstance(expression, str):
        return symbol(expression)
    value = _applied(expression.operator, polynomial(expression.left), polynomial(expression.right))
    if len(value.terms) > MOST_TERMS:
        raise TooManyTermsError(expression.operator)
    return value


def add(*summands: Polynomial) -> Polynomial:
    """The sum."""
    return _collected(term for summand in summands for term in summand.terms)


def scaled(value: Polynomial, factor: int) -> Polynomial:
    """``factor * value``."""
    return Polynomial(tuple((atoms, count * factor) for atoms, count in value.terms)) if factor else ZERO


def multiply(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product."""
    return _collected((tuple(sorted(a + b, key=_atom_key)), m * n) for a, m in left.terms for b, n in right.terms)


def floor_divide(value: Polynomial, by: int) -> Polynomial:
    """``value // by`` for a positive integer: whole multiples come out, the rest is reduced by its divisor."""
    whole = _collected((atoms, count // by) for atoms, count in value.terms if not atoms or count % by == 0)
    rest = [(atoms, count) for atoms, count in value.terms if atoms and count % by]
    left_over = constant_term(value) % by
    if not rest:
        return whole
    common = gcd(by, *(count for _, count in rest))
    reduced = _collected([*((atoms, count // common) for atoms, count in rest), ((), left_over // common)])
    if by == common:
        return add(whole, reduced)
    return add(whole, _atom(Rounded(DIVIDE, reduced, constant(by // common))))


def remainder(value: Polynomial, by: int) -> Polynomial:
    """``value % by`` for a positive integer."""
    reduced = _collected((atoms, count % by) for atoms, count in value.terms)
    number = constant_of(reduced)
    return _atom(Rounded(REMAINDER, reduced, constant(by))) if number is None else constant(number)


def constant_of(value: Polynomial) -> int | None:
    """The integer that the polynomial is, None when it depends on a variable."""
    if not value.terms:
        return 0
    return value.terms[0][1] if value.terms[0][0] == () and len(value.terms) == 1 else None


def constant_term(value: Polynomial) -> int:
    """The part that depends on no variable."""
    return next((count for atoms, count in value.terms if not atoms), 0)


def at_zero(value: Polynomial) -> int:
    """The value with every variable at 0."""
    return constant_term(substituted(value, None))


def substituted(value: Polynomial, zeros: frozenset[str] | None) -> Polynomial:
    """The polynomial with the named variables at 0; None names all of them."""
    return add(ZERO, *(_substituted_term(atoms, count, zeros) for atoms, count in value.terms))


def symbols_in(value: Polynomial) -> frozenset[str]:
    """The variables, also those inside rounded atoms."""
    found: frozenset[str] = frozenset()
    for atoms, _ in value.terms:
        for atom in atoms:
            found |= {atom} if isinstance(atom, str) else symbols_in(atom.left) | symbols_in(atom.right)
    return found


def interval(value: Polynomial, ranges: Ranges) -> Interval:
    """Bounds of the polynomial, term by term; a variable without a range has none."""
    total: Interval = (0, 0)
    for atoms, count in value.terms:
        product: Interval = (count, count)
        for atom in atoms:
            product = combined(MULTIPLY, product, _atom_interval(atom, ranges))
        total = combined(ADD, total, product)
    return total


def provably_not_negative(value: Polynomial, ranges: Ranges) -> bool:
    """Whether ``value >= 0`` follows from the ranges of the variables."""
    low = interval(value, ranges)[0]
    return low is not None and low >= 0


def provably_negative(value: Polynomial, ranges: Ranges) -> bool:
    """Whether ``value < 0`` follows from the ranges of the variables."""
    high = interval(value, ranges)[1]
    return high is not None and high < 0


def provably_no_multiple(value: Polynomial, of: int) -> bool:
    """Whether ``value % of != 0`` follows from the coefficients, whatever the variables are."""
    common = gcd(of, *(count for atoms, count in value.terms if atoms))
    return constant_term(value) % common != 0


def provably_multiple(value: Polynomial, of: int) -> bool:
    """Whether ``value % of == 0`` follows from the coefficients, whatever the variables are."""
    return all(count % of == 0 for _, count in value.terms)


def bytes_of(elements: Polynomial, bits: int) -> Polynomial:
    """The bytes of so many elements, rounded up."""
    if bits % 8 == 0:
        return scaled(elements, bits // 8)
    return floor_divide(add(scaled(elements, bits), constant(7)), 8)


def spelled(value: Polynomial) -> str:
    """The polynomial as text, in the grammar of index expressions."""
    text = ""
    for atoms, count in value.terms:
        factors = [_atom_text(atom) for atom in atoms]
        if abs(count) != 1 or not factors:
            factors.append(str(abs(count)))
        sign = "-" if count < 0 else "+" if text else ""
        text += f" {sign} " if text else sign
        text += " * ".join(factors)
    return text or "0"


def _applied(operator: str, left: Polynomial, right: Polynomial) -> Polynomial:
    if operator == ADD:
        return add(left, right)
    if operator == SUBTRACT:
        return add(left, scaled(right, -1))
    if operator == MULTIPLY:
        return multiply(left, right)
    return _rounded(operator, left, right)


def _rounded(operator: str, left: Polynomial, right: Polynomial) -> Polynomial:
    first, second = constant_of(left), constant_of(right)
    if first is not None and second is not None:
        return constant(apply(operator, first, second))
    if operator == XOR:
        return _atom(Rounded(operator, left, right))
    # The grammar has only positive constants as divisors.
    return floor_divide(left, second or 1) if operator == DIVIDE else remainder(left, second or 1)


def _substituted_term(atoms: Monomial, count: int, zeros: frozenset[str] | None) -> Polynomial:
    product = constant(count)
    for atom in atoms:
        if isinstance(atom, Rounded):
            value = _applied(atom.operator, substituted(atom.left, zeros), substituted(atom.right, zeros))
        else:
            value = ZERO if zeros is None or atom in zeros else symbol(atom)
        product = multiply(product, value)
    return product


def _atom_interval(atom: Atom, ranges: Ranges) -> Interval:
    if isinstance(atom, str):
        return ranges.get(atom, (None, None))
    return combined(atom.operator, interval(atom.left, ranges), interval(atom.right, ranges))


def _atom(atom: Atom) -> Polynomial:
    return Polynomial((((atom,), 1),))


def _collected(terms: Iterable[tuple[Monomial, int]]) -> Polynomial:
    sums: dict[Monomial, int] = {}
    for atoms, count in terms:
        sums[atoms] = sums.get(atoms, 0) + count
    kept = [(atoms, count) for atoms, count in sums.items() if count]
    return Polynomial(tuple(sorted(kept, key=_term_key)))


def _term_key(term: tuple[Monomial, int]) -> tuple[int, tuple[str, ...]]:
    # Constants come last, as one writes them.
    atoms = term[0]
    return (0 if atoms else 1), tuple(_atom_key(atom) for atom in atoms)


def _atom_key(atom: Atom) -> str:
    return atom if isinstance(atom, str) else _atom_text(atom)


def _atom_text(atom: Atom) -> str:
    if isinstance(atom, str):
        return atom
    return f"(({spelled(atom.left)}) {atom.operator} ({spelled(atom.right)}))"
