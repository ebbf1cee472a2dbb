"""``tilesite new``: a small site that builds at once."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from tilesite.console import DONE, Streams
from tilesite.errors import Fault, InputError, quoted
from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.requirement import EXAMPLE, Requirement, own_requirement
from tilesite.language import Message
from tilesite.pages.command_flags import EXAMPLES, new_flags

_STARTER = Path(__file__).with_name("starter")
_NAMED = 5

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
    make_site(Path(arguments.dir[0]), arguments.lang, needed)
    text = texts.MADE if needed.is_found else texts.MADE_OF_A_FILE
    made = text.with_values(folder=arguments.dir[0], count=len(FILES), requirement=needed.line)
    streams.stdout.write(made.say(arguments.lang))
    return DONE


def make_site(folder: Path, lang: str, needed: Requirement) -> None:
    """Writes the starter, which installs what is ``needed``, into a new folder: all or nothing. Raises InputError."""
    _require_new(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            whole = beside / "site"
            for name, source in FILES.items():
                _write(whole / name, (_STARTER / source.replace("@LANG@", lang)).read_text("utf-8"), lang, needed)
            if folder.exists():
                folder.rmdir()
            whole.rename(folder)
        finally:
            shutil.rmtree(beside)
    except OSError as error:
        got = error.strerror or str(error)
        raise InputError(Fault(quoted(str(folder)), Message(texts.A_PLACE), got, EXAMPLES["new"])) from None


def _require_new(folder: Path) -> None:
    if not folder.exists() and not folder.is_symlink():
        return
    got: Message
    if not folder.is_dir():
        got = Message(texts.A_FILE)
    else:
        names = sorted(path.name for path in folder.iterdir())
        if not names:
            return
        text = texts.HOLDS if len(names) <= _NAMED else texts.HOLDS_MORE
        got = text.with_values(names=", ".join(map(quoted, names[:_NAMED])), more=len(names) - _NAMED)
    raise InputError(Fault(quoted(str(folder)), Message(texts.A_NEW_FOLDER), got, EXAMPLES["new"]))


def _write(path: Path, text: str, lang: str, needed: Requirement) -> None:
    note = "" if needed.is_found else texts.OF_A_FILE.with_values(example=EXAMPLE).say(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    filled = text.replace("@LANG@", lang).replace("@REQUIREMENT@", needed.line).replace("# @NOTE@\n", note)
    path.write_text(filled, "utf-8", newline="\n")
