"""What ``tilesite new`` and ``tilesite adopt`` say, in both languages."""

from __future__ import annotations

from tilesite.language import Text

NEW = Text(
    """\
Makes a small site of verified pages in the new folder DIR: mkdocs.yml, a page with a block of each kind, a workflow
that verifies changes and publishes main, hooks for pre-commit. It builds at once:

  cd DIR && pip install -r requirements.txt && mkdocs build --strict

exit codes: 0 done; 2 the folder exists already, or cannot be written to""",
    """\
在新文件夹 DIR 中建立一个小的已验证站点：mkdocs.yml、各种代码块齐备的一页、验证改动并发布 main 的 workflow、
pre-commit 的钩子。它立即可以构建：

  cd DIR && pip install -r requirements.txt && mkdocs build --strict

退出码：0 完成；2 文件夹已存在，或无法写入""",
)
ADOPT = Text(
    """\
Prints the lines that make an existing MkDocs site verify its blocks, as a patch of its configuration. Nothing is
changed. Apply them by hand, or:

  tilesite adopt mkdocs.yml | git apply

exit codes: 0 done (nothing is printed when nothing is missing); 2 the configuration cannot be read""",
    """\
以补丁的形式，打印让已有 MkDocs 站点验证其代码块所需的配置行。不改动任何文件。可以手工加入，或者：

  tilesite adopt mkdocs.yml | git apply

退出码：0 完成（什么都不缺时不打印）；2 配置读不懂""",
)
DIR = Text("the folder to make", "要建立的文件夹")
LANG = Text("the language of the page and of messages: en or zh", "页面与消息的语言：en 或 zh")
CONFIG = Text("the site's configuration (default: mkdocs.yml)", "站点的配置文件（默认 mkdocs.yml）")
LANG_OF_MESSAGES = Text("the language of messages: en or zh", "消息的语言：en 或 zh")

ONE_FOLDER = Text("one folder to make", "一个要建立的文件夹")
ONE_CONFIG = Text("one configuration", "一个配置文件")
COUNT = Text("{count} of them", "{count} 个")
A_NEW_FOLDER = Text("a folder that does not exist yet, or is empty", "尚不存在或为空的文件夹")
HOLDS = Text("one that holds {names}", "其中已有 {names}")
HOLDS_MORE = Text("one that holds {names} and {more} more", "其中已有 {names} 以及另外 {more} 项")
A_FILE = Text("a file", "一个文件")
A_PLACE = Text("a place that can be written to", "可写入的位置")
MADE = Text(
    "made {folder}: {count} files\nnext: cd {folder} && pip install -r requirements.txt && mkdocs serve\n",
    "已建立 {folder}：{count} 个文件\n接下来：cd {folder} && pip install -r requirements.txt && mkdocs serve\n",
)

A_CONFIG = Text(
    "a mkdocs.yml or properdocs.yml that can be read ({problem})", "可读的 mkdocs.yml 或 properdocs.yml（{problem}）"
)
NO_MAPPING = Text("no mapping of settings", "不是由设置组成的映射")
TOO_LONG = Text("more than {bound} characters", "多于 {bound} 个字符")
NOT_READ = Text("what cannot be read", "读不懂的内容")
NOT_YAML = Text("another file", "另一种文件")
A_LIST = Text("a list or a mapping written out in this file", "在本文件中写明的列表或映射")
SOMETHING = Text("something else in line {line}", "第 {line} 行是别的内容")
INHERITED = Text(
    "the key {key} in this file, since its parent's is not added to", "本文件中有键 {key}，因为不会与上级合并"
)
INHERIT = Text("INHERIT alone", "只有 INHERIT")
PREFACE = Text(
    "The lines to add to {name}, as a patch (tilesite adopt {name} | git apply):\n\n",
    "需要加入 {name} 的各行，以补丁表示（tilesite adopt {name} | git apply）：\n\n",
)
NEXT = Text(
    "next: tilesite check docs && mkdocs build --strict\n",
    "接下来：tilesite check docs && mkdocs build --strict\n",
)
NOTHING = Text("nothing is missing in {name}\n", "{name} 中什么都不缺\n")
