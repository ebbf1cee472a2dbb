"""One case to lower with an installed compiler: the request, and what of the input the plan does not keep."""

from __future__ import annotations

from typing import NamedTuple

from tilesite.errors import Fault, InputError, shown
from tilesite.language import Message, Text
from tilesite.tma.plan import texts
from tilesite.tma.plan.keys import COPY_KEYS
from tilesite.tma.plan.problems import Side, gemm_grid, operand_side
from tilesite.tma.plan.reading import read_table
from tilesite.tma.plan.request import EXAMPLE, Request, read_request
from tilesite.tma.plan.selection import AUTO, PREFER_TMA, TMA_COPY
from tilesite.tma.plan.symbolic import Polynomial, constant

LOWERED_REQUESTS = {
    "copy": (PREFER_TMA, TMA_COPY, AUTO),
    "pipelined": (AUTO, PREFER_TMA),
    "gemm": (AUTO,),
    "im2col": (AUTO,),
}
"""The ways to ask for a copy that a kernel is built for."""


class Case(NamedTuple):
    """``whole`` says that the input names no region of the tile: the copy then names the buffer itself."""

    request: Request
    arch: str
    grid: tuple[Polynomial, ...]
    whole: bool

    @property
    def base(self) -> str:
        """The name of the kernel's tensor that is copied."""
        return self.request.copy.names[0]


def read_case(values: object) -> Case:
    """The case that the ``input`` object describes. Raises InputError, also on what no kernel is built for."""
    request = read_request(values)
    read = read_table(COPY_KEYS, values, "input", EXAMPLE)
    whole = read.polynomials("shared_min") is None and read.integers("shared_extent") is None
    default = gemm_grid(request.gemm) if request.gemm else (constant(1),)
    case = Case(request, read.name("arch"), read.polynomials("grid") or default, whole)
    _check_built(case)
    return case


def _check_built(case: Case) -> None:
    request = case.request
    wanted = LOWERED_REQUESTS[request.kind]
    if request.request not in wanted:
        names = texts.A_BUILT_REQUEST.with_values(names=", ".join(wanted), kind=request.kind)
        raise _fault("requests", names, request.request, f'["{wanted[0]}"]')
    if any(blocks > 1 for blocks in request.cluster):
        raise _fault("cluster", Message(texts.NO_CLUSTER), request.cluster, "[1, 1]")
    if request.kind == "pipelined" and request.iterations is None:
        raise _fault("k_iters", Message(texts.A_COUNT), None, "16")
    if request.layout.kind == "gemm_operand" and request.kind in ("copy", "pipelined"):
        raise _fault("layout.kind", Message(texts.A_BUILT_LAYOUT), "gemm_operand", '"full"')
    if request.kind in ("gemm", "im2col") and request.layout.kind not in ("default", "gemm_operand"):
        raise _fault("layout.kind", Message(texts.ITS_OWN_LAYOUT), request.layout.kind, '"default"')
    if request.gemm and request.operand:
        _check_gemm(request)


def _check_gemm(request: Request) -> None:
    if request.gemm is None or request.operand is None:
        return
    side, tensor = operand_side(request.gemm, request.operand), request.copy.tensor
    if side != Side(tensor.shape, tensor.low, tensor.extent) or tensor.given_strides is not None:
        raise _fault("global_shape", Message(texts.THE_OPERAND), None, "null")
    if request.gemm.instr != "auto":
        raise _fault("gemm.instr", Message(texts.ITS_OWN_CHOICE), request.gemm.instr, '"auto"')


def _fault(key: str, expected: Text | Message, got: object, example: str) -> InputError:
    message = expected if isinstance(expected, Message) else Message(expected)
    return InputError(Fault(key, message, shown(got), example, key))
