"""What the keys of the --json answers mean: rows that references are made of. Tests hold them to real answers."""

from __future__ import annotations

from tilesite.language import Text
from tilesite.records import NamedTuple

INTEGER = "integer"
NUMBER = "number"
TEXT = "text"
TRUTH = "truth"
LIST = "list"
OBJECT = "object"
ANY = "any"


class JsonKey(NamedTuple):
    """One key: its path (``waves.count``, ``findings[].rule``), its type, its meaning with the unit.

    ``may_be_null``: the value is null where there is none.
    """

    path: str
    type: str
    help: Text
    may_be_null: bool = False


def below(path: str, keys: tuple[JsonKey, ...]) -> tuple[JsonKey, ...]:
    """``keys`` as those of the object at ``path``."""
    return tuple(key._replace(path=f"{path}.{key.path}") for key in keys)


SCHEMA_KEY = JsonKey("schema", INTEGER, Text("version of the answer's form: 1", "答案格式的版本：1"))
OK_KEY = JsonKey("ok", TRUTH, Text("whether no rule failed", "是否没有规则不满足"))
CITES_KEY = JsonKey("cites", LIST, Text("keys of the facts that it rests on", "所依据事实的键"))

FINDING_KEYS = (
    JsonKey("rule", TEXT, Text("id of the rule", "规则名")),
    JsonKey(
        "severity",
        TEXT,
        Text(
            "`fail`, `warn` or `info`; only `fail` stops a config", "`fail`、`warn` 或 `info`；只有 `fail` 会拦下配置"
        ),
    ),
    JsonKey(
        "message", TEXT, Text("the finding in words, in the language of `--lang`", "文字说明，语言由 `--lang` 决定")
    ),
    JsonKey(
        "actual",
        NUMBER,
        Text("what the config has, where the rule compares numbers", "配置的数值（规则比较数值时）"),
        may_be_null=True,
    ),
    JsonKey("limit", NUMBER, Text("what it may have", "允许的数值"), may_be_null=True),
    JsonKey("unit", TEXT, Text("the unit of both", "两者的单位"), may_be_null=True),
    CITES_KEY,
)
"""A finding. Those of descriptors and copies also say who imposes the rule."""
