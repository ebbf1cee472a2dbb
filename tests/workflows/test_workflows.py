"""The workflows: what the linters find in right ones and in wrong ones, what rights they have, what the action runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from sites import GOOD, write_site

ROOT = Path(__file__).resolve().parents[2]
STARTER = ROOT / "tilesite" / "hosts" / "starter" / "workflow.yml"
WORKFLOWS = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), STARTER]
ACTION = ROOT / ".github" / "actions" / "verify"
ACTIONLINT = Path(__file__).parent / "node_modules" / "@tktco" / "node-actionlint" / "bin" / "node-actionlint.js"
BIN = Path(sys.executable).parent


def actionlint(*files: Path) -> subprocess.CompletedProcess[str]:
    assert ACTIONLINT.exists(), "expected actionlint, which npm installs. Example: make check"
    names = f"{{{','.join(map(str, files))}}}" if len(files) > 1 else str(files[0])
    return subprocess.run(["node", str(ACTIONLINT), names], capture_output=True, encoding="utf-8", check=False)


def zizmor(*files: Path) -> subprocess.CompletedProcess[str]:
    argv = [str(BIN / "zizmor"), "--offline", "--no-progress", "--quiet", *map(str, files)]
    return subprocess.run(argv, capture_output=True, encoding="utf-8", check=False)


def test_actionlint_finds_nothing() -> None:
    done = actionlint(*WORKFLOWS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"Checking {len(WORKFLOWS)} workflow file(s)")


def test_zizmor_finds_nothing() -> None:
    done = zizmor(*WORKFLOWS, ACTION / "action.yml")
    assert done.returncode == 0, done.stdout


def test_the_linters_do_find_something(tmp_path: Path) -> None:
    text = STARTER.read_text("utf-8")
    (tmp_path / "typo.yml").write_text(text.replace("runs-on", "run-on"), "utf-8")
    assert 'unexpected key "run-on"' in actionlint(tmp_path / "typo.yml").stdout
    (tmp_path / "tag.yml").write_text(re.sub(r"checkout@[0-9a-f]+", "checkout@v7", text), "utf-8")
    assert "unpinned-uses" in zizmor(tmp_path / "tag.yml").stdout


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_change_of_a_stranger_is_run_with_rights_to_read_alone(file: Path) -> None:
    workflow = yaml.safe_load(file.read_text("utf-8"))
    events = workflow[True]  # YAML takes the key `on` for true
    assert "pull_request_target" not in events
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        writes = [right for right, level in job["permissions"].items() if level == "write"]
        if "pull_request" in events:
            assert not writes or job["if"] == "github.event_name == 'push'", name
        else:
            # What has rights to write runs nothing that was installed.
            runs = "".join(step.get("run", "") for step in job["steps"])
            assert not writes or not re.search(r"\b(pip|make|npm)\b", runs), name


def test_a_new_site_runs_nothing_that_a_change_brings_along() -> None:
    jobs = yaml.safe_load(STARTER.read_text("utf-8"))["jobs"]
    before_main = [name for name, job in jobs.items() if "if" not in job]
    assert before_main == ["verify"]
    told = [step.get("run") or step["uses"].split("@")[0] for step in jobs["verify"]["steps"]]
    assert told == [
        "actions/checkout",
        "actions/setup-python",
        "pip install --requirement requirements.txt",
        "actions/checkout",
        "tilesite check docs --format github",
    ]
    base, _, _, change, _ = jobs["verify"]["steps"]
    assert base["with"]["ref"] == "${{ github.event.pull_request.base.sha || github.sha }}"
    assert "ref" not in change["with"]


@pytest.mark.parametrize("lang", ["", "zh/"])
def test_the_page_shows_the_workflow_of_a_new_site(lang: str) -> None:
    text = (ROOT / "docs" / lang / "checking.md").read_text("utf-8")
    assert f"```yaml\n{STARTER.read_text('utf-8')}```\n" in text


@pytest.mark.parametrize("lang", ["", "zh/"])
def test_the_workflow_for_adopters_is_whole(tmp_path: Path, lang: str) -> None:
    text = (ROOT / "docs" / lang / "adopting.md").read_text("utf-8")
    (shown,) = re.findall(r"```yaml\n# \.github/workflows/(verify\.yml\n.*?)```", text, re.DOTALL)
    name, _, workflow = shown.partition("\n")
    assert workflow.count("OWNER/tilesite/") == workflow.count("@COMMIT\n") == 1
    file = tmp_path / name
    file.write_text(workflow.replace("OWNER/", "example/").replace("@COMMIT", f"@{'0123456789' * 4}"), "utf-8")
    linted, judged = actionlint(file), zizmor(file)
    assert linted.returncode == 0, linted.stdout + linted.stderr
    assert judged.returncode == 0, judged.stdout
    of_ours = re.findall(r"(actions/checkout@.*)", STARTER.read_text("utf-8"))
    assert re.findall(r"(actions/checkout@.*)", workflow) == of_ours[:1]
    (step,) = yaml.safe_load(workflow)["jobs"]["verify"]["steps"][1:]
    assert step["uses"].startswith(f"OWNER/tilesite/{ACTION.relative_to(ROOT).as_posix()}@")
    assert set(step["with"]) <= set(yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))["inputs"])


GH = """#!/bin/sh
echo "$@" >>"$CALLS"
[ "$1 $2" = "pr list" ] && cat "$OPEN"
[ "$1 $2" = "pr create" ] && echo 1 >"$OPEN"
exit 0
"""


def test_a_second_run_of_a_month_offers_its_lock_again(tmp_path: Path) -> None:
    steps = yaml.safe_load((ROOT / ".github" / "workflows" / "lock.yml").read_text("utf-8"))["jobs"]["offer"]["steps"]
    (step,) = (step for step in steps if "run" in step)
    (download,) = (step for step in steps if "download-artifact" in step.get("uses", ""))
    assert download["with"]["path"] == "${{ runner.temp }}/lock"
    bash = shutil.which("bash")
    assert bash
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gh").write_text(GH, "utf-8")
    (tmp_path / "bin" / "gh").chmod(0o755)
    calls, is_open = tmp_path / "calls", tmp_path / "open"
    is_open.write_text("", "utf-8")
    environment = {
        **os.environ,
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "CALLS": str(calls),
        "OPEN": str(is_open),
        "RUNNER_TEMP": str(tmp_path / "temp"),
    }

    def git(*argv: str) -> str:
        who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"]
        return subprocess.run(
            ["git", *who, *argv], cwd=tmp_path, check=True, capture_output=True, encoding="utf-8"
        ).stdout

    git("init", "--quiet", "--bare", "origin")
    git("clone", "--quiet", "origin", "first")
    (tmp_path / "first" / "requirements.lock").write_text("a==1\n", "utf-8")
    git("-C", "first", "add", ".")
    git("-C", "first", "commit", "--quiet", "--message", "start")
    git("-C", "first", "push", "--quiet", "origin", "HEAD:main")
    for lock in ("a==1\n", "a==2\n", "a==3\n"):
        clone = tmp_path / f"clone-{lock[3]}"
        git("clone", "--quiet", "--branch", "main", "origin", clone.name)
        # The artifact brings more than it should, and none of it comes in.
        artifact = tmp_path / "temp" / "lock"
        (artifact / ".git").mkdir(parents=True, exist_ok=True)
        (artifact / ".git" / "config").write_text("[core]\n\tfsmonitor = touch owned\n", "utf-8")
        (artifact / "Makefile").write_text("owned:\n", "utf-8")
        (artifact / "requirements.lock").write_text(lock, "utf-8")
        # As GitHub runs a step.
        argv = [bash, "-e", "-o", "pipefail", "-c", step["run"]]
        done = subprocess.run(argv, cwd=clone, env=environment, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    branch = git("-C", "origin", "branch", "--list", "lock-*").strip()
    assert git("-C", "origin", "show", f"{branch}:requirements.lock") == "a==3\n"
    assert git("-C", "origin", "rev-list", "--count", f"main..{branch}") == "1\n"
    assert git("-C", "origin", "ls-tree", "-r", "--name-only", branch) == "requirements.lock\n"
    assert not list(tmp_path.rglob("owned"))
    said = calls.read_text("utf-8")
    assert said.count("pr create") == 1
    assert said.endswith("auth setup-git\n" + f"pr list --head {branch} --state open --json number --jq .[].number\n")


def test_every_action_is_named_by_its_commit() -> None:
    for file in (*WORKFLOWS, ACTION / "action.yml"):
        used = re.findall(r"uses: (\S+)", file.read_text("utf-8"))
        assert used
        assert [
            name for name in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}|\./\.github/actions/\w+", name)
        ] == []


VERIFY = {
    "a page": ({"PATHS": "docs"}, 2, "::error file=docs/bad.md,line=3,col=10"),
    "two places": ({"PATHS": "docs/index.md docs/bad.md"}, 2, "::error file=docs/bad.md,line=3,col=10"),
    "places on lines of their own": (
        {"PATHS": "\ndocs/index.md\n  docs/bad.md\n"},
        2,
        "::error file=docs/bad.md,line=3,col=10",
    ),
    "nothing but blanks": ({"PATHS": " \n"}, 2, "::error file=docs/bad.md,line=3,col=10"),
    "a page that looks like a flag": ({"PATHS": "docs/bad.md --exclude=bad.md"}, 2, ""),
    "neither true nor false": (
        {"PATHS": "docs/index.md", "REQUIRE_ALL": "True\n::x"},
        2,
        "::error::require-all: expected true or false, got $'True\\n::x'. Example: require-all: true\n",
    ),
    "a right page": ({"PATHS": "docs/index.md"}, 0, ""),
    "a site that is none": ({"PATHS": "docs/index.md", "SITE": "nowhere; true"}, 2, ""),
    "every fence": ({"PATHS": "docs/plain.md", "REQUIRE_ALL": "true"}, 2, "::error file=docs/plain.md,line=3"),
    "what a shell would run": ({"PATHS": "docs/index.md $(touch owned);touch owned"}, 2, ""),
}


@pytest.mark.parametrize(("given", "code", "shown"), VERIFY.values(), ids=VERIFY)
def test_what_the_action_runs(tmp_path: Path, given: dict[str, str], code: int, shown: str) -> None:
    bad = GOOD.format(id="b").replace("block_m: 128", "block_m: wide")
    plain = GOOD.format(id="c").replace(' tile id="c" expect="pass"', "")
    pages = {
        "index.md": GOOD.format(id="a"),
        "bad.md": f"# t\n{bad}",
        "plain.md": f"# t\n\n{plain}",
    }
    write_site(tmp_path, pages)
    steps = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))["runs"]["steps"]
    (step,) = (step for step in steps if step.get("name") == "verify")
    names = {name: value.removeprefix("${{ inputs.").removesuffix(" }}") for name, value in step["env"].items()}
    assert set(names.values()) == {"paths", "site", "require-all"}
    environment = {
        **os.environ,
        **given,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_ACTION_PATH": str(ACTION),
    }
    bash = shutil.which("bash")
    assert bash
    done = subprocess.run(
        [bash, "-c", step["run"]], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, shown in done.stdout) == (code, True), done.stdout + done.stderr
    assert not (tmp_path / "owned").exists()


def test_the_action_runs_no_module_of_the_checkout(tmp_path: Path) -> None:
    (tmp_path / "pip.py").write_text("print('not pip')\n", "utf-8")
    steps = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))["runs"]["steps"]
    (step,) = (step for step in steps if step.get("name") == "install tilesite")
    command = step["run"].split(" install ")[0]
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", f"{command} --version"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.startswith("pip ")
