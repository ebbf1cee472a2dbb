"""The guides say what the programs do: kinds, formats, samples and tables of both languages are those of the code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml
from sites import REPOSITORY, tilesite, write_site

from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.commands import FILE_FLAGS
from tilesite.pages.formats import FORMATS as REPORTS
from tilesite.pages.header import COMMAND_OPTION_NAMES
from tilesite.pages.kinds import KINDS
from tilesite.pages.reference import REFERENCES
from tilesite.pages.settings import SETTING_FIELDS
from tilesite.pages.values import FORMATS

DOCS = {"en": REPOSITORY / "docs", "zh": REPOSITORY / "docs" / "zh"}
GUIDES = (
    "checking.md",
    "contributing.md",
    "design.md",
    "glossary.md",
    "programs.md",
    "verified-blocks.md",
    *(f"reference/{name}.md" for name in ("rules", "tile-decision", "tilesite", "tma-descriptor")),
)
HEADING = re.compile(r"^#{2,} .*?\{ #([\w-]+) \}$", re.MULTILINE)


def text(lang: str, name: str) -> str:
    return (DOCS[lang] / name).read_text("utf-8")


def without_fences(page: str) -> str:
    return re.sub(r"^(`{3,}).*?^\1$", "", page, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("lang", DOCS)
def test_kinds_options_and_formats_are_named(lang: str) -> None:
    blocks, checking = text(lang, "verified-blocks.md"), text(lang, "checking.md")
    for name in KINDS:
        assert f"| `{name}` |" in blocks
        assert f"### {name} {{ #{name} }}" in blocks
    for name in FORMATS:
        assert f"| `{name}` |" in blocks
    for name in (*COMMAND_OPTION_NAMES, *FILE_FLAGS, *REFERENCES):
        assert f"`{name}" in blocks
    for name in REPORTS:
        assert f"\n`{name}`\n:   " in checking


@pytest.mark.parametrize("lang", DOCS)
def test_the_sample_of_settings_has_all_of_them(lang: str) -> None:
    (sample,) = re.findall(
        r"```yaml\n(markdown_extensions:\n  - tilesite:\n.*?)```", text(lang, "verified-blocks.md"), re.DOTALL
    )
    (options,) = (each["tilesite"] for each in yaml.safe_load(sample)["markdown_extensions"])
    assert list(options) == [field.name for field in SETTING_FIELDS]
    assert all(options[field.name] != field.default for field in SETTING_FIELDS)


@pytest.mark.parametrize("lang", DOCS)
def test_the_samples_of_reports_are_what_is_said(tmp_path: Path, lang: str) -> None:
    checking = text(lang, "checking.md")
    (page,) = re.findall(r"````markdown\n(# t\n.*?)````", checking, re.DOTALL)
    write_site(tmp_path, {"index.md": page})
    for name in ("text", "json", "github"):
        start = checking.index(f"\n`{name}`\n:   ")
        shown = re.search(r"    ```\w+\n(.*?)    ```", checking[start:], re.DOTALL)
        assert shown is not None
        said = tilesite(tmp_path, "check", "docs", "--format", name)
        assert said == (1, re.sub(r"^    ", "", shown[1], flags=re.MULTILINE))


@pytest.mark.parametrize("name", GUIDES)
def test_both_languages_have_the_same_anchors_blocks_and_tables(name: str) -> None:
    english, chinese = text("en", name), text("zh", name)
    assert HEADING.findall(english) == HEADING.findall(chinese)
    assert len(HEADING.findall(english)) == len(re.findall(r"^#{2,} ", without_fences(english), re.MULTILINE)) > 0
    inserts = re.compile(r"^<!-- tilesite:reference (.*) -->$", re.MULTILINE)
    assert inserts.findall(english) == inserts.findall(chinese)
    found = [verify_pages(find_pages([str(DOCS[lang] / name)])) for lang in ("en", "zh")]
    (first,), (second,) = found
    assert [answer.block.kind for answer in first.page.answers] == [answer.block.kind for answer in second.page.answers]
    assert [answer.block.options.id for answer in first.page.answers] == [
        answer.block.options.id for answer in second.page.answers
    ]


@pytest.mark.parametrize("lang", DOCS)
def test_the_guides_are_verified_and_nothing_in_them_is_left_out(lang: str) -> None:
    paths = [str(DOCS[lang] / name) for name in GUIDES]
    assert tilesite(REPOSITORY, "check", "--require-all", *paths).code == 0


def test_every_reference_is_shown_once() -> None:
    # The limits stand where a message is explained, all others in pages of their own.
    pages = [
        text("en", name) for name in (*GUIDES, "tile-size-decision.md") if name.startswith(("reference/", "tile-"))
    ]
    shown = [name for page in pages for name in re.findall(r"^<!-- tilesite:reference (.*) -->$", page, re.MULTILINE)]
    assert sorted(shown) == sorted(REFERENCES)


def test_every_term_has_its_word_in_the_other_language() -> None:
    terms = {lang: HEADING.findall(text(lang, "glossary.md")) for lang in DOCS}
    assert terms["en"] == terms["zh"]
    assert len(terms["en"]) > 40
    for lang, other in (("en", "zh"), ("zh", "en")):
        for part in text(lang, "glossary.md").split("\n## ")[1:]:
            assert f'<span lang="{other}">' in part.split("\n\n")[1]
            assert "→" in part


def test_the_hooks_of_pre_commit_are_commands(tmp_path: Path) -> None:
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["id"] for hook in hooks] == ["tilesite-check", "tilesite-update"]
    (tmp_path / "page.md").write_text("# t\n", "utf-8")
    for hook in hooks:
        program, *argv = shlex.split(hook["entry"])
        assert program == "tilesite"
        assert tilesite(tmp_path, *argv, "page.md").code == 0
        assert all(f"- id: {hook['id']}" in text(lang, "adopting.md") for lang in DOCS)
