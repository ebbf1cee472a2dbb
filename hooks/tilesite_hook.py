"""MkDocs events of tilesite: each is one call. Name this file under ``hooks:`` in mkdocs.yml."""

from __future__ import annotations

from collections.abc import Callable

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files

from tilesite.hosts import mkdocs


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Switches the extension on."""
    return mkdocs.add_extension(config)


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Callable[[], None]) -> LiveReloadServer:
    """Watches tilesite itself."""
    del config, builder
    return mkdocs.watch(server)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Verifies every page from its source file."""
    return mkdocs.verify_pages(files, config)


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Compares the built pages with their sources; a strict build ends here when something is wrong."""
    mkdocs.compare_pages(files, config)
    return env
