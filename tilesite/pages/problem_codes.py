"""What each code of a problem means: a test finds every code that the pages' layer uses among these."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.language import Text
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, WARNING


class Code(NamedTuple):
    """The kind of the problems with a code, and what they say."""

    kind: str
    meaning: Text


CODES: dict[str, Code] = {
    "unmet-expectation": Code(
        DIFFERENCE,
        Text("a block does not pass or fail as its `expect` says", "块的结果与其 `expect` 不符"),
    ),
    "unexpected-failure": Code(
        DIFFERENCE, Text("a block without `expect` fails its rules", "没有写 `expect` 的块不满足规则")
    ),
    "unmet-exit": Code(
        DIFFERENCE, Text("a command ends with another exit code than the block says", "命令的退出码与块所写的不同")
    ),
    "recorded-output": Code(DIFFERENCE, Text("a recorded output differs from the real one", "记录输出与真实输出不同")),
    "not-built": Code(
        DIFFERENCE,
        Text(
            "the built page lacks a block, a value or a generated table, shows an old one, or has it more than once",
            "构建出的页面缺少某个块、数值或生成的表，内容已过时，或重复出现",
        ),
    ),
    "not-in-source": Code(
        DIFFERENCE, Text("the built page shows a block that its source does not have", "构建出的页面有源文件中没有的块")
    ),
    "stale-output": Code(
        DIFFERENCE,
        Text("the built page shows an output that the block does not have now", "构建出的页面显示的不是块现在的输出"),
    ),
    "page-not-built": Code(
        DIFFERENCE, Text("the built site lacks a page that has something verified", "站点中缺少含有待验证内容的页面")
    ),
    "bad-config": Code(
        UNREADABLE,
        Text("a key of a block is unknown, missing or has no such value", "块中有未知的键、缺少的键或不合法的值"),
    ),
    "bad-body": Code(
        UNREADABLE, Text("the body of a block is no YAML of the strict kind", "块的正文不是所要求的严格 YAML")
    ),
    "bad-command": Code(
        UNREADABLE,
        Text(
            "a line of a command block is no command of the two programs, or asks for a file or a shell",
            "命令块中的一行不是两个程序的命令，或要求读文件、用 shell",
        ),
    ),
    "no-block": Code(
        UNREADABLE, Text("a fence was plainly meant as a block and is none", "代码块显然想写成验证块，但写法不对")
    ),
    "not-rendered": Code(
        UNREADABLE,
        Text(
            "a block that GitHub shows as a fence is none to the page's renderer",
            "GitHub 视为代码块的内容，页面渲染器不认作块",
        ),
    ),
    "unknown-option": Code(UNREADABLE, Text("an option that does not exist", "不存在的选项")),
    "repeated-option": Code(UNREADABLE, Text("an option is given twice", "选项重复")),
    "option-form": Code(UNREADABLE, Text('an option is not written `name="value"`', '选项没有写成 `name="value"`')),
    "option-value": Code(UNREADABLE, Text("a value that an option may not have", "选项的值不合法")),
    "repeated-id": Code(UNREADABLE, Text("two blocks of a page have one id", "同一页有两个块用了同一个 id")),
    "taken-id": Code(
        UNREADABLE,
        Text("the id of a block is that of something else in the page", "块的 id 与页面中其他元素的 id 相同"),
    ),
    "control-character": Code(
        UNREADABLE,
        Text(
            "a line means something else once the renderer has dropped a control character from it",
            "渲染器丢弃控制字符后，该行的含义会改变",
        ),
    ),
    "recorded-form": Code(
        UNREADABLE,
        Text(
            "the comments of a recorded output make none, or name no block of the page",
            "记录输出的注释写法不对，或没有指向本页的块",
        ),
    ),
    "value-form": Code(UNREADABLE, Text("an inline value that cannot be read", "行内数值写法不对")),
    "value-unknown": Code(
        UNREADABLE, Text("an inline value names a field that the answer does not have", "行内数值指向答案中没有的字段")
    ),
    "value-in-code": Code(
        UNREADABLE,
        Text(
            "an inline value stands where nothing is read: code, raw HTML, an address",
            "行内数值出现在不会读取的位置：代码、原始 HTML、地址",
        ),
    ),
    "citation-form": Code(
        UNREADABLE, Text("a citation that holds no key, or more than one", "引用中没有键，或不止一个键")
    ),
    "unknown-citation": Code(UNREADABLE, Text("a citation of a fact that does not exist", "引用了不存在的事实")),
    "citation-in-code": Code(
        UNREADABLE,
        Text(
            "a citation stands where nothing is read: code, raw HTML, a link",
            "引用出现在不会读取的位置：代码、原始 HTML、链接",
        ),
    ),
    "unknown-insert": Code(
        UNREADABLE, Text("a comment asks for a generated table that does not exist", "注释要求的生成内容不存在")
    ),
    "repeated-insert": Code(
        UNREADABLE, Text("the same generated table is asked for twice in a page", "同一页两次要求同一份生成内容")
    ),
    "insert-form": Code(
        UNREADABLE,
        Text(
            "a comment that asks for a generated table does not stand alone, blank lines around it, or is misspelt",
            "要求生成内容的注释没有单独成行、前后没有空行，或拼写有误",
        ),
    ),
    "unverified": Code(
        UNREADABLE,
        Text(
            "with `require_all`: a fence looks like a config or a command of ours and is not verified",
            "启用 `require_all` 时：代码块像是配置或命令，却没有验证",
        ),
    ),
    "no-reason": Code(UNREADABLE, Text("`unverified` without a reason", "`unverified` 没有写理由")),
    "snippet-missing": Code(UNREADABLE, Text("an included snippet does not exist", "所引用的片段不存在")),
    "snippet-outside": Code(
        UNREADABLE, Text("an included snippet stands outside of the pages' folder", "所引用的片段在页面文件夹之外")
    ),
    "snippet-unreadable": Code(UNREADABLE, Text("an included snippet cannot be read", "所引用的片段无法读取")),
    "output-size": Code(
        UNREADABLE, Text("the output of a block is longer than the site allows", "块的输出超过站点允许的长度")
    ),
    "page-size": Code(
        UNREADABLE,
        Text(
            "a page has more text, fences, values or nesting than is read", "页面的篇幅、代码块数、数值数或嵌套超过上限"
        ),
    ),
    "not-utf-8": Code(UNREADABLE, Text("a page is not UTF-8", "页面不是 UTF-8")),
    "outside": Code(UNREADABLE, Text("a page is a link out of its folder", "页面是指向文件夹之外的链接")),
    "unreadable-file": Code(UNREADABLE, Text("a page cannot be read", "页面文件无法读取")),
    "not-written": Code(UNREADABLE, Text("`tilesite update` cannot write a page", "`tilesite update` 无法写入页面")),
    "changed-underneath": Code(
        UNREADABLE,
        Text(
            "a page was saved while `tilesite update` ran; it was left alone",
            "`tilesite update` 运行期间页面被保存；未作改动",
        ),
    ),
    "not-settled": Code(
        UNREADABLE,
        Text(
            "what `tilesite update` would write would not match again; the page was left alone",
            "`tilesite update` 要写入的内容之后仍会不符；页面未作改动",
        ),
    ),
    "setting": Code(
        UNREADABLE,
        Text("the site sets something wrong, and no plugin stops the build", "站点的设置有误，而没有插件中止构建"),
    ),
    "breaks-list": Code(
        WARNING,
        Text(
            "a block is indented by fewer than four columns in a list item, a note or a tab, and stands behind it",
            "块在列表项、提示框或标签页中的缩进不足四列，因而落在其后",
        ),
    ),
    "stray-value": Code(
        WARNING,
        Text(
            "what looks like a value names no block of its page, and is left as it is",
            "形如数值的内容没有指明本页的任何块，原样保留",
        ),
    ),
    "not-run": Code(
        WARNING,
        Text("the site's configuration does not run the blocks of its pages", "站点的配置不运行页面中的块"),
    ),
}
"""The codes, those of failed checks first."""
