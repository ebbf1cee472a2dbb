"""``tilesite check`` as a program."""

from __future__ import annotations

import os
from pathlib import Path

from sites import GOOD, run, write_site

USAGE = "tilesite: error: "


def test_all_verified(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a"), "sub/b.md": GOOD.format(id="b"), "plain.md": "# no block\n"})
    checked = run("tilesite", "check", "docs/", cwd=tmp_path)
    assert (checked.returncode, checked.stdout) == (0, "3 pages, 2 blocks, 0 problems\n")


def test_one_page_and_an_excluded_one(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": GOOD.format(id="a"), "draft/b.md": "```tyle\n```\n"})
    assert run("tilesite", "check", "docs/index.md", cwd=tmp_path).stdout == "1 pages, 1 blocks, 0 problems\n"
    assert run("tilesite", "check", "docs", "--exclude", "draft/*", cwd=tmp_path).returncode == 0
    assert run("tilesite", "check", "docs", cwd=tmp_path).returncode == 2


def test_unreadable_wins_over_a_difference(tmp_path: Path) -> None:
    unmet = GOOD.format(id="a").replace('"pass"', '"fail"')
    write_site(tmp_path, {"index.md": unmet, "bad.md": "```tile\n- 1\n```\n"})
    assert run("tilesite", "check", "docs", cwd=tmp_path).returncode == 2


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    checked = run("tilesite", "check", "dosc", cwd=tmp_path)
    expected = 'PATHS: expected a page or a folder of pages that exists, got "dosc". Example: tilesite check docs/\n'
    assert (checked.returncode, checked.stdout) == (2, USAGE + expected)


def test_a_sub_command_that_does_not_exist(tmp_path: Path) -> None:
    checked = run("tilesite", "chek", cwd=tmp_path)
    expected = 'arguments: expected one of check, update, cite, schema, got "chek". Example: tilesite check docs/\n'
    assert (checked.returncode, checked.stdout) == (2, USAGE + expected)


def test_a_flag_that_does_not_exist(tmp_path: Path) -> None:
    checked = run("tilesite", "check", "--sit", "site", cwd=tmp_path)
    expected = (
        'arguments: expected a flag that exists (did you mean --site?), got "--sit". Example: tilesite check docs/\n'
    )
    assert (checked.returncode, checked.stdout) == (2, USAGE + expected)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# t\n"})
    (tmp_path / "secret.md").write_text(GOOD.format(id="a"), "utf-8")
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path / "secret.md")
    checked = run("tilesite", "check", "docs", cwd=tmp_path)
    expected = (
        "docs/link.md:1:1: page: expected a file inside docs, got a link out of it. Example: a copy of the file\n"
    )
    assert (checked.returncode, checked.stdout) == (2, expected + "2 pages, 0 blocks, 1 problems\n")


def test_the_locale_does_not_matter(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "# 变量\n\n```tile\nblock_m: 大\n```\n"})
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "", "PYTHONUTF8": "0"}
    checked = run("tilesite", "check", "docs", cwd=tmp_path, env=environment)
    assert checked.returncode == 2
    assert 'got "大"' in checked.stdout
