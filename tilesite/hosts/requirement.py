"""What another machine has to install to get the tilesite that runs here, as its installer recorded it (PEP 610)."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution
from typing import NamedTuple
from urllib.parse import urlsplit

from tilesite import __version__

_NAME = "tilesite[site]"
EXAMPLE = f"{_NAME} @ git+https://HOST/OWNER/tilesite@COMMIT"
_REMOTE = ("https", "http", "ssh")
# It is written into files of other formats, where it must mean nothing else.
_PLAIN = re.compile(r"[A-Za-z0-9:/@._~%+-]+")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class Requirement(NamedTuple):
    """A line for pip; ``is_found`` is whether it leads another machine to what runs here, whatever is released."""

    line: str
    is_found: bool


def own_requirement() -> Requirement:
    """The requirement of the tilesite that runs here."""
    try:
        return requirement(distribution("tilesite").read_text("direct_url.json"))
    except PackageNotFoundError:
        return Requirement(_pin(), is_found=False)  # run from a clone


def requirement(record: str | None) -> Requirement:
    """The requirement of what was installed with this direct_url.json, None where an index was asked.

    A commit of a Git repository is named; a path of this machine is not, nor who may read an address.
    """
    if record is None:
        return Requirement(_pin(), is_found=True)
    try:
        data = json.loads(record)
    except (ValueError, RecursionError):
        data = None
    given = data if isinstance(data, dict) else {}
    of_git = given.get("vcs_info")
    address = _address(given.get("url"))
    if address is None or not isinstance(of_git, dict) or of_git.get("vcs") != "git":
        return Requirement(_pin(), is_found=False)
    commit = str(of_git.get("commit_id"))
    if not _COMMIT.fullmatch(commit):
        return Requirement(_pin(), is_found=False)
    return Requirement(f"{_NAME} @ git+{address}@{commit}", is_found=True)


def _address(url: object) -> str | None:
    """An address that others can reach, without a name or password; the name alone for ssh, which needs it."""
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
    except ValueError:
        return None
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme not in _REMOTE or not host or not parts.path:
        return None
    name = f"{parts.username}@" if parts.scheme == "ssh" and parts.username else ""
    address = f"{parts.scheme}://{name}{host}{parts.path}"
    return address if _PLAIN.fullmatch(address) else None


def _pin() -> str:
    return f"{_NAME}=={__version__}"
