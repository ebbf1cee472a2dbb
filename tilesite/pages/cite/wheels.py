"""Wheels, fetched with pip and cached. Nothing in them is installed or run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tilesite.errors import Fault, InputError, quoted
from tilesite.facts.types import Wheel
from tilesite.language import Message
from tilesite.pages.cite import texts

_AGAIN = "tilesite cite verify"
_SECONDS = 600
# Any Linux wheel holds the same sources; one is named so that the hash is the same on every system.
_PLATFORM = (
    *("--platform", "manylinux_2_28_x86_64", "--platform", "manylinux2014_x86_64"),
    *("--implementation", "cp", "--python-version", "3.12", "--abi", "cp312", "--abi", "abi3", "--abi", "none"),
)
_HASHES = re.compile(r"DO NOT MATCH THE HASHES|Hash mismatch|HashMismatch")
_CUT_OFF = re.compile(r"IncompleteRead|incomplete|invalid wheel|is invalid|not a zip file|BadZipFile", re.IGNORECASE)
_NO_NETWORK = re.compile(
    r"ConnectionError|NewConnection|Connection (?:refused|broken|reset|aborted)|Failed to establish|Name or service|"
    r"Temporary failure|timed out|Network is unreachable|ProxyError|Max retries|getaddrinfo",
)
_GOT = re.compile(r"Got +([0-9a-f]{64})")


def cache_folder() -> Path:
    """Where wheels are kept when nobody says otherwise."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(home or Path.home() / ".cache") / "tilesite"


def pinned_wheel(wheel: Wheel, version: str, cache: Path, *, offline: bool) -> Path:
    """The wheel that the hash pins, from the cache or fetched into it. Raises InputError."""
    kept = cache / wheel.file
    if not kept.is_file():
        if offline:
            expected = texts.A_CACHED.with_values(file=wheel.file, cache=cache.as_posix())
            raise InputError(Fault(wheel.package, expected, Message(texts.NONE), _AGAIN))
        return _fetched(wheel.package, version, cache, wheel.sha256)
    got = hash_of(kept)
    if got != wheel.sha256:
        raise _other_hash(wheel.package, wheel.sha256, got, f"rm {kept.as_posix()} && {_AGAIN}")
    return kept


def any_wheel(package: str, version: str, cache: Path, *, offline: bool) -> Path:
    """The Linux wheel of another version, which no hash pins. Raises InputError."""
    name = package.replace("-", "_")
    kept = sorted(path for path in cache.glob(f"{name}-{version}-*.whl") if path.is_file())
    if kept:
        return kept[0]
    if offline:
        expected = texts.A_CACHED.with_values(file=f"{name}-{version}-*.whl", cache=cache.as_posix())
        raise InputError(Fault(package, expected, Message(texts.NONE), _AGAIN))
    return _fetched(package, version, cache, None)


def hash_of(path: Path) -> str:
    """The SHA-256 of a file."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _fetched(package: str, version: str, cache: Path, pinned: str | None) -> Path:
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetching-", dir=cache) as name:
            return _placed(_downloaded(package, version, Path(name), pinned), cache, package, pinned)
    except OSError as error:
        expected = Message(texts.A_FOLDER)
        raise InputError(Fault("--cache", expected, error.strerror or str(error), "--cache build/wheels")) from None


def _downloaded(package: str, version: str, folder: Path, pinned: str | None) -> Path:
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{package}=={version}" + (f" --hash=sha256:{pinned}\n" if pinned else "\n"), "utf-8")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input", *_PLATFORM]
    command += [
        "--retries=2",
        "--timeout=15",
        "--disable-pip-version-check",
        "--progress-bar=off",
        "--no-color",
        "--dest",
        str(folder),
    ]
    command += [*(["--require-hashes"] if pinned else []), "--requirement", str(wanted)]
    try:
        done = subprocess.run(  # noqa: S603 - our own words, and a package and version that were read
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise _no_network(package, version, texts.NO_ANSWER.with_values(seconds=_SECONDS)) from None
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        raise _failed(package, version, pinned, f"{done.stdout}\n{done.stderr}")
    return wheels[0]


def _placed(wheel: Path, cache: Path, package: str, pinned: str | None) -> Path:
    got = hash_of(wheel)
    if pinned and got != pinned:
        raise _other_hash(package, pinned, got, _AGAIN)
    return wheel.replace(cache / wheel.name)


def _failed(package: str, version: str, pinned: str | None, said: str) -> InputError:
    """What kept pip from fetching a wheel, by what it said."""
    if _HASHES.search(said):
        got = _GOT.search(said)
        return _other_hash(package, pinned or "", got[1] if got else "?", _AGAIN)
    if "No module named pip" in said:
        return InputError(
            Fault(package, texts.A_PIP.with_values(package=package), Message(texts.NONE), "python -m ensurepip")
        )
    if _CUT_OFF.search(said):
        return InputError(Fault(package, Message(texts.A_WHOLE_WHEEL), Message(texts.A_PART), _AGAIN))
    if _NO_NETWORK.search(said):
        return _no_network(package, version, Message(texts.NONE))
    expected = texts.A_VERSION.with_values(package=package)
    return InputError(Fault(package, expected, quoted(version), f"python -m pip index versions {package}"))


def _no_network(package: str, version: str, got: Message) -> InputError:
    expected = texts.A_NETWORK.with_values(package=package, version=version)
    return InputError(Fault(package, expected, got, f"{_AGAIN} --offline"))


def _other_hash(package: str, wanted: str, got: str, example: str) -> InputError:
    return InputError(Fault(package, texts.A_WHEEL.with_values(hash=wanted), f"sha256:{got}", example))
