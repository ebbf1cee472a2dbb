"""The same pages under MkDocs, ProperDocs and Zensical: the same HTML, and an error fails the build or the check."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from sites import GOOD, Built, run, tilesite, with_bare_theme, write_site

PAGE = f"""---
title: x
---
# Waves: {{{{ a.waves.tail_fill.percent }}}}

A warp is 32 threads [@warp].

<!-- tilesite:sources -->

{GOOD.format(id="a")}
!!! note

    <!-- tilesite:output a -->

    ```text
    ...
    ```

    <!-- /tilesite -->

- item

    ```console verified id="c" head="2"
    $ tile-decision --topk 3
    ```

```yaml sweep id="top" lang="zh"
topk: 2
```

## {{{{ a.waves.count }}}} waves
"""
BAD = "---\ntitle: x\n---\n# t\n\n" + GOOD.format(id="b").replace("block_m: 128", "block_m: wide")
MESSAGE = 'docs/bad.md:7:10: block_m: expected a whole number from 1 to 2^63-1, got "wide". Example: block_m: 128'
EXTENSION = "  - toc\n  - tilesite\nplugins: []"
SEARCHED = " data-search-exclude"
QUOTED = ' data-search-exclude=""'
_PARTS = re.compile(
    r'<section [^>]*class="tilesite[ -].*?</section>|<h1.*?</h1>'
    r'|<span class="tilesite-value.*?</span>|<sup class="tilesite-.*?</sup>',
    re.DOTALL,
)


def site(root: Path, pages: dict[str, str], *, hook: bool) -> Path:
    write_site(root, pages, hook=hook)
    if not hook:
        config = root / "mkdocs.yml"
        config.write_text(config.read_text("utf-8").replace("plugins: []", EXTENSION), "utf-8")
    return root


def mkdocs(root: Path, pages: dict[str, str], *, strict: bool, hook: bool = True) -> Built:
    with_bare_theme(site(root, pages, hook=hook))
    done = run("mkdocs", "build", *(["--strict"] if strict else []), cwd=root)
    return Built(done.returncode, done.stdout, root / "site")


def properdocs(root: Path, pages: dict[str, str], *, strict: bool) -> Built:
    with_bare_theme(site(root, pages, hook=True))
    shutil.move(root / "mkdocs.yml", root / "properdocs.yml")
    done = run("properdocs", "build", *(["--strict"] if strict else []), cwd=root)
    return Built(done.returncode, done.stdout, root / "site")


def zensical(root: Path, pages: dict[str, str], *, strict: bool) -> Built:
    site(root, pages, hook=False)
    config = root / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("name: mkdocs", "name: material"), "utf-8")
    done = run("zensical", "build", "-c", *(["-s"] if strict else []), cwd=root)
    return Built(done.returncode, done.stdout, root / "site")


def extension_alone(root: Path, pages: dict[str, str], *, strict: bool) -> Built:
    return mkdocs(root, pages, strict=strict, hook=False)


HOSTS = (mkdocs, properdocs, zensical, extension_alone)


def test_every_host_gives_the_same_html(tmp_path: Path) -> None:
    parts = {}
    for host in HOSTS:
        root = tmp_path / host.__name__
        root.mkdir()
        built = host(root, {"index.md": PAGE}, strict=True)
        assert built.code == 0, built.printed
        # Zensical takes the mark of its search out once it has read it.
        html = built.html().replace(QUOTED, "").replace(SEARCHED, "")
        parts[host.__name__] = _PARTS.findall(html)
    assert len(parts["mkdocs"]) == 9
    assert parts == dict.fromkeys(parts, parts["mkdocs"])


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_names_the_place(tmp_path: Path, host: object) -> None:
    assert callable(host)
    built: Built = host(tmp_path, {"index.md": PAGE, "bad.md": BAD}, strict=False)
    assert built.code == 0
    assert "Traceback" not in built.printed
    html = built.html("bad")
    assert '<div class="tilesite-problems" role="alert">' in html
    if host is not extension_alone:  # without a hook MkDocs tells the extension no file
        assert MESSAGE.replace('"', "&#34;") in html
        assert MESSAGE in built.printed


@pytest.mark.parametrize("host", [mkdocs, properdocs])
def test_a_strict_build_with_the_hook_fails(tmp_path: Path, host: object) -> None:
    assert callable(host)
    built: Built = host(tmp_path, {"index.md": PAGE, "bad.md": BAD}, strict=True)
    assert built.code == 1
    assert MESSAGE in built.printed
    assert not (built.site / "index.html").exists()


@pytest.mark.parametrize("host", HOSTS)
def test_the_check_of_the_built_site_is_the_gate_for_all(tmp_path: Path, host: object) -> None:
    assert callable(host)
    built: Built = host(tmp_path, {"index.md": PAGE}, strict=True)
    assert built.code == 0
    good = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert good == (0, "1 pages, 3 blocks, 0 problems\n")
    page = tmp_path / "docs" / "index.md"
    page.write_text(PAGE.replace("stages: 3", "stages: 2"), "utf-8")
    stale = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert stale.code == 1
    assert "docs/index.md:10:1: tile block: expected 1 of it in the built page, got 0." in stale.text


def test_a_site_that_lost_the_extension_is_told(tmp_path: Path) -> None:
    with_bare_theme(write_site(tmp_path, {"index.md": PAGE}, hook=False))
    assert run("mkdocs", "build", "--strict", cwd=tmp_path).returncode == 0
    told = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert told.code == 1
    assert len(told.text.splitlines()) == 10
