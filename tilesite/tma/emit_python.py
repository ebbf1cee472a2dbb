"""Python that calls the driver through cuda-python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilesite.tma import enums
from tilesite.tma.enums import Enumeration
from tilesite.tma.types import Encoding


def python_code(encoding: Encoding, remarks: list[str]) -> str:
    """A module with one function, ``make_tensor_map(global_address)``, for the package cuda-python."""
    return "\n".join([*python_comment(remarks), *_module(encoding)]) + "\n"


def python_refusal(remarks: list[str], failed: list[str]) -> str:
    """A module that raises, for the rules that failed."""
    return "\n".join([*python_comment(remarks), f"raise ValueError({'; '.join(failed)!r})"]) + "\n"


def python_comment(remarks: Sequence[str]) -> Iterator[str]:
    """One comment a line."""
    return (f"# {remark}" for remark in remarks)


def _module(encoding: Encoding) -> Iterator[str]:
    descriptor = encoding.descriptor
    yield "from cuda.bindings import driver"
    yield ""
    yield ""
    yield "def make_tensor_map(global_address):"
    yield '    """The tensor map of the tensor at this address. Raises RuntimeError when the driver refuses."""'
    yield f"    result, tensor_map = driver.{descriptor.api}("
    yield f"        {_member(enums.DATA_TYPE, descriptor.dtype_enum or 0)},"
    yield f"        {descriptor.rank},"
    yield "        global_address,"
    yield _numbers("cuuint64_t", descriptor.global_dim)
    yield _numbers("cuuint64_t", descriptor.global_strides_bytes)
    if descriptor.pixel_box:
        yield f"        {list(descriptor.pixel_box.lower)},"
        yield f"        {list(descriptor.pixel_box.upper)},"
        yield f"        {descriptor.pixel_box.channels},"
        yield f"        {descriptor.pixel_box.pixels},"
    else:
        yield _numbers("cuuint32_t", descriptor.box_dim or ())
    yield _numbers("cuuint32_t", descriptor.element_strides)
    yield f"        {_member(enums.INTERLEAVE, descriptor.interleave)},"
    yield f"        {_member(enums.SWIZZLE, descriptor.swizzle)},"
    yield f"        {_member(enums.L2_PROMOTION, descriptor.l2_promotion)},"
    yield f"        {_member(enums.OOB_FILL, descriptor.oob_fill)},"
    yield "    )"
    yield "    if result != driver.CUresult.CUDA_SUCCESS:"
    yield f'        raise RuntimeError(f"{descriptor.api}: {{result.name}}")'
    yield "    return tensor_map"


def _member(enumeration: Enumeration, value: int) -> str:
    return f"driver.{enumeration.type}.{enumeration.constant(value)}"


def _numbers(type_: str, numbers: Sequence[int]) -> str:
    return f"        [driver.{type_}(number) for number in {list(numbers)}],"
