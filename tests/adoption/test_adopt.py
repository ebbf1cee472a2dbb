"""``tilesite adopt``: the lines that it prints are applied as they are printed, and the site builds with them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
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
    "brackets over lines": "plugins: [\n  search,\n]\nmarkdown_extensions: [\n  admonition,\n  tables\n]\n",
    "brackets with comments": (
        "plugins: [ # all\n  search, # words, [and] more\n  # nothing else\n]\n"
        "markdown_extensions: [admonition, # one\n  tables # two\n  # three\n  ]\n"
    ),
    "a comma at the end of a line": "plugins: [search, ]\nmarkdown_extensions: {admonition: {}, tables: {},}\n",
    "mappings in brackets": (
        "plugins: [\n    {search: {lang: en}},\n    ]\n"
        "markdown_extensions: {\n  toc: {\n    permalink: true,\n  },\n  tables: {}, # the last\n}\n"
    ),
    "a name with options in brackets": "markdown_extensions: [tables, toc: {permalink: true},\n]\n",
    "a mapping without a value": "markdown_extensions: {tables: , toc: }\nplugins: {search: }\n",
    "nothing in brackets over lines": "plugins: [# none\n]\nmarkdown_extensions: {\n  # none yet\n}\n",
    "a key given twice": "plugins: [none]\nplugins: [search]\n",
}


def site(root: Path, config: str) -> Path:
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "index.md").write_text(f"# t\n\n{GOOD.format(id='a')}", "utf-8")
    (root / "mkdocs.yml").write_bytes((HEAD + config).encode())
    return root


def apply(root: Path, said: Said) -> None:
    patch = said.text.rsplit("next: ", 1)[0].partition("markdown_extensions names tilesite")[0]
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
    kept = iter(after)
    assert all(byte in kept for byte in before), after
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
        "next: tilesite check docs && mkdocs build --strict && tilesite check docs --site site\n"
    )


@pytest.mark.parametrize(
    ("config", "lines"),
    [
        ("plugins: [\n  search,\n]\n", "plugins: [\n  search,\n  tilesite,\n]\n"),
        ("plugins: [\n  search # a\n]\n", "plugins: [\n  search, # a\n  tilesite\n]\n"),
        ("plugins: [\n  search\n]\n", "plugins: [\n  search,\n  tilesite\n]\n"),
        ("plugins: [search, # a\n]\n", "plugins: [search, # a\n  tilesite,\n]\n"),
        ("plugins: {search: {},}\n", "plugins: {search: {}, tilesite: {}}\n"),
        ("plugins: [search,# a\n]\n", "plugins: [search,# a\n  tilesite,\n]\n"),
        ("plugins: [# a\n]\n", "plugins: [tilesite # a\n]\n"),
    ],
)
def test_where_a_name_stands_in_brackets(tmp_path: Path, config: str, lines: str) -> None:
    root = site(tmp_path, f"{config}markdown_extensions: [pymdownx.superfences]\n")
    apply(root, tilesite(root, "adopt"))
    assert (root / "mkdocs.yml").read_text("utf-8") == f"{HEAD}{lines}markdown_extensions: [pymdownx.superfences]\n"


def test_the_exit_code_of_check(tmp_path: Path) -> None:
    root = site(tmp_path, "")
    said = tilesite(root, "adopt", "--check")
    assert (said.code, said.text) == (1, tilesite(root, "adopt").text)
    apply(root, said)
    assert tilesite(root, "adopt", "--check") == (0, "nothing is missing in mkdocs.yml\n")


LACKS_PLUGIN = "markdown_extensions: [pymdownx.superfences]\n"
NEXT = {
    "another name": (
        "site.yml",
        "",
        (
            "tilesite check docs --config site.yml && mkdocs build --strict -f site.yml && "
            "tilesite check docs --config site.yml --site site"
        ),
    ),
    "other folders": (
        "mkdocs.yml",
        "docs_dir: my pages\nsite_dir: ../public\n",
        "tilesite check 'my pages' && mkdocs build --strict && tilesite check 'my pages' --site ../public",
    ),
    "a folder below": (
        "web/mkdocs.yml",
        "docs_dir: pages\n",
        (
            "tilesite check web/pages && mkdocs build --strict -f web/mkdocs.yml && "
            "tilesite check web/pages --site web/site"
        ),
    ),
    "a folder of the environment": (
        "mkdocs.yml",
        "docs_dir: !ENV DOCS\n",
        "tilesite check docs && mkdocs build --strict && tilesite check docs --site site",
    ),
    "ProperDocs": (
        "properdocs.yml",
        "",
        "tilesite check docs && properdocs build --strict && tilesite check docs --site site",
    ),
}


@pytest.mark.parametrize(("name", "config", "commands"), NEXT.values(), ids=NEXT)
def test_what_is_to_be_run_next(tmp_path: Path, name: str, config: str, commands: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(LACKS_PLUGIN + config, "utf-8")
    said = tilesite(tmp_path, "adopt", name)
    assert said.code == 0
    assert said.text.endswith(f"\nnext: {commands}\n")


RUN = {
    "MkDocs": ("mkdocs.yml", ""),
    "another name, other folders": ("web site/site.yml", "docs_dir: my pages\nsite_dir: ../public\n"),
    "ProperDocs": ("properdocs.yml", ""),
    "Zensical": ("web.yml", "markdown_extensions: [tilesite]\n"),
}


@pytest.mark.parametrize(("name", "config"), RUN.values(), ids=RUN)
def test_what_is_said_to_be_run_next_runs(tmp_path: Path, name: str, config: str) -> None:
    file = tmp_path / name
    docs = file.parent / ("my pages" if "my pages" in config else "docs")
    docs.mkdir(parents=True)
    (docs / "index.md").write_text(f"# t\n\n{GOOD.format(id='a')}", "utf-8")
    file.write_text(f"{HEAD}  font: false\nsite_url: https://example.org/\n{config}", "utf-8")
    said = tilesite(tmp_path, "adopt", name)
    apply(tmp_path, said)
    commands = said.text.rsplit("next: ", 1)[1]
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_MKDOCS_2_WARNING": "1",
    }
    done = subprocess.run(
        ["bash", "-c", commands], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, commands + done.stdout + done.stderr
    checked = [line for line in done.stdout.splitlines() if line.startswith("1 pages")]
    assert checked == ["1 pages, 1 blocks, 0 problems"] * 2


def test_a_file_that_git_cannot_apply_to(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(LACKS_PLUGIN, "utf-8")
    (tmp_path / "below").mkdir()
    assert tilesite(tmp_path / "below", "adopt", "../mkdocs.yml").text.startswith(
        "The lines to add to ../mkdocs.yml, as a patch (add them by hand, or run this in a folder that holds the "
        "site):\n\n--- a/../mkdocs.yml\n"
    )


HOOK = (REPOSITORY / "hooks" / "tilesite_hook.py").read_text("utf-8")
WITH_HOOK = "hooks:\n  - hooks/{name}\n" + LACKS_PLUGIN


@pytest.mark.parametrize("name", ["tilesite_hook.py", "verify.py"])
def test_a_site_with_the_hook_has_what_it_needs(tmp_path: Path, name: str) -> None:
    root = site(tmp_path, WITH_HOOK.format(name=name))
    (root / "hooks").mkdir()
    (root / "hooks" / name).write_text(HOOK, "utf-8")
    assert tilesite(root, "adopt") == (0, "nothing is missing in mkdocs.yml\n")
    (root / "hooks" / name).write_text("# from tilesite.hosts import mkdocs\n", "utf-8")
    assert "+plugins:\n+  - search\n+  - tilesite\n" in tilesite(root, "adopt").text


def test_a_hook_outside_of_the_site_goes_by_its_name(tmp_path: Path) -> None:
    for name, said in (("tilesite_hook.py", "nothing is missing"), ("verify.py", "The lines to add")):
        root = site(tmp_path / name / "site", f"hooks:\n  - ../{name}\n{LACKS_PLUGIN}")
        (tmp_path / name / name).write_text(HOOK, "utf-8")
        assert tilesite(root, "adopt").text.startswith(said)


def test_the_hook_and_the_plugin_are_refused(tmp_path: Path) -> None:
    root = site(tmp_path, WITH_HOOK.format(name="verify.py") + "plugins: [tilesite]\n")
    (root / "hooks").mkdir()
    (root / "hooks" / "verify.py").write_text(HOOK, "utf-8")
    assert tilesite(root, "adopt") == (
        2,
        (
            'tilesite: error: "mkdocs.yml": expected the plugin or the hook, got both ("hooks/verify.py"), which a '
            "build refuses. Example: plugins: [search, tilesite]\n"
        ),
    )


FOR_ZENSICAL = (
    "markdown_extensions names tilesite, which is all that Zensical needs; with MkDocs, name the plugin too, so that a "
    "strict build fails at a wrong block: plugins: [search, tilesite]\n"
)


def test_a_site_for_zensical_needs_no_plugin(tmp_path: Path) -> None:
    root = site(tmp_path, "markdown_extensions:\n  - tilesite\n")
    said = tilesite(root, "adopt")
    assert said.text.endswith(
        "+  - pymdownx.superfences\n"
        + FOR_ZENSICAL
        + "next: tilesite check docs && zensical build -c && tilesite check docs --site site\n"
    )
    (root / "mkdocs.yml").write_text("markdown_extensions: [tilesite: {lang: zh}, pymdownx.superfences]\n", "utf-8")
    assert tilesite(root, "adopt") == (0, f"nothing is missing in mkdocs.yml\n{FOR_ZENSICAL}")


INHERITED = {
    "nothing is missing": ("plugins: [search, tilesite]\n" + LACKS_PLUGIN, "", set()),
    "the plugin, named here": (LACKS_PLUGIN, "plugins: [search]\n", {"mkdocs.yml"}),
    "the plugin, named above": (LACKS_PLUGIN + "plugins:\n  - search\n", "", {"base.yml"}),
    "the plugin, named nowhere": (LACKS_PLUGIN, "", {"mkdocs.yml"}),
    "fences, in a list that is replaced": (LACKS_PLUGIN, "markdown_extensions: [tables]\n", {"mkdocs.yml"}),
    "one line in each": ("plugins: [search]\n", "markdown_extensions: [tables]\n", {"base.yml", "mkdocs.yml"}),
    "mappings, which are joined": (
        "plugins: {search: {}, tilesite: {}}\nmarkdown_extensions: {pymdownx.superfences: {}}\n",
        "plugins: {search: {lang: en}}\nmarkdown_extensions: {tables: {}}\n",
        set(),
    ),
    "all": ("", "", {"mkdocs.yml"}),
}


@pytest.mark.parametrize(("parent", "child", "changed"), INHERITED.values(), ids=INHERITED)
def test_a_site_that_inherits(tmp_path: Path, parent: str, child: str, changed: set[str]) -> None:
    root = site(tmp_path, "INHERIT: middle.yml\n" + child)
    (root / "middle.yml").write_text("INHERIT: base.yml\nextra: {a: 1}\n", "utf-8")
    (root / "base.yml").write_text("docs_dir: docs\n" + parent, "utf-8")
    before = {file.name: file.read_bytes() for file in root.glob("*.yml")}
    said = tilesite(root, "adopt")
    assert said.code == 0
    if changed:
        apply(root, said)
    assert {name for name, data in before.items() if data != (root / name).read_bytes()} == changed
    assert tilesite(root, "adopt") == (0, "nothing is missing in mkdocs.yml, middle.yml, base.yml\n")
    assert strict_build(with_bare_theme(root)).soup.select("section.tilesite")


REFUSED = {
    "a list": (
        "- a\n",
        (
            '"mkdocs.yml": expected a mkdocs.yml or properdocs.yml that can be read (no mapping of settings), got what '
            "cannot be read. Example: site_name: My site"
        ),
    ),
    "an open quote": (
        'a: "',
        (
            '"mkdocs.yml": expected a mkdocs.yml or properdocs.yml that can be read (while scanning a quoted scalar in '
            '"<unicode string>", line 1, column 4: a: " ^ found unexpected end of stream in "<unicode string>", line '
            '1, column 5: a: " ^), got what cannot be read. Example: site_name: My site'
        ),
    ),
    "plugins in words": (
        "plugins: search\n",
        (
            "mkdocs.yml: plugins: expected a list or a mapping written out in this file, got something else in line 1. "
            "Example: plugins: [search, tilesite]"
        ),
    ),
    "extensions of the environment": (
        "markdown_extensions: !ENV [NAMES]\n",
        (
            "mkdocs.yml: markdown_extensions: expected a list or a mapping written out in this file, got something "
            "else in line 1. Example: markdown_extensions: [pymdownx.superfences]"
        ),
    ),
    "a site between braces": (
        "{site_name: t, markdown_extensions: [pymdownx.superfences]}\n",
        (
            "mkdocs.yml: plugins: expected tilesite there, which you can add by hand: `tilesite adopt` does not know "
            "how to write it, got a form of line 1 that it cannot add to. Example: plugins: [search, tilesite]"
        ),
    ),
    "no parent": (
        "INHERIT: base.yml\n",
        (
            "mkdocs.yml: INHERIT: expected the name of a file that this one inherits, got none that is there: "
            '"base.yml". Example: INHERIT: base.yml'
        ),
    ),
    "a parent of the environment": (
        "INHERIT: !ENV BASE\n",
        (
            "mkdocs.yml: INHERIT: expected the name of a file that this one inherits, got no name written out. "
            "Example: INHERIT: base.yml"
        ),
    ),
    "itself for a parent": (
        "INHERIT: ./mkdocs.yml\n",
        (
            "mkdocs.yml: INHERIT: expected files that inherit from each other without a loop, at most 10, got "
            '"mkdocs.yml". Example: INHERIT: base.yml'
        ),
    ),
}


@pytest.mark.parametrize(("config", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_added_to(tmp_path: Path, config: str, message: str) -> None:
    (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
    assert tilesite(tmp_path, "adopt") == (2, f"tilesite: error: {message}\n")


def test_many_parents_are_told(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.yml").write_text(f"INHERIT: {number + 1}.yml\n", "utf-8")
    refused = tilesite(tmp_path, "adopt", "0.yml")
    assert refused.code == 2
    assert refused.text.startswith("tilesite: error: 10.yml: INHERIT: expected files that inherit from each other ")


def test_aliases_that_stand_for_very_much_are_not_written_out(tmp_path: Path) -> None:
    levels = "".join(f"  l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 30))
    root = site(tmp_path, f"extra:\n  l0: &l0 [a]\n{levels}plugins: [*l29]\nmarkdown_extensions: [{{*l29: a}}]\n")
    assert "tilesite, " not in tilesite(root, "adopt").text


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
def test_the_page_for_adopters_shows_the_hook(tmp_path: Path, page: str) -> None:
    text = (REPOSITORY / "docs" / page).read_text("utf-8")
    (shown,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert shown == HOOK
    (lines,) = re.findall(r"```yaml\n(hooks:\n.*?)```", text, re.DOTALL)
    root = site(tmp_path, lines)
    (root / "hooks").mkdir()
    (root / "hooks" / "tilesite_hook.py").write_text(shown, "utf-8")
    assert tilesite(root, "adopt") == (0, "nothing is missing in mkdocs.yml\n")
    assert strict_build(with_bare_theme(root)).soup.select("section.tilesite")


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
