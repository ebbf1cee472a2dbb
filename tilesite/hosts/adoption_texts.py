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
A_LOOSE_LINK = Text("a link that leads nowhere", "一个无所指的链接")
A_SHORT_NAME = Text("names of at most {bound} bytes", "每个名称至多 {bound} 字节")
LONGER = Text("a longer one", "更长的名称")
NO_RIGHTS = Text(
    "no right to write there, or to look into a folder above ({problem})",
    "没有写入权限，或无权进入其上级文件夹（{problem}）",
)
A_PLACE = Text("a place that can be written to", "可写入的位置")
MADE = Text(
    "made {folder}: {count} files\nnext: cd {word} && pip install -r requirements.txt && mkdocs serve\n",
    "已建立 {folder}：{count} 个文件\n接下来：cd {word} && pip install -r requirements.txt && mkdocs serve\n",
)
MADE_OF_A_FILE = Text(
    "made {folder}: {count} files\nnext: cd {word} && mkdocs serve\n"
    "before another machine installs it: requirements.txt and .pre-commit-config.yaml say what to put in place of "
    "{requirement}, since tilesite was installed from a file here\n",
    "已建立 {folder}：{count} 个文件\n接下来：cd {word} && mkdocs serve\n"
    "在别的机器上安装之前：这里的 tilesite 是从文件安装的，requirements.txt 和 .pre-commit-config.yaml "
    "写明了应以什么代替 {requirement}\n",
)
OF_A_FILE = Text(
    "# tilesite was installed from a file when this was written. Until that version is released, name a commit "
    "instead:\n# {example}\n",
    "# 写下本文件时，tilesite 是从文件安装的。该版本发布之前，请改为指明一个提交：\n# {example}\n",
)

A_CONFIG = Text(
    "a mkdocs.yml or properdocs.yml that can be read ({problem})", "可读的 mkdocs.yml 或 properdocs.yml（{problem}）"
)
A_FILE_TO_READ = Text("a configuration that can be read", "可读的配置文件")
SETTINGS = Text("a mapping of settings", "由设置组成的映射")
BOUNDED = Text("a configuration of {bound}", "配置不超过 {bound}")
MORE = Text("more", "更多")
NOT_READ = Text("what cannot be read", "读不懂的内容")
NOT_YAML = Text("another file", "另一种文件")
A_LIST = Text("a list or a mapping written out in this file", "在本文件中写明的列表或映射")
SOMETHING = Text("something else in line {line}", "第 {line} 行是别的内容")
BY_HAND = Text(
    "{name} there, which you can add by hand: `tilesite adopt` does not know how to write it",
    "其中有 {name}；`tilesite adopt` 不会改写这种写法，请手工加入",
)
OTHER_FORM = Text("a form of line {line} that it cannot add to", "第 {line} 行的写法它无法添加")
A_PARENT = Text("the name of a file that this one inherits", "本文件所继承的文件名")
NO_NAME = Text("no name written out", "没有写明的文件名")
NO_FILE = Text("none that is there: {name}", "不存在的文件：{name}")
NO_LOOP = Text(
    "files that inherit from each other without a loop, at most {bound}", "不循环继承的文件，至多 {bound} 层"
)
ONE_OF_BOTH = Text("the plugin or the hook", "插件或 hook 之一")
BOTH = Text("both ({hook}), which a build refuses", "两者都有（{hook}），构建会拒绝")
PREFACE = Text(
    "The lines to add to {names}, as a patch ({command} | git apply):\n\n",
    "需要加入 {names} 的各行，以补丁表示（{command} | git apply）：\n\n",
)
LINES = Text(
    "The lines of {name} that are new or longer, to be added by hand, since git applies no patch to {why}:\n\n"
    "{lines}\n",
    "{name} 中新增或加长的各行，请手工加入，因为 git 无法把补丁用于{why}：\n\n{lines}\n",
)
OUTSIDE = Text("an absolute path, or one with ..", "绝对路径或含 .. 的路径")
A_LINK = Text("what a link leads to", "链接所指的文件")
A_STRANGE_NAME = Text("a name with such characters", "含有这类字符的文件名")
ONCE = Text("the plugin tilesite once", "插件 tilesite 只出现一次")
NO_OPTION = Text("no option of the plugin, which has none", "插件没有选项，不应给出")
SWITCHED_ON = Text("the plugin switched on", "插件处于启用状态")
PLAIN_NAME = Text("{name} by that name alone", "只用名称 {name}")
NEXT = Text("next: {commands}\n", "接下来：{commands}\n")
NOTHING = Text("nothing is missing in {names}\n", "{names} 中什么都不缺\n")
FOR_ZENSICAL = Text(
    "markdown_extensions names tilesite, which is all that Zensical needs; with MkDocs, name the plugin too, so that a "
    "strict build fails at a wrong block: {example}\n",
    "markdown_extensions 中写了 tilesite，Zensical 只需要它；用 MkDocs 时请再写上插件，"
    "块有错时严格构建才会失败：{example}\n",
)
