"""Where no hook runs: the file of the page that is being converted, when the host says which one it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from markdown import Markdown
from pymdownx.snippets import SnippetExtension

from tilesite.pages.paths import real
from tilesite.pages.snippets import Snippets, site_snippets
from tilesite.pages.source import SourceError, decode_page, front_matter, read_file, without_front_matter

_CONTEXT = "rendering_context"
_UNKNOWN = "page"


class Source(NamedTuple):
    """A page's text with the name that problems give it, the folder of the pages when it is known, its front matter."""

    text: str
    path: str
    folder: Path | None = None
    front: str = ""


def host_source(md: Markdown, text: str) -> Source:
    """The page that ``md`` converts: its file, so that lines are the author's, when it holds the same ``text``."""
    context: Any = md.preprocessors[_CONTEXT] if _CONTEXT in md.preprocessors else None  # noqa: SIM401 - no mapping
    if context is None:
        return Source(text, _UNKNOWN)
    folder = Path(context.config["docs_dir"])
    path = f"{folder.name}/{context.page.path}"
    file = folder / context.page.path
    try:
        written = decode_page(read_file(file), path)
    except (OSError, SourceError):
        return Source(text, path, folder)
    own = without_front_matter(written)
    same = own.strip() == text.strip()
    return Source(own if same else text, path, folder, front_matter(written) if same else "")


def host_snippets(own: SnippetExtension, source: Source) -> Snippets:
    """How the site includes snippets, by its extension. Raises InputError."""
    folder = real(source.folder or Path.cwd())
    # The extension looks for relative paths where the build was started.
    snippets = site_snippets(own.getConfigs(), folder, Path.cwd())
    return snippets._replace(root=folder.parent)
