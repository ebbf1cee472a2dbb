"""The keys of configs, of settings and of blocks as tables: made of the rows that read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilesite.fields import BOOL, INT, INTS, LARGEST, NAME, Field
from tilesite.language import Text
from tilesite.pages.kinds import KINDS
from tilesite.pages.option_texts import OPTION_TEXTS, OptionText
from tilesite.pages.reference.tables import Row, Table, codes, said
from tilesite.pages.reference.words import DEFAULT, EXAMPLE, KEY, MEANING, NONE, OPTION, REQUIRED, SETTING, VALUES
from tilesite.pages.settings import SETTING_FIELDS
from tilesite.tma.config import NAMES
from tilesite.tma.fields import FIELDS as TMA_FIELDS
from tilesite.tma.plan import keys as plan

_WHOLE = Text("whole number, {low} to {high}", "整数，{low} 到 {high}")
_WHOLES = Text("whole numbers, each {low} to {high}", "整数列表，每个 {low} 到 {high}")
_A_NAME = Text("name", "名字")
_OF_PLANS = {
    plan.EXPRESSIONS: Text("list of whole numbers or expressions", "列表，每项为整数或表达式"),
    plan.SIZE: Text("whole number or expression", "整数或表达式"),
    plan.MAPPING: Text("mapping, see below", "映射，见下"),
    plan.NAMES: Text("list of names", "名字列表"),
    plan.FUNCTION: Text("function as text", "写成文字的函数"),
}
_CAPTION = Text("Keys of {name}", "{name} 的键")
_OPTIONS = Text("Options of a fence", "代码块的选项")
_SETTINGS = Text("Settings of a site", "站点设置")
_NESTED = {"layout": plan.LAYOUT_KEYS, "gemm": plan.GEMM_KEYS, "im2col": plan.IM2COL_KEYS}
_LONG = {"requests": plan.REQUESTS}


def block_keys(kind: str, lang: str) -> tuple[Table, ...]:
    """The keys of the body of one kind of block."""
    tables = [_table(f"`{kind}`", "", KINDS[kind].fields, lang)]
    if kind == "copy":
        tables += [_table(f"`{name}`", f"{name}.", fields, lang) for name, fields in _NESTED.items()]
    return tuple(tables)


def setting_keys(lang: str) -> tuple[Table, ...]:
    """The settings of a site, each with an example."""
    rows = tuple(
        Row(
            field.name,
            field.name,
            (
                field_values(field, lang),
                default_of(field, lang),
                said(field.help, lang),
                f"`{field.name}: {field.example}`",
            ),
        )
        for field in SETTING_FIELDS
    )
    columns = (SETTING, VALUES, DEFAULT, MEANING, EXAMPLE)
    return (Table(said(_SETTINGS, lang), tuple(said(column, lang) for column in columns), rows),)


def block_options(lang: str) -> tuple[Table, ...]:
    """The options of a fence, each with an example."""
    rows = tuple(
        Row(
            name,
            name,
            (said(text.values, lang), _default(text, lang), said(text.meaning, lang), f'`{name}="{text.example}"`'),
        )
        for name, text in OPTION_TEXTS.items()
    )
    columns = (OPTION, VALUES, DEFAULT, MEANING, EXAMPLE)
    return (Table(said(_OPTIONS, lang), tuple(said(column, lang) for column in columns), rows),)


def field_values(field: Field, lang: str) -> str:
    """What a key may hold, in words."""
    names = names_of(field)
    if names:
        return codes(names)
    bounds = {"low": _number(field.low), "high": _number(field.high)}
    if field.kind == INT:
        return _WHOLE.with_values(**bounds).say(lang)
    if field.kind == INTS:
        return _WHOLES.with_values(**bounds).say(lang)
    if field.kind == BOOL:
        return codes(("true", "false"))
    return said(_A_NAME if field.kind == NAME else _OF_PLANS[field.kind], lang)


def names_of(field: Field) -> tuple[str, ...]:
    """The names that a key may have, none when it takes no names or too many to be listed."""
    if field in TMA_FIELDS:
        return tuple(NAMES.get(field.name, ()))
    return field.names or _LONG.get(field.name, ())


def default_of(field: Field, lang: str) -> str:
    """The default of a key as a cell shows it."""
    if field.required:
        return said(REQUIRED, lang)
    return said(NONE, lang) if field.default in (None, "") else f"`{shown_default(field.default)}`"


def shown_default(value: object) -> str:
    """A default as it is written in a config."""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _default(text: OptionText, lang: str) -> str:
    return f"`{text.default}`" if text.default else said(NONE, lang)


def _table(name: str, prefix: str, fields: Sequence[Field], lang: str) -> Table:
    columns = tuple(said(column, lang) for column in (KEY, VALUES, DEFAULT, MEANING))
    rows = tuple(
        Row(
            prefix + field.name,
            field.name,
            (field_values(field, lang), default_of(field, lang), said(field.help, lang)),
        )
        for field in fields
    )
    return Table(_CAPTION.with_values(name=name.strip("`")).say(lang), columns, rows)


def _number(value: int) -> str:
    return _POWERS.get(value, str(value))


_POWERS: Mapping[int, str] = {LARGEST: "2^63-1", -LARGEST: "-2^63+1", 2**31 - 1: "2^31-1", -(2**31): "-2^31"}
