"""The grammar: what it reads, and the error, whole, of what it does not."""

from __future__ import annotations

import pytest

from tilesite.errors import InputError
from tilesite.tma.plan.expressions import Binary, evaluate
from tilesite.tma.plan.grammar import DEEPEST, LONGEST, parse_expression, parse_function


@pytest.mark.parametrize(
    "text",
    [
        "1 + 2*3",
        "(1 + 2)*3",
        "7 - 2 - 1",
        "17 // 3 % 4",
        "-7 // 2",
        "-(7) % 4",
        "5 ^ 3 + 4",
        "2*3 ^ 1",
        "i*8 + j%8 - (i//2)*3",
        "--3",
    ],
)
def test_expressions_mean_what_they_mean_in_python(text: str) -> None:
    values = {"i": 13, "j": 21}
    assert evaluate(parse_expression(text, "text"), values) == eval(text, {}, values)  # noqa: S307 - the text is above


def test_ceildiv_rounds_up() -> None:
    tree = parse_expression("ceildiv(M, 128)", "grid")
    assert [evaluate(tree, {"M": m}) for m in (0, 1, 128, 129)] == [0, 1, 1, 2]


def test_a_function_with_one_output_and_with_several() -> None:
    assert parse_function("lambda i: i*2", "fn") == (("i",), (Binary("*", "i", 2),))
    assert parse_function("lambda i,j: [j // 8, i]", "fn") == (("i", "j"), (Binary("//", "j", 8), "i"))


EXPRESSION = "Example: bx*64 + k*16"
FUNCTION = "Example: lambda i, j: [j//32, i, j%32]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f'expected an integer, a name or a bracket at column 1, got "". {EXPRESSION}'),
        ("bx +", f'expected an integer, a name or a bracket at column 5, got "". {EXPRESSION}'),
        ("bx 2", f'expected the end of the expression at column 4, got "2". {EXPRESSION}'),
        (
            "bx / 2",
            'expected an integer, a name, one of + - * // % ^, or a bracket at column 4, got "/ 2". ' + EXPRESSION,
        ),
        ("(bx", f'expected a closing bracket at column 4, got "". {EXPRESSION}'),
        ("bx // by", f'expected a positive integer as the divisor at column 7, got "by". {EXPRESSION}'),
        ("bx % 0", f'expected a positive integer as the divisor at column 6, got "0". {EXPRESSION}'),
        ("f(2)", f'expected the end of the expression at column 2, got "(2)". {EXPRESSION}'),
        ("bx.x", f'expected an integer, a name, one of + - * // % ^, or a bracket at column 3, got ".x". {EXPRESSION}'),
        ("9" * 20, f'expected an integer of at most 19 digits at column 1, got "{"9" * 20}". {EXPRESSION}'),
        ("ceildiv(M 2)", f'expected a comma at column 11, got "2)". {EXPRESSION}'),
    ],
)
def test_what_is_no_expression(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_expression(text, "x")
    assert str(raised.value) == "x: " + message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("i*64 + j", f'expected the word lambda at column 1, got "i*64 + j". {FUNCTION}'),
        ("lambda: 3", f'expected an integer, a name or a bracket at column 7, got ": 3". {FUNCTION}'),
        ("lambda i, i: i", f'expected parameters that differ, got "lambda i, i: i". {FUNCTION}'),
        ("lambda i j: i", f'expected a colon at column 10, got "j: i". {FUNCTION}'),
        ("lambda i: [i, i", f'expected a closing bracket at column 16, got "". {FUNCTION}'),
        ("lambda i: i if i else 0", f'expected the end of the expression at column 13, got "if i else 0". {FUNCTION}'),
        (
            "lambda i: lambda j: j",
            f'expected an integer, a name or a bracket at column 11, got "lambda j: j". {FUNCTION}',
        ),
    ],
)
def test_what_is_no_function(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_function(text, "fn")
    assert str(raised.value) == "fn: " + message


def test_length_and_depth_are_bounded() -> None:
    with pytest.raises(InputError, match=f"an expression of at most {LONGEST} characters"):
        parse_expression("1+" * LONGEST + "1", "x")
    for nested in ("(" * 200 + "1" + ")" * 200, "-" * 200 + "a"):
        with pytest.raises(InputError, match=f"brackets at most {DEEPEST} deep"):
            parse_expression(nested, "x")
