"""What every test file may import by its plain name."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# The ordinary tests try the same examples each time, so that a change is judged by what it changes; the long
# profile tries new ones.
settings.register_profile("ordinary", derandomize=True)
settings.load_profile("ordinary")

for folder in (Path(__file__).parent, Path(__file__).parent / "pages"):
    sys.path.insert(0, str(folder))


def pytest_report_header() -> str:
    """Names the interpreters, so that a machine with only one is seen to be one."""
    from interpreters import interpreters

    return "core tested on: " + ", ".join(f"CPython {version}" for version in sorted(interpreters()))


@pytest.fixture(scope="session")
def site_port() -> int:
    """A port that was free: the site is built for it and served at it, since its addresses name it."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory, site_port: int) -> Path:
    """The project's own site, built once as ``make site`` builds it. Its repository is named as one on GitHub."""
    from sites import REPOSITORY, run

    folder = tmp_path_factory.mktemp("site")
    address = f"http://127.0.0.1:{site_port}/"
    names = {"SITE_URL": address, "SITE_URL_ZH": f"{address}zh/", "REPO_URL": "https://github.com/example/tilesite"}
    environment = {**os.environ, **names}
    for config, target in (("mkdocs.yml", folder), ("mkdocs.zh.yml", folder / "zh")):
        argv = ("mkdocs", "build", "--strict", "--config-file", config, "--site-dir", str(target))
        built = run(*argv, cwd=REPOSITORY, env=environment)
        assert built.returncode == 0, built.stdout
    return folder
