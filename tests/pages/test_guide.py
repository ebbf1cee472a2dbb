"""The guide says what the programs do: its tables name every kind, option, flag, format and setting, with defaults."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
import yaml
from sites import REPOSITORY, tilesite

from tilesite.pages.bounds import LARGEST_PAGE, MOST_FENCES
from tilesite.pages.commands import FILE_FLAGS
from tilesite.pages.formats import FORMATS as REPORTS
from tilesite.pages.header import COMMAND_OPTION_NAMES, OPTION_NAMES
from tilesite.pages.kinds import KINDS
from tilesite.pages.settings import SETTING_FIELDS
from tilesite.pages.values import FORMATS

BLOCKS = (REPOSITORY / "docs" / "verified-blocks.md").read_text("utf-8")
CHECKING = (REPOSITORY / "docs" / "checking.md").read_text("utf-8")


def test_kinds_options_and_formats_are_named() -> None:
    for name in KINDS:
        assert f"| `{name}` |" in BLOCKS
    for name in OPTION_NAMES:
        assert f'| `{name}="' in BLOCKS
    for name in (*COMMAND_OPTION_NAMES, *FORMATS, *FILE_FLAGS):
        assert f"`{name}" in BLOCKS
    for name in REPORTS:
        assert f"`{name}`" in CHECKING


def test_settings_are_named_with_their_defaults() -> None:
    rows = [line.split("|") for line in CHECKING.splitlines() if line.startswith("| `") and ": " in line.split("|")[3]]
    shown = {row[1].strip(" `"): (row[2].strip(), row[3].strip(" `")) for row in rows}
    assert list(shown) == [field.name for field in SETTING_FIELDS]
    for field in SETTING_FIELDS:
        default = str(field.default).lower()
        assert shown[field.name] == (default, f"{field.name}: {field.example}")


def test_bounds_are_named() -> None:
    assert f"{LARGEST_PAGE // 2**20} MiB and {MOST_FENCES:,} fences a\npage" in CHECKING


@pytest.mark.parametrize("command", ["check", "update"])
def test_flags_are_named(tmp_path: Path, command: str) -> None:
    helped = tilesite(tmp_path, command, "--help").text
    flags = {line.split()[0] for line in helped.splitlines() if line.startswith("  --")} - {"--version", "--help"}
    assert flags
    assert [flag for flag in sorted(flags) if f"`{flag}" not in CHECKING] == []


def test_the_hooks_of_pre_commit_are_commands(tmp_path: Path) -> None:
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["id"] for hook in hooks] == ["tilesite-check", "tilesite-update"]
    (tmp_path / "page.md").write_text("# t\n", "utf-8")
    for hook in hooks:
        program, *argv = shlex.split(hook["entry"])
        assert program == "tilesite"
        assert tilesite(tmp_path, *argv, "page.md").code == 0
        assert f"- id: {hook['id']}" in CHECKING
