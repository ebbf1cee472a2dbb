"""A request's lists in the keys and the order in which they were given, so that a change can be applied to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable

from tilesite.tma import enums
from tilesite.tma.types import RAW, ROW_MAJOR, PixelBox, Request

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


def applied(request: Request, change: Change) -> Request:
    """The request as it would be read with this change."""
    for key, value in change.items():
        request = request._replace(**_APPLIED[key](request, value))
    return request


def _listed(field: str) -> Callable[[Request, Any], dict[str, Any]]:
    return lambda request, value: {field: tuple(_given(request, value))}


def _plain(field: str) -> Callable[[Request, Any], dict[str, Any]]:
    return lambda _, value: {field: value}


def _named(field: str, table: Mapping[str, int]) -> Callable[[Request, Any], dict[str, Any]]:
    return lambda _, value: {field: table[enums.spelled(value)]}


def _pixels(field: str) -> Callable[[Request, Any], dict[str, Any]]:
    def replaced(request: Request, value: Any) -> dict[str, Any]:  # noqa: ANN401 - a list for corners, else a number
        box = request.pixel_box or PixelBox((), (), 0, 0)
        named: dict[str, Any] = {field: tuple(value) if isinstance(value, list) else value}
        return {"pixel_box": box._replace(**named)}

    return replaced


def _element_strides(request: Request, value: Sequence[int]) -> dict[str, Any]:
    inner, *outer = _given(request, value)
    return {"inner_stride": inner, "stride_bits": tuple(stride * request.dtype.bits for stride in outer)}


_APPLIED: Mapping[str, Callable[[Request, Any], dict[str, Any]]] = {
    "address": _plain("address"),
    "map_address": _plain("map_address"),
    "dtype": lambda _, value: {"dtype": enums.DTYPE_NAMES[value], "dtype_label": value},
    "shape": _listed("global_dim"),
    "global_dim": _listed("global_dim"),
    "box": _listed("box"),
    "box_dim": _listed("box"),
    "strides": _element_strides,
    "global_strides_bytes": lambda _, value: {"stride_bits": tuple(stride * 8 for stride in value)},
    "element_strides": _listed("element_strides"),
    "interleave": _named("interleave", enums.INTERLEAVE_NAMES),
    "swizzle": _named("swizzle", enums.SWIZZLE_NAMES),
    "oob_fill": _named("oob_fill", enums.OOB_FILL_NAMES),
    "pixel_box_lower_corner": _pixels("lower"),
    "pixel_box_upper_corner": _pixels("upper"),
    "channels_per_pixel": _pixels("channels"),
    "pixels_per_column": _pixels("pixels"),
}
"""What each key of a change sets in a request."""
