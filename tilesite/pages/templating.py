"""The templates of the pages: everything that they are filled with is escaped."""

from __future__ import annotations

import re
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

_PIECES = re.compile(r"(?<=/)(?=.)|(?<=.)(?=:[0-9])")


@lru_cache(maxsize=4096)  # blocks name the same places again and again
def breakable(text: str) -> Markup:
    """A place, or a sentence with places: its lines are broken after ``/``, before ``:`` and at spaces alone.

    >>> str(breakable("flash-attention/cuda.h:684-700"))
    '<span>flash-attention/</span><wbr />cuda.h<wbr /><span>:684-700</span>'
    """
    return Markup("<wbr />").join(map(_piece, _PIECES.split(text)))


def _piece(text: str) -> Markup:
    # A browser breaks lines behind hyphens too.
    return Markup(" ").join(Markup("<span>{}</span>").format(word) if "-" in word else word for word in text.split(" "))


def rendered(template: str, **values: object) -> str:
    """The text of a template. It starts with its tag: Python-Markdown takes stashed HTML for a block only then."""
    return _templates().get_template(template).render(values).strip()


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("tilesite.pages")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=False)
    environment.filters["breakable"] = breakable
    return environment
