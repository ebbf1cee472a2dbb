"""What is said where a machine lacks what the browser tests need."""

from __future__ import annotations

import os
from pathlib import Path

import machine
import pytest


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine with nothing on it, and a user who may install nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROME_PATH", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(machine.sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(machine, "MODULES", machine.HERE / "nothing")


@pytest.mark.usefixtures("bare")
def test_what_is_missing_is_told() -> None:
    with pytest.raises(machine.MissingError) as browser:
        machine.chromium()
    assert str(browser.value) == (
        "expected Chromium in CHROME_PATH or on the PATH as one of chromium, chromium-browser, google-chrome, "
        "google-chrome-stable, got none. Example: apt-get install -y chromium"
    )
    with pytest.raises(machine.MissingError) as node:
        machine.node()
    assert str(node.value) == "expected Node 20 or later on the PATH, got none. Example: make test"
    with pytest.raises(machine.MissingError) as package:
        machine.module("axe-core/axe.min.js")
    assert str(package.value) == (
        "expected tests/browser/nothing/axe-core/axe.min.js, which npm installs. Example: make test"
    )


def test_a_given_browser_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROME_PATH", "/opt/browser")
    assert machine.chromium() == "/opt/browser"
