"""The flags and exit codes of the programs as tables: made of the parsers that read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tilesite.console import DONE, FAILED, INTERRUPTED, UNUSABLE, Arguments, Flag
from tilesite.errors import flag_name
from tilesite.fields import Field
from tilesite.language import LANGUAGES, Text
from tilesite.pages.cite.flags import BUMP_FIELDS, VERIFY_FIELDS
from tilesite.pages.command_flags import FLAGS
from tilesite.pages.formats import FORMATS
from tilesite.pages.kinds import KIND_NAMES
from tilesite.pages.reference.keys import field_values, shown_default
from tilesite.pages.reference.tables import Row, Table, codes, said
from tilesite.pages.reference.words import DEFAULT, EXIT_CODE, FLAG, MEANING, NONE, REQUIRED, VALUES
from tilesite.tile.__main__ import flags as tile_flags
from tilesite.tile.config import FIELDS
from tilesite.tile.space import SWEEP_FIELDS
from tilesite.tma.emit import LANGUAGES as EMITTED
from tilesite.tma.fields import FIELDS as TMA_FIELDS
from tilesite.tma.plan.against_program import COMPILER
from tilesite.tma.plan.command import gemm_flags, plan_flags
from tilesite.tma.plan.tile_inputs import GEMM_FIELDS
from tilesite.tma.program import flags as tma_flags
from tilesite.tma.swizzle_program import SWIZZLE_FIELDS
from tilesite.tma.swizzle_program import flags as swizzle_flags

_SWITCH = Text("takes no value", "不带值")
_GROUP = Text("{prog}: {title}", "{prog}：{title}")
_EXITS = Text("{prog}: exit codes", "{prog}：退出码")
_KINDS_OF_VALUES = {
    "FILE": Text("file, or `-` for standard input", "文件，`-` 为标准输入"),
    "DIR": Text("folder", "文件夹"),
    "PATHS": Text("pages or folders, any number", "页面或文件夹，个数不限"),
    "GLOB": Text("pattern of file names", "文件名模式"),
    "RULE": Text("id of a rule", "规则名"),
    "JSON": Text("JSON object", "JSON 对象"),
    "KEYS": Text("keys of facts, any number", "事实的键，个数不限"),
    "SOURCE": Text("source, version, pages or folders", "来源、版本、页面或文件夹"),
    "NAME=PATH": Text("name of a source, and a folder", "来源名与文件夹"),
}
_NAMES: Mapping[str, tuple[str, ...]] = {
    "--lang": LANGUAGES,
    "--format": tuple(FORMATS),
    "--emit": EMITTED,
    "--against": (COMPILER,),
    "kinds": KIND_NAMES,
}

_ANSWERED = Text("the answer was given; a config that fails is an answer", "已给出答案；不满足约束也是答案")
_STRICT = Text("with `--strict`: something failed its constraints", "带 `--strict` 时：有约束不满足")
_UNREADABLE = Text(
    "the arguments, a config or a line of a batch cannot be read; the error says what was expected, what was given, "
    "where, and shows something right",
    "参数、配置或批处理中的某一行无法读取；错误信息写明应为什么、实际是什么、在哪里，并给出一个正确的例子",
)


class Program(NamedTuple):
    """A program or sub-command: its flags, the keys that some of them are, and what its exit codes mean."""

    flags: Callable[[], Arguments]
    fields: Sequence[Field]
    exits: Mapping[int, Text]


_OF_A_CHECKER = {DONE: _ANSWERED, FAILED: _STRICT, UNUSABLE: _UNREADABLE}
_FIELDS: Mapping[str, tuple[Field, ...]] = {"cite verify": VERIFY_FIELDS, "cite bump": BUMP_FIELDS}
_TILESITE = {
    "check": {
        DONE: Text("all is verified; warnings change no exit code", "全部通过；警告不影响退出码"),
        FAILED: Text(
            "an expectation or a recorded output is not met, or a built page differs",
            "有期望或记录输出不成立，或构建出的页面与源文件不符",
        ),
        UNUSABLE: Text("something cannot be read; wins over 1", "有内容无法读取；优先于 1"),
    },
    "update": {
        DONE: Text("done", "完成"),
        FAILED: Text("with `--check`: a page would change", "带 `--check` 时：有页面需要改动"),
        UNUSABLE: Text("something cannot be read or written", "有内容无法读取或写入"),
    },
    "cite verify": {
        DONE: Text("all that can be opened is verified", "凡能打开的都核对无误"),
        FAILED: Text("something has moved, changed or is missing", "有移动、改变或缺失"),
        UNUSABLE: Text("a source cannot be fetched or opened", "来源无法下载或打开"),
    },
    "cite bump": {
        DONE: Text("done", "完成"),
        UNUSABLE: Text("a source cannot be fetched or opened", "来源无法下载或打开"),
    },
    "schema": {DONE: Text("printed", "已打印"), UNUSABLE: Text("no such kind of block", "没有这种块")},
}

PROGRAMS: dict[str, Program] = {
    "tile-decision": Program(
        tile_flags,
        (*SWEEP_FIELDS, *FIELDS),
        {
            DONE: _ANSWERED,
            FAILED: Text(
                "with `--strict`: the tile fails a constraint, or a sweep finds none that fits",
                "带 `--strict` 时：tile 不满足约束，或扫描没有可行者",
            ),
            UNUSABLE: _UNREADABLE,
            INTERRUPTED: Text(
                "a sweep was interrupted; the best so far was printed", "扫描被中断；已打印到此为止最好的若干个"
            ),
        },
    ),
    "tma-descriptor": Program(tma_flags, TMA_FIELDS, _OF_A_CHECKER),
    "tma-descriptor plan": Program(
        plan_flags,
        (),
        {
            DONE: _ANSWERED,
            FAILED: Text(
                "with `--strict`: the kernel would not compile; with `--against`: the compiler's answer differs",
                "带 `--strict` 时：kernel 无法编译；带 `--against` 时：编译器的结果不同",
            ),
            UNUSABLE: _UNREADABLE,
        },
    ),
    "tma-descriptor gemm": Program(gemm_flags, GEMM_FIELDS, _OF_A_CHECKER),
    "tma-descriptor swizzle": Program(swizzle_flags, SWIZZLE_FIELDS, {DONE: _ANSWERED, UNUSABLE: _UNREADABLE}),
    **{f"tilesite {name}": Program(flags, _FIELDS.get(name, ()), _TILESITE[name]) for name, flags in FLAGS.items()},
}
"""The programs and sub-commands, by the words that start them."""


def program_tables(name: str, lang: str) -> tuple[Table, ...]:
    """The flags of a program, one table for each group of its help page, and its exit codes."""
    program = PROGRAMS[name]
    flags = program.flags().flags
    columns = tuple(said(column, lang) for column in (FLAG, VALUES, DEFAULT, MEANING))
    groups = dict.fromkeys(flag.group for flag in flags)
    tables = [
        Table(
            _GROUP.with_values(prog=name, title=group).say(lang),
            columns,
            tuple(_row(program, flag, lang) for flag in flags if flag.group == group),
        )
        for group in groups
    ]
    return (*tables, _exits(name, program, lang))


def _row(program: Program, flag: Flag, lang: str) -> Row:
    field = next((field for field in program.fields if flag_name(field.name) == flag.name), None)
    shown = flag.name if flag.name.startswith("-") else flag.metavar
    return Row(flag.key, shown, (_values(flag, field, lang), _default(flag, field, lang), said(flag.help, lang)))


def _values(flag: Flag, field: Field | None, lang: str) -> str:
    if flag.action == "store_true":
        return said(_SWITCH, lang)
    if field and field.name == "format":
        return field_values(field, lang)
    if flag.key in _NAMES or flag.name in _NAMES:
        return codes(_NAMES.get(flag.name) or _NAMES[flag.key])
    return field_values(field, lang) if field else said(_KINDS_OF_VALUES[flag.metavar], lang)


def _default(flag: Flag, field: Field | None, lang: str) -> str:
    if flag.usual is not None:
        return f"`{flag.usual}`"
    if flag.action == "store_true" or not field:
        return said(NONE, lang)
    if field.required:
        return said(REQUIRED, lang)
    return said(NONE, lang) if field.default is None else f"`{shown_default(field.default)}`"


def _exits(name: str, program: Program, lang: str) -> Table:
    rows = tuple(Row(f"exit-{code}", str(code), (said(text, lang),)) for code, text in program.exits.items())
    columns = (said(EXIT_CODE, lang), said(MEANING, lang))
    return Table(_EXITS.with_values(prog=name).say(lang), columns, rows)
