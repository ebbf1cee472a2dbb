"""The flags of ``tilesite cite verify`` and ``tilesite cite bump``, and what they say of themselves."""

from __future__ import annotations

from tilesite.console import Arguments
from tilesite.fields import NAME, Field
from tilesite.language import LANGUAGES, Text

VERIFY_EXAMPLE = "tilesite cite verify"
BUMP_EXAMPLE = "tilesite cite bump tilelang 0.1.14"

_VERIFY = Text(
    """\
Opens the pinned sources of the facts and checks lines and values.

exit codes: 0 all that can be opened is verified; 1 something has moved, changed or is missing; 2 bad usage, or a
source that cannot be fetched or opened""",
    """\
打开各条事实的固定版本来源，核对行和值。

退出码：0 凡能打开的都核对无误；1 有移动、改变或缺失；2 参数有误，或来源无法下载或打开""",
)
_BUMP = Text(
    """\
Shows which facts move or change at another version of a source, and which pages rest on them.

exit codes: 0 done; 2 bad usage, or a source that cannot be fetched or opened""",
    """\
显示来源换成另一版本时哪些事实移动或改变，以及哪些页面依赖它们。

退出码：0 完成；2 参数有误，或来源无法下载或打开""",
)
_KEYS = Text("the facts to check; all when none is named", "要核对的事实；缺省为全部")
_WORDS = Text("a source, its version, and pages (docs when none is named)", "来源、版本和页面（缺省为 docs）")
_ROOT = Text("opens a local folder instead of a wheel; may be given again", "打开本地文件夹而不是 wheel；可多次给出")
_OFFLINE = Text("fetch nothing: open what is cached", "不下载，只打开已缓存的文件")
_CACHE = Text("where wheels are kept; the user's cache when absent", "存放 wheel 的位置；缺省为用户缓存")
_RECORD = Text("record in facts.lock what was found, with today's date", "把所见连同当天日期写入 facts.lock")
_REWRITE = Text("rewrite the locators that moved, and pin the version", "改写移动了的行号，并固定为该版本")
_FORMAT = Text("how the answer is printed", "打印答案的格式")
_JSON = Text("as --format json", "同 --format json")
_LANG = Text("of errors and of this page", "错误信息和本页的语言")

VERIFY_FIELDS = (Field("format", NAME, _FORMAT, "sarif", default="text", names=("text", "json", "sarif")),)
BUMP_FIELDS = (Field("format", NAME, _FORMAT, "json", default="text", names=("text", "json")),)


def verify_flags() -> Arguments:
    """The flags of ``tilesite cite verify``."""
    parser = Arguments(prog="tilesite cite verify", example=VERIFY_EXAMPLE, description=_VERIFY)
    parser.add_argument("keys", metavar="KEYS", help=_KEYS)
    _add_common(parser)
    parser.add_argument("--write", action="store_true", help=_RECORD)
    return parser


def bump_flags() -> Arguments:
    """The flags of ``tilesite cite bump``."""
    parser = Arguments(prog="tilesite cite bump", example=BUMP_EXAMPLE, description=_BUMP)
    parser.add_argument("words", metavar="SOURCE", help=_WORDS)
    _add_common(parser)
    parser.add_argument("--write", action="store_true", help=_REWRITE)
    return parser


def _add_common(parser: Arguments) -> None:
    parser.add_argument("--root", metavar="NAME=PATH", action="append", default=[], help=_ROOT)
    parser.add_argument("--offline", action="store_true", help=_OFFLINE)
    parser.add_argument("--cache", metavar="DIR", help=_CACHE)
    parser.add_argument("--format", metavar="F", default="text", help=_FORMAT, usual="text")
    parser.add_argument("--json", action="store_true", help=_JSON)
    parser.add_argument("--lang", metavar="LANG", default=LANGUAGES[0], help=_LANG, usual=LANGUAGES[0])
