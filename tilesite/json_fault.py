"""Where a text stops being JSON, in words of our own: those of Python's reader differ from version to version."""

from __future__ import annotations

import re

from tilesite.language import Message, Text

_BLANKS = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]+|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*')
_SCALAR = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|NaN|-?Infinity")
_NESTING = re.compile(r'"(?:[^"\\]+|\\.)*"?|[\[{]|[\]}]', re.DOTALL)
_CLOSING = {"[": "]", "{": "}"}

_CHARACTER = Text("character {column}", "第 {column} 个字符")
_LINE = Text("line {line}, column {column}", "第 {line} 行第 {column} 列")

_NO_VALUE = Text("no value at {place}", "{place}处缺少值")
_NO_KEY = Text("no key in double quotes at {place}", "{place}处缺少双引号括起的键")
_NO_COLON = Text("no colon after a key at {place}", "{place}处缺少键后的冒号")
_NO_COMMA = Text("neither a comma nor {closing} at {place}", "{place}处既没有逗号，也没有 {closing}")
_NO_END = Text("a string that begins at {place} and does not end", "{place}处开始的字符串没有结束")
_CONTROL = Text("a bare control character in a string at {place}", "{place}处的字符串中有未转义的控制字符")
_NO_ESCAPE = Text("an escape that JSON does not have at {place}", "{place}处有 JSON 没有的转义")
_MORE = Text("more after the value at {place}", "{place}处，值之后还有内容")


def is_deeper(text: str, levels: int) -> bool:
    """Whether lists and objects are nested more than so many levels deep."""
    if text.count("[") + text.count("{") <= levels:
        return False
    depth = 0
    for token in _NESTING.finditer(text):
        char = text[token.start()]
        depth += (char in "[{") - (char in "]}")
        if depth > levels:
            return True
    return False


def json_fault(text: str) -> Message:
    """What is wrong with a text that is no JSON, and where: at the first character that could not stand there."""
    at = _skip(text, 0)
    closing: list[str] = []
    while True:
        end, said = _value(text, at) if text[at : at + 1] not in _CLOSING else (at + 1, None)
        if said:
            return said
        opened = _CLOSING.get(text[at])
        at = _skip(text, end)
        if opened:
            closing.append(opened)
        if not opened or text[at : at + 1] == opened:
            at, said = _after_value(text, at, closing)
            if said:
                return said
        if closing[-1] == "}":
            at, said = _key(text, at)
            if said:
                return said


def _after_value(text: str, at: int, closing: list[str]) -> tuple[int, Message | None]:
    """Past the brackets that close here and the comma after them."""
    while closing and text[at : at + 1] == closing[-1]:
        closing.pop()
        at = _skip(text, at + 1)
    if not closing:
        return at, _MORE.with_values(place=_place(text, at))
    if text[at : at + 1] != ",":
        return at, _NO_COMMA.with_values(closing=closing[-1], place=_place(text, at))
    return _skip(text, at + 1), None


def _key(text: str, at: int) -> tuple[int, Message | None]:
    """Past a key and its colon."""
    if text[at : at + 1] != '"':
        return at, _NO_KEY.with_values(place=_place(text, at))
    at, said = _value(text, at)
    at = _skip(text, at)
    if not said and text[at : at + 1] != ":":
        said = _NO_COLON.with_values(place=_place(text, at))
    return _skip(text, at + 1), said


def _value(text: str, at: int) -> tuple[int, Message | None]:
    """Past a string, a number or a word."""
    scalar = _SCALAR.match(text, at)
    if scalar:
        return scalar.end(), None
    string = _STRING.match(text, at)
    if string is None:
        return at, _NO_VALUE.with_values(place=_place(text, at))
    end = string.end()
    if text[end : end + 1] == '"':
        return end + 1, None
    if end == len(text):
        return end, _NO_END.with_values(place=_place(text, at))
    return end, (_NO_ESCAPE if text[end] == "\\" else _CONTROL).with_values(place=_place(text, end))


def _skip(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def _place(text: str, at: int) -> Message:
    """The place of a character, in lines where the text has several."""
    if "\n" not in text.rstrip():
        return _CHARACTER.with_values(column=at + 1)
    return _LINE.with_values(line=text.count("\n", 0, at) + 1, column=at - text.rfind("\n", 0, at))
