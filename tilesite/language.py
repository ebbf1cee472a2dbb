"""Text in the two languages of the project: one entry holds both, so neither is forgotten."""

from __future__ import annotations

from tilesite.records import NamedTuple

LANGUAGES = ("en", "zh")


class Text(NamedTuple):
    """One entry of a catalogue: a ``str.format`` template in English and in Chinese."""

    en: str
    zh: str

    def with_values(self, **values: object) -> Message:
        """The message that this entry makes with these values; nothing is formatted yet."""
        return Message(self, tuple(values.items()))


class Message(NamedTuple):
    """A catalogue entry and the values it is filled with. Formatting waits for the reader's language."""

    text: Text
    values: tuple[tuple[str, object], ...] = ()

    def say(self, lang: str = "en") -> str:
        """The message in ``lang`` ("en" or "zh"); values that are messages are said in it too."""
        template = self.text.zh if lang == "zh" else self.text.en
        return template.format(**{name: _said(value, lang) for name, value in self.values})


def _said(value: object, lang: str) -> object:
    if isinstance(value, Message):
        return value.say(lang)
    if isinstance(value, Text):
        return value.zh if lang == "zh" else value.en
    return value
