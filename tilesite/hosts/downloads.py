"""The downloads of the project's own site, as events of MkDocs: see ``hooks/downloads_hook.py``."""

from __future__ import annotations

import re
from hashlib import sha256

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from tilesite.hosts.zipapps import ZIPAPPS, zipapp_bytes
from tilesite.language import Text

FOLDER = "downloads"
CHECKSUMS = "SHA256SUMS"
PLACE = "<!-- downloads -->"
"""The line of a page that gives way to the table of the files."""

_PLACE = re.compile(rf"^{re.escape(PLACE)}[ \t]*$", re.MULTILINE)
_HEAD = Text("| file | bytes | SHA-256 |", "| 文件 | 字节数 | SHA-256 |")


def add_downloads(files: Files, config: MkDocsConfig) -> Files:
    """on_files: both programs as zipapps, and their checksums as ``sha256sum --check`` reads them."""
    lines = []
    for zipapp in ZIPAPPS:
        content = zipapp_bytes(zipapp)
        files.append(File.generated(config, f"{FOLDER}/{zipapp.name}", content=content))
        lines.append(f"{sha256(content).hexdigest()}  {zipapp.name}\n")
    files.append(File.generated(config, f"{FOLDER}/{CHECKSUMS}", content="".join(lines)))
    return files


def with_table(markdown: str, files: Files, config: MkDocsConfig) -> str:
    """on_page_markdown: a table of the files, made of the bytes that are published, in its place in a page."""
    return _PLACE.sub(lambda _: _table(files, str(config.theme["language"])), markdown)


def _table(files: Files, lang: str) -> str:
    rows = [(_HEAD.zh if lang == "zh" else _HEAD.en), "|---|---:|---|"]
    for zipapp in ZIPAPPS:
        path = f"{FOLDER}/{zipapp.name}"
        file = files.get_file_from_path(path)
        if file is None:
            raise PluginError(f"downloads: expected {path} among the site's files, got none")
        content = file.content_bytes
        rows.append(f"| [`{zipapp.name}`]({path}) | {len(content):,} | `{sha256(content).hexdigest()}` |")
    return "\n".join(rows)
