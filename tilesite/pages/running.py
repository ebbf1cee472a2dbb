"""Whether a site's configuration has the blocks of its pages run at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tilesite.pages.config import extensions_of
from tilesite.pages.hook_files import our_hook

NAME = "tilesite"


def runs_blocks(config: Mapping[str, Any], root: Path) -> bool:
    """Whether it names the plugin, the hook or the extension. ``root`` is the configuration's folder.

    A hook goes by its name, or by what a file of the site says: it is read, never run. What cannot be told without
    running something, as ``plugins: !ENV …``, is taken to do so.
    """
    plugins, hooks = config.get("plugins"), config.get("hooks")
    if any(_is_unknown(config, key) for key in ("plugins", "hooks", "markdown_extensions")):
        return True
    named = (*extensions_of(plugins), *extensions_of(config.get("markdown_extensions")))
    return NAME in named or our_hook(_texts(hooks), root) is not None


def _is_unknown(config: Mapping[str, Any], key: str) -> bool:
    value = config.get(key)
    if key in config and value is None:
        return True  # a tag that only a build makes something of
    return isinstance(value, Sequence) and not isinstance(value, str) and None in value


def _texts(hooks: object) -> Iterator[str]:
    named = hooks if isinstance(hooks, Sequence) and not isinstance(hooks, str) else ()
    return (hook for hook in named if isinstance(hook, str))
