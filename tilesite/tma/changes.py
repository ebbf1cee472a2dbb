"""A request's lists in the keys and the order in which they were given, so that a change can be applied to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilesite.tma.types import RAW, ROW_MAJOR, Request

Change = Mapping[str, object]


def with_dims(request: Request, dims: Sequence[int]) -> Change:
    """The change that sets the extents, given fastest first."""
    return {"global_dim" if request.form == RAW else "shape": _given(request, dims)}


def with_box(request: Request, box: Sequence[int]) -> Change:
    """The change that sets the box, given fastest first."""
    return {"box_dim" if request.form == RAW else "box": _given(request, box)}


def with_strides(request: Request, stride_bits: Sequence[int], inner: int | None = None) -> Change:
    """The change that sets the strides, given in bits, fastest first and without the innermost."""
    if request.form == RAW:
        return {"global_strides_bytes": [bits // 8 for bits in stride_bits]}
    innermost = request.inner_stride if inner is None else inner
    return {"strides": _given(request, [innermost, *(bits // request.dtype.bits for bits in stride_bits)])}


def with_element_strides(request: Request, strides: Sequence[int]) -> Change:
    """The change that sets the traversal strides, given fastest first."""
    return {"element_strides": _given(request, strides)}


def _given(request: Request, numbers: Sequence[int]) -> list[int]:
    return list(numbers[::-1] if request.form == ROW_MAJOR else numbers)
