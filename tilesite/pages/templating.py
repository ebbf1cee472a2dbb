"""The templates of the pages: everything that they are filled with is escaped."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined


def rendered(template: str, **values: object) -> str:
    """The text of a template. It starts with its tag: Python-Markdown takes stashed HTML for a block only then."""
    return _templates().get_template(template).render(values).strip()


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("tilesite.pages")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=False)
