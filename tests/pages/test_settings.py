"""What a site sets in its configuration, and that builds and checks read it alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import GOOD, build, strict_build, tilesite, write_site

from tilesite.pages.nesting import FENCES, Nesting, nesting
from tilesite.pages.settings import SETTING_FIELDS, Settings
from tilesite.pages.site import site_of

SWEEP = "```sweep\ntopk: 2\n```\n"
FAR = "bound: expected at most {} candidates"


def with_settings(root: Path, pages: dict[str, str], **settings: object) -> Path:
    write_site(root, pages)
    config = root / "mkdocs.yml"
    lines = "".join(f"      {name}: {value}\n" for name, value in settings.items())
    config.write_text(config.read_text("utf-8").replace("plugins: []", f"  - tilesite:\n{lines}plugins: []"), "utf-8")
    return root


def test_the_defaults_are_those_of_the_table() -> None:
    assert {field.name: field.default for field in SETTING_FIELDS} == {
        name: value for name, value in Settings()._asdict().items() if name != "nesting"
    }


def test_a_language_for_the_whole_site(tmp_path: Path) -> None:
    with_settings(tmp_path, {"index.md": GOOD.format(id="a")}, lang="zh")
    assert strict_build(tmp_path).soup.select_one("section.tilesite")["lang"] == "zh"
    assert tilesite(tmp_path, "check", "docs").code == 0


@pytest.mark.parametrize("settings", [{"page_candidates": 1000}, {"site_candidates": 1000}])
def test_candidates_are_bounded_over_a_page_and_over_the_site(tmp_path: Path, settings: dict[str, int]) -> None:
    with_settings(tmp_path, {"index.md": SWEEP + "\n" + SWEEP}, **settings)
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 2
    (problem, _) = checked.text.splitlines()
    assert problem.startswith("docs/index.md:5:1: space: expected at most 100 candidates")
    assert strict_build(tmp_path).problems == [problem]


def test_the_bound_of_the_site_spans_pages(tmp_path: Path) -> None:
    with_settings(tmp_path, {"index.md": SWEEP, "z.md": SWEEP}, site_candidates=1000)
    checked = tilesite(tmp_path, "check", "docs")
    assert [line.split(": ")[0] for line in checked.text.splitlines()][:1] == ["docs/z.md:1:1"]
    assert tilesite(tmp_path, "check", "docs/index.md").code == 0


def test_output_is_bounded(tmp_path: Path) -> None:
    with_settings(tmp_path, {"index.md": GOOD.format(id="a")}, output_characters=100)
    (problem,) = strict_build(tmp_path).problems
    assert problem.startswith("docs/index.md:1:1: block: expected at most 100 characters of output, got ")


def test_search_gets_a_bounded_part(tmp_path: Path) -> None:
    pages = {"index.md": GOOD.format(id="a") + "\n" + GOOD.format(id="b").replace('"b"', '"b" head="1"')}
    with_settings(tmp_path, pages, search_characters=100)
    soup = strict_build(tmp_path).soup
    whole, head = (soup.select_one(f"#{name} > .tilesite-output") for name in "ab")
    assert ("data-search-exclude" in whole.attrs, "data-search-exclude" in head.attrs) == (True, False)
    assert "data-search-exclude" in soup.select_one("#b .tilesite-rest").attrs


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("lang", "de", 'lang: expected one of en, zh, got "de". Example: lang: zh'),
        ("page_candidates", "many", 'page_candidates: expected a whole number from 1 to 2^63-1, got "many".'),
        ("lang", "fr", 'lang: expected one of en, zh, got "fr". Example: lang: zh'),
        ("require_al", "true", 'require_al: expected a key that exists (did you mean require_all?), got "require_al".'),
        ("build", "1", "build: expected a key that exists: one of lang, page_candidates, site_candidates, "),
    ],
)
def test_a_wrong_setting_is_told(tmp_path: Path, name: str, value: str, message: str) -> None:
    with_settings(tmp_path, {"index.md": "# t\n"}, **{name: value})
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 2
    assert message in checked.text
    built = build(tmp_path)
    assert built.code == 1
    assert "File " not in built.printed
    assert f"ERROR   -  tilesite: {message}" in built.printed


def test_a_wrong_setting_without_the_hook_is_told_on_each_page(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a")}, hook=False)
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        config.read_text("utf-8").replace("plugins: []", "  - tilesite: {lang: fr}\nplugins: []"), "utf-8"
    )
    built = build(tmp_path)
    message = 'tilesite: lang: expected one of en, zh, got "fr". Example: lang: zh'
    assert (built.code, "File " in built.printed) == (0, False)
    assert message in built.printed
    assert message.replace('"', "&quot;") in built.html()


def test_a_site_without_superfences_is_told(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a")})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("  - pymdownx.superfences\n", ""), "utf-8")
    built = build(tmp_path)
    assert built.code == 1
    expected = "expected pymdownx.superfences among markdown_extensions, which makes fences, got none"
    assert f"tilesite: {expected}. Example: markdown_extensions: [pymdownx.superfences]" in built.printed
    config.write_text(config.read_text("utf-8").replace("  - def_list\n", "  - pymdownx.extra\n"), "utf-8")
    assert build(tmp_path, "--strict").code == 0


def test_the_site_of_a_folder_is_found_above_it(tmp_path: Path) -> None:
    with_settings(tmp_path, {"a/b/index.md": "# t\n"}, lang="zh")
    for folder in ("", "docs", "docs/a", "docs/a/b"):
        assert site_of(tmp_path / folder).settings.lang == "zh"


def test_a_configuration_among_the_pages_is_not_that_of_the_site(tmp_path: Path) -> None:
    with_settings(tmp_path, {"index.md": "# t\n"}, lang="zh")
    (tmp_path / "docs" / "mkdocs.yml").write_text("docs_dir: elsewhere\n", "utf-8")
    assert site_of(tmp_path / "docs").settings.lang == "zh"


def test_tags_of_a_configuration_run_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    (tmp_path / "mkdocs.yml").write_text(
        f"plugins: !!python/object/apply:os.system ['touch {mark}']\nx: !ENV [HOME]\ny: !!python/name:a.b ''\n",
        "utf-8",
    )
    assert site_of(tmp_path).root == tmp_path.resolve()
    assert not mark.exists()


def test_a_broken_configuration_is_told(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    (tmp_path / "mkdocs.yml").write_text("a: [\n", "utf-8")
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 2
    assert checked.text.startswith("tilesite: error: mkdocs.yml: expected a configuration that can be read (")


def test_zensicals_own_configuration_is_read(tmp_path: Path) -> None:
    (tmp_path / "zensical.toml").write_text(
        '[project]\nsite_name = "t"\n[project.markdown_extensions.tilesite]\nlang = "zh"\n'
        '[project.markdown_extensions.pymdownx.snippets]\nbase_path = ["docs"]\n',
        "utf-8",
    )
    (tmp_path / "docs").mkdir()
    site = site_of(tmp_path / "docs")
    assert site.settings.lang == "zh"
    assert site.snippets is not None


def test_only_extensions_that_nest_decide_where_a_fence_stands() -> None:
    assert nesting(dict.fromkeys(["toc", "markdown.extensions.admonition", "tables"])) == Nesting(
        ("admonition", "tables", "pymdownx.superfences")
    )
    assert nesting({"extra": None}) == Nesting(
        ("attr_list", "def_list", "footnotes", "md_in_html", "tables", "pymdownx.superfences")
    )


@pytest.mark.parametrize(
    "extensions",
    [
        "- pymdownx.superfences:\n      disable_indented_code_blocks: true",
        "- pymdownx.extra:\n      pymdownx.superfences:\n        disable_indented_code_blocks: true",
    ],
)
def test_a_site_without_indented_code_has_blocks_that_are_indented(tmp_path: Path, extensions: str) -> None:
    indented = "".join(f"    {line}\n" for line in GOOD.format(id="a").splitlines())
    write_site(tmp_path, {"index.md": f"text\n\n{indented}"})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("- pymdownx.superfences", extensions), "utf-8")
    assert strict_build(tmp_path).soup.select_one("section.tilesite#a")
    checked = tilesite(tmp_path, "check", "docs")
    assert (checked.code, checked.text) == (0, "1 pages, 1 blocks, 0 problems\n")


def test_values_in_formulas_and_addresses_are_told_by_the_check_and_the_build(tmp_path: Path) -> None:
    page = GOOD.format(id="a") + "\n$x {{ a.ok }}$ and <https://example.org/{{ a.ok }}>\n\n$$\n{{ a.ok }}\n$$\n"
    write_site(tmp_path, {"index.md": page})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("plugins: []", "  - pymdownx.arithmatex\nplugins: []"), "utf-8")
    first = page.split("\n").index("$$")
    wanted = [f"docs/index.md:{first - 1}:4:", f"docs/index.md:{first - 1}:41:", f"docs/index.md:{first + 2}:1:"]
    assert [line.split(" ")[0] for line in tilesite(tmp_path, "check", "docs").text.splitlines()[:-1]] == wanted
    told = {line.split(" ")[0] for line in strict_build(tmp_path).problems}
    assert told == set(wanted)


def test_a_site_beside_another_has_its_own_settings(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n", "zh/index.md": "# t\n", "zh/out.md": "# t\n"})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "exclude_docs: zh/\n", "utf-8")
    ours = "INHERIT: mkdocs.yml\ndocs_dir: docs/zh\nexclude_docs: out.md\n"
    ours += "markdown_extensions: [pymdownx.superfences, {tilesite: {lang: zh}}]\n"
    (tmp_path / "mkdocs.zh.yml").write_text(ours, "utf-8")
    site = site_of(tmp_path / "docs")
    assert site.settings.lang == "en"
    assert site.owner(tmp_path / "docs" / "index.md") == site
    chinese = site.owner(tmp_path / "docs" / "zh" / "index.md")
    assert chinese.settings.lang == "zh"
    assert chinese.excluded[-1] == "out.md"
    assert chinese == site_of(tmp_path / "docs" / "zh").owner(tmp_path / "docs" / "zh" / "index.md")


def test_a_translation_is_compared_with_the_folder_that_it_is_built_into(tmp_path: Path) -> None:
    page = f"# t\n\n{GOOD.format(id='a')}"
    write_site(tmp_path, {"index.md": page, "zh/index.md": page})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + "exclude_docs: zh/\n", "utf-8")
    (tmp_path / "mkdocs.zh.yml").write_text("INHERIT: mkdocs.yml\ndocs_dir: docs/zh\n", "utf-8")
    assert build(tmp_path).code == 0
    assert build(tmp_path, "--config-file", "mkdocs.zh.yml", "--site-dir", "site/zh").code == 0
    assert tilesite(tmp_path, "check", "docs", "--site", "site").code == 0
    built = tmp_path / "site" / "zh" / "index.html"
    built.write_text("<html></html>", "utf-8")
    checked = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert checked.code == 1
    assert checked.text.startswith("docs/zh/index.md:3:1: ")


def test_a_configuration_that_inherits_from_itself_is_told(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    (tmp_path / "mkdocs.yml").write_text("INHERIT: other.yml\n", "utf-8")
    (tmp_path / "other.yml").write_text("INHERIT: mkdocs.yml\n", "utf-8")
    checked = tilesite(tmp_path, "check", "docs")
    assert checked.code == 2
    assert checked.text == (
        "tilesite: error: other.yml: expected a configuration that does not inherit from itself, got a loop. "
        "Example: INHERIT: mkdocs.yml\n"
    )


def with_extensions(root: Path, page: str, *, first: str = "", last: str = "", fences: str = "") -> Path:
    write_site(root, {"index.md": page})
    config = root / "mkdocs.yml"
    text = config.read_text("utf-8").replace("markdown_extensions:\n", f"markdown_extensions:\n{first}")
    text = text.replace("  - pymdownx.superfences\n", f"  - pymdownx.superfences{fences}\n")
    config.write_text(text.replace("plugins: []", f"{last}plugins: []"), "utf-8")
    return root


INDENTED = "".join(f"    {line}\n" for line in GOOD.format(id="a").splitlines())


@pytest.mark.parametrize(
    ("extensions", "page", "blocks"),
    [
        ("  - pymdownx.fancylists\n", f"a. item\n\n{INDENTED}", 1),
        ("  - pymdownx.fancylists:\n      additional_ordered_styles: [roman]\n", f"c) item\n\n{INDENTED}", 1),
        ("  - pymdownx.fancylists:\n      additional_ordered_styles: [roman]\n", f"b) item\n\n{INDENTED}", 0),
        ("", f"a. item\n\n{INDENTED}", 0),
        ("  - sane_lists\n", f"1. item\n\n{INDENTED}", 1),
        ("  - pymdownx.quotes\n", f"> [!note]\n> x\n\n{GOOD.format(id='a')}", 1),
    ],
)
def test_lists_of_other_extensions_hold_blocks(tmp_path: Path, extensions: str, page: str, blocks: int) -> None:
    with_extensions(tmp_path, page, last=extensions)
    checked, built = tilesite(tmp_path, "check", "docs"), strict_build(tmp_path)
    assert (checked.code == 0) == (built.problems == [])
    assert checked.text.endswith(f"1 pages, {blocks} blocks, {len(built.problems)} problems\n")


@pytest.mark.parametrize(
    ("where", "extension", "message"),
    [
        (
            "last",
            "extra",
            (
                f"markdown_extensions: expected extra before {FENCES}, since it brings fences of its own, got it "
                f"behind. Example: markdown_extensions: [extra, {FENCES}]"
            ),
        ),
        (
            "fences",
            ":\n      preserve_tabs: true",
            (
                f"{FENCES}: preserve_tabs: expected false: bodies are read with their tabs as blanks, got true. "
                "Example: preserve_tabs: false"
            ),
        ),
    ],
)
def test_extensions_under_which_no_block_can_be_right_are_told(
    tmp_path: Path, where: str, extension: str, message: str
) -> None:
    entry = f"  - {extension}\n" if where == "last" else extension
    with_extensions(tmp_path, GOOD.format(id="a"), **{where: entry})
    assert tilesite(tmp_path, "check", "docs") == (2, f"tilesite: error: mkdocs.yml: {message}\n")
    built = build(tmp_path)
    assert built.code == 1
    assert f"ERROR   -  tilesite: {message}\n" in built.printed


def test_extra_before_superfences_is_right(tmp_path: Path) -> None:
    with_extensions(tmp_path, GOOD.format(id="a"), first="  - extra\n")
    assert strict_build(tmp_path).problems == []
    assert tilesite(tmp_path, "check", "docs").code == 0


def test_hidden_pages_that_a_site_takes_in_are_checked(tmp_path: Path) -> None:
    bad = "```tile\n- 1\n```\n"
    write_site(tmp_path, {"index.md": "# t\n", ".h/t.md": bad, ".h/.i/u.md": bad, ".other/v.md": bad, ".w.md": bad})
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8") + 'exclude_docs: "!.h/"\n', "utf-8")
    told = {line.split(":")[0] for line in strict_build(tmp_path).problems}
    assert {line.split(":")[0] for line in tilesite(tmp_path, "check", "docs").text.splitlines()[:-1]} == told
    assert "docs/.h/t.md" in told
