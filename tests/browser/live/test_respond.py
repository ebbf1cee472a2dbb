"""What the browser is asked, asked here: the wheel alone answers, and answers what the build shows."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from cases import EDITS, with_live
from sites import build, run, strict_build, write_site

from tilesite.language import LANGUAGES
from tilesite.pages.blocks import Answer
from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.kinds import KIND_NAMES
from tilesite.pages.live.data import live_data
from tilesite.pages.live.files import FOLDER, PACKAGES, SCRIPT, LiveError, live_files, pinned_version, site_module
from tilesite.pages.live.respond import respond
from tilesite.pages.live.texts import ELEMENT_TEXTS
from tilesite.pages.live.wheel import needed_packages, wheel, wheel_name
from tilesite.pages.page import verify_page
from tilesite.pages.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
ASSETS = ROOT / "tilesite" / "pages" / "assets" / "live"
ASK = """import sys
sys.path[:0] = sys.argv[1:]
from tilesite.pages.live.respond import respond
for line in sys.stdin:
    print(respond(line))
names = {name.split(".")[0] for name in sys.modules}
assert not names & {"markdown", "pymdownx", "markdown_it", "mkdocs"}, names
"""


def question(ask: str, of: dict[str, Any], **settings: object) -> str:
    return json.dumps({"ask": ask, "of": of, "settings": settings})


def asked_of(answer: Answer, lang: str = "en") -> dict[str, Any]:
    of: dict[str, Any] = json.loads(live_data(answer.block, answer.block.options.lang or lang))
    return of


def blocks_of_the_site() -> list[tuple[Answer, dict[str, Any]]]:
    found = [
        (answer, asked_of(answer, checked.site.settings.lang))
        for checked in verify_pages(find_pages([str(ROOT / "docs")], ["examples/*"]))
        for answer in checked.page.answers
        if answer.block.kind in KIND_NAMES
    ]
    assert len(found) >= 8
    return found


def test_every_block_of_the_site_is_answered_by_the_wheel_alone(tmp_path: Path) -> None:
    for name, data in ((wheel_name(), wheel()), (PACKAGES, needed_packages())):
        (tmp_path / name).write_bytes(data)
    blocks = blocks_of_the_site()
    asked = "".join(question("block", of) + "\n" for _, of in blocks)
    argv = [sys.executable, "-I", "-S", "-X", "utf8", "-c", ASK, str(tmp_path / wheel_name()), str(tmp_path / PACKAGES)]
    done = subprocess.run(argv, input=asked, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    for (answer, _), line in zip(blocks, done.stdout.splitlines(), strict=True):
        assert json.loads(line)["output"] == answer.output, answer.block.place


def test_an_answer_is_the_html_of_the_build(tmp_path: Path, pyodide: Path) -> None:
    body = "block_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n"
    page = f'# T\n\n```yaml tile id="a" expect="pass"\n{body}```\n'
    site = with_live(write_site(tmp_path, {"index.md": page}), pyodide)
    section = strict_build(site).soup.select_one("section.tilesite")
    assert section is not None
    live = section.select_one("tilesite-live")
    assert live is not None
    answer = json.loads(respond(question("block", json.loads(str(live["data-live"])))))
    answered = BeautifulSoup(answer["html"], "html.parser").select_one("section")
    assert answered is not None
    parts = ("pre.tilesite-output", "pre.tilesite-command", "details.tilesite-sources", "figcaption")
    for part in parts:
        assert [each.decode_contents() for each in answered.select(part)] == [
            each.decode_contents() for each in section.select(part)
        ], part
    assert section.select("svg")
    assert answered.select(".tilesite-config") == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("kind", "body"), EDITS.values(), ids=EDITS)
def test_an_edited_config_has_the_problems_and_the_output_of_a_build(kind: str, body: str, lang: str) -> None:
    fence = f'1. x\n\n    ```yaml {kind} lang="{lang}" strict="false"\n'
    indented = "".join(f"    {line}\n" if line else "\n" for line in body.split("\n"))
    page = verify_page(f"{fence}{indented}    ```\n", "docs/p.md")
    (built,) = page.answers
    of = {**asked_of(built), "body": body}
    answer = json.loads(respond(question("block", of)))
    assert answer["output"] == built.output
    shown = BeautifulSoup(answer["html"], "html.parser")
    told = [str(problem) for problem in built.problems]
    assert [item.get_text() for item in shown.select(".tilesite-problems li")] == told
    lines = [int(problem.split(":")[1]) - built.block.place.line or None for problem in told]
    assert answer["lines"] == lines
    assert shown.select("script") == []
    assert answer["said"]


def test_settings_of_the_site_hold_in_the_browser_too() -> None:
    of = next(of for answer, of in blocks_of_the_site() if answer.block.kind == "sweep")
    answer = json.loads(respond(question("block", {**of, "body": "topk: 2"}, page_candidates=10)))
    assert "space: expected at most 10 candidates" in answer["html"]
    assert answer["output"] is None


def test_blocks_can_be_edited_where_the_site_says_so_and_nowhere_else(tmp_path: Path, pyodide: Path) -> None:
    page = '```tile id="a"\nblock_m: 128\nblock_n: 256\nblock_k: 64\nstages: 3\nthreads: 256\n```\n'
    page += "\n```console verified\n$ tile-decision --topk 1\n```\n"
    (tmp_path / "off").mkdir()
    off = build(write_site(tmp_path / "off", {"index.md": page}), "--strict")
    assert off.code == 0
    assert "tilesite-live" not in off.html()
    assert not (off.site / FOLDER).exists()
    (tmp_path / "on").mkdir()
    on = build(with_live(write_site(tmp_path / "on", {"index.md": page}), pyodide), "--strict")
    assert on.code == 0, on.printed
    assert on.html().count("<tilesite-live ") == 1
    assert f'<script src="{SCRIPT}" type="module"></script>' in on.html()
    assert {path.name for path in (on.site / FOLDER / "pyodide").iterdir()} == {
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    }


def test_a_folder_without_pyodide_ends_the_build(tmp_path: Path) -> None:
    site = with_live(write_site(tmp_path, {"index.md": "x\n"}), Path("vendor"))
    built = build(site)
    assert built.code == 1
    version = pinned_version()
    message = (
        f"tilesite: setting live: expected the folder of npm's package pyodide, with pyodide.mjs in it, "
        f'got "{tmp_path / "vendor"}". Example: npm install pyodide@{version}, and live: node_modules/pyodide'
    )
    assert message in built.printed


def test_another_version_of_pyodide_is_refused(tmp_path: Path, pyodide: Path) -> None:
    for path in pyodide.iterdir():
        if path.is_file():
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "package.json").unlink()
    (tmp_path / "package.json").write_text('{"version": "0.26.0"}', "utf-8")
    with pytest.raises(LiveError) as refused:
        live_files(tmp_path, Settings())
    version = pinned_version()
    assert str(refused.value) == (
        f'setting live: expected pyodide {version}, got "0.26.0". '
        f"Example: npm install pyodide@{version}, and live: node_modules/pyodide"
    )


def test_the_lock_pins_what_is_named_and_names_no_host() -> None:
    lock = ROOT / "tilesite" / "pages" / "live" / "package-lock.json"
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    assert packages["node_modules/pyodide"]["version"] == pinned_version()
    assert all("integrity" in package for name, package in packages.items() if name)
    assert "://" not in lock.read_text("utf-8")


def test_the_wheel_is_what_runs_here_and_pip_installs_it(tmp_path: Path) -> None:
    assert wheel() == wheel()
    file = tmp_path / wheel_name()
    file.write_bytes(wheel())
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        sources = {
            f"tilesite/{path.relative_to(ROOT / 'tilesite').as_posix()}" for path in ROOT.glob("tilesite/**/*.py")
        }
        assert sources <= set(names)
        for name in sources:
            assert archive.read(name) == (ROOT / name).read_bytes()
        (record,) = (name for name in names if name.endswith("/RECORD"))
        rows = list(csv.reader(io.StringIO(archive.read(record).decode())))
        assert [row[0] for row in rows] == names
        for name, digest, size in rows[:-1]:
            data = archive.read(name)
            assert len(data) == int(size)
            assert digest == f"sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')}"
    target = tmp_path / "installed"
    pip = run("pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(target), str(file), cwd=tmp_path)
    assert pip.returncode == 0, pip.stdout
    argv = [sys.executable, "-S", "-c", "import tilesite; print(tilesite.__file__)"]
    ran = subprocess.run(argv, cwd=target, capture_output=True, encoding="utf-8", check=True)
    assert str(target) in ran.stdout


def test_the_packages_beside_the_wheel_hold_their_licences() -> None:
    assert needed_packages() == needed_packages()
    with zipfile.ZipFile(io.BytesIO(needed_packages())) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names if name.endswith(".py")} == {"yaml", "jinja2", "markupsafe"}
    assert len([name for name in names if "LICENSE" in name.upper()]) == 3
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]


def test_the_scripts_say_nothing_that_has_no_words() -> None:
    scripts = "".join(path.read_text("utf-8") for path in ASSETS.glob("*.js"))
    said = set(re.findall(r'say\((?:this\.)?#?lang(?:uageOf\(\w+\))?, "(\w+)"[,)]', scripts))
    assert said <= set(ELEMENT_TEXTS)
    unsaid = {name for name in ELEMENT_TEXTS if f'"{name}"' not in scripts and f"{name}:" not in scripts}
    assert unsaid == set()


def test_what_a_site_tells_its_scripts_is_data() -> None:
    module = site_module(Settings(), {"a.wasm": 3}, {"p.zip": b"x"})
    for line in module.splitlines():
        name, value = re.fullmatch(r"export const ([A-Z]+) = (.*);", line).groups()  # type: ignore[union-attr]
        assert name in {"SETTINGS", "TEXTS", "FORM", "SIZES", "PYTHON"}
        json.loads(value)


@pytest.mark.parametrize("page", ["verified-blocks.md", "zh/verified-blocks.md"])
def test_the_guide_names_the_pinned_version_and_what_is_loaded(page: str, pyodide: Path) -> None:
    guide = (ROOT / "docs" / page).read_text("utf-8")
    assert f"npm install pyodide@{pinned_version()}\n" in guide
    loaded = [
        each for each in live_files(pyodide, Settings()) if each.path.endswith((".wasm", ".zip", ".whl", ".json"))
    ]
    size = sum(len(each.content) if isinstance(each.content, bytes) else each.content.stat().st_size for each in loaded)
    assert f" {round(size / 1e6)} MB" in guide


def test_a_second_site_uses_the_files_of_the_first(tmp_path: Path, pyodide: Path) -> None:
    site = with_live(write_site(tmp_path, {"a/b.md": '```tile id="x" strict="false"\n' + "stages: 1\n```\n"}), pyodide)
    config = site / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("live: /", "live_from: ../\n      live: /"), "utf-8")
    built = build(site)
    assert f'<script src="../../../{SCRIPT}" type="module"></script>' in built.html("a/b")
    assert not (built.site / FOLDER).exists()
    assert (built.site / "assets" / "live.css").is_file()
