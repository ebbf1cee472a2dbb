"""The file of an atlas: written record by record, and gone on with after its last complete record."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message
from tilesite.tile import atlas_texts as texts
from tilesite.tile.atlas import Line, Shared, encoded
from tilesite.tile.atlas_resume import OUT, Resumed, read_back


class RecordFile:
    """A file of records, open for writing at its end. Every write reaches the system at once."""

    def __init__(self, path: str, inputs: Sequence[os.stat_result], *, resume: bool) -> None:
        """Opens the file. Raises InputError when it exists and is not to be resumed, or cannot be written to.

        Nor may it be one of ``inputs``, the files that are read, or any but an ordinary file.
        """
        self.path = path
        self._is_new = not _require_usable(path, inputs)
        try:
            self._file = open(path, "x+b" if self._is_new or not resume else "r+b", buffering=0)  # noqa: SIM115, PTH123 - closed by close; a name may be any string
        except FileExistsError:
            # A link to nothing exists for whoever would make a file, and for nobody else.
            got = Message(texts.DANGLING if self._is_new else texts.AN_EXISTING)
            raise InputError(Fault(OUT, Message(texts.NEW_FILE), got, texts.OTHER_FILE)) from None
        except (OSError, ValueError) as error:
            raise _no_place(error) from None

    def resume(self, lines: Iterator[Line], shared: Shared) -> Resumed:
        """Reads what is there, cuts off a record that was not finished, and says what is left to do.

        Raises InputError, and leaves the file as it is, when the records are another run's.
        """
        try:
            with open(os.dup(self._file.fileno()), "rb") as file:  # noqa: PTH123 - a handle
                found = read_back(file, lines, shared)
            self._file.truncate(found.end)
            self._file.seek(found.end)
        except OSError as error:
            raise _no_place(error) from None
        return found

    def write(self, text: str) -> None:
        """Writes the whole of a text. Raises InputError when there is no room for it."""
        data = encoded(text)
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise _no_room(error) from None

    def close(self, *, keep: bool) -> None:
        """Has the system keep what was written. Raises InputError when it cannot.

        A file that this run made and that is not worth to ``keep`` is removed.
        """
        try:
            os.fsync(self._file.fileno())
            self._file.close()
            if self._is_new and not keep:
                with suppress(FileNotFoundError):
                    os.unlink(self.path)  # noqa: PTH108 - pathlib is slow to import
        except OSError as error:
            raise _no_room(error) from None


def _require_usable(path: str, inputs: Sequence[os.stat_result]) -> bool:
    """Whether there is a file of that name. Raises InputError when it is one that no record may go to."""
    if not path:
        raise InputError(Fault(OUT, Message(texts.A_PLACE), quoted(path), texts.OTHER_FILE))
    try:
        found = os.stat(path)  # noqa: PTH116 - pathlib is slow to import
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise _no_place(error) from None
    if any(os.path.samestat(found, each) for each in inputs):
        raise InputError(Fault(OUT, Message(texts.NO_INPUT), Message(texts.AN_INPUT), texts.OTHER_FILE))
    if not stat.S_ISREG(found.st_mode):
        raise InputError(Fault(OUT, Message(texts.AN_ORDINARY), Message(texts.NOT_ORDINARY), texts.OTHER_FILE))
    return True


def _no_place(error: Exception) -> InputError:
    return InputError(Fault(OUT, Message(texts.A_PLACE), _said(error), texts.OTHER_FILE))


def _no_room(error: OSError) -> InputError:
    return InputError(Fault(OUT, Message(texts.ROOM), _said(error), texts.GO_ON))


def _said(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
