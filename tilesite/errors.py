"""The one error of the project: input that cannot be read, said so that it can be put right.

A rule that a readable config breaks is no error but a finding (see ``tilesite.findings``).
"""

from __future__ import annotations

from tilesite.language import Message, Text
from tilesite.records import NamedTuple

_LINE = Text(
    "{where}: expected {expected}, got {got}. Example: {example}",
    "{where}：应为 {expected}，实际为 {got}。例如：{example}",
)
_MISSING = Text("nothing", "空")
_LIST = Text("a list", "列表")
_MAPPING = Text("a mapping", "映射")
_LONGEST_SHOWN = 60


class Fault(NamedTuple):
    """What was wrong with one piece of input.

    ``where`` names the piece: a config key ("block_m"), or as it stands where it is no key ("line 3").
    ``got`` is the offending text, already made printable. ``example`` is something right: a value of
    ``right_key``, or a whole line when that is None.
    """

    where: str
    expected: Message
    got: Message | str
    example: str
    right_key: str | None = None

    def say(self, lang: str = "en", flags: bool = False) -> str:
        """One line: where, expected, got, and a right example, with keys spelled as flags or as keys."""
        where = flag_name(self.where) if flags and self.where == self.right_key else _named(self.where)
        example = self.example
        if self.right_key:
            example = f"{flag_name(self.right_key)} {example}" if flags else f"{self.right_key}: {example}"
        return _LINE.with_values(where=where, expected=self.expected, got=self.got, example=example).say(lang)


class InputError(ValueError):
    """Input that cannot be read. Holds every fault that was found, never none."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults: tuple[Fault, ...] = faults

    def __str__(self) -> str:
        """Every fault on a line of its own, in English."""
        return "\n".join(fault.say() for fault in self.faults)


def _named(where: str) -> str:
    """``where`` as it stands, or in quotes where it could be taken for more than a name."""
    return where if where.isprintable() and len(where) <= _LONGEST_SHOWN else quoted(where)


def flag_name(key: str) -> str:
    """The command line's spelling of a config key: ``block_m`` is ``--block-m``."""
    return "--" + key.replace("_", "-")


def shown(value: object) -> Message | str:
    """A value as an error quotes it: short, on one line, control characters made visible."""
    if value is None:
        return Message(_MISSING)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, tuple)):
        return Message(_LIST)
    if isinstance(value, dict):
        return Message(_MAPPING)
    return _short(_digits(value))


def quoted(text: str, longest: int | None = None) -> str:
    """``text`` in double quotes, on one line, cut to ``longest`` characters (60 when absent)."""
    printable = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return '"' + _short(printable, longest or _LONGEST_SHOWN) + '"'


def _digits(value: object) -> str:
    # Python refuses to print integers of more than a few thousand digits; hexadecimal is never refused.
    if isinstance(value, int) and value.bit_length() > 200:
        return hex(value)
    return str(value)


def _short(text: str, longest: int = _LONGEST_SHOWN) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
