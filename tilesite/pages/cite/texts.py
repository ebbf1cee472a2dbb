"""What is said when a source cannot be opened, and what ``tilesite cite`` prints, in both languages."""

from __future__ import annotations

from tilesite.language import Text

A_WHEEL = Text("a wheel with the hash sha256:{hash}", "哈希为 sha256:{hash} 的 wheel")
A_WHOLE_WHEEL = Text("a whole wheel", "完整的 wheel")
A_CACHED = Text("{file} in {cache}, since --offline fetches nothing", "{cache} 中的 {file}（--offline 不下载）")
A_NETWORK = Text("a network, to fetch {package} {version}", "可用的网络，以下载 {package} {version}")
A_VERSION = Text("a version of {package} that has a wheel for Linux", "{package} 中有 Linux wheel 的版本")
A_PIP = Text("pip in this Python, to fetch {package}", "本 Python 中的 pip，以下载 {package}")
A_FILE = Text("a file of at most {bound} bytes", "至多 {bound} 字节的文件")
A_READABLE = Text("a file that can be read", "可读的文件")
NO_LINK = Text("a file, and no link on the way to it", "文件本身，路径上没有符号链接")
A_ROOT = Text("NAME=PATH, with one of {names}", "NAME=PATH，NAME 为下列之一：{names}")
A_FOLDER = Text("a folder that exists", "已有的文件夹")
A_FACT = Text("the key of a fact", "事实的键")
A_FACT_NEAR = Text("the key of a fact (did you mean {near}?)", "事实的键（是否想写 {near}？）")
A_SOURCE = Text("a source that a wheel holds: one of {names}", "由 wheel 提供的来源，下列之一：{names}")
A_COMMAND = Text("one of {names}", "下列之一：{names}")
PINNED = Text("pinned wheels alone, since the record is of those", "仅限固定版本的 wheel（记录针对它们）")
ALL_FACTS = Text("all facts, since the record holds them all", "全部事实（记录包含全部事实）")
A_DATE = Text("a date, YYYY-MM-DD", "日期，YYYY-MM-DD")
TWO_WORDS = Text("a source and a version", "来源与版本")
WRITABLE = Text("a file that can be written", "可写的文件")
A_NUMBER = Text("a version, such as 0.1.14", "版本号，如 0.1.14")
REWRITABLE = Text("rows whose locators are strings that stand once", "行号各只出现一次的条目")
