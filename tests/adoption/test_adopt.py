"""``tilesite adopt``: the lines that it prints are applied as they are printed, and the site builds with them."""

from __future__ import annotations

import os
import re
import shlex
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
    "dots at the end": "plugins: [search]\n...\n# no settings\n",
    "an alias that comes last": "extra:\n  s: &s search\nplugins:\n  - *s\nnav:\n  - index.md\n",
    "keys behind question marks": "? plugins\n: - search\n? markdown_extensions\n: - tables\n",
    "dashes on lines of their own": "plugins:\n  -\n    search\nmarkdown_extensions:\n  -\n    tables\n",
    "comments behind nothing": "plugins: # all\nmarkdown_extensions: # none\nextra: {a: 1}\n",
    "others' settings": "extra: &e\n  plugins: [search]\n<<: *e\n",
    "others' settings in a mapping": "extra: &e\n  search: {}\nplugins:\n  <<: *e\n",
    "other line ends in it": "extra: {a: 'x\u2028 y\u0085 z'} # q\nplugins: [search]\n",
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


WHOLE = {
    "a byte order mark": "\ufeffplugins: [search]\nsite_name: t\n",
    "nothing": "",
    "nothing but a byte order mark": "\ufeff",
    "nothing but a comment": "# none",
    "nothing but dashes": "---\n",
    "line ends of another time": "site_name: t\rplugins:\r  - search\rmarkdown_extensions: [tables]\r",
    "indented": "  site_name: t\n  plugins:\n    - search\n",
    "indented, with nothing": "  site_name: t\n  plugins:\n",
    "braces": "{site_name: t}\n",
    "braces over lines": "{\n  site_name: t,\n  plugins: [search],\n}\n",
    "braces with nothing": "{site_name: t, plugins: ~, markdown_extensions: }\n",
    "nulls written out": "site_name: t\nplugins: ~ # none\nmarkdown_extensions: !!null\n",
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_a_whole_configuration_builds_with_the_lines_applied(tmp_path: Path, text: str) -> None:
    root = site(tmp_path, "")
    (root / "mkdocs.yml").write_bytes(text.encode())
    apply(root, tilesite(root, "adopt"))
    assert tilesite(root, "adopt") == (0, "nothing is missing in mkdocs.yml\n")
    (root / "mkdocs.yml").rename(root / "base.yml")
    (root / "mkdocs.yml").write_text("INHERIT: base.yml\nsite_name: t\n", "utf-8")
    assert strict_build(with_bare_theme(root)).soup.select("section.tilesite")


BY_HAND = """\
The lines of {shown} that are new or longer, to be added by hand, since git applies no patch to {why}:

1: plugins: [search, tilesite]

next: {commands}
"""
NAMES = {
    "a folder above": ("../web/site.yml", "../web/site.yml", "an absolute path, or one with .."),
    "a link": ("link.yml", "link.yml", "what a link leads to"),
    "a tab": ("a\tb.yml", "a␉b.yml", "a name with such characters"),
    "a line end": ("a\nb.yml", "a␊b.yml", "a name with such characters"),
    "a quote": ('a"b.yml', 'a"b.yml', "a name with such characters"),
    "an escape": ("a\x1b[31mb.yml", "a␛[31mb.yml", "a name with such characters"),
}


@pytest.mark.parametrize(("name", "shown", "why"), NAMES.values(), ids=NAMES)
def test_a_file_that_git_cannot_apply_to(tmp_path: Path, name: str, shown: str, why: str) -> None:
    root = tmp_path / "web"
    root.mkdir()
    for file in ("site.yml", *([name] if not name.startswith(("..", "link")) else [])):
        (root / file).write_text(f"plugins: [search]\n{LACKS_PLUGIN}", "utf-8")
    (root / "link.yml").symlink_to("site.yml")
    said = tilesite(root, "adopt", name)
    docs, built = ("../web/docs", "../web/site") if name.startswith("..") else ("docs", "site")
    word = shlex.quote(shown)
    check = f"tilesite check {docs} --config {word}"
    commands = f"{check} && mkdocs build --strict -f {word} && {check} --site {built}"
    assert said == (0, BY_HAND.format(shown=shown, why=why, commands=commands))


def test_a_path_from_the_root_gets_no_patch(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(LACKS_PLUGIN, "utf-8")
    said = tilesite(tmp_path, "adopt", str(tmp_path / "mkdocs.yml"))
    assert said.text.partition("\n\n")[0] == (
        f"The lines of {tmp_path / 'mkdocs.yml'} that are new or longer, to be added by hand, since git applies no "
        "patch to an absolute path, or one with ..:"
    )
    assert "@@" not in said.text


@pytest.mark.parametrize("name", ["$(touch owned) it's.yml", "页 面.yml"])
def test_names_are_words_of_a_shell(tmp_path: Path, name: str) -> None:
    root = site(tmp_path, "")
    (root / "mkdocs.yml").rename(root / name)
    said = tilesite(root, "adopt", name)
    assert f"(tilesite adopt {shlex.quote(name)} | git apply)" in said.text
    apply(root, said)
    assert tilesite(root, "adopt", name) == (0, f"nothing is missing in {name}\n")


PLUGIN = "plugins: [search, tilesite]\n"
BEHIND = (
    "markdown_extensions: expected {0} before pymdownx.superfences, since it brings fences of its own, got it behind. "
    "Example: markdown_extensions: [{0}, pymdownx.superfences]"
)
IN_THE_WAY = {
    "the plugin twice": (
        f"plugins: [search, tilesite, tilesite]\n{LACKS_PLUGIN}",
        "plugins: expected the plugin tilesite once, got 2 of them. Example: plugins: [search, tilesite]",
    ),
    "the plugin switched off": (
        f"plugins:\n  - search\n  - tilesite: {{enabled: false}}\n{LACKS_PLUGIN}",
        (
            "plugins: tilesite: expected the plugin switched on, got enabled: false. "
            "Example: plugins: [search, tilesite]"
        ),
    ),
    "an option of the plugin": (
        f"plugins: {{search: {{}}, tilesite: {{lang: zh}}}}\n{LACKS_PLUGIN}",
        (
            'plugins: tilesite: expected no option of the plugin, which has none, got "lang". '
            "Example: plugins: [search, tilesite]"
        ),
    ),
    "fences of another name": (
        f"{PLUGIN}markdown_extensions: ['pymdownx.superfences:SuperFencesCodeExtension']\n",
        (
            "markdown_extensions: expected pymdownx.superfences by that name alone, got "
            '"pymdownx.superfences:SuperFencesCodeExtension". Example: markdown_extensions: [pymdownx.superfences]'
        ),
    ),
    "extra behind": (f"{PLUGIN}markdown_extensions: [pymdownx.superfences, extra]\n", BEHIND.format("extra")),
    "extra of markdown behind": (
        f"{PLUGIN}markdown_extensions: [pymdownx.superfences, markdown.extensions.extra]\n",
        BEHIND.format("markdown.extensions.extra"),
    ),
    "tabs kept": (
        f"{PLUGIN}markdown_extensions: [pymdownx.superfences: {{preserve_tabs: true}}]\n",
        (
            "pymdownx.superfences: preserve_tabs: expected false: bodies are read with their tabs as blanks, got "
            "true. Example: preserve_tabs: false"
        ),
    ),
}


@pytest.mark.parametrize(("config", "message"), IN_THE_WAY.values(), ids=IN_THE_WAY)
def test_what_is_in_the_way(tmp_path: Path, config: str, message: str) -> None:
    root = with_bare_theme(site(tmp_path, config))
    assert tilesite(root, "adopt") == (2, f"tilesite: error: {message}\n")
    built = build(root, "--strict")
    assert built.code != 0 or "data-tilesite=" not in built.html()


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
        ('"mkdocs.yml": expected a mapping of settings, got something else in line 1. Example: site_name: My site'),
    ),
    "an open quote": (
        'a: "',
        (
            '"mkdocs.yml": expected a mkdocs.yml or properdocs.yml that can be read (found unexpected end of stream, '
            "in line 1), got what cannot be read. Example: site_name: My site"
        ),
    ),
    "a null with an anchor": (
        "plugins: &p ~\nextra: {a: *p}\nmarkdown_extensions: [pymdownx.superfences]\n",
        (
            "mkdocs.yml: plugins: expected tilesite there, which you can add by hand: `tilesite adopt` does not know "
            "how to write it, got a form of line 1 that it cannot add to. Example: plugins: [search, tilesite]"
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


BOMBS = {"a list": "plugins: *l7\n", "a key": "? *l7\n: a\n", "a name": "markdown_extensions: [{? *l7 : a}]\n"}


@pytest.mark.parametrize("config", BOMBS.values(), ids=BOMBS)
def test_aliases_that_stand_for_very_much_are_not_written_out(tmp_path: Path, config: str) -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 8))
    root = site(tmp_path, f"l0: &l0 [x]\n{levels}{config}")
    assert tilesite(root, "adopt") == (
        2,
        (
            'tilesite: error: "mkdocs.yml": expected a configuration of at most 100000 values, an alias counted as all '
            "that it stands for, got more. Example: site_name: My site\n"
        ),
    )


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yml")
    assert tilesite(tmp_path, "adopt", "x.yml") == (
        2,
        (
            'tilesite: error: "x.yml": expected a configuration that can be read, got a folder, a pipe, a socket or a '
            "device. Example: tilesite adopt mkdocs.yml\n"
        ),
    )


def test_bad_usage(tmp_path: Path) -> None:
    for argv, message in (
        (["a.yml", "b.yml"], "CONFIG: expected one configuration, got 2 of them. "),
        (
            ["zensical.toml"],
            '"zensical.toml": expected a mkdocs.yml or properdocs.yml that can be read (.toml), got another file. ',
        ),
        (["none.yml"], '"none.yml": expected a configuration that can be read, got No such file'),
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
