"""The row types of the facts."""

from __future__ import annotations

from tilesite.language import Text
from tilesite.records import NamedTuple

VERIFIED = "verified"
CROSS_CHECKED = "cross-checked"
CITED = "cited"
STATES = (VERIFIED, CROSS_CHECKED, CITED)
"""What a page says of a fact: its lines were opened; a second place or a vendor's tool agrees; a pointer only."""


class Wheel(NamedTuple):
    """The wheel on PyPI that holds a source: its package and file, and the hashes that pin it.

    ``folder`` is what stands in the wheel before the paths of locators ("nvidia/cu13/include/"), ``blake2`` the hash
    by which PyPI names the file in its own addresses.
    """

    package: str
    file: str
    sha256: str
    blake2: str
    folder: str = ""


class Link(NamedTuple):
    """How a locator becomes an address: for paths below ``prefix``, with ``{rest}``, ``{first}`` and ``{last}``."""

    prefix: str
    template: str


class SeedFolder(NamedTuple):
    """A folder that the book cites: what a source holds at one version.

    ``starts`` says how paths below the folder begin, with how they begin in the source.
    """

    folder: str
    source: str
    version: str
    starts: tuple[tuple[str, str], ...]


class Source(NamedTuple):
    """A document at one version. ``wheel`` is None when no wheel holds it, and then nothing here opens it.

    ``links`` lead to exact lines, the first whose prefix fits; ``section`` to a section, with ``{slug}``.
    ``url`` is None when the rows have pages of their own, or none at all. ``oldest`` is the oldest version that was
    opened beside the pinned one and says the same.
    """

    key: str
    title: Text
    publisher: Text
    version: str
    url: str | None
    wheel: Wheel | None = None
    links: tuple[Link, ...] = ()
    section: str | None = None
    oldest: str | None = None


class Place(NamedTuple):
    """A second place that holds a fact's value: a source that can be opened, a locator, what must be found there."""

    source: str
    locator: str
    found: str


class Fact(NamedTuple):
    """One statement that rules rest on.

    ``value`` is the number or name that is claimed, in ``unit``. ``locator`` says where in the source it
    stands: a file and lines ("cuda.h:23300-23301") or a section. ``found`` is the text that must stand there, its
    parts in order with `` … `` between them; every number of ``value`` stands in it too.

    ``seed_locator`` is where the book's own table places it, None for a fact that the book does not have;
    ``seed_now`` are the lines at which it stands instead, where the book's are wrong. ``also`` is a second place
    that says the rest of it, or has the same value, ``measured`` the name of a measure by a vendor's tool (see
    tests/vendor): either makes a fact cross-checked whose own source nobody can open. ``since`` is the version from
    which on the source says this, None where all that were opened do.
    """

    key: str
    statement: Text
    value: str
    source: str
    locator: str
    unit: str | None = None
    found: str | None = None
    seed_locator: str | None = None
    seed_now: str | None = None
    also: Place | None = None
    measured: str | None = None
    since: str | None = None


def since_of(fact: Fact, source: Source) -> str:
    """The oldest version of a fact's source that was opened and says the same."""
    return fact.since or source.oldest or source.version
