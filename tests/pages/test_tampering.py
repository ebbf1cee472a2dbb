"""Whatever is tampered with, the check and the strict build both tell it, with file, line and column."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sites import GOOD, REPOSITORY, build, run, strict_build, tilesite, write_site

BLOCK = GOOD.format(id="a")
PAGE = f"""---
title: t
---
# t

It takes {{{{ a.shared.total_bytes.kb }}}} KB of {{{{ a.shared.limit_bytes.kb }}}} KB.

{BLOCK}
<!-- tilesite:output a -->

```text
C1 shared/stage 48.0 KB -> total 144.0 KB
...
```

<!-- /tilesite -->

```yaml tile id="over" expect="fail:C1"
block_m: 128
block_n: 256
block_k: 64
stages: 5
threads: 256
```

<!-- tilesite:output over -->

```text
...
FAIL C1 shared 245760 B > 232448 B per block at stages=5
...
```

<!-- /tilesite -->
"""
TAMPERED = {
    "an expectation": ('expect="fail:C1"', 'expect="fail:C2"', "docs/index.md:25:1: option expect: expected fail:C2"),
    "a recorded output": ("total 144.0", "total 144.5", "docs/index.md:19:38: recorded output of a: expected "),
    "an inline number": ("a.shared.total_bytes.kb", "a.shared.total_byte.kb", "docs/index.md:6:10: value a.shared: "),
    "a fence": (
        "stages: 3\nthreads: 256\n```\n",
        "stages: 3\nthreads: 256\n````\n",
        "docs/index.md:14:1: block: expected lines of key: value",
    ),
    "a config": ("stages: 3", "stages: 4", "docs/index.md:19:35: recorded output of a: expected "),
}


def told(root: Path, package: Path = REPOSITORY) -> tuple[str, str]:
    environment = {**os.environ, "PYTHONPATH": str(package)}
    checked = run("tilesite", "check", "docs", cwd=root, env=environment)
    built = build(root, "--strict", env=environment)
    assert (checked.returncode != 0, built.code) in ((False, 0), (True, 1))
    return checked.stdout, built.printed


def test_what_nobody_touched_passes(tmp_path: Path) -> None:
    checked, _ = told(write_site(tmp_path, {"index.md": PAGE}))
    assert checked == "1 pages, 2 blocks, 0 problems\n"


@pytest.mark.parametrize("name", sorted(TAMPERED))
def test_what_is_changed_in_a_page_is_told(tmp_path: Path, name: str) -> None:
    old, new, problem = TAMPERED[name]
    assert PAGE.count(old) == 1
    for said in told(write_site(tmp_path, {"index.md": PAGE.replace(old, new)})):
        assert problem in said, said


def test_a_changed_fact_is_told(tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(REPOSITORY / "tilesite", package / "tilesite", ignore=shutil.ignore_patterns("__pycache__"))
    rows = package / "tilesite" / "tile" / "device_rows.py"
    changed = rows.read_text("utf-8").replace('"9.0", 228,', '"9.0", 226,')
    assert changed != rows.read_text("utf-8")
    rows.write_text(changed, "utf-8")
    root = tmp_path / "site"
    root.mkdir()
    for said in told(write_site(root, {"index.md": PAGE}), package):
        assert "docs/index.md:37:1: recorded output of over: expected " in said, said


@pytest.mark.parametrize(
    "tamper",
    [
        lambda html: html.replace("144.0", "999.9"),
        lambda html: html.replace("OK all four", "FAIL none of"),
        lambda html: re.sub(r"(<section[^>]*>).*?</section>", r"\1</section>", html, flags=re.DOTALL),
        lambda html: html.replace("</samp>", "<b>x</b></samp>", 1),
    ],
)
@pytest.mark.parametrize("page", [BLOCK, BLOCK.replace(" expect", ' head="3" expect')])
def test_an_output_that_is_no_longer_the_real_one_in_the_built_page(
    tmp_path: Path, tamper: Callable[[str], str], page: str
) -> None:
    write_site(tmp_path, {"index.md": page})
    assert strict_build(tmp_path).problems == []
    assert tilesite(tmp_path, "check", "docs", "--site", "site").code == 0
    built = tmp_path / "site" / "index.html"
    built.write_text(tamper(built.read_text("utf-8")), "utf-8")
    checked = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert checked.code == 1
    assert checked.text.splitlines()[0] == (
        "docs/index.md:1:1: tile block: expected the output that it has now in the built page, got another one. "
        "Example: a build after the last change"
    )


def test_a_page_that_is_not_built_is_told_though_another_has_the_same_block(tmp_path: Path) -> None:
    block = BLOCK.replace(' id="a"', "")
    write_site(tmp_path, {"index.md": block, "other.md": block})
    assert strict_build(tmp_path).problems == []
    assert tilesite(tmp_path, "check", "docs", "--site", "site").code == 0
    shutil.rmtree(tmp_path / "site" / "other")
    checked = tilesite(tmp_path, "check", "docs", "--site", "site")
    assert checked.code == 1
    assert checked.text == (
        "docs/other.md:1:1: page: expected a built page in site, got none. Example: mkdocs build --strict\n"
        "2 pages, 2 blocks, 1 problems\n"
    )
