"""Command blocks: what is run, what is refused, and what a page shows of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sites import strict_build, write_site

from tilesite.console import Streams
from tilesite.files import Sealed
from tilesite.pages.body import Position
from tilesite.pages.commands import FILE_FLAGS, Command, read_commands, run_command
from tilesite.pages.page import verify_page
from tilesite.tma.__main__ import main as tma_descriptor

TOPK = "tile-decision --topk 1"
EXAMPLE = "Example: $ tile-decision --topk 8"
PROGRAMS = (
    "tile-decision, tma-descriptor, python3 -m tilesite.tile, python3 -m tilesite.tma, python3 tile_decision.py, "
    "python3 tma_descriptor.py, python3 tile_decision.pyz, python3 tma_descriptor.pyz"
)


def fence(body: str, info: str = "console verified") -> str:
    return f"```{info}\n{body}\n```\n"


@pytest.mark.parametrize(
    ("body", "commands"),
    [
        ("$ tile-decision --topk 1", [("tile-decision", ["--topk", "1"])]),
        ("$ python3 tile_decision.py --topk 1", [("tile-decision", ["--topk", "1"])]),
        ("$ python3 tile_decision.pyz --topk 1", [("tile-decision", ["--topk", "1"])]),
        ("$ python tma_descriptor.pyz --lang en", [("tma-descriptor", ["--lang", "en"])]),
        ("$ python3 -m tilesite.tma --lang en", [("tma-descriptor", ["--lang", "en"])]),
        ("$ tma-descriptor --shape '8, 8' --box \"8, 8\"", [("tma-descriptor", ["--shape", "8, 8", "--box", "8, 8"])]),
        ("# why\n$ tile-decision # because\n\n$ tma-descriptor", [("tile-decision", []), ("tma-descriptor", [])]),
        ("$ tile-decision \\\n    --topk \\\n  1", [("tile-decision", ["--topk", "1"])]),
        ("$ tma-descriptor --shape 8\\,8 --box '$8;'", [("tma-descriptor", ["--shape", "8,8", "--box", "$8;"])]),
    ],
)
def test_commands_are_read_as_a_shell_reads_them(body: str, commands: list[tuple[str, list[str]]]) -> None:
    assert [(each.program, list(each.argv)) for each in read_commands(body)] == commands


RIGHT = 'Example: ```console verified id="run1" exit="0"'
SHELL = "command: expected a command without any meaning to a shell, got {}. " + EXAMPLE
ONE_OF = f"command: expected one of {PROGRAMS}, got {{}}. {EXAMPLE}"
RUNS = "command: expected flags that run nothing, got {}. " + EXAMPLE
FILES = "command: expected flags that read no file, got {}. " + EXAMPLE


@pytest.mark.parametrize(
    ("body", "at", "message"),
    [
        (f"$ {TOPK}; rm -rf x", "2:25", SHELL.format('";"')),
        (f"$ {TOPK} | sh", "2:26", SHELL.format('"|"')),
        (f"$ {TOPK} && x", "2:26", SHELL.format('"&"')),
        (f"$ {TOPK} > x", "2:26", SHELL.format('">"')),
        (f"$ {TOPK} < x", "2:26", SHELL.format('"<"')),
        ("$ tile-decision --topk $(id)", "2:24", SHELL.format('"$"')),
        ('$ tile-decision --topk "$(id)"', "2:25", SHELL.format('"$"')),
        ("$ tile-decision --topk `id`", "2:24", SHELL.format('"`"')),
        ("$ tile-decision *", "2:17", SHELL.format('"*"')),
        ("$ tile-decision ~", "2:17", SHELL.format('"~"')),
        ("$ tile-decision {1,2}", "2:17", SHELL.format('"{"')),
        ("$ tile-decision \\\n  --topk 1; x", "3:11", SHELL.format('";"')),
        ("$ ls", "2:3", ONE_OF.format('"ls"')),
        ("$ X=1 tile-decision", "2:3", ONE_OF.format('"X=1"')),
        ("$ python3 -c 1", "2:3", ONE_OF.format('"python3"')),
        ("$ python3 -m tilesite", "2:3", ONE_OF.format('"python3"')),
        ("$ ../tile-decision", "2:3", ONE_OF.format('"../tile-decision"')),
        ("$ python3 ../tile_decision.py", "2:3", ONE_OF.format('"python3"')),
        ("$ tile-decision --batch -", "2:17", FILES.format('"--batch"')),
        ("$ tile-decision --space=/etc/passwd", "2:17", FILES.format('"--space"')),
        ("$ tile-decision --root x=/", "2:17", FILES.format('"--root"')),
        ("$ tma-descriptor plan /etc/passwd", "2:23", FILES.format('"/etc/passwd"')),
        ("$ tma-descriptor plan --lang en x.json", "2:33", FILES.format('"x.json"')),
        ("$ tma-descriptor plan -", "2:23", FILES.format('"-"')),
        ("$ tma-descriptor plan --against=tilelang --input '1'", "2:23", RUNS.format('"--against"')),
        ("$ tma-descriptor plan --against tilelang --input '1'", "2:23", RUNS.format('"--against"')),
        (
            "tile-decision",
            "2:1",
            'command: expected $ and a command, since output is not written here, got "tile-decision". ' + EXAMPLE,
        ),
        ("", "2:1", "command: expected a command, got nothing. " + EXAMPLE),
        (
            "$ tile-decision 'x",
            "2:3",
            'command: expected words that a shell can split, got "tile-decision \'x" (No closing quotation). '
            + EXAMPLE,
        ),
        (
            "$ tile-decision 'x \\\n y'",
            "2:17",
            "command: expected quotes that close in their line, got \"'x \\\\n y'\". " + EXAMPLE,
        ),
    ],
)
def test_what_is_no_command_of_ours_is_an_error(body: str, at: str, message: str) -> None:
    (problem,) = verify_page(fence(body), "p.md").problems
    assert str(problem) == f"p.md:{at}: {message}"


@pytest.mark.parametrize("program", ["tile-decision", "tma-descriptor", "tma-descriptor plan"])
def test_every_flag_that_names_a_file_is_refused(program: str) -> None:
    printed = verify_page(fence(f"$ {program} --help"), "p.md").answers[0].printed[0].text
    flags = [line.split()[0] for line in printed.splitlines() if line.strip().startswith("--") and " FILE" in line]
    assert set(flags) <= set(FILE_FLAGS)


@pytest.mark.parametrize(
    ("info", "message"),
    [
        ("console Verified", None),
        ("console verifed", None),
        ("bash verified", None),
        ("consle verified", None),
        ("{.console .verified}", None),
        ('console exit="1"', None),
        (
            "console verified exit=1",
            f'option: expected name="value" in double quotes, got "exit=1". {RIGHT}',
        ),
        (
            'console verified expect="pass"',
            f'option: expected one of id, title, exit, head (did you mean exit?), got "expect". {RIGHT}',
        ),
        ('console verified exit="3"', 'option exit: expected the exit code 0, 1 or 2, got "3". Example: exit="1"'),
    ],
)
def test_near_misses_are_errors(info: str, message: str | None) -> None:
    form = 'block: expected ```console verified with options as name="value"'
    wanted = message or f'{form}, got "```{info}". {RIGHT}'
    assert [problem.message for problem in verify_page(fence(f"$ {TOPK}", info), "p.md").problems] == [wanted]


@pytest.mark.parametrize(
    "info", ["console", 'console title="x"', "bash", 'console unverified="x"', 'console hl_lines="1"']
)
def test_other_consoles_are_left_alone(info: str) -> None:
    page = verify_page(fence("$ ls | sort", info), "p.md")
    assert (page.answers, page.problems) == ((), ())


def test_no_file_is_read_even_where_a_word_slips_through() -> None:
    command = Command((), "x", Position(0, 0), "tma-descriptor", ("plan", "/etc/passwd"))
    printed, _ = run_command(command, 1)
    assert printed.code == 2
    assert "expected no file, since none may be read here" in printed.text


def test_an_exit_code_is_expected() -> None:
    failing = "$ tile-decision --diagnose --strict --block-m 256 --block-n 256 --block-k 64 --stages 4 --threads 256"
    (problem,) = verify_page(fence(failing), "p.md").problems
    assert str(problem).startswith("p.md:1:1: command: expected exit code 0, got 1 (")
    assert problem.kind == "difference"
    assert verify_page(fence(failing, 'console verified exit="1"'), "p.md").problems == ()
    assert verify_page(fence("$ tile-decision --no-such-flag", 'console verified exit="2"'), "p.md").problems == ()
    two = verify_page(fence(f"{failing}\n$ {TOPK}"), "p.md").problems
    assert str(two[0]).startswith("p.md:1:1: command 1: expected exit code 0, got 1 (")


def test_a_page_shows_the_commands_with_their_outputs_and_copies_the_commands_alone(tmp_path: Path) -> None:
    page = fence(f"# the best\n$ {TOPK}\n$ tma-descriptor \\\n    --lang en", 'console verified id="run" title="T"')
    built = strict_build(write_site(tmp_path, {"index.md": page}))
    assert built.problems == []
    section = built.soup.select_one("section#run")
    assert [code.text for code in section.select("code")] == [f"# the best\n{TOPK}", "tma-descriptor \\\n    --lang en"]
    outputs = [output.text for output in section.select(".tilesite-output samp")]
    assert outputs == [each.text.rstrip("\n") for each in verify_page(page, "p.md").answers[0].printed]
    assert outputs[0].startswith("feasible")


def test_a_sealed_program_runs_no_compiler() -> None:
    out = io.StringIO()
    assert tma_descriptor(["plan", "--against", "tilelang", "--input", "{}"], Streams(Sealed(), out, out)) == 2
    assert out.getvalue() == (
        "tma-descriptor plan: error: --against: expected no compiler, since nothing may be run here, "
        'got "tilelang". Example: --help\n'
    )
