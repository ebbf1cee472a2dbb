"""MkDocs events of this project's own site: it offers both programs as single files."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from tilesite.hosts import downloads


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the files."""
    return downloads.add_downloads(files, config)


def on_page_markdown(markdown: str, config: MkDocsConfig, files: Files, **_: Any) -> str:  # noqa: ANN401 - all else that MkDocs gives
    """Puts the table of the files into the page that asks for it."""
    return downloads.with_table(markdown, files, config)
