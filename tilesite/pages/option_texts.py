"""What each option of a fence means: a test holds the names to those that are read, and the examples to be right."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.language import Text
from tilesite.pages.options import PARTS

_PARTS = ", ".join(f"`{part}`" for part in PARTS)


class OptionText(NamedTuple):
    """What an option may be, its default ("" for none), what it does, and a right value."""

    values: Text
    default: str
    meaning: Text
    example: str


OPTION_TEXTS: dict[str, OptionText] = {
    "id": OptionText(
        Text("a letter, then letters, digits, `_` and `-`", "一个字母，其后为字母、数字、`_`、`-`"),
        "",
        Text(
            "names the block, once in a page: for links, inline values and recorded outputs",
            "块的名字，一页中唯一：用于链接、行内数值和记录输出",
        ),
        "fig1",
    ),
    "title": OptionText(
        Text("text", "文本"), "", Text("a line above the block", "块上方的一行标题"), "A tile that fits"
    ),
    "expect": OptionText(
        Text(
            "`pass`, `fail`, or `fail:` and the exact set of rules", "`pass`、`fail`，或 `fail:` 加上恰好不满足的规则"
        ),
        "",
        Text(
            "what must come out; without it a config that fails is an error",
            "应有的结果；不写时，不满足约束的配置就是错误",
        ),
        "fail:C1,C2",
    ),
    "show": OptionText(
        Text(f"some of {_PARTS}", f"下列若干：{_PARTS}"),
        "",
        Text("which parts are shown; all without it", "显示哪些部分；缺省为全部"),
        "output,command",
    ),
    "lang": OptionText(
        Text("`en` or `zh`", "`en` 或 `zh`"),
        "",
        Text("the language of the output; the site's without it", "输出的语言；缺省为站点设置"),
        "zh",
    ),
    "head": OptionText(
        Text("a number of lines from 1 on", "行数，从 1 起"),
        "",
        Text("shows the first lines and folds the rest, saying how many", "只显示开头若干行，其余折叠并注明行数"),
        "8",
    ),
    "strict": OptionText(
        Text("`true` or `false`", "`true` 或 `false`"),
        "true",
        Text(
            "`false`: a config that fails without an `expect` is no error",
            "`false`：没有 `expect` 而不满足约束也不算错误",
        ),
        "false",
    ),
    "exit": OptionText(
        Text("`0`, `1` or `2`", "`0`、`1` 或 `2`"),
        "0",
        Text("commands only: the code that the last command must end with", "仅用于命令块：最后一条命令应有的退出码"),
        "1",
    ),
    "unverified": OptionText(
        Text("a reason", "理由"),
        "",
        Text("on other fences: why this one is not verified", "用于其他代码块：说明为什么不验证"),
        "shows the keys only",
    ),
}
"""The options of blocks, of commands, and of what is no block."""
