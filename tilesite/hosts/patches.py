"""Lines that a file is to get, as a patch that ``git apply`` takes, or to be added by hand where it takes none."""

from __future__ import annotations

from difflib import SequenceMatcher, unified_diff
from io import StringIO
from pathlib import Path

from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.configs import Config
from tilesite.language import Message, Text
from tilesite.pages.visible import one_line


def no_patch(name: str) -> Text | None:
    """Why git applies no patch to a file of that name, None where it does."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts:
        return texts.OUTSIDE
    if any(each.is_symlink() for each in (path, *path.parents)):
        return texts.A_LINK
    # Git would write such a name in quotes, and other programs not read them.
    if not name.isprintable() or set(name) & set('"\\'):
        return texts.A_STRANGE_NAME
    return None


def patch(old: Config, new: Config) -> str:
    """What makes ``new`` of ``old``, as ``git apply`` and ``patch -p1`` take it."""
    path = Path(new.name).as_posix()
    lines = unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def by_hand(old: Config, new: Config, why: Text) -> Message:
    """The lines of ``new`` that ``old`` lacks, with their numbers in ``new``."""
    # Lines are shown as YAML has them, where an editor's count is the same.
    before, after = old.text.splitlines(), new.text.splitlines()
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    numbers = [number for tag, _, _, start, end in changes if tag != "equal" for number in range(start, end)]
    lines = "".join(f"{number + 1}: {one_line(after[number])}\n" for number in numbers)
    return texts.LINES.with_values(name=one_line(new.name), why=why, lines=lines)


def _lines(config: Config) -> list[str]:
    # Git knows one end of a line, and Python others as well.
    return StringIO(config.text, newline="\n").readlines()
