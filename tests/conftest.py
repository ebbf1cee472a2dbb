"""What every test file may import by its plain name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from server import SiteServer

# The ordinary tests try the same examples each time, so that a change is judged by what it changes; the long
# profile tries new ones.
settings.register_profile("ordinary", derandomize=True)
settings.load_profile("ordinary")

HERE = Path(__file__).parent

for folder in (HERE, *(HERE / name for name in ("bench", "browser", "browser/live", "pages", "tile"))):
    sys.path.insert(0, str(folder))


def pytest_report_header() -> str:
    """Names the interpreters, so that a machine with only one is seen to be one."""
    from interpreters import interpreters

    return "core tested on: " + ", ".join(f"CPython {version}" for version in sorted(interpreters()))


@pytest.fixture(scope="session")
def site_server() -> Iterator[SiteServer]:
    """The server of the built site; it has its port before the site is built, since the site's addresses name it."""
    from server import SiteServer

    with SiteServer() as server:
        yield server


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory, site_server: SiteServer) -> Path:
    """The project's own site, built once as ``make site`` builds it. Its repository is named as one on GitHub."""
    from sites import REPOSITORY, run

    folder = tmp_path_factory.mktemp("site")
    names = {
        "SITE_URL": site_server.address,
        "SITE_URL_ZH": f"{site_server.address}zh/",
        "REPO_URL": "https://github.com/example/tilesite",
    }
    for config, target in (("mkdocs.yml", folder), ("mkdocs.zh.yml", folder / "zh")):
        argv = ("mkdocs", "build", "--strict", "--config-file", config, "--site-dir", str(target))
        built = run(*argv, cwd=REPOSITORY, env={**os.environ, **names})
        assert built.returncode == 0, built.stdout
    site_server.serve(folder)
    return folder
