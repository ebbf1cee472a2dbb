"""What the keys of ``tilesite check --format json`` mean."""

from __future__ import annotations

from tilesite.json_keys import INTEGER, SCHEMA_KEY, TEXT, TRUTH, JsonKey
from tilesite.language import Text

CHECK_KEYS = (
    SCHEMA_KEY,
    JsonKey("ok", TRUTH, Text("whether all is verified; warnings do not count", "是否全部通过；警告不计")),
    JsonKey("pages", INTEGER, Text("pages that were read", "读取的页面数")),
    JsonKey("blocks", INTEGER, Text("blocks that were verified", "验证的块数")),
    JsonKey("problems[].path", TEXT, Text("the file, as it was named", "文件，按给出的写法")),
    JsonKey("problems[].line", INTEGER, Text("the line, from 1", "行号，从 1 起")),
    JsonKey("problems[].column", INTEGER, Text("the column, from 1, in characters", "列号，从 1 起，按字符计")),
    JsonKey(
        "problems[].kind",
        TEXT,
        Text("`unreadable`, `difference` or `warning`", "`unreadable`、`difference` 或 `warning`"),
    ),
    JsonKey("problems[].code", TEXT, Text("the sort of problem, see its table", "问题的种类，见其表")),
    JsonKey(
        "problems[].message", TEXT, Text("expected, got, and a right example", "应为什么、实际是什么，以及正确的例子")
    ),
)
"""The answer of a check."""
