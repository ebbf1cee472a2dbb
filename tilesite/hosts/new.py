"""``tilesite new``: a small site that builds at once."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

from tilesite.console import DONE, Streams
from tilesite.errors import Fault, InputError, quoted
from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.requirement import EXAMPLE, Requirement, own_requirement
from tilesite.language import Message
from tilesite.pages.command_flags import EXAMPLES, new_flags
from tilesite.pages.visible import one_line

_STARTER = Path(__file__).with_name("starter")
_NAMED = 5
_LONGEST_NAME = 255  # bytes, on all usual file systems
_LONGEST_SHOWN = 58  # with its quotes no longer than a place may be

FILES = {
    "mkdocs.yml": "mkdocs.yml",
    "docs/index.md": "index.@LANG@.md",
    "requirements.txt": "requirements.txt",
    ".github/workflows/docs.yml": "workflow.yml",
    ".pre-commit-config.yaml": "pre-commit-config.yaml",
    ".gitignore": "gitignore",
}
"""Where each file of the starter goes."""


def run_new(argv: Sequence[str], streams: Streams) -> int:
    """Makes the site. Raises InputError when there is something already, or it cannot be written."""
    arguments = new_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    if len(arguments.dir) != 1:
        got = texts.COUNT.with_values(count=len(arguments.dir))
        raise InputError(Fault("DIR", Message(texts.ONE_FOLDER), got, EXAMPLES["new"]))
    needed = own_requirement()
    folder = arguments.dir[0]
    make_site(Path(folder), arguments.lang, needed)
    text = texts.MADE if needed.is_found else texts.MADE_OF_A_FILE
    word = shlex.quote(f"./{folder}" if folder.startswith("-") else folder)
    made = text.with_values(folder=one_line(folder), word=one_line(word), count=len(FILES), requirement=needed.line)
    streams.stdout.write(made.say(arguments.lang))
    return DONE


def make_site(folder: Path, lang: str, needed: Requirement) -> None:
    """Writes the starter, which installs what is ``needed``, into a new or empty folder: all or nothing.

    An empty folder stays the one that it is: the same mount, the same owner and mode. Raises InputError.
    """
    starter = {name: _filled(source, lang, needed) for name, source in FILES.items()}
    try:
        is_there = _is_empty_folder(folder)
        with _terminated_as_interrupted():
            if is_there:
                _fill(folder, starter)
            else:
                _make(folder, starter)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(_unwritten(folder, error)) from None


def _is_empty_folder(folder: Path) -> bool:
    """Whether it is there, and empty. Raises InputError when something else is there."""
    got: Message
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - what cannot be listed is to be told at once
    except NotADirectoryError:
        if not os.path.lexists(folder):  # a file stands above
            raise
        got = Message(texts.A_FILE)
    except FileNotFoundError:
        if not folder.is_symlink():
            return False
        got = Message(texts.A_LOOSE_LINK)
    else:
        if not names:
            return True
        text = texts.HOLDS if len(names) <= _NAMED else texts.HOLDS_MORE
        got = text.with_values(names=", ".join(map(quoted, names[:_NAMED])), more=len(names) - _NAMED)
    raise InputError(Fault(quoted(str(folder), _LONGEST_SHOWN), Message(texts.A_NEW_FOLDER), got, EXAMPLES["new"]))


def _make(folder: Path, starter: Mapping[str, bytes]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    # The name beside is short, since the folder's own may be as long as one can be.
    beside = Path(mkdtemp(prefix=".tilesite-", dir=folder.parent))
    try:
        whole = beside / "site"
        for name, data in starter.items():
            (whole / name).parent.mkdir(parents=True, exist_ok=True)
            (whole / name).write_bytes(data)
        whole.rename(folder)
    finally:
        shutil.rmtree(beside)


def _fill(folder: Path, starter: Mapping[str, bytes]) -> None:
    made: list[Path] = []
    try:
        for name, data in starter.items():
            file = folder / name
            for above in reversed([each for each in file.parents if each.is_relative_to(folder) and each != folder]):
                if above not in made:
                    above.mkdir()
                    made.append(above)
            with file.open("xb") as opened:
                made.append(file)
                opened.write(data)
    except BaseException:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Has a SIGTERM leave as little behind as a SIGINT."""
    try:
        before = signal.signal(signal.SIGTERM, _interrupt)
    except ValueError:  # only the main thread may
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _unwritten(folder: Path, error: OSError | ValueError) -> Fault:
    where, example = quoted(str(folder), _LONGEST_SHOWN), EXAMPLES["new"]
    if any(len(os.fsencode(part)) > _LONGEST_NAME for part in folder.parts):
        return Fault(where, texts.A_SHORT_NAME.with_values(bound=_LONGEST_NAME), Message(texts.LONGER), example)
    if isinstance(error, PermissionError):
        return Fault(where, Message(texts.A_PLACE), texts.NO_RIGHTS.with_values(problem=error.strerror), example)
    got = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Fault(where, Message(texts.A_PLACE), got, example)


def _filled(source: str, lang: str, needed: Requirement) -> bytes:
    text = (_STARTER / source.replace("@LANG@", lang)).read_text("utf-8")
    note = "" if needed.is_found else texts.OF_A_FILE.with_values(example=EXAMPLE).say(lang)
    filled = text.replace("@LANG@", lang).replace("@REQUIREMENT@", needed.line).replace("# @NOTE@\n", note)
    return filled.encode("utf-8")
