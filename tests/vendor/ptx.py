"""Matrix instructions as PTX: the statement, its operands, and a kernel that keeps the result alive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

BITS = {
    "f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "f32": 32, "s32": 32,
    "e4m3": 8, "e5m2": 8, "e3m2": 8, "e2m3": 8, "e2m1": 8,
    "s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1,
}  # fmt: skip
"""Bits of an element as the instruction holds it: kind::f8f6f4 gives even a 4-bit float a byte."""

WARP = 32
WARPGROUP = 128
BIT_OPERATIONS = ("xor", "and")


class Operand(NamedTuple):
    """One operand of one thread: `length` registers of a PTX type, alone or as a vector."""

    name: str
    bank: str
    length: int
    vector: bool = True

    def text(self) -> str:
        """How the statement names it."""
        return f"{{{', '.join(self.registers())}}}" if self.vector else f"{self.name}0"

    def registers(self) -> tuple[str, ...]:
        """The registers, one by one."""
        return tuple(f"{self.name}{number}" for number in range(self.length))

    def declaration(self) -> str:
        """The line that declares the registers."""
        return f".reg .{self.bank} {self.name}<{self.length}>;"


class Instruction(Protocol):
    """What the sweep needs of a candidate."""

    def inputs(self) -> tuple[Operand, ...]:
        """What it reads and does not write."""

    def output(self) -> Operand:
        """What it writes; an accumulator is read as well."""

    def statement(self) -> str:
        """The PTX statement."""

    def surroundings(self) -> tuple[str, str]:
        """What a complete kernel needs before and after the statement."""

    def is_observed(self) -> bool:
        """Whether the assembler drops the statement when nobody loads its operands and stores its result."""


class Mma(NamedTuple):
    """`mma.sync.aligned`, one warp: D[m, n] = A[m, k] B[k, n] + C[m, n]."""

    m: int
    n: int
    k: int
    d: str
    a: str
    b: str
    c: str
    kind: str = ""  # "f8f6f4", or the bit operation of b1, or nothing

    def inputs(self) -> tuple[Operand, ...]:
        """A, B, and C where it cannot share the registers of D."""
        a = _fragment("a", self.a, self._copies() * self.m * self.k)
        b = _fragment("b", self.b, self._copies() * self.k * self.n)
        return (a, b) if self.c == self.d else (a, b, _fragment("c", self.c, self._copies() * self.m * self.n))

    def output(self) -> Operand:
        """D."""
        return _fragment("d", self.d, self._copies() * self.m * self.n)

    def statement(self) -> str:
        """The statement, B in the only order that all shapes take."""
        bit_operation = f".{self.kind}.popc" if self.kind in BIT_OPERATIONS else ""
        kind = f".kind::{self.kind}" if self.kind and not bit_operation else ""
        shape = f".m{self.m}n{self.n}k{self.k}"
        types = f".{self.d}.{self.a}.{self.b}.{self.c}"
        a, b, *c = self.inputs()
        d = self.output()
        operands = ", ".join(operand.text() for operand in (d, a, b, *(c or [d])))
        return f"mma.sync.aligned{shape}.row.col{kind}{types}{bit_operation} {operands};"

    def surroundings(self) -> tuple[str, str]:
        """Nothing: a warp-level product is synchronous."""
        return "", ""

    def is_observed(self) -> bool:
        """A pure function of registers."""
        return True

    def _copies(self) -> int:
        # m8n8k4 on floats below 64 bits is four products side by side, one for each quad pair of the warp
        return 4 if (self.m, self.n, self.k) == (8, 8, 4) and self.a in ("f16", "bf16", "tf32") else 1


class Wgmma(NamedTuple):
    """`wgmma.mma_async`, one warpgroup: D[m, n] += A[m, k] B[k, n], B in shared memory, A there or in registers."""

    m: int
    n: int
    k: int
    d: str
    a: str
    b: str
    source: str = "shared"  # of A: "shared" or "registers"

    def inputs(self) -> tuple[Operand, ...]:
        """A as registers or as a descriptor, the descriptor of B, and whether D is read."""
        descriptor = Operand("a", "b64", 1, vector=False)
        a = descriptor if self.source == "shared" else _fragment("a", self.a, self.m * self.k, WARPGROUP)
        return a, Operand("b", "b64", 1, vector=False), Operand("p", "pred", 1, vector=False)

    def output(self) -> Operand:
        """D, spread over the warpgroup."""
        return _fragment("d", self.d, self.m * self.n, WARPGROUP)

    def statement(self) -> str:
        """The statement; no operand is transposed."""
        shape = f".m{self.m}n{self.n}k{self.k}"
        bit_operation = ".and.popc" if self.a == "b1" else ""
        operands = ", ".join(operand.text() for operand in (self.output(), *self.inputs()))
        types = f".{self.d}.{self.a}.{self.b}"
        return f"wgmma.mma_async.sync.aligned{shape}{types}{bit_operation} {operands}{self._immediates()};"

    def surroundings(self) -> tuple[str, str]:
        """The fence before the product, and the wait for it."""
        return (
            "wgmma.fence.sync.aligned;",
            "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;",
        )

    def is_observed(self) -> bool:
        """It runs by itself once started, and is kept."""
        return False

    def _immediates(self) -> str:
        """Signs of A and B for floats; for 16-bit types also the order of what is in shared memory."""
        if self.a in ("s8", "u8", "s4", "u4", "b1"):
            return ""
        if self.a not in ("f16", "bf16"):
            return ", 1, 1"
        return ", 1, 1, 0, 0" if self.source == "shared" else ", 1, 1, 0"


class Tcgen05(NamedTuple):
    """`tcgen05.mma`, one thread; m, n and element types sit in a descriptor that exists at run time only."""

    kind: str
    cta_group: int
    source: str = "shared"  # of A: "shared" or "tensor"
    scale: str = ""  # "", or the block scale of the mx kinds
    stationary: bool = False  # tcgen05.mma.ws

    def inputs(self) -> tuple[Operand, ...]:
        """A, the descriptor of B, the instruction descriptor, scales where the kind has them, whether D is read."""
        shared = self.source == "shared"
        a = Operand("a" if shared else "t", "b64" if shared else "b32", 1, vector=False)
        b = Operand("b", "b64", 1, vector=False)
        descriptor = Operand("i", "b32", 1, vector=False)
        scales = tuple(Operand(name, "b32", 1, vector=False) for name in ("sa", "sb")) if self.scale else ()
        return (a, b, descriptor, *scales, Operand("p", "pred", 1, vector=False))

    def output(self) -> Operand:
        """The address of D in tensor memory."""
        return Operand("d", "b32", 1, vector=False)

    def statement(self) -> str:
        """The statement without the optional lane mask."""
        ws = ".ws" if self.stationary else ""
        scale = f".block_scale{self.scale}" if self.scale else ""
        a, b, descriptor, *rest = self.inputs()
        left = a.text() if self.source == "shared" else f"[{a.text()}]"
        scales = "".join(f", [{operand.text()}]" for operand in rest[:-1])
        operands = f"[{self.output().text()}], {left}, {b.text()}, {descriptor.text()}{scales}, {rest[-1].text()}"
        return f"tcgen05.mma{ws}.cta_group::{self.cta_group}.kind::{self.kind}{scale} {operands};"

    def surroundings(self) -> tuple[str, str]:
        """Nothing that the assembler asks for."""
        return "", ""

    def is_observed(self) -> bool:
        """It writes to tensor memory."""
        return False


def declarations(instructions: Sequence[Instruction]) -> str:
    """One declaration of every register that any of the instructions names, one bank for each name."""
    most: dict[tuple[str, str], int] = {}
    for instruction in instructions:
        for operand in (*instruction.inputs(), instruction.output()):
            key = (operand.name, operand.bank)
            most[key] = max(most.get(key, 0), operand.length)
    return " ".join(Operand(name, bank, length).declaration() for (name, bank), length in sorted(most.items()))


def kernel(name: str, instruction: Instruction, *, with_statement: bool = True) -> list[str]:
    """The lines of a kernel that runs the statement, and loads operands and stores the result if that matters.

    Without the statement it is the same kernel, in which operands are loaded for nothing.
    """
    operands = (*instruction.inputs(), instruction.output())
    lines = [f".visible .entry {name}(.param .u64 where) {{", ".reg .b64 at; .reg .b32 word;"]
    lines += [operand.declaration() for operand in operands]
    if instruction.is_observed():
        registers = [(operand, register) for operand in operands for register in operand.registers()]
        lines.append("ld.param.u64 at, [where];")
        lines += [_load(operand, register, 8 * place) for place, (operand, register) in enumerate(registers)]
    if with_statement:
        before, after = instruction.surroundings()
        lines += [before, instruction.statement(), after]
    if instruction.is_observed():
        output = instruction.output()
        names = output.registers()
        lines += [f"st.global.{output.bank} [at+{8 * place}], {register};" for place, register in enumerate(names)]
    return [*lines, "ret; }"]


def _load(operand: Operand, register: str, offset: int) -> str:
    if operand.bank == "pred":
        return f"ld.global.b32 word, [at+{offset}]; setp.ne.b32 {register}, word, 0;"
    return f"ld.global.{operand.bank} {register}, [at+{offset}];"


def _fragment(name: str, dtype: str, elements: int, lanes: int = WARP) -> Operand:
    """The share of `elements` that one of `lanes` threads holds."""
    width = 64 if dtype == "f64" else 32
    bank, suffix = {"f64": ("f64", "d"), "f32": ("f32", "f")}.get(dtype, ("b32", "r"))
    return Operand(name + suffix, bank, max(1, elements * BITS[dtype] // (lanes * width)))
