"""``tilesite adopt``: the lines that it prints are applied as they are printed, and the site builds with them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from sites import GOOD, REPOSITORY, Said, build, strict_build, tilesite, with_bare_theme

HEAD = "site_name: t\ntheme:\n  name: material\n"
CONFIGS = {
    "nothing": "",
    "no plugins": "markdown_extensions:\n  - admonition\n  - pymdownx.superfences\n",
    "lists": "plugins:\n  - search\nmarkdown_extensions:\n  - toc:\n      permalink: true # yes\n\n# the end\n",
    "lists without indent": "markdown_extensions:\n- tables\nplugins:\n- search:\n    lang: en\nnav:\n- index.md\n",
    "mappings": "plugins:\n  search: {}\nmarkdown_extensions:\n  toc:\n    permalink: true\n  tables: {}\n",
    "on one line": "plugins: [search]\nmarkdown_extensions: {admonition: {}, tables: {}}\n",
    "empty ones": "plugins: []\nmarkdown_extensions: {}\n",
    "without values": "plugins:\nmarkdown_extensions:\n\nnav:\n  - index.md\n",
    "no newline at the end": "plugins:\n  - search",
    "a text of several lines": "exclude_docs: |\n  drafts/\nplugins:\n  - search\nextra:\n  note: |\n    a\n\n    b\n",
    "tags of Python": "markdown_extensions:\n  - toc:\n      slugify: !!python/name:markdown.extensions.toc.slugify\n",
    "aliases": "extra:\n  all: &all\n    - admonition\nmarkdown_extensions: *all\n",
    "extra of pymdownx": "markdown_extensions:\n  - pymdownx.extra\n",
}


def site(root: Path, config: str) -> Path:
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "index.md").write_text(f"# t\n\n{GOOD.format(id='a')}", "utf-8")
    (root / "mkdocs.yml").write_bytes((HEAD + config).encode())
    return root


def apply(root: Path, said: Said) -> None:
    patch = said.text.rsplit("next: ", 1)[0]
    done = subprocess.run(["git", "apply"], cwd=root, input=patch.encode(), capture_output=True, check=False)
    assert done.returncode == 0, patch + done.stderr.decode()


@pytest.mark.parametrize("crlf", [False, True], ids=["", "CRLF"])
@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_a_site_builds_with_the_lines_applied(tmp_path: Path, config: str, crlf: bool) -> None:
    root = site(tmp_path, config.replace("\n", "\r\n") if crlf else config)
    file = root / "mkdocs.yml"
    before = file.read_bytes()
    said = tilesite(root, "adopt")
    assert said.code == 0
    assert file.read_bytes() == before
    apply(root, said)
    after = file.read_bytes()
    assert after != before
    lines = iter(after.splitlines())
    assert all(line in lines or b"[" in line or b"{" in line for line in before.splitlines()), after
    assert tilesite(root, "adopt", "mkdocs.yml") == (0, "nothing is missing in mkdocs.yml\n")
    assert strict_build(with_bare_theme(root)).soup.select("section.tilesite")


def test_a_material_site_builds_with_the_lines_applied(tmp_path: Path) -> None:
    root = site(tmp_path, "nav:\n  - Home: index.md\n")
    before = build(root, "--strict")
    assert "tilesite" not in before.html()
    apply(root, tilesite(root, "adopt"))
    built = build(root, "--strict")
    assert built.code == 0, built.printed
    assert (root / "site" / "search" / "search_index.json").exists()
    assert tilesite(root, "check", "docs", "--site", "site") == (0, "1 pages, 1 blocks, 0 problems\n")


def test_what_is_printed(tmp_path: Path) -> None:
    root = site(tmp_path, "plugins: [search]\nmarkdown_extensions:\n  - pymdownx.superfences")
    assert tilesite(root, "adopt").text == (
        "The lines to add to mkdocs.yml, as a patch (tilesite adopt mkdocs.yml | git apply):\n"
        "\n--- a/mkdocs.yml\n+++ b/mkdocs.yml\n@@ -1,6 +1,6 @@\n site_name: t\n theme:\n   name: material\n"
        "-plugins: [search]\n+plugins: [search, tilesite]\n markdown_extensions:\n   - pymdownx.superfences\n"
        "\\ No newline at end of file\n"
        "next: tilesite check docs && mkdocs build --strict\n"
    )


def test_a_site_with_the_hook_has_what_it_needs(tmp_path: Path) -> None:
    root = site(tmp_path, "hooks:\n  - hooks/tilesite_hook.py\nmarkdown_extensions:\n  - pymdownx.superfences\n")
    assert tilesite(root, "adopt") == (0, "nothing is missing in mkdocs.yml\n")


READ = '"mkdocs.yml": expected a mkdocs.yml or properdocs.yml that can be read'
REFUSED = {
    "a list": (
        "- a\n",
        '"mkdocs.yml": expected a mkdocs.yml or properdocs.yml that can be read (no mapping of settings), got what',
    ),
    "an open quote": (
        'a: "',
        '"mkdocs.yml": expected a mkdocs.yml or properdocs.yml that can be read (while scanning a quoted',
    ),
    "plugins in words": (
        "plugins: search\n",
        "mkdocs.yml: plugins: expected a list or a mapping written out in this file, got something else in line 1. ",
    ),
    "a parent": (
        "INHERIT: base.yml\n",
        '"mkdocs.yml": expected the key markdown_extensions in this file, since its parent\'s is not added to, got ',
    ),
}


@pytest.mark.parametrize(("config", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_added_to(tmp_path: Path, config: str, message: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
    refused = tilesite(tmp_path, "adopt")
    assert refused.code == 2
    assert refused.text.startswith(f"tilesite: error: {message}"), refused.text
    assert refused.text.endswith(". Example: plugins: [search, tilesite]\n")


def test_bad_usage(tmp_path: Path) -> None:
    for argv, message in (
        (["a.yml", "b.yml"], "CONFIG: expected one configuration, got 2 of them. "),
        (
            ["zensical.toml"],
            '"zensical.toml": expected a mkdocs.yml or properdocs.yml that can be read (.toml), got another file. ',
        ),
        (["none.yml"], '"none.yml": expected a file that can be read, or - for standard input, got No such file'),
    ):
        refused = tilesite(tmp_path, "adopt", *argv)
        assert refused.code == 2
        assert refused.text.startswith(f"tilesite: error: {message}")


@pytest.mark.parametrize("page", ["adopting.md", "zh/adopting.md"])
def test_what_the_page_for_adopters_shows_builds(tmp_path: Path, page: str) -> None:
    text = (REPOSITORY / "docs" / page).read_text("utf-8")
    (lines,) = re.findall(r"```yaml\n(plugins:\n.*?)```", text, re.DOTALL)
    (sample,) = re.findall(r"````markdown\n(.*?)````", text, re.DOTALL)
    root = site(tmp_path, lines)
    (root / "docs" / "index.md").write_text(f"# t\n\n{sample}", "utf-8")
    assert tilesite(root, "adopt") == (0, "nothing is missing in mkdocs.yml\n")
    soup = strict_build(with_bare_theme(root)).soup
    assert len(soup.select("section.tilesite")) == 1
    assert len(soup.select("span[data-tilesite-value]")) == 1
