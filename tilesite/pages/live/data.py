"""What a page holds of a block, so that its reader can put another config in its place."""

from __future__ import annotations

import json

from tilesite.pages.blocks import Block


def live_data(block: Block, lang: str) -> str:
    """A JSON object on one line: the block's name, kind, language, body, how much is folded, and where it stands.

    No control character is in it, so that it can stand in an attribute of a page.
    """
    return json.dumps(
        {
            "name": block.options.id or block.mark,
            "kind": block.kind,
            "lang": lang,
            "body": block.body,
            "head": block.options.head,
            "path": block.place.path,
            "line": block.place.line,
            "column": block.place.column,
            "indent": block.indent,
        },
        separators=(",", ":"),
    ).replace("\x7f", "\\u007f")
