"""The wheel is built once, and each kind of environment is made once for each interpreter."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from environments import Built, Environment, build, environment, pins


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("build") / "copy")


@pytest.fixture(scope="session")
def core_environment(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Environment]:
    made: dict[str, Environment] = {}

    def of(python: str) -> Environment:
        if python not in made:
            folder = tmp_path_factory.mktemp("core") / "env"
            made[python] = environment(python, folder, "--no-index", str(built.wheel))
        return made[python]

    return of


@pytest.fixture(scope="session")
def site_environment(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Environment]:
    made: dict[str, Environment] = {}

    def of(python: str) -> Environment:
        if python not in made:
            folder = tmp_path_factory.mktemp("site")
            wanted = ["--constraint", str(pins(folder)), f"{built.wheel}[site]"]
            made[python] = environment(python, folder / "env", *wanted)
        return made[python]

    return of
