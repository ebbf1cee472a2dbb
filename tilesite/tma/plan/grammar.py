"""The grammar of index expressions and layout functions. Text is read into trees; nothing is run.

::

    function   = "lambda" name {"," name} ":" ( list | expression )
    list       = "[" expression {"," expression} "]"
    expression = sum {"^" sum}
    sum        = product {("+" | "-") product}
    product    = factor {("*" | "//" | "%") factor}
    factor     = integer | name | "-" factor | "(" expression ")" | "ceildiv" "(" expression "," integer ")"

The right side of ``//`` and ``%``, and the second argument of ``ceildiv``, is a positive integer.
"""

from __future__ import annotations

import re
from typing import Callable, NamedTuple

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text
from tilesite.tma.plan import texts
from tilesite.tma.plan.expressions import Binary, Expression

LONGEST = 500
"""Characters of one expression."""

DEEPEST = 50
"""Brackets and minus signs inside each other."""

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(//|[-+*%^()\[\],:]))")
_LONGEST_NUMBER = 19
_INDEX_EXAMPLE = "bx*64 + k*16"
_FUNCTION_EXAMPLE = "lambda i, j: [j//32, i, j%32]"


class LayoutFunction(NamedTuple):
    """A layout function: the names of the logical axes, and one physical coordinate per output."""

    parameters: tuple[str, ...]
    outputs: tuple[Expression, ...]


class _Token(NamedTuple):
    text: str
    column: int


def parse_expression(text: str, where: str) -> Expression:
    """The tree of an index expression. Raises InputError, with the column, on what is outside the grammar."""
    parser = _Parser(text, where, _INDEX_EXAMPLE)
    tree = parser.expression(0)
    parser.expect_end()
    return tree


def parse_function(text: str, where: str) -> LayoutFunction:
    """The tree of a layout function. Raises InputError, with the column, on what is outside the grammar."""
    parser = _Parser(text, where, _FUNCTION_EXAMPLE)
    function = parser.function()
    parser.expect_end()
    return function


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, where: str, example: str) -> None:
        self._text = text
        self._where = where
        self._example = example
        if len(text) > LONGEST:
            raise self._fault(texts.SHORT_EXPRESSION.with_values(bound=LONGEST), quoted(text))
        self._tokens = self._scan()
        self._next = 0

    def function(self) -> LayoutFunction:
        self._take("lambda", texts.A_LAMBDA)
        parameters = [self._name()]
        while self._peek() == ",":
            self._next += 1
            parameters.append(self._name())
        if len(set(parameters)) != len(parameters):
            raise self._fault(Message(texts.NAMES_ONCE), quoted(self._text))
        self._take(":", texts.A_COLON)
        if self._peek() != "[":
            return LayoutFunction(tuple(parameters), (self.expression(0),))
        self._next += 1
        outputs = [self.expression(0)]
        while self._peek() == ",":
            self._next += 1
            outputs.append(self.expression(0))
        self._take("]", texts.A_BRACKET)
        return LayoutFunction(tuple(parameters), tuple(outputs))

    def expression(self, depth: int) -> Expression:
        return self._chain(("^",), lambda: self._sum(depth))

    def expect_end(self) -> None:
        if self._next < len(self._tokens):
            raise self._unexpected(texts.AN_END)

    def _sum(self, depth: int) -> Expression:
        return self._chain(("+", "-"), lambda: self._product(depth))

    def _product(self, depth: int) -> Expression:
        tree = self._factor(depth)
        while self._peek() in ("*", "//", "%"):
            operator = self._tokens[self._next].text
            self._next += 1
            right = self._factor(depth) if operator == "*" else self._divisor(depth)
            tree = Binary(operator, tree, right)
        return tree

    def _factor(self, depth: int) -> Expression:
        if depth > DEEPEST:
            raise self._fault(texts.FLAT_EXPRESSION.with_values(bound=DEEPEST), quoted(self._text))
        word = self._peek()
        if word == "(":
            self._next += 1
            tree = self.expression(depth + 1)
            self._take(")", texts.A_BRACKET)
            return tree
        if word == "ceildiv":
            return self._rounded_up(depth)
        if word == "-":
            self._next += 1
            operand = self._factor(depth + 1)
            return -operand if isinstance(operand, int) else Binary("-", 0, operand)
        if word[:1].isdigit():
            return self._number(word)
        return self._name()

    def _rounded_up(self, depth: int) -> Expression:
        self._next += 1
        self._take("(", texts.AN_OPENING)
        value = self.expression(depth + 1)
        self._take(",", texts.A_COMMA)
        by = self._divisor(depth)
        self._take(")", texts.A_BRACKET)
        return Binary("//", Binary("+", value, by - 1), by)

    def _divisor(self, depth: int) -> int:
        column = self._column()
        by = self._factor(depth)
        if not isinstance(by, int) or by < 1:
            raise self._fault_at(column, texts.A_DIVISOR)
        return by

    def _number(self, token: str) -> int:
        if len(token) > _LONGEST_NUMBER:
            raise self._unexpected(texts.A_SMALL_NUMBER)
        self._next += 1
        return int(token)

    def _chain(self, operators: tuple[str, ...], operand: Callable[[], Expression]) -> Expression:
        tree = operand()
        while self._peek() in operators:
            operator = self._tokens[self._next].text
            self._next += 1
            tree = Binary(operator, tree, operand())
        return tree

    def _name(self) -> str:
        word = self._peek()
        if not word.isidentifier() or word == "lambda":
            raise self._unexpected(texts.AN_OPERAND)
        self._next += 1
        return word

    def _take(self, token: str, expected: Text) -> None:
        if self._peek() != token:
            raise self._unexpected(expected)
        self._next += 1

    def _peek(self) -> str:
        return self._tokens[self._next].text if self._next < len(self._tokens) else ""

    def _column(self) -> int:
        return self._tokens[self._next].column if self._next < len(self._tokens) else len(self._text) + 1

    def _scan(self) -> list[_Token]:
        tokens = []
        position = 0
        end = len(self._text.rstrip())
        while position < end:
            match = _TOKEN.match(self._text, position)
            if match is None:
                rest = self._text[position:]
                raise self._fault_at(position + len(rest) - len(rest.lstrip()) + 1, texts.A_TOKEN)
            tokens.append(_Token(match.group().strip(), match.end() - len(match.group().strip()) + 1))
            position = match.end()
        return tokens

    def _unexpected(self, expected: Text) -> InputError:
        return self._fault_at(self._column(), expected)

    def _fault_at(self, column: int, expected: Text) -> InputError:
        message = texts.AT_COLUMN.with_values(expected=Message(expected), column=column)
        return self._fault(message, quoted(self._text[column - 1 :]))

    def _fault(self, expected: Message, got: str) -> InputError:
        return InputError(Fault(self._where, expected, got, self._example))
