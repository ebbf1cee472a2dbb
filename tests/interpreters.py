"""The CPython interpreters of this machine that the core promises to run on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

_ASK = "import sys; print(sys.version_info[0], sys.version_info[1], sys.implementation.name)"


@lru_cache(maxsize=1)
def interpreters() -> dict[str, str]:
    """Version ("3.9") to executable, from 3.9 on; the one that runs the tests is always there."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    for path in _candidates():
        answer = subprocess.run([path, "-c", _ASK], capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            major, minor, name = answer.stdout.split()
            if name == "cpython" and major == "3" and int(minor) >= 9:
                found.setdefault(f"{major}.{minor}", path)
    return found


def _candidates() -> list[str]:
    names = [shutil.which(f"python3.{minor}") for minor in range(9, 15)]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    return [name for name in names if name] + sorted(map(str, pyenv.glob("3.*/bin/python")))
