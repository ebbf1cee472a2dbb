"""Index expressions of generated CUDA source: an array and what stands in its brackets, and the value of that.

Block and thread indices count as 0, and so does every name without a value. The text is parsed, not run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Callable, NamedTuple

ADDRESS = "(&("
"""How the address of an array element begins."""

_PLACES = re.compile(r"\(\(int\)(?:blockIdx|threadIdx)\.[xyz]\)")
_CASTS = re.compile(r"\((?:int|int64_t|unsigned|uint)\)")
_SUFFIXES = re.compile(r"\b(0x[0-9a-f]+|\d+)(?:ll|LL|ull|u)\b")


class Address(NamedTuple):
    """The name of an array, and its index as text."""

    array: str
    place: str


def address(text: str) -> Address:
    """The parts of ``(&(array[index]))``, casts before the bracket included. Raises ValueError on other text."""
    end = text.rindex("]")
    depth = 0
    for place in range(end, -1, -1):
        depth += (text[place] == "]") - (text[place] == "[")
        if depth == 0:
            return Address(re.findall(r"\w+", text[:place])[-1], text[place + 1 : end])
    raise ValueError(f"brackets do not match in {text}")


def value_of(text: str, values: Mapping[str, int]) -> int:
    """The value of a C expression. Raises ValueError on what is no integer arithmetic."""
    plain = _SUFFIXES.sub(r"\1", _CASTS.sub("", _PLACES.sub("0", text)))
    try:
        return _value(ast.parse(plain, mode="eval").body, values)
    except (SyntaxError, KeyError, ZeroDivisionError):
        raise ValueError(f"no integer expression: {text}") from None


def _value(node: ast.expr, values: Mapping[str, int]) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return values.get(node.id, 0)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, values)
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_value(node.left, values), _value(node.right, values))
    raise ValueError(f"no integer arithmetic: {ast.dump(node)}")


def _quotient(left: int, right: int) -> int:
    """C rounds to zero."""
    return left // right if (left < 0) == (right < 0) else -(-left // right)


_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: _quotient,
    ast.Mod: lambda left, right: left - right * _quotient(left, right),
    ast.BitXor: lambda left, right: left ^ right,
    ast.BitAnd: lambda left, right: left & right,
    ast.BitOr: lambda left, right: left | right,
    ast.LShift: lambda left, right: left << right,
    ast.RShift: lambda left, right: left >> right,
}
