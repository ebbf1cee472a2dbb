"""Lines that open no block although they were clearly meant to: what an author would otherwise never hear of."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from tilesite.fields import nearest
from tilesite.pages.kinds import COMMANDS, KIND_NAMES

VERIFIED = "verified"
"""The word that makes a console a block."""

_DATA_LANGUAGES = ("yaml", "yml")
_SHELL_LANGUAGES = ("console", "bash", "sh", "shell", "shell-session", "shellsession", "terminal", "zsh")
# The options that no other fence has; "title" is SuperFences' own.
_OWN_OPTION = re.compile(r"\b(?:id|expect|show|lang|head|strict)\s*=|#[a-zA-Z]")
_EXIT = re.compile(r"\bexit\s*=")
_EXPECT = re.compile(r"\bexpect\s*=")
_KIND_AS_VALUE = re.compile(rf"""\b(?:kind|type|check|block)\s*=\s*["']?(?P<kind>{"|".join(KIND_NAMES)})\b""")
_VALUE = re.compile(r"""=\s*(?:"[^"]*"?|'[^']*'?|[^\s}]*)|#\S*""")
_NAME = re.compile(r"[a-zA-Z][\w-]*")
_PROGRAMS = {"tile-decision": "tile", "tile_decision": "tile", "tma-descriptor": "tma", "tma_descriptor": "tma"}
_STARTS = ("tilesite", "yam")
_PLAIN_LANGUAGES = ("yaml", "yml", "json", "toml", "text", "txt")
# Words of other trades that are near a kind by their letters alone.
_ORDINARY = r"files?|times?|styles?|textile|titles?|tmp|swap|sites?|smile|mile|pile|gems|cop"
_LIKE_VERIFIED = ("validated", "checked", "tested")
# Letters of other alphabets that look like those of the kinds.
_LOOK_ALIKE = str.maketrans("аеорсхуіӏмтѕкгԁ", "aeopcxyilmtskrd")


class _Line(NamedTuple):
    """What stands on a line: its words without options and their values, and whether an option of ours is there."""

    info: str
    words: tuple[str, ...]
    own: bool

    @property
    def first(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def second(self) -> str:
        return self.words[1] if len(self.words) > 1 else ""

    @property
    def named(self) -> str | None:
        """The kind, or the kind whose program, that the line names."""
        return next((_PROGRAMS.get(word, word) for word in self.words if word in KIND_NAMES or word in _PROGRAMS), None)


def near_miss(info: str) -> str | None:
    """The kind that the line was meant to open, when it was clearly meant to open one."""
    plain = unicodedata.normalize("NFKC", _VALUE.sub(" ", info)).lower().translate(_LOOK_ALIKE)
    words = tuple(_NAME.findall(plain))
    line = _Line(info, words, bool(_OWN_OPTION.search(info)))
    if line.named == "copy" and "{" in info and not line.own:
        return None  # a class of the theme: the fence has a copy button
    return next((kind for rule in _MEANT if (kind := rule(line))), None)


def _by_the_word_verified(line: _Line) -> str | None:
    """``text verified``, ``verified console``, ``console verifed``, ``bash exit="1"``."""
    if any(word.startswith("un") for word in line.words):
        return None
    if VERIFIED in line.words:
        return COMMANDS if line.first not in _DATA_LANGUAGES else line.named or KIND_NAMES[0]
    is_shell = line.first in _SHELL_LANGUAGES
    near = is_shell and line.second and (line.second in _LIKE_VERIFIED or nearest(line.second, [VERIFIED]))
    return COMMANDS if near or (is_shell and _EXIT.search(line.info)) else None


def _by_a_value(line: _Line) -> str | None:
    """``yaml kind="tile"``."""
    told = _KIND_AS_VALUE.search(line.info) if line.first in _PLAIN_LANGUAGES else None
    return told["kind"] if told else None


def _by_name(line: _Line) -> str | None:
    """``Tile``, ``{.tile}``, ``json tile``, ``yaml title="x" tile``, ``tile-decision``."""
    starts = (line.named, *_STARTS, *_PROGRAMS, *_PLAIN_LANGUAGES)
    return line.named if line.own or line.first in starts or line.info.startswith("{") else None


def _by_options(line: _Line) -> str | None:
    """``yaml id="fig1"``, and whatever has an expectation."""
    if _EXPECT.search(line.info) or (line.own and line.first in _DATA_LANGUAGES):
        return next((near for near in map(_near, line.words) if near), KIND_NAMES[0])
    return None


def _by_likeness(line: _Line) -> str | None:
    """``tyle``, ``yaml tyle``."""
    if line.first in _DATA_LANGUAGES or (line.second in KIND_NAMES and nearest(line.first, _DATA_LANGUAGES)):
        return _near(line.second) if line.second else None
    alone = line.own or not line.second
    return _near(line.first) if alone and not _is_a_language(line.first) else None


_MEANT = (_by_the_word_verified, _by_a_value, _by_name, _by_options, _by_likeness)
"""What makes a line one that was clearly meant; the first that applies names the kind."""


def _near(word: str) -> str | None:
    near: str | None = None if re.fullmatch(_ORDINARY, word) else nearest(word, KIND_NAMES)
    return near


def _is_a_language(word: str) -> bool:
    from pygments.lexers import get_all_lexers  # only words near a block kind are looked up

    return any(word in aliases for _, aliases, _, _ in get_all_lexers())
