"""The downloads: what the site offers is what runs, on every interpreter, and prints what the page shows."""

from __future__ import annotations

import ast
import io
import shlex
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from bs4 import BeautifulSoup, Tag
from interpreters import interpreters
from sites import run
from test_site import copy_of_site

from tilesite.hosts.zipapps import ZIPAPPS, zipapp_bytes

NAMES = [zipapp.name for zipapp in ZIPAPPS]
LANGUAGES = ("en", "zh")


class Site:
    """The built site of one language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.downloads = folder / "downloads"
        self.page = BeautifulSoup((self.downloads / "index.html").read_text("utf-8"), "html.parser")

    def shown(self) -> dict[str, str]:
        """The commands of the page, each with the output under it."""
        pairs = {}
        for command in self.page.select("section.tilesite-commands .tilesite-command"):
            output = command.find_next_sibling("pre")
            assert isinstance(output, Tag)
            pairs[command.text] = output.text
        return pairs


@pytest.fixture(scope="module", params=LANGUAGES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    root = copy_of_site(tmp_path_factory.mktemp(f"downloads-{request.param}"))
    if request.param == "zh":
        # The page of the one language in place of the other's, whatever the configuration calls its folders.
        (root / "docs" / "downloads.md").write_bytes((root / "docs" / "zh" / "downloads.md").read_bytes())
        config = root / "mkdocs.yml"
        config.write_text(config.read_text("utf-8").replace("  language: en", "  language: zh"), "utf-8")
    built = run("mkdocs", "build", "--strict", cwd=root)
    assert built.returncode == 0, built.stdout
    return Site(root / "site")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both files and nothing else."""
    folder = tmp_path_factory.mktemp("programs")
    for zipapp in ZIPAPPS:
        (folder / zipapp.name).write_bytes(zipapp_bytes(zipapp))
    return folder


def printed(python: str, folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    # -S leaves site-packages out and -I the folder and the environment: the file is all that Python has.
    return subprocess.run([python, "-I", "-S", *argv], cwd=folder, capture_output=True, encoding="utf-8", check=False)


def test_the_checksums_are_those_of_the_published_files(site: Site) -> None:
    rows = {row.select_one("a").text: [cell.text for cell in row.select("td")] for row in site.page.select("tbody tr")}
    assert list(rows) == NAMES
    published = {name: (site.downloads / name).read_bytes() for name in NAMES}
    for name, content in published.items():
        assert rows[name][1:] == [f"{len(content):,}", sha256(content).hexdigest()]
    sums = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in published.items())
    assert (site.downloads / "SHA256SUMS").read_text("utf-8") == sums


def test_the_links_of_the_table_lead_to_the_files(site: Site) -> None:
    hrefs = [link["href"] for link in site.page.select("tbody a")]
    assert [(site.downloads / href).resolve().name for href in hrefs] == NAMES
    assert all((site.downloads / href).is_file() for href in hrefs)


@pytest.mark.parametrize("version", sorted(interpreters()))
def test_every_interpreter_prints_what_the_page_shows(site: Site, version: str) -> None:
    shown = site.shown()
    assert [shlex.split(command)[1] for command in shown] == NAMES
    for command, output in shown.items():
        words = shlex.split(command)
        assert words[0] == "python3"
        ran = printed(interpreters()[version], site.downloads, *words[1:])
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.rstrip("\n") == output.rstrip("\n")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("version", [(2, 7, 18), (3, 8, 20)])
def test_an_older_python_is_told_in_one_line(programs: Path, name: str, version: tuple[int, int, int]) -> None:
    # No such Python is at hand: the file is run by this one, which says that it is older.
    code = f"import runpy, sys; sys.version_info = {version}; runpy.run_path({name!r}, run_name='__main__')"
    ran = printed(sys.executable, programs, "-c", code)
    wanted = f"Python: expected 3.9 or later, got {version[0]}.{version[1]}. Example: python3.9 {name}\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", wanted)
    with ZipFile(programs / name) as archive:
        main = archive.read("__main__.py").decode("ascii")
    ast.parse(main, feature_version=(3, 0))


OTHERS = [
    ("tile_decision.pyz", "tilesite.tile", ["--topk", "8"]),
    ("tile_decision.pyz", "tilesite.tile", ["--help"]),
    ("tile_decision.pyz", "tilesite.tile", ["--list-devices", "--lang", "zh"]),
    ("tile_decision.pyz", "tilesite.tile", ["--json", "--diagnose", "--block-m", "96", "--block-n", "96"]),
    ("tma_descriptor.pyz", "tilesite.tma", []),
    ("tma_descriptor.pyz", "tilesite.tma", ["--explain", "SWIZZLE_SPAN"]),
    ("tma_descriptor.pyz", "tilesite.tma", ["--emit", "c", "--dtype", "f16", "--shape", "64,64", "--box", "64,64"]),
    ("tma_descriptor.pyz", "tilesite.tma", ["swizzle", "--mode", "64B", "--json"]),
    ("tma_descriptor.pyz", "tilesite.tma", ["plan", "--input", '{"global_shape": [512], "shared_shape": [64]}']),
    (
        "tma_descriptor.pyz",
        "tilesite.tma",
        ["gemm", "--block-m", "128", "--block-n", "128", "--block-k", "64", "--stages", "3", "--threads", "128"],
    ),
]


@pytest.mark.parametrize("version", sorted(interpreters()))
def test_the_files_answer_as_the_modules_do(programs: Path, version: str) -> None:
    for name, module, argv in OTHERS:
        ran = printed(interpreters()[version], programs, name, *argv)
        root = Path(__file__).resolve().parents[1]
        other = subprocess.run(
            [sys.executable, "-m", module, *argv], cwd=root, capture_output=True, encoding="utf-8", check=False
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (other.returncode, other.stdout, other.stderr), argv
        assert ran.stdout + ran.stderr


def test_a_batch_is_read_from_a_file_beside_the_program(programs: Path) -> None:
    (programs / "lines.jsonl").write_text('{"block_m": 128}\n', "utf-8")
    ran = printed(sys.executable, programs, "tile_decision.pyz", "--batch", "lines.jsonl")
    assert ran.returncode == 2
    assert '"line": 1' in ran.stdout


@pytest.mark.parametrize("zipapp", ZIPAPPS, ids=NAMES)
def test_the_archives_hold_the_core_alone_and_nothing_of_this_machine(zipapp: object) -> None:
    content = zipapp_bytes(zipapp)
    assert content.startswith(b"#!/usr/bin/env python3\n")
    assert content == zipapp_bytes(zipapp)
    with ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert names == ["__main__.py", *sorted(names[1:], key=lambda name: name.split("/"))]
        assert all(name.endswith(".py") for name in names)
        assert not [name for name in names if name.startswith(("tilesite/pages/", "tilesite/hosts/"))]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert len(content) < 512 * 1024
