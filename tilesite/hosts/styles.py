"""The style sheets of blocks, figures and generated tables: files where a host can add some, else text in a page."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

ASSETS = Path(__file__).resolve().parents[1] / "pages" / "assets"
STYLES = ("tilesite.css", "figures.css", "reference.css")


@lru_cache(maxsize=1)
def style_element() -> str:
    """The style sheets as an element.

    Zensical gives an extension no way to add a file to the site or to name one in the head, so each page that needs
    them carries them.
    """
    text = "\n".join((ASSETS / name).read_text("utf-8") for name in STYLES)
    return f"\n<style>\n{text}</style>"
