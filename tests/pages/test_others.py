"""Pages that also use other plugins and extensions: macros, minify, translations, a blog, tabs, abbreviations."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bs4 import BeautifulSoup
from sites import GOOD, REPOSITORY, Built, build, tilesite

BLOCK = GOOD.format(id="a")
HEAD = "site_name: t\nsite_url: http://example.org/\ntheme:\n  name: {theme}\nhooks:\n  - {hook}\n"
EXTENSIONS = """markdown_extensions:
  - abbr
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - pymdownx.arithmatex
  - pymdownx.betterem
  - pymdownx.blocks.admonition
  - pymdownx.critic
  - pymdownx.details
  - pymdownx.emoji
  - pymdownx.highlight:
      anchor_linenums: true
      linenums: true
  - pymdownx.inlinehilite
  - pymdownx.keys
  - pymdownx.magiclink
  - pymdownx.mark
  - pymdownx.smartsymbols
  - pymdownx.superfences:
      custom_fences:
        - name: mermaid
          class: mermaid
          format: !!python/name:pymdownx.superfences.fence_code_format
  - pymdownx.tabbed:
      alternate_style: true
  - pymdownx.tasklist
  - smarty
  - toc:
      permalink: true
"""


def site(root: Path, pages: dict[str, str], more: str = "", theme: str = "material") -> Built:
    hook = REPOSITORY / "hooks" / "tilesite_hook.py"
    (root / "mkdocs.yml").write_text(HEAD.format(theme=theme, hook=hook) + EXTENSIONS + more, "utf-8")
    for name, text in pages.items():
        page = root / "docs" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")
    return build(root, "--strict")


def right(root: Path, built: Built) -> None:
    """The build is strict and complete, and the check of the built site agrees."""
    assert built.code == 0, built.printed
    checked = tilesite(root, "check", "docs", "--site", "site")
    assert checked.code == 0, checked.text


MIXED = f"""# Title {{{{ a.waves.tail_fill.percent }}}}

*[SM]: multiprocessor
*[tile]: abbreviation

The SM's "tile" -- (c) {{{{ a.ok }}}} :smile: ++ctrl+c++ ==marked== $a^2$ {{++added++}} and tile.

=== "One"

    {BLOCK.replace(chr(10), chr(10) + "    ").rstrip()}

=== "Two"

    ```mermaid
    graph LR
    ```

    ```yaml title="plain" hl_lines="1"
    a: 1
    ```

- [ ] task {{{{ a.waves.count }}}}

/// admonition | Block
A block {{{{ a.waves.count }}}}.
///

Text[^1].

[^1]: A note {{{{ a.ok }}}}.

<!-- tilesite:output a -->

```text
C1 shared/stage 48.0 KB -> total 144.0 KB
...
```

<!-- /tilesite -->
"""


def test_many_extensions_at_once(tmp_path: Path) -> None:
    built = site(tmp_path, {"index.md": MIXED})
    right(tmp_path, built)
    soup = BeautifulSoup(built.html(), "html.parser")
    assert not soup.select("section.tilesite abbr")
    assert soup.select_one("abbr").text in ("SM", "tile")
    assert len(soup.select("span.tilesite-value")) == 5
    assert soup.select_one(".mermaid")


def test_macros(tmp_path: Path) -> None:
    page = f"# t\n\n{{% set x = 3 %}}{{{{ x + 1 }}}} and {{{{ a.waves.count }}}}\n\n{BLOCK}"
    built = site(tmp_path, {"index.md": page}, "plugins:\n  - search\n  - macros\n")
    right(tmp_path, built)
    soup = BeautifulSoup(built.html(), "html.parser")
    assert "4 and 4" in soup.select_one("article").text


def test_macros_leave_ids_with_a_minus_alone(tmp_path: Path) -> None:
    page = (
        "# t\n\n{{ my-fig.waves.count }}, {{fig-1.waves.count}}, {% if true %}{{ my-fig.waves.count }}{% endif %}\n\n"
    )
    page += "{{ 1 + 2 }}, {% raw %}{{ other-x }}{% endraw %}\n\n"
    page += BLOCK.replace('"a"', '"my-fig"') + "\n" + BLOCK.replace('"a"', '"fig-1"')
    built = site(tmp_path, {"index.md": page}, "plugins:\n  - search\n  - macros\n")
    right(tmp_path, built)
    shown = BeautifulSoup(built.html(), "html.parser").select_one("article").text
    assert "4, 4, 4" in shown
    assert "3, {{ other-x }}" in shown


def test_a_variable_of_macros_is_not_taken_from_it(tmp_path: Path) -> None:
    page = f"# t\n\n{{{{ a.x }}}}\n\n{BLOCK.replace(chr(34) + 'a' + chr(34), chr(34) + 'b' + chr(34))}"
    built = site(tmp_path, {"index.md": page}, "plugins:\n  - macros\nextra:\n  a:\n    x: theirs\n")
    right(tmp_path, built)
    assert "theirs" in built.html()


def test_a_block_that_a_macro_makes_is_no_verified_one(tmp_path: Path) -> None:
    page = '# t\n\n{% set fence = "```" %}{{ fence }}tile\nblock_m: 1\n{{ fence }}\n'
    built = site(tmp_path, {"index.md": page}, "plugins:\n  - macros\n")
    assert built.code == 1
    assert "expected 0 of it in the built page, got 1" in built.printed


def test_pages_that_are_minified_when_they_are_done(tmp_path: Path) -> None:
    built = site(tmp_path, {"index.md": MIXED})
    page = built.site / "index.html"
    page.write_text(re.sub(r"""="([^"'=<>`\s]+)\"""", r"=\1", built.html()), "utf-8")
    assert 'data-tilesite="' not in built.html()
    right(tmp_path, built)


