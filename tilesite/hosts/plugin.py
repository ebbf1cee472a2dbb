"""The MkDocs plugin ``tilesite``: the same events as ``hooks/tilesite_hook.py``, for sites that copy no file."""

from __future__ import annotations

from typing import Any

from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files

from tilesite.hosts import mkdocs

_NO_OPTION = (
    "expected no option here, since the settings of blocks are those of the Markdown extension, which "
    "`tilesite check` reads too. Example: markdown_extensions: [tilesite: {lang: zh}]"
)
_TWICE = "tilesite: expected the plugin or the hook, got both ({hook}). Example: plugins: [tilesite], and no such hook"


class _NoOptions(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves it without types
    """MkDocs makes a schema for a class of its own alone."""


class TilesitePlugin(BasePlugin[_NoOptions]):  # type: ignore[no-untyped-call]  # the same
    """Named as ``tilesite`` under ``plugins:``. It has no options."""

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Refuses every option: what a check without a build could not see would not be checked."""
        errors, warnings = super().load_config({}, config_file_path)
        return [*errors, *((name, ValidationError(_NO_OPTION)) for name in options)], warnings

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Switches the extension on. Raises PluginError where the hook does so as well."""
        twice = next((name for name, hook in config.plugins.items() if getattr(hook, "mkdocs", None) is mkdocs), None)
        if twice:
            raise PluginError(_TWICE.format(hook=twice))
        return mkdocs.add_extension(config)

    def on_serve(self, server: LiveReloadServer, **_: Any) -> LiveReloadServer:  # noqa: ANN401 - all else that MkDocs gives
        """Watches tilesite itself."""
        return mkdocs.watch(server)

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Reads every page from its source file."""
        return mkdocs.read_pages(files, config)

    @event_priority(100)
    def on_page_markdown(self, markdown: str, page: Any, config: MkDocsConfig, **_: Any) -> str:  # noqa: ANN401 - likewise
        """Has macros leave the names of blocks alone."""
        mkdocs.name_blocks(page, config)
        return markdown

    def on_env(self, env: Any, config: MkDocsConfig, files: Files) -> Any:  # noqa: ANN401 - likewise
        """Compares the built pages with their sources; a strict build ends here when something is wrong."""
        mkdocs.compare_pages(files, config)
        return env
