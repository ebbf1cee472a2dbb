"""JSON Lines in, JSON Lines out: one answer per line, in order; a bad line is answered with its error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Callable, NamedTuple, NoReturn

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Text

LONGEST_LINE = 2**20
"""Characters of one line; a longer one is an error, so that memory stays bounded."""

LONGEST_INTEGER = 1000
"""Digits of an integer; each key has a bound of its own, far below."""

_A_LINE = Text("a JSON object of at most {bound} characters on one line", "一行之内、至多 {bound} 个字符的 JSON 对象")
_A_JSON = Text("a JSON object ({problem})", "JSON 对象（{problem}）")


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
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            tag, value = unwrapped(decode(line, example))
            yield Answer(encode({**tag, **answer(value)}), True)
        except InputError as error:
            said = "; ".join(fault.say(lang) for fault in error.faults)
            yield Answer(encode({"error": said, "line": number}), False)


def decode(text: str, example: str, where: str = "line") -> object:
    """The value of strict JSON: no duplicate keys, no NaN, bounded size and depth. Raises InputError.

    ``where`` is what an error calls the text.
    """
    if len(text) > LONGEST_LINE:
        raise InputError(Fault(where, _A_LINE.with_values(bound=LONGEST_LINE), quoted(text), example))
    try:
        text.encode("utf-8")
        return json.loads(
            text.lstrip("\ufeff"),
            object_pairs_hook=_no_duplicates,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_short_integer,
        )
    except RecursionError:
        problem = "nested too deeply"
    except UnicodeEncodeError:
        problem = "not UTF-8"
    except ValueError as error:
        problem = str(error)
    raise InputError(Fault(where, _A_JSON.with_values(problem=problem), quoted(text.strip()), example))


def encode(value: object) -> str:
    """``value`` as one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def unwrapped(value: object) -> tuple[dict[str, object], object]:
    """The id of a line, to be given back (nothing when it has none), and its config."""
    if isinstance(value, dict) and "input" in value and set(value) <= {"id", "input"}:
        return {key: value[key] for key in value if key == "id"}, value["input"]
    return {}, value


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {quoted(twice)} stands twice")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} is too large for a number")
    return number


def _short_integer(text: str) -> int:
    # Python itself refuses some thousands of digits, and not in words for whoever wrote the line.
    if len(text.lstrip("-")) > LONGEST_INTEGER:
        raise ValueError(f"an integer has more than {LONGEST_INTEGER} digits")
    return int(text)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
