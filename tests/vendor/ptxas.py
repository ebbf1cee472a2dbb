"""NVIDIA's assembler: what it says of each statement, and what it makes of a kernel."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from vendor.ptx import declarations
from vendor.wheels import installed_file

_MESSAGE = re.compile(r"^ptxas [^\n]*?, line (\d+); error   : (.*)$", re.MULTILINE)
_VERSION = re.compile(r"\bV(\d+\.\d+\.\d+)\b")


class Tool(NamedTuple):
    """One installed ptxas: the wheel it is in, and the PTX version that it reads at most."""

    distribution: str
    ptx_version: str

    def program(self) -> Path:
        """Where the wheel put it."""
        return installed_file(self.distribution, "ptxas")

    def version(self) -> str:
        """The version it prints, as 13.0.88."""
        done = subprocess.run([str(self.program()), "--version"], capture_output=True, text=True, check=True)
        found = _VERSION.search(done.stdout)
        if found is None:
            raise AssemblerError(done.stdout)
        return found.group(1)


NEW = Tool("nvidia-cuda-nvcc", "9.0")
OLD = Tool("nvidia-cuda-nvcc-cu12", "8.8")

ARCHITECTURES: dict[str, Tool] = {
    "sm_70": OLD,  # dropped by 13.0
    **dict.fromkeys(
        [
            *("sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89"),
            *("sm_90", "sm_90a", "sm_100", "sm_100f", "sm_100a", "sm_103", "sm_103f", "sm_103a"),
            *("sm_110", "sm_110f", "sm_110a", "sm_120", "sm_120f", "sm_120a", "sm_121", "sm_121f", "sm_121a"),
        ],
        NEW,
    ),
}
"""Every target that is asked, oldest first, and the tool that is asked."""


class AssemblerError(Exception):
    """Something that ptxas says and that is no answer."""


class Output(NamedTuple):
    """What one run left: its messages, and the object file when it succeeded."""

    messages: str
    objections: list[tuple[int, str]]  # the line of the body that an error names, and the error
    cubin: bytes | None


def assemble(architecture: str, body: list[str], *options: str) -> Output:
    """One run over `body`, lines that hold kernels, for a target; lines count from 0."""
    tool = ARCHITECTURES[architecture]
    heading = [f".version {tool.ptx_version}", f".target {architecture}", ".address_size 64"]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.ptx"), Path(folder, "kernels.cubin")
        source.write_text("\n".join((*heading, *body, "")), encoding="ascii")
        command = [str(tool.program()), *options, "-arch", architecture, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        cubin = target.read_bytes() if done.returncode == 0 else None
    first = len(heading) + 1
    objections = [(int(line) - first, message) for line, message in _MESSAGE.findall(done.stderr)]
    return Output(done.stderr, objections, cubin)


class Question(NamedTuple):
    """Statements to put to the assembler, with the text that all targets are given."""

    instructions: Sequence[Any]
    body: list[str]

    @classmethod
    def of(cls, instructions: Sequence[Any]) -> Question:
        """All statements in one kernel, one a line, so that one run answers thousands."""
        opening = f".visible .entry every() {{ {declarations(instructions)}"
        return cls(instructions, [opening, *(each.statement() for each in instructions), "ret; }"])


def complaints(architecture: str, question: Question) -> list[list[str]]:
    """What ptxas objects to in each statement; an empty list is no objection.

    The answer is the parser's: it says what is illegal, and `assemble` has to say what is legal.
    """
    output = assemble(architecture, question.body)
    found: list[list[str]] = [[] for _ in question.instructions]
    for line, message in output.objections:
        if not 1 <= line <= len(found):
            raise AssemblerError(output.messages[:2000])
        found[line - 1].append(message)
    if output.cubin is None and not output.objections:
        raise AssemblerError(output.messages[:2000])
    return found
