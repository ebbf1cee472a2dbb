"""The flags of the sub-commands of ``tilesite``, and what they say of themselves."""

from __future__ import annotations

from collections.abc import Callable

from tilesite.console import Arguments
from tilesite.language import LANGUAGES, Text
from tilesite.pages.cite.flags import VERIFY_EXAMPLE, bump_flags, verify_flags
from tilesite.pages.formats import FORMATS
from tilesite.pages.kinds import KIND_NAMES

EXAMPLES = {
    "check": "tilesite check docs/",
    "update": "tilesite update docs/",
    "cite": VERIFY_EXAMPLE,
    "schema": "tilesite schema tile",
    "new": "tilesite new my-site",
    "adopt": "tilesite adopt mkdocs.yml",
}
_CHECK = Text(
    """\
Verifies the blocks of Markdown pages without building a site.

exit codes: 0 all verified; 1 an expectation is not met or a built page differs; 2 something cannot be read""",
    """\
不构建站点，直接验证 Markdown 页面中的块。

退出码：0 全部通过；1 有期望不成立，或构建出的页面与源文件不符；2 有内容无法读取""",
)
_UPDATE = Text(
    """\
Rewrites the recorded outputs of Markdown pages that differ from the real ones.

exit codes: 0 done; 1 with --check: a page would change; 2 something cannot be read or written""",
    """\
把 Markdown 页面中与真实输出不符的记录输出改写为真实输出。

退出码：0 完成；1 带 --check 时有页面需要改动；2 有内容无法读取或写入""",
)
_SCHEMA = Text(
    "Prints the JSON Schema of the body of a kind of block, or of all kinds, for editors.",
    "打印某一种块（或全部种类）正文的 JSON Schema，供编辑器使用。",
)
_NEW = Text(
    """\
Makes a small site of verified pages in DIR, a new folder or an empty one.

It holds mkdocs.yml, a page with a block of each kind, a workflow that verifies changes and publishes main, and hooks
for pre-commit. requirements.txt names the tilesite that made it: the commit, where it was installed from one, or else
the version. The site builds at once:

  cd DIR && mkdocs build --strict

exit codes: 0 done; 2 the folder holds something, or cannot be written to""",
    """\
在 DIR（新文件夹或空文件夹）中建立一个小的已验证站点。

其中有 mkdocs.yml、各种块齐备的一页、验证改动并发布 main 的 workflow，以及 pre-commit 的钩子。
requirements.txt 指明建立它的 tilesite：从某个提交安装的写提交，否则写版本。站点立即可以构建：

  cd DIR && mkdocs build --strict

退出码：0 完成；2 文件夹不是空的，或无法写入""",
)
_ADOPT = Text(
    """\
Prints the lines that make an existing MkDocs site verify its blocks, as a patch of its configuration.

Nothing is changed. Apply them by hand, or:

  tilesite adopt mkdocs.yml | git apply

A line that belongs into a configuration which this one inherits is printed for that file.

exit codes: 0 done (nothing is printed when nothing is missing); 1 with --check: lines are missing; 2 the configuration
cannot be read""",
    """\
以补丁的形式，打印让已有 MkDocs 站点验证其中各块所需的配置行。

不改动任何文件。可以手工加入，或者：

  tilesite adopt mkdocs.yml | git apply

应写在上级配置（INHERIT）中的行，会针对那个文件打印。

退出码：0 完成（什么都不缺时不打印）；1 带 --check 时缺少配置行；2 配置读不懂""",
)
_DIR = Text("the folder to make", "要建立的文件夹")
_LANG_OF_SITE = Text("the language of the page and of messages", "页面与消息的语言")
_CONFIG = Text("the site's configuration", "站点的配置文件")
_ADOPT_CHECK = Text("exit 1 when lines are missing", "缺少配置行时以 1 退出")
_LANG_OF_MESSAGES = Text("the language of messages", "消息的语言")
_JOBS = Text("work on N processes", "用 N 个进程")
_PAGES_CONFIG = Text("the site's configuration, if it has a name of its own", "站点的配置文件（名称与惯例不同时）")
_SITE = Text("also compare with the site that was built into DIR", "同时与构建到 DIR 的站点对比")
_FORMAT = Text(
    f"one of {', '.join(FORMATS)}",
    f"下列之一：{', '.join(FORMATS)}",
)
_CHECK_DIFF = Text("also print what `tilesite update` would change", "同时打印 `tilesite update` 会作的改动")
_REQUIRE_ALL = Text("every fence that looks like a config must be verified", "凡像配置的代码块都须验证")
_UPDATE_CHECK = Text("write nothing; exit 1 when a page would change", "不写入；有页面需要改动时以 1 退出")
_UPDATE_DIFF = Text("print what changes", "打印改动")
_KIND = Text(
    f"one of {', '.join(KIND_NAMES)}; all when none is named", f"下列之一：{', '.join(KIND_NAMES)}；缺省为全部"
)
_PATHS = Text("pages and folders of pages", "页面或页面文件夹")
_EXCLUDE = Text("pages to leave out; may be given again", "排除的页面；可多次给出")
_LANG = Text(
    f"of blocks that name none: {' or '.join(LANGUAGES)}", f"未指定语言的块所用的语言：{' 或 '.join(LANGUAGES)}"
)