def test_translations(tmp_path: Path) -> None:
    languages = "        - locale: en\n          name: en\n          default: true\n          build: true\n"
    languages += "        - locale: zh\n          name: zh\n          build: true\n"
    pages = {"index.en.md": f"# t\n\n{BLOCK}", "index.zh.md": f"# 题\n\n{BLOCK}"}
    built = site(tmp_path, pages, f"plugins:\n  - i18n:\n      docs_structure: suffix\n      languages:\n{languages}")
    right(tmp_path, built)
    assert 'id="a"' in built.html("zh")


def test_a_blog_with_drafts(tmp_path: Path) -> None:
    post = f"---\ndate: 2026-01-01\n---\n# Post\n\nShort.\n\n<!-- more -->\n\n{BLOCK}"
    draft = post.replace("date: 2026-01-01", "date: 2026-01-02\ndraft: true").replace("# Post", "# Draft")
    pages = {"index.md": "# t\n", "blog/index.md": "# Blog\n", "blog/posts/one.md": post, "blog/posts/two.md": draft}
    built = site(tmp_path, pages, "plugins:\n  - blog\n")
    assert built.code == 0, built.printed
    right(tmp_path, built)


def test_a_blog_that_shows_a_block_in_an_excerpt(tmp_path: Path) -> None:
    post = f"---\ndate: 2026-01-01\n---\n# Post\n\nShort.\n\n{BLOCK}\n\n<!-- more -->\n\nMore.\n"
    pages = {"index.md": "# t\n", "blog/index.md": "# Blog\n", "blog/posts/one.md": post}
    built = site(tmp_path, pages, "plugins:\n  - blog\n")
    assert 'id="a"' in built.html("blog")
    right(tmp_path, built)


def test_pages_that_a_site_leaves_out_by_itself(tmp_path: Path) -> None:
    other = BLOCK.replace("block_m: 128", "block_m: 64")
    pages = {"index.md": f"# t\n\n{BLOCK}", "templates/x.md": other, "sub/index.md": BLOCK, "sub/README.md": other}
    built = site(tmp_path, pages)
    assert built.code == 1  # a README beside an index is a warning of MkDocs
    assert build(tmp_path).code == 0
    checked = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert checked == (0, "4 pages, 4 blocks, 0 problems\n")


def test_pages_without_folders_of_their_own(tmp_path: Path) -> None:
    pages = {"index.md": "# t\n", "a.md": BLOCK, "a/index.md": BLOCK.replace("block_m: 128", "block_m: 64")}
    right(tmp_path, site(tmp_path, pages, "use_directory_urls: false\n"))


def test_a_second_site_that_leaves_out_other_pages(tmp_path: Path) -> None:
    right(tmp_path, site(tmp_path, {"index.md": "# t\n", "a.md": BLOCK, "b.md": BLOCK}, "exclude_docs: a.md\n"))
    config = (tmp_path / "mkdocs.yml").read_text("utf-8")
    (tmp_path / "other.yml").write_text(config.replace("a.md", "b.md") + "site_dir: other\n", "utf-8")
    assert build(tmp_path, "--strict", "-f", "other.yml").code == 0
    checked = tilesite(tmp_path, "check", "docs", "--site", "other")
    assert checked.code == 0, checked.text
    (tmp_path / "other" / "a" / "index.html").unlink()
    told = "docs/a.md:1:1: page: expected a built page in other, got none. Example: mkdocs build --strict\n"
    assert tilesite(tmp_path, "check", "docs", "--site", "other").text.startswith(told)


def test_pages_outside_of_the_navigation_and_pages_left_out(tmp_path: Path) -> None:
    pages = {
        "index.md": "# t\n",
        "hidden.md": f"# h\n\n{BLOCK}",
        "draft.md": f"# d\n\n{BLOCK}",
        "out.md": f"# o\n\n{BLOCK}",
    }
    more = "nav:\n  - index.md\nnot_in_nav: |\n  hidden.md\ndraft_docs: |\n  draft.md\nexclude_docs: |\n  out.md\n"
    built = site(tmp_path, pages, more)
    right(tmp_path, built)
    assert 'id="a"' in built.html("hidden")
    assert not (built.site / "draft").exists()


def test_the_search_index_holds_a_bounded_part(tmp_path: Path) -> None:
    sweep = '```yaml sweep head="3"\ntopk: 400\n```\n'
    built = site(tmp_path, {"index.md": f"# t\n\n{sweep}\n{BLOCK}"}, "plugins:\n  - search\n")
    right(tmp_path, built)
    index = json.loads((built.site / "search" / "search_index.json").read_text("utf-8"))
    text = "".join(each["text"] for each in index["docs"])
    assert "OK all four constraints satisfied" in text
    assert len(text) < 6_000
    assert len(BeautifulSoup(built.html(), "html.parser").select_one(".tilesite-rest samp").text.splitlines()) > 390


def test_two_sites_from_one_folder(tmp_path: Path) -> None:
    built = site(tmp_path, {"index.md": f"# t\n\n{BLOCK}"})
    right(tmp_path, built)
    other = (tmp_path / "mkdocs.yml").read_text("utf-8").replace("site_name: t", "site_name: o\nsite_dir: other")
    (tmp_path / "other.yml").write_text(other.replace("  - toc", "  - tilesite:\n      lang: zh\n  - toc"), "utf-8")
    assert build(tmp_path, "--strict", "-f", "other.yml").code == 0
    assert 'lang="zh"' in (tmp_path / "other" / "index.html").read_text("utf-8")
    right(tmp_path, built)
