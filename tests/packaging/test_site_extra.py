"""The wheel with its extra ``site`` in a fresh environment: a site with the hook, and the same with the plugin."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from environments import ROOT, SOURCES, Environment
from interpreters import interpreters

PAGE = """# A page

```yaml tile id="fig1" expect="pass" title="A tile that fits"
block_m: 128
block_n: 256
block_k: 64
stages: 3
threads: 256
```

The last wave is {{ fig1.waves.tail_fill.percent }} full.

```console verified
$ tile-decision --topk 2
```
"""
CONFIG = """site_name: scratch
theme:
  name: material
  font: false
markdown_extensions:
  - pymdownx.superfences
"""
HOOK = "hooks:\n  - tilesite_hook.py\n"
PLUGIN = "plugins:\n  - search\n  - tilesite\n"
BLOCKS = re.compile(r'<section class="tilesite .*?</section>|<span class="tilesite-value.*?</span>', re.DOTALL)


def scratch(root: Path, switch: str, page: str = PAGE) -> Path:
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "index.md").write_text(page, "utf-8")
    (root / "mkdocs.yml").write_text(CONFIG + switch, "utf-8")
    shutil.copy(ROOT / "hooks" / "tilesite_hook.py", root)
    return root


def check_sites(fresh: Environment, folder: Path) -> None:
    """Builds and checks a site with the hook and one with the plugin; fails where they differ."""
    shown = []
    for name, switch in (("hook", HOOK), ("plugin", PLUGIN)):
        root = scratch(folder / name, switch)
        built = fresh.run("mkdocs", "build", "--strict", cwd=root)
        assert built.returncode == 0, built.stdout
        checked = fresh.run("tilesite", "check", "docs", "--site", "site", cwd=root)
        assert (checked.returncode, checked.stdout) == (0, "1 pages, 2 blocks, 0 problems\n")
        assert (root / "site" / "assets" / "tilesite.css").exists()
        shown.append(BLOCKS.findall((root / "site" / "index.html").read_text("utf-8")))
        wrong = scratch(folder / f"{name}-wrong", switch, PAGE.replace("stages: 3", "stages: 9"))
        refused = fresh.run("mkdocs", "build", "--strict", cwd=wrong)
        assert refused.returncode == 1
        assert "docs/index.md:3:1: " in refused.stdout
        assert not (wrong / "site" / "index.html").exists()
    assert len(shown[0]) == 3
    assert shown[0] == shown[1]


def test_a_site_with_the_hook_and_one_with_the_plugin(
    site_environment: Callable[[str], Environment], tmp_path: Path
) -> None:
    check_sites(site_environment(sys.executable), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("version", sorted(set(interpreters()) - {"3.9", "3.10"}))
def test_a_site_on_each_interpreter(
    version: str, site_environment: Callable[[str], Environment], tmp_path: Path
) -> None:
    check_sites(site_environment(interpreters()[version]), tmp_path)


def install_command(page: str) -> str:
    """The first command of the page for adopters."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return re.findall(r"\{ #install \}.*?```bash\n(.*?)\n```", text, re.DOTALL)[0]


def clone_of_the_sources(folder: Path) -> Path:
    """The sources of this checkout, in a folder named as a clone's."""
    clone = folder / "tilesite"
    clone.mkdir()
    for name in SOURCES:
        copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copied(ROOT / name, clone / name)
    return clone


def test_an_installation_from_a_clone(site_environment: Callable[[str], Environment], tmp_path: Path) -> None:
    program, *argv = shlex.split(install_command("adopting.md"))
    assert install_command("zh/adopting.md") == shlex.join([program, *argv])
    clone = clone_of_the_sources(tmp_path)
    fresh = site_environment(sys.executable)
    (tmp_path / "old-site").mkdir()
    done = fresh.run(program, *argv, cwd=tmp_path / "old-site")
    assert done.returncode == 0, done.stdout
    assert "Successfully installed tilesite-" in done.stdout
    made = fresh.run("tilesite", "new", "my-site", cwd=tmp_path)
    assert "since tilesite was installed from a file here\n" in made.stdout
    built = fresh.run("mkdocs", "build", "--strict", cwd=tmp_path / "my-site")
    assert built.returncode == 0, built.stdout
    assert str(clone) not in (tmp_path / "my-site" / "requirements.txt").read_text("utf-8")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing: the test says what went wrong."""


def test_a_new_site_names_the_commit_that_was_installed(
    site_environment: Callable[[str], Environment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = clone_of_the_sources(tmp_path)
    who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"]

    def git(*argv: str) -> str:
        return subprocess.run(
            ["git", *who, *argv], cwd=clone, check=True, capture_output=True, encoding="utf-8"
        ).stdout.strip()

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "start")
    git("update-server-info")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    fresh = site_environment(sys.executable)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        line = f"tilesite[site] @ git+http://127.0.0.1:{server.server_port}/tilesite/.git@{git('rev-parse', 'HEAD')}"
        done = fresh.run("pip", "install", "--force-reinstall", "--no-deps", line, cwd=tmp_path)
        server.shutdown()
    assert done.returncode == 0, done.stdout
    made = fresh.run("tilesite", "new", "my-site", cwd=tmp_path)
    assert made.stdout == "made my-site: 6 files\nnext: cd my-site && pip install -r requirements.txt && mkdocs serve\n"
    assert (tmp_path / "my-site" / "requirements.txt").read_text("utf-8") == f"{line}\n"


REFUSED = {
    "both": (HOOK + PLUGIN, "tilesite: expected the plugin or the hook, got both (tilesite_hook.py)."),
    "an option": (
        "plugins:\n  - tilesite:\n      lang: zh\n",
        "Plugin 'tilesite' option 'lang': expected no option here, since the settings of blocks are those of the ",
    ),
    "no fences": (
        PLUGIN.replace("plugins:", "  - tables\nplugins:"),
        "tilesite: expected pymdownx.superfences among markdown_extensions, which makes fences, got none.",
    ),
}


@pytest.mark.parametrize(("switch", "message"), REFUSED.values(), ids=REFUSED)
def test_what_the_plugin_refuses(
    switch: str, message: str, site_environment: Callable[[str], Environment], tmp_path: Path
) -> None:
    root = scratch(tmp_path / "site", switch)
    if "got none" in message:
        config = root / "mkdocs.yml"
        config.write_text(config.read_text("utf-8").replace("  - pymdownx.superfences\n", ""), "utf-8")
    refused = site_environment(sys.executable).run("mkdocs", "build", cwd=root)
    assert refused.returncode == 1
    assert message in refused.stdout
    assert "Traceback" not in refused.stdout
