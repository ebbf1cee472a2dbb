"""What is said about rows of facts that cannot be right, in both languages."""

from __future__ import annotations

from tilesite.language import Text

A_NEW_KEY = Text("a key that no other fact has", "与其他事实不同的键")
A_KEY = Text("a key of lower-case letters, digits, . and -", "由小写字母、数字、. 和 - 组成的键")
A_SOURCE = Text("a source that exists: one of {names}", "已有的来源，下列之一：{names}")
LINES = Text("a file and its lines, since a wheel holds the source", "文件与行号（该来源在 wheel 中）")
IN_ORDER = Text("a first line that is not behind the last", "首行不大于末行")
INSIDE = Text("a path inside its source", "位于来源之内的路径")
TO_FIND = Text("the text that must be found there", "该处必须出现的文字")
NO_SEED = Text("no lines where the book names none", "书中没有给出行号时不写行号")
