"""The words that the tables of a reference share, in both languages."""

from __future__ import annotations

from tilesite.language import Text

KEY = Text("Key", "键")
FLAG = Text("Flag", "参数")
OPTION = Text("Option", "选项")
SETTING = Text("Setting", "设置")
VALUES = Text("Values", "取值")
TYPE = Text("Type", "类型")
DEFAULT = Text("Default", "默认值")
MEANING = Text("Meaning", "含义")
EXAMPLE = Text("Example", "例子")
RULE = Text("Rule", "规则")
SEVERITY = Text("Severity", "级别")
IMPOSED_BY = Text("Imposed by", "来自")
EXIT_CODE = Text("Exit code", "退出码")
CODE = Text("Code", "代码")
NONE = Text("—", "—")
REQUIRED = Text("required", "必填")