def check_flags() -> Arguments:
    """The flags of ``tilesite check``."""
    parser = Arguments(prog="tilesite check", example=EXAMPLES["check"], description=_CHECK)
    _add_pages(parser)
    parser.add_argument("--site", metavar="DIR", help=_SITE)
    parser.add_argument("--format", metavar="F", default="text", help=_FORMAT, usual="text")
    parser.add_argument("--diff", action="store_true", help=_CHECK_DIFF)
    parser.add_argument("--require-all", action="store_true", help=_REQUIRE_ALL)
    return parser


def update_flags() -> Arguments:
    """The flags of ``tilesite update``."""
    parser = Arguments(prog="tilesite update", example=EXAMPLES["update"], description=_UPDATE)
    _add_pages(parser)
    parser.add_argument("--check", action="store_true", help=_UPDATE_CHECK)
    parser.add_argument("--diff", action="store_true", help=_UPDATE_DIFF)
    return parser


def schema_flags() -> Arguments:
    """The flags of ``tilesite schema``."""
    parser = Arguments(prog="tilesite schema", example=EXAMPLES["schema"], description=_SCHEMA)
    parser.add_argument("kinds", metavar="KIND", help=_KIND)
    _add_lang(parser)
    return parser


def new_flags() -> Arguments:
    """The flags of ``tilesite new``."""
    parser = Arguments(prog="tilesite new", example=EXAMPLES["new"], description=_NEW)
    parser.add_argument("dir", metavar="DIR", help=_DIR)
    parser.add_argument("--lang", metavar="LANG", default=LANGUAGES[0], help=_LANG_OF_SITE, usual=LANGUAGES[0])
    return parser


def adopt_flags() -> Arguments:
    """The flags of ``tilesite adopt``."""
    parser = Arguments(prog="tilesite adopt", example=EXAMPLES["adopt"], description=_ADOPT)
    parser.add_argument("config", metavar="CONFIG", help=_CONFIG, usual="mkdocs.yml")
    parser.add_argument("--check", action="store_true", help=_ADOPT_CHECK)
    parser.add_argument("--lang", metavar="LANG", default=LANGUAGES[0], help=_LANG_OF_MESSAGES, usual=LANGUAGES[0])
    return parser


FLAGS: dict[str, Callable[[], Arguments]] = {
    "check": check_flags,
    "update": update_flags,
    "cite verify": verify_flags,
    "cite bump": bump_flags,
    "schema": schema_flags,
    "new": new_flags,
    "adopt": adopt_flags,
}
"""The flags of each sub-command."""


def _add_pages(parser: Arguments) -> None:
    parser.add_argument("paths", metavar="PATHS", help=_PATHS, usual="docs")
    parser.add_argument("--exclude", metavar="GLOB", action="append", default=[], help=_EXCLUDE)
    parser.add_argument("--config", metavar="FILE", help=_PAGES_CONFIG, usual="mkdocs.yml")
    parser.add_argument("--jobs", metavar="N", help=_JOBS, usual=1)
    _add_lang(parser)


def _add_lang(parser: Arguments) -> None:
    parser.add_argument("--lang", metavar="LANG", default=LANGUAGES[0], help=_LANG)
