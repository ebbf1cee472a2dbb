"""What a site may set: a table of fields, read in the same way from mkdocs.yml by builds and by ``tilesite check``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

from tilesite.fields import BOOL, INT, NAME, Field, read_fields
from tilesite.language import LANGUAGES, Text
from tilesite.pages.nesting import Nesting

SETTING_FIELDS: tuple[Field, ...] = (
    Field(
        "lang",
        NAME,
        Text("the language of blocks that name none", "未指定语言的块所用的语言"),
        "zh",
        default="en",
        names=LANGUAGES,
    ),
    Field(
        "page_candidates",
        INT,
        Text("candidates that the sweeps of one page may try", "一页中各次扫描可试的候选数"),
        "200000",
        default=10**5,
    ),
    Field(
        "site_candidates",
        INT,
        Text("candidates that the sweeps of all pages may try", "全站各次扫描可试的候选数"),
        "2000000",
        default=10**6,
    ),
    Field(
        "output_characters",
        INT,
        Text("characters of output that one block may show", "一个块可显示的输出字符数"),
        "500000",
        default=250_000,
    ),
    Field(
        "search_characters",
        INT,
        Text("characters of output that a block gives to the search index", "一个块写入搜索索引的输出字符数"),
        "5000",
        default=2_000,
        low=0,
    ),
    Field(
        "require_all",
        BOOL,
        Text("every fence that looks like a config must be verified", "凡像配置的代码块都须验证"),
        "true",
        default=False,
    ),
    Field(
        "live",
        NAME,
        Text(
            "the folder of npm's package pyodide; blocks can then be edited and run in the page",
            "npm 包 pyodide 所在的文件夹；设置后读者可在页面中修改并运行各块",
        ),
        "node_modules/pyodide",
        default="",
    ),
    Field(
        "live_from",
        NAME,
        Text(
            "where another site has the files of live blocks, seen from this site's home page; none are copied then",
            "另一站点上实时块所需文件的位置（相对于本站首页）；设置后不再复制这些文件",
        ),
        "../",
        default="",
    ),
)
_EXAMPLE = "lang: en"


class Settings(NamedTuple):
    """The settings of a site, see SETTING_FIELDS; ``nesting`` is what decides where things stand in its pages."""

    lang: str = "en"
    page_candidates: int = 10**5
    site_candidates: int = 10**6
    output_characters: int = 250_000
    search_characters: int = 2_000
    require_all: bool = False
    live: str = ""
    live_from: str = ""
    nesting: Nesting = Nesting()


def read_settings(values: object) -> Settings:
    """The settings that a mapping holds. Raises InputError."""
    read = read_fields(SETTING_FIELDS, {} if values is None else values, _EXAMPLE)
    return Settings(**cast("Mapping[str, object]", read))  # type: ignore[arg-type]  # the table gives each its type
