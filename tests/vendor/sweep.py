"""Verdicts of the assembler on the candidates, architecture by architecture."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from vendor.candidates import (
    mma_candidates,
    mma_spellings,
    tcgen05_candidates,
    wgmma_probes,
    wgmma_spellings,
    wgmma_widths,
)
from vendor.cubin import Code, kernels
from vendor.ptx import Mma, Operand, Tcgen05, Wgmma, kernel
from vendor.ptxas import ARCHITECTURES, AssemblerError, Question, assemble, complaints

INLINE = "inline"  # the machine code stands where the statement stood
ROUTINE = "routine"  # a library routine of the assembler is called
NOTHING = "nothing"  # assembled without a complaint, and no code at all

AT_ONCE = 2  # runs of the assembler side by side
SPELLED_BY = ("sm_70", "sm_90a")  # one target of each version of the tool

Kind = TypeVar("Kind", Mma, Wgmma, Tcgen05)
Shape = tuple[int, int, int]


class Words(NamedTuple):
    """The shapes (m, n, k) that the assembler has a word for: any other is refused with every type."""

    mma: list[Shape]
    wgmma: list[Shape]


class Questions(NamedTuple):
    """What every architecture is asked; the widths of wgmma follow from its first answers."""

    words: Words
    mma: Question
    wgmma: Question
    tcgen05: Question


class Verdicts(NamedTuple):
    """One architecture: how many candidates were put, and what became of those that were not refused."""

    asked: dict[str, int]
    mma: dict[Mma, str]
    wgmma: dict[Wgmma, str]
    tcgen05: dict[Tcgen05, str]


def read_words() -> Words:
    """The shapes whose modifier the assembler reads: the same in both versions, which is checked."""
    spellings = Question.of(mma_spellings()), Question.of(wgmma_spellings())
    first, second = (Words(*(_spelled(target, each) for each in spellings)) for target in SPELLED_BY)
    if first != second:
        raise AssemblerError(f"{SPELLED_BY} read different shapes: {first} and {second}")
    return first


def _spelled(architecture: str, spellings: Question) -> list[Shape]:
    objections = complaints(architecture, spellings)
    return [
        (instruction.m, instruction.n, instruction.k)
        for instruction, messages in zip(spellings.instructions, objections)
        if not any(message.startswith("Unknown modifier") for message in messages)
    ]


def questions(words: Words) -> Questions:
    """All candidates on the shapes that have a word."""
    return Questions(
        words,
        Question.of(mma_candidates(words.mma)),
        Question.of(wgmma_probes(words.wgmma)),
        Question.of(tcgen05_candidates()),
    )


def sweep_all(asked: Questions) -> dict[str, Verdicts]:
    """Every architecture, in the order of the table."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = pool.map(lambda architecture: sweep(architecture, asked), ARCHITECTURES)
        return dict(zip(ARCHITECTURES, answers))


def sweep(architecture: str, asked: Questions) -> Verdicts:
    """All candidates on one architecture."""
    probed = accepted(architecture, asked.wgmma)
    widths = Question.of(wgmma_widths(probed, asked.words.wgmma))
    counts = {
        "mma": len(asked.mma.instructions),
        "wgmma": len({*asked.wgmma.instructions, *widths.instructions}),
        "tcgen05": len(asked.tcgen05.instructions),
    }
    return Verdicts(
        counts,
        judged(architecture, accepted(architecture, asked.mma)),
        judged(architecture, accepted(architecture, widths)),
        judged(architecture, accepted(architecture, asked.tcgen05)),
    )


def accepted(architecture: str, question: Question) -> list[Any]:
    """The candidates without a complaint; raises when a complaint might be about our operands and not the shape."""
    answers = list(zip(question.instructions, complaints(architecture, question)))
    for candidate, messages in answers:
        if messages and all(_is_about_operands(message) for message in messages):
            _check_operands(architecture, candidate)
    return [candidate for candidate, messages in answers if not messages]


def _is_about_operands(message: str) -> bool:
    return "ector size" in message or "rguments mismatch" in message


def _check_operands(architecture: str, candidate: Mma | Wgmma | Tcgen05) -> None:
    if not isinstance(candidate, Mma):
        raise AssemblerError(f"{architecture}: operands of {candidate.statement()}")
    tries = [_Resized(candidate, counts) for counts in itertools.product((1, 2, 4, 8), repeat=4)]
    if not all(complaints(architecture, Question.of(tries))):
        raise AssemblerError(f"{architecture}: takes other operands: {candidate.statement()}")


class _Resized(NamedTuple):
    """A candidate with other numbers of registers in its operands, in the order D, A, B, C."""

    original: Mma
    counts: tuple[int, ...]

    def inputs(self) -> tuple[Operand, ...]:
        return tuple(self._operands()[1:])

    def output(self) -> Operand:
        return self._operands()[0]

    def statement(self) -> str:
        modifiers = self.original.statement().split(" ", 1)[0]
        return f"{modifiers} {', '.join(operand.text() for operand in self._operands())};"

    def _operands(self) -> list[Operand]:
        a, b, *c = self.original.inputs()
        d = self.original.output()
        operands = zip((d, a, b, *(c or [d])), self.counts, "dabc")
        return [operand._replace(length=length, name=name) for operand, length, name in operands]


def judged(architecture: str, candidates: list[Kind]) -> dict[Kind, str]:
    """Assembles each candidate in a kernel of its own, with and without the statement.

    The parser lets pass what a later phase refuses; such candidates are left out, and the rest is assembled again.
    """
    while candidates:
        cubin, refused = _assembled(architecture, candidates)
        if cubin is not None:
            code = kernels(cubin)
            return {
                candidate: _verdict(code[f"with{number}"], code[f"without{number}"])
                for number, candidate in enumerate(candidates)
            }
        candidates = [candidate for candidate in candidates if candidate not in refused]
    return {}


def _assembled(architecture: str, candidates: list[Kind]) -> tuple[bytes | None, set[Kind]]:
    """The object file of all kernels, or the candidates that stand in its way."""
    text: list[str] = []
    owner: dict[int, Kind] = {}
    for number, candidate in enumerate(candidates):
        text += kernel(f"without{number}", candidate, with_statement=False)
        for line in kernel(f"with{number}", candidate):
            owner[len(text)] = candidate
            text.append(line)
    output = assemble(architecture, text)
    if output.cubin is not None:
        return output.cubin, set()
    refused = {owner[line] for line, _ in output.objections if line in owner}
    if not refused:
        raise AssemblerError(f"{architecture}: {output.messages[:2000]}")
    return None, refused


def _verdict(made: Code, bare: Code) -> str:
    if made.text == bare.text:
        return NOTHING
    return ROUTINE if made.helpers else INLINE
