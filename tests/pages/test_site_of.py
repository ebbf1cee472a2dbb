"""Which configuration a check reads, and what it says of one that runs no blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, run

NOT_RUN = (
    "warning: plugins: expected tilesite (or its hook), since pages have blocks, which a build leaves as plain text, "
    "got neither. Example: plugins: [search, tilesite]\n"
)
FINE = "1 pages, 1 blocks, 0 problems\n"
SNIPPETS = (
    "site_name: t\ndocs_dir: content\nplugins: [tilesite]\nmarkdown_extensions:\n  - pymdownx.superfences\n"
    "  - pymdownx.snippets:\n      base_path: [parts]\n"
)
WRONG = GOOD.format(id="a").replace('"pass"', '"fail"')
UNMET = 'parts/part.md:1:1: option expect: expected fail, got pass. Example: expect="pass"\n'


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


@pytest.mark.parametrize(
    "config",
    [
        "plugins: [tilesite]",
        "plugins:\n  - search\n  - tilesite",
        "plugins:\n  tilesite: {}",
        "plugins:",
        "plugins: !ENV [A, []]",
        "plugins: [!ENV A]",
        "hooks: [own/tilesite_hook.py]",
        "hooks: [own.py]",
        "hooks: !ENV A",
        "markdown_extensions: [tilesite]",
        "markdown_extensions:\n  tilesite:\n    lang: zh",
        "INHERIT: base.yml",
    ],
)
def test_a_configuration_that_runs_blocks(tmp_path: Path, config: str) -> None:
    base, hook = "plugins: [search, tilesite]\n", "from tilesite.hosts import mkdocs\n"
    files = {"mkdocs.yml": f"site_name: t\n{config}\n", "base.yml": base, "own.py": hook}
    written(tmp_path, {**files, "docs/index.md": GOOD.format(id="a")})
    assert run("tilesite", "check", cwd=tmp_path).stdout == FINE


@pytest.mark.parametrize(
    "config",
    [
        "",
        "plugins: []",
        "plugins: [search]",
        "plugins: {search: {}}",
        "plugins: search",
        "hooks: [own.py]",
        "hooks: [gone.py, ../outside.py]",
        'hooks: ["a\\0b", 7]',
        "markdown_extensions: [pymdownx.superfences]",
    ],
)
def test_a_configuration_that_runs_none(tmp_path: Path, config: str) -> None:
    root = tmp_path / "site"
    (tmp_path / "outside.py").write_text("import tilesite\n", "utf-8")
    written(root, {"mkdocs.yml": f"site_name: t\n{config}\n", "own.py": "", "docs/index.md": GOOD.format(id="a")})
    checked = run("tilesite", "check", cwd=root)
    assert (checked.returncode, checked.stdout) == (0, f"mkdocs.yml:1:1: {NOT_RUN}{FINE}")


def test_a_site_without_blocks_needs_nothing(tmp_path: Path) -> None:
    written(tmp_path, {"mkdocs.yml": "site_name: t\nplugins: []\n", "docs/index.md": "# t\n"})
    assert run("tilesite", "check", cwd=tmp_path).stdout == "1 pages, 0 blocks, 0 problems\n"


def test_a_configuration_of_any_name(tmp_path: Path) -> None:
    root = written(tmp_path, {"site.yml": SNIPPETS, "content/index.md": '--8<-- "part.md"\n', "parts/part.md": WRONG})
    for paths in ([], ["content"], ["content/index.md"]):
        checked = run("tilesite", "check", *paths, "--config", "site.yml", cwd=root)
        assert (checked.returncode, checked.stdout) == (1, f"{UNMET}1 pages, 1 blocks, 1 problems\n")
    updated = run("tilesite", "update", "--config", "site.yml", cwd=root)
    assert (updated.returncode, updated.stdout) == (1, f"{UNMET}1 pages, 0 updated\n")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (
            ["--config", "no.yml"],
            '--config: expected a site\'s configuration that exists, got "no.yml". Example: --config mkdocs.yml\n',
        ),
        (
            ["--config", "content"],
            '--config: expected a site\'s configuration that exists, got "content". Example: --config mkdocs.yml\n',
        ),
        (
            ["parts", "--config", "site.yml"],
            (
                'PATHS: expected pages below content, as site.yml says, got "parts". '
                "Example: tilesite check content --config site.yml\n"
            ),
        ),
    ],
)
def test_a_configuration_that_is_not_the_pages_own(tmp_path: Path, argv: list[str], message: str) -> None:
    root = written(tmp_path, {"site.yml": SNIPPETS, "content/index.md": "# t\n", "parts/part.md": WRONG})
    checked = run("tilesite", "check", *argv, cwd=root)
    assert (checked.returncode, checked.stdout) == (2, f"tilesite: error: {message}")


def test_a_missing_folder_is_told_with_the_one_that_is_there(tmp_path: Path) -> None:
    root = written(tmp_path, {"mkdocs.yml": SNIPPETS, "content/index.md": "# t\n"})
    checked = run("tilesite", "check", cwd=root)
    expected = 'PATHS: expected a page or a folder of pages that exists, got "docs". Example: tilesite check content/\n'
    assert (checked.returncode, checked.stdout) == (2, f"tilesite: error: {expected}")
