"""What ``tilesite new`` and ``tilesite adopt`` say, in both languages."""

from __future__ import annotations

from tilesite.language import Text

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
