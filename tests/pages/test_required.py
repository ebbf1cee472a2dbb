"""``--require-all``: every fence that looks like a config or a command of ours is verified, or says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from sites import strict_build, tilesite, write_site

from tilesite.pages.page import verify_page
from tilesite.pages.required import looks_like
from tilesite.pages.settings import Settings

REASON = 'unverified="keys only" '
CONFIG = "block_m: 128\nblock_n: 256\nstages: 3\n"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (CONFIG, "yaml tile"),
        ('{"block_m": 128, "block_n": 256}', "yaml tile"),
        ("dtype: f16\nshape: 8, 8\nbox: 8, 8\n", "yaml tma"),
        ("topk: 3\nsm_count: 108\n", "yaml sweep"),
        ("$ tile-decision --topk 8\n…\n", "console verified"),
        ("cd x\npython3 tile_decision.py\n", "console verified"),
        ("cd x\npython3 tma_descriptor.pyz\n", "console verified"),
        ("python3 -m tilesite.tma\n", "console verified"),
        ("name: x\nversion: 1\n", None),
        ("device: h100\nname: x\nversion: 1\n", None),
        ("x = tile_decision\n", None),
        ("", None),
    ],
)
def test_what_looks_like_a_block(body: str, kind: str | None) -> None:
    assert looks_like(body) == kind


def problems(info: str, body: str = CONFIG) -> list[str]:
    page = verify_page(f"```{info}\n{body}```\n", "p.md", Settings(require_all=True))
    return [str(problem) for problem in page.problems]


@pytest.mark.parametrize("info", ["yaml", "", "json", 'yaml title="x"', "text"])
def test_a_plain_fence_is_told(info: str) -> None:
    reason = 'unverified="why it is not verified"'
    expected = f"fence: expected a verified block or {reason}, got plain text. Example: ```yaml tile"
    assert problems(info) == [f"p.md:1:1: {expected}"]


@pytest.mark.parametrize(
    "info", ['yaml unverified="shows keys only"', "yaml unverified='x'", 'text unverified="x" title="t"']
)
def test_a_reason_is_enough(info: str) -> None:
    assert problems(info) == []


@pytest.mark.parametrize("info", ['yaml unverified=""', "yaml unverified", "yaml unverified=x", 'yaml unverified=" "'])
def test_a_reason_must_be_one(info: str) -> None:
    expected = f"option unverified: expected a reason, got {chr(34)}{info}{chr(34)}."
    assert [each.split(" Example")[0] for each in problems(info)][:1] == [f"p.md:1:1: {expected}"]


def test_the_flag_and_the_setting(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": f"```yaml\n{CONFIG}```\n"})
    assert tilesite(tmp_path, "check", "docs").code == 0
    assert strict_build(tmp_path).problems == []
    assert tilesite(tmp_path, "check", "docs", "--require-all").code == 2
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("plugins:", "  - tilesite:\n      require_all: true\nplugins:"))
    assert tilesite(tmp_path, "check", "docs").code == 2
    assert len(strict_build(tmp_path).problems) == 1


def test_a_fence_with_a_reason_is_shown_as_ever(tmp_path: Path) -> None:
    with_reason, plain = (f'```yaml {option}title="T" hl_lines="1"\n{CONFIG}```\n' for option in (REASON, ""))
    page = f"{with_reason}\n{plain}"
    built = strict_build(write_site(tmp_path, {"index.md": page}))
    with_reason, plain = built.soup.select("div.highlight")
    assert str(with_reason).replace("__code_0", "") == str(plain).replace("__code_1", "")
