"""JSON Lines in, JSON Lines out: one answer per line, in order; a bad line is answered with its error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Callable, NamedTuple, NoReturn

from tilesite.errors import Fault, InputError, quoted
from tilesite.json_fault import is_deeper, json_fault
from tilesite.language import Message, Text

LONGEST_LINE = 2**20
"""Characters of one line; a longer one is an error, so that memory stays bounded."""

LONGEST_INTEGER = 1000
"""Digits of an integer; each key has a bound of its own, far below."""

DEEPEST = 100
"""Levels of lists and objects: far from where Python gives up, which is not the same in every version and thread."""

_A_LINE = Text("a JSON object of at most {bound} characters on one line", "一行之内、至多 {bound} 个字符的 JSON 对象")
_A_JSON = Text("a JSON object ({problem})", "JSON 对象（{problem}）")
_TOO_DEEP = Text("nested more than {deepest} levels deep", "嵌套超过 {deepest} 层")
_NOT_UTF8 = Text("not UTF-8", "不是 UTF-8")
_TWICE = Text("the key {key} stands twice", "键 {key} 出现了两次")
_TOO_LARGE = Text("{number} is too large for a number", "{number} 超出数的范围")
_TOO_LONG = Text("an integer has more than {digits} digits", "有整数超过 {digits} 位")
_CONSTANT = Text("{name} is no JSON value", "{name} 不是 JSON 值")

_ENCODER = json.JSONEncoder(ensure_ascii=False)


class Answer(NamedTuple):
    """The answer to one line, as JSON text, and whether the line could be read."""

    text: str
    readable: bool


def answer_lines(
    lines: Iterable[str], answer: Callable[[object], dict[str, object]], lang: str, example: str
) -> Iterator[Answer]:
    """Answers each line that is not blank. ``answer`` gets the decoded value and may raise InputError.

    ``example`` is a right line. A line may also be ``{"id": …, "input": {…}}``: the id is given back.
    """
    for number, line in numbered(lines):
        try:
            tag, value = unwrapped(decode(line, example))
            yield Answer(encode({**tag, **answer(value)}), True)
        except InputError as error:  # noqa: PERF203 - a bad line is answered, and the next one read
            said = "; ".join(fault.say(lang) for fault in error.faults)
            yield Answer(encode({"error": said, "line": number}), False)


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers. Of a cut one nobody knows what it is: it is given too."""
    return ((number, line) for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE or line.strip())


def decode(text: str, example: str, where: str = "line") -> object:
    """The value of strict JSON: no duplicate keys, no NaN, bounded size and depth. Raises InputError.

    ``where`` is what an error calls the text.
    """
    if len(text) > LONGEST_LINE:
        raise InputError(Fault(where, _A_LINE.with_values(bound=LONGEST_LINE), quoted(text), example))
    try:
        text.encode("utf-8")
        if not is_deeper(text, DEEPEST):
            return json.loads(
                text.lstrip("\ufeff"),
                object_pairs_hook=_no_duplicates,
                parse_constant=_no_constant,
                parse_float=_finite,
                parse_int=_short_integer,
            )
        problem = _TOO_DEEP.with_values(deepest=DEEPEST)
    except UnicodeEncodeError:
        problem = Message(_NOT_UTF8)
    except _NotTakenError as error:
        problem = error.problem
    except json.JSONDecodeError:
        problem = json_fault(text.lstrip("\ufeff"))
    raise InputError(Fault(where, _A_JSON.with_values(problem=problem), quoted(text.strip()), example))


def encode(value: object) -> str:
    """``value`` as one line of JSON."""
    return _ENCODER.encode(value)


def unwrapped(value: object) -> tuple[dict[str, object], object]:
    """The id of a line, to be given back (nothing when it has none), and its config."""
    if isinstance(value, dict) and "input" in value and set(value) <= {"id", "input"}:
        return {key: value[key] for key in value if key == "id"}, value["input"]
    return {}, value


class _NotTakenError(ValueError):
    """JSON that is not taken here, and why."""

    def __init__(self, problem: Message) -> None:
        super().__init__(problem)
        self.problem = problem


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotTakenError(_TWICE.with_values(key=quoted(twice)))
    return value


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _NotTakenError(_TOO_LARGE.with_values(number=text[:20]))
    return number


def _short_integer(text: str) -> int:
    # Python itself refuses some thousands of digits, and not in words for whoever wrote the line.
    if len(text.lstrip("-")) > LONGEST_INTEGER:
        raise _NotTakenError(_TOO_LONG.with_values(digits=LONGEST_INTEGER))
    return int(text)


def _no_constant(name: str) -> NoReturn:
    raise _NotTakenError(_CONSTANT.with_values(name=name))
