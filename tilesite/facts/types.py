"""The two row types of the facts."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.language import Text

VERIFIED = "verified"
CROSS_CHECKED = "cross-checked"
CITED = "cited"


class Source(NamedTuple):
    """A document at one version. ``package`` is the PyPI wheel that holds it, None when no wheel does."""

    key: str
    title: str
    publisher: str
    version: str
    url: str
    package: str | None = None


class Fact(NamedTuple):
    """One statement that rules rest on.

    ``value`` is the number or name that is claimed, in ``unit``. ``locator`` says where in the source it
    stands: a file and lines ("cuda.h:23300-23301") or a section; ``found`` is text that must stand there.
    ``seed_locator`` is where the book's own table places it, None for a fact that the book does not have.
    ``state`` is "cited" until something opened the source ("verified") or a vendor's tool agreed
    ("cross-checked", ``checked_by`` says which).
    """

    key: str
    statement: Text
    value: str
    source: str
    locator: str
    unit: str | None = None
    found: str | None = None
    seed_locator: str | None = None
    state: str = CITED
    checked_by: str | None = None
