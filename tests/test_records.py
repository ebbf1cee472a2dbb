"""Our named tuples against typing.NamedTuple: what a reader of either may rely on."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import NamedTuple as Standard

import pytest

from tilesite.records import NamedTuple


class Ours(NamedTuple):
    """A pair with a default."""

    one: int
    two: str = "b"

    @property
    def both(self) -> str:
        return f"{self.one}{self.two}"


class Theirs(Standard):
    """The same."""

    one: int
    two: str = "b"

    @property
    def both(self) -> str:
        return f"{self.one}{self.two}"


MADE = [((1,), {}), ((1, "c"), {}), ((1,), {"two": "c"}), ((), {"one": 1}), ((), {"two": "c", "one": 1})]


@pytest.mark.parametrize(("values", "named"), MADE)
def test_it_is_made_as_the_standard_one_is(values: tuple, named: dict) -> None:
    ours, theirs = Ours(*values, **named), Theirs(*values, **named)
    assert ours == theirs == tuple(ours)
    assert (ours.one, ours.two, ours.both) == (theirs.one, theirs.two, theirs.both)
    assert repr(ours).replace("Ours", "Theirs") == repr(theirs)
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(one=5) == theirs._replace(one=5)
    assert hash(ours) == hash(theirs)


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"one": 2}), ((1,), {"three": 3}), ((), {"two": 2})]
)
def test_it_is_refused_where_the_standard_one_is(values: tuple, named: dict) -> None:
    for made in (Ours, Theirs):
        with pytest.raises(TypeError):
            made(*values, **named)


def test_it_is_frozen_and_refuses_fields_that_it_does_not_have() -> None:
    with pytest.raises(AttributeError):
        Ours(1).one = 2
    with pytest.raises(ValueError, match="Ours has no three"):
        Ours(1)._replace(three=3)


def test_it_can_be_copied_and_pickled() -> None:
    assert copy.deepcopy(Ours(1)) == pickle.loads(pickle.dumps(Ours(1))) == Ours(1)  # noqa: S301 - our own bytes


def test_its_signature_is_its_fields() -> None:
    assert str(inspect.signature(Ours)) == "(one, two='b')"
    assert Ours._fields == Theirs._fields
    assert Ours._field_defaults == Theirs._field_defaults
