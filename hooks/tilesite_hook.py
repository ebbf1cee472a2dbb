"""MkDocs events of tilesite: each is one call. Name this file under ``hooks:`` in mkdocs.yml."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files

from tilesite.hosts import mkdocs


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Switches the extension on."""
    return mkdocs.add_extension(config)


def on_serve(server: LiveReloadServer, **_: Any) -> LiveReloadServer:  # noqa: ANN401 - all else that MkDocs gives
    """Watches tilesite itself."""
    return mkdocs.watch(server)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Reads every page from its source file."""
    return mkdocs.read_pages(files, config)


@event_priority(100)
def on_page_markdown(markdown: str, page: Any, config: MkDocsConfig, **_: Any) -> str:  # noqa: ANN401 - likewise
    """Has macros leave the names of blocks alone."""
    mkdocs.name_blocks(page, config)
    return markdown


def on_env(env: Any, config: MkDocsConfig, files: Files) -> Any:  # noqa: ANN401 - likewise
    """Compares the built pages with their sources; a strict build ends here when something is wrong."""
    mkdocs.compare_pages(files, config)
    return env
