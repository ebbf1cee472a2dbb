"""What a configuration says that keeps a site from being verified although all it needs is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilesite.errors import Fault, InputError, quoted
from tilesite.hosts import adoption_texts as texts
from tilesite.language import Message
from tilesite.pages.config import extensions_of, mapping
from tilesite.pages.nesting import FENCES, nesting

_NAME = "tilesite"
_EXTENSIONS = "markdown_extensions"
_EXAMPLE = f"plugins: [search, {_NAME}]"


def require_none(config: Mapping[str, Any]) -> None:
    """Raises InputError on what a build refuses, or leaves unverified."""
    found = [options for name, options in _entries(config.get("plugins")) if name == _NAME]
    if len(found) > 1:
        raise InputError(Fault("plugins", Message(texts.ONCE), texts.COUNT.with_values(count=len(found)), _EXAMPLE))
    for option, value in (pair for options in found for pair in mapping(options).items()):
        if option != "enabled":
            raise InputError(Fault(f"plugins: {_NAME}", Message(texts.NO_OPTION), quoted(str(option)), _EXAMPLE))
        if value is False:
            raise InputError(Fault(f"plugins: {_NAME}", Message(texts.SWITCHED_ON), "enabled: false", _EXAMPLE))
    extensions = extensions_of(config.get(_EXTENSIONS))
    for name in extensions:
        if name.startswith(f"{FENCES}:"):
            expected = texts.PLAIN_NAME.with_values(name=FENCES)
            raise InputError(Fault(_EXTENSIONS, expected, quoted(name), f"{_EXTENSIONS}: [{FENCES}]"))
    nesting(extensions)


def _entries(named: object) -> list[tuple[object, object]]:
    """Each plugin's name with its options, as often as it is named."""
    if isinstance(named, Mapping):
        return list(named.items())
    listed = named if isinstance(named, Sequence) and not isinstance(named, str) else ()
    return [pair for each in listed for pair in (each.items() if isinstance(each, Mapping) else [(each, None)])]
